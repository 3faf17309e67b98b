"""A bot that waits for work."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Self

from skyjo.v1.enlist_pb2 import Assigned, Enlist, Enlisted
from skyjo.v1.error_pb2 import ERROR_REASON_TOKEN_UNKNOWN, Refusal
from skyjo.v1.play_pb2 import ClientFrame, Detach, Pong, ServerFrame
from skyjo.v1.table_pb2 import Goodbye
from skyjo_client.errors import RefusedError
from skyjo_client.introduced import Introduced
from skyjo_client.line import Line, end_wait
from skyjo_client.notices import End
from skyjo_client.seat_hold import SeatHold
from skyjo_client.versions import client_name
from skyjo_wire.version import protocol_version


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """What a bot that waits for work says of itself.

    ``key`` is secret, 16 to 64 bytes; ``seats`` how many it plays at once; ``build_hash``
    whatever identifies its build, at most 32 bytes.
    """

    key: bytes
    name: str
    seats: int = 1
    build_hash: bytes = b""


class Enlistment(Introduced):
    """Yields a seat for every game that the bot is to play; attach to each.

    After a lost connection the server assigns every live seat again: those that still have their
    session go on there, with a new token, and only the others are yielded, marked ``returned``.
    The iteration ends with a goodbye for good, which ``goodbye`` then is; it raises
    :class:`RefusedError` when the server does not take the bot back, :class:`UnreachableError`
    when the connection gave up.
    """

    def __init__(
        self,
        line: Line,
        application: Application,
        holds: Iterable[SeatHold],
        gone: Callable[["Enlistment"], None],
    ) -> None:
        """Made by :meth:`skyjo_client.connection.Connection.enlist`.

        ``holds`` are those of the connection, read anew each time.
        """
        super().__init__(line)
        self.enlisted = Enlisted()
        self.goodbye = Goodbye()
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._application = application
        self._holds = holds
        self._gone = gone
        self._queue: asyncio.Queue[Assigned | End] = asyncio.Queue()
        self._tokens: set[bytes] = set()
        self._awaited: list[SeatHold] = []
        self._returning = 0
        self._leaving = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Assigned:
        item = await self._queue.get()
        if isinstance(item, End):
            self._queue.put_nowait(item)
            raise item.error if item.error is not None else StopAsyncIteration
        return item

    def detach(self) -> None:
        """Take no more seats; those it has go on. A goodbye ends the iteration."""
        self._leaving = True
        self.send(ClientFrame(detach=Detach()))

    def owns(self, hold: SeatHold) -> bool:
        """Whether the seat was assigned here, and so gets its token here again."""
        return hold.token in self._tokens

    def ended(self, hold: SeatHold) -> None:
        """A seat has ended, and its token with it."""
        self._tokens.discard(hold.token)

    def _introduction(self) -> ClientFrame:
        one = self._application
        enlist = Enlist(
            version=protocol_version(),
            key=one.key,
            name=one.name,
            client_name=client_name(),
            build_hash=one.build_hash,
            seats=one.seats,
        )
        return ClientFrame(enlist=enlist)

    def lost(self) -> None:
        """The stream is gone; seats that nobody took up yet will be assigned again."""
        super().lost()
        while not self._queue.empty():
            self._queue.get_nowait()

    def fail(self, error: Exception | None) -> None:
        """Wait no more, with an error unless it is meant to end."""
        self._let_go()
        end_wait(self.joined, error)
        self._queue.put_nowait(End(error))
        self._gone(self)

    def receive(self, frame: ServerFrame) -> None:
        """Deal with one frame; those of an unknown kind are passed over."""
        handler = self._HANDLERS.get(frame.WhichOneof("frame") or "")
        if handler is not None:
            handler(self, frame)

    def _on_enlisted(self, frame: ServerFrame) -> None:
        self.enlisted = frame.enlisted
        self._line.beats_every(frame.enlisted.heartbeat_ms)
        self._backoff.reset()
        self._awaited = [hold for hold in self._holds if self.owns(hold)]
        self._tokens = {hold.token for hold in self._awaited}  # all others are replaced now
        self._returning = frame.enlisted.returned
        if not self.joined.done():
            self.joined.set_result(None)
        self._give_up_missing()
        if self._leaving:
            self.detach()

    def _on_assigned(self, frame: ServerFrame) -> None:
        assigned = frame.assigned
        self._tokens.add(assigned.seat_token)
        hold = self._hold_at((assigned.table_id, assigned.seat)) if assigned.returned else None
        if hold is not None:
            self._tokens.discard(hold.token)
            hold.renew(assigned.seat_token)
        else:
            self._queue.put_nowait(assigned)
        if self._returning:
            self._returning -= 1
            self._give_up_missing()

    def _hold_at(self, place: tuple[str, int]) -> SeatHold | None:
        for hold in self._awaited:
            if hold.place == place:
                self._awaited.remove(hold)
                return hold
        return None

    def _give_up_missing(self) -> None:
        """Once all live seats are back, those that are not have ended meanwhile."""
        if not self._returning:
            missing, self._awaited = self._awaited, []
            for hold in missing:
                hold.fail(RefusedError(Refusal(reason=ERROR_REASON_TOKEN_UNKNOWN, frame="attach")))

    def _on_heartbeat(self, frame: ServerFrame) -> None:
        self.send(ClientFrame(pong=Pong(nonce=frame.heartbeat.nonce)))

    def _on_goodbye(self, frame: ServerFrame) -> None:
        self.goodbye = frame.goodbye
        if self._come_back(frame.goodbye) is None:
            self.fail(None)

    def _on_refused(self, frame: ServerFrame) -> None:
        if frame.refused.frame == "enlist":
            self._turned_away(frame.refused)

    _HANDLERS: Final[dict[str, Callable[["Enlistment", ServerFrame], None]]] = {
        "enlisted": _on_enlisted,
        "assigned": _on_assigned,
        "heartbeat": _on_heartbeat,
        "goodbye": _on_goodbye,
        "refused": _on_refused,
    }
