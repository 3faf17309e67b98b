"""A seat played by a program over standard input and output: JSON lines."""

from collections.abc import AsyncIterator, Callable

from skyjo.v1 import play_pb2, table_pb2
from skyjo_client import exit_codes
from skyjo_client.feed import FAREWELL_SECONDS, EndOfInput, Feed
from skyjo_client.json_lines import BadLineError, dump, error_line, load
from skyjo_client.notices import Item, LinkChanged, ReceiptNotKept
from skyjo_client.present.escape import escape
from skyjo_client.session import SeatSession
from skyjo_wire import to_engine
from skyjo_wire.errors import RefusalError


class JsonMode:
    """Writes a seat's frames and sends what is read; the result is an exit code."""

    def __init__(
        self,
        session: SeatSession,
        write: Callable[[str], None],
        diagnose: Callable[[str], None],
    ) -> None:
        """Play this seat; ``write`` gets every line for the program, ``diagnose`` the others."""
        self._session = session
        self._write = write
        self._diagnose = diagnose
        self._empty = {
            "ready": session.ready,
            "attach": session.take_back,
            "resign": session.resign,
            "detach": session.detach,
        }
        self._goodbye: table_pb2.Goodbye | None = None
        self._game_over = False
        self._line = 0

    async def play(self, typed: AsyncIterator[str]) -> int:
        """Play until the last goodbye; when the input ends, the seat is given back as it is."""
        async with Feed(self._session, typed) as feed:
            async for item in feed:
                if isinstance(item, EndOfInput):
                    self._session.detach()
                    feed.end_within(FAREWELL_SECONDS)
                else:
                    self._deal_with(item)
        if self._goodbye is None or self._goodbye.reason == table_pb2.GOODBYE_REASON_DETACHED:
            return exit_codes.FINISHED if self._game_over else exit_codes.UNFINISHED
        return exit_codes.after(self._goodbye)

    def _deal_with(self, item: Item | str) -> None:
        match item:
            case str():
                self._line += 1
                self._read(item)
            case LinkChanged():
                self._diagnose(item.line())
            case ReceiptNotKept(game_id, folder, reason):
                text = f"receipt of {game_id} not kept in {folder}: {reason}"
                self._diagnose(escape(text))
            case _:
                self._frame(item)

    def _frame(self, frame: play_pb2.ServerFrame) -> None:
        if frame.HasField("goodbye"):
            self._goodbye = frame.goodbye
        elif frame.HasField("events"):
            self._game_over |= any(event.HasField("game_ended") for event in frame.events.events)
        self._write(dump(frame))

    def _read(self, line: str) -> None:
        if not line.strip():
            return
        try:
            self._send(load(line))
        except BadLineError as error:
            self._write(error_line(self._line, error.what))
        except RefusalError as error:
            self._write(error_line(self._line, "impossible action", error.refusal))

    def _send(self, frame: play_pb2.ClientFrame) -> None:
        session = self._session
        match frame.WhichOneof("frame"):
            case "act":
                note = frame.act.note if frame.act.HasField("note") else None
                session.act(frame.act.decision_id, to_engine.action(frame.act), note)
            case "note":
                session.note(frame.note.decision_id, frame.note.text)
            case "say":
                session.say(frame.say)
            case "vote":
                session.vote(frame.vote)
            case kind:
                self._empty[kind or ""]()
