"""A stream of the bot, watched, with what a situation does to it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from skyjo.v1.game_pb2 import LegalActions
from skyjo.v1.play_pb2 import ClientFrame, ServerFrame
from skyjo.v1.table_pb2 import Heartbeat
from skyjo_client.conformance.seat import Seat
from skyjo_client.relay.passage import Passage

if TYPE_CHECKING:
    from skyjo_client.conformance.bench import Bench

OWN_NONCES: Final = 1 << 30
"""Nonces from here on are the check's own; the server counts from 0."""


class Watched(Passage):
    """Knows what each number stands for: a seat, or the enlistment (None)."""

    def __init__(self, bench: "Bench") -> None:
        """Made when the bot opens a stream."""
        super().__init__()
        self._bench = bench
        self.lines: dict[int, Seat | None] = {}
        self._ended: set[int] = set()

    def down(self, frame: ServerFrame) -> Iterable[ServerFrame]:
        """What the situation makes of a frame of the server."""
        if frame.number in self._ended:
            return
        real = LegalActions()
        real.CopyFrom(frame.decision.legal)
        seat = self.lines.get(frame.number)
        for one in self._bench.situation.down(self, seat, frame):
            self._told(one, real)
            yield one
        self._bench.stir()

    def tell(self, *frames: ServerFrame) -> None:
        """Tell the bot something that the server did not say."""
        for frame in frames:
            self._told(frame, LegalActions())
        self.say_down(*frames)

    def heartbeat(self, number: int) -> ServerFrame:
        """A heartbeat under a number, which the bot is still to be told."""
        seat = self.lines[number]
        latest = seat.latest if seat else 0
        beat = Heartbeat(nonce=self._bench.next_nonce(), latest_number=latest)
        return ServerFrame(number=number, heartbeat=beat)

    def number_of(self, seat: Seat | None) -> int:
        """The number of a seat, or of the enlistment, on this stream; 0 if it has none."""
        return next((n for n, one in reversed(self.lines.items()) if one is seat), 0)

    def waits(self) -> bool:
        """Whether the bot waits for work on this stream."""
        return any(self.lines[number] is None for number in self.open_numbers())

    def open_numbers(self) -> list[int]:
        """Those that have not been told goodbye."""
        return [number for number in self.lines if number not in self._ended]

    def up(self, frame: ClientFrame) -> Iterable[ClientFrame]:
        """What the server gets for a frame of the bot."""
        self._bench.heard(frame)
        passed = self._judged(frame)
        if passed is not None:
            seat = self.lines.get(frame.number)
            yield from self._bench.situation.up(self, seat, passed)
        self._bench.stir()

    def ended(self) -> None:
        """The seats of the stream are dropped."""
        for number, seat in self.lines.items():
            if seat is not None and number not in self._ended and self._is_latest(seat):
                seat.present = False
        self._bench.stir()

    def _is_latest(self, seat: Seat) -> bool:
        return all(one is self or one.number_of(seat) == 0 for one in self._bench.passages())

    def _told(self, frame: ServerFrame, real: LegalActions) -> None:
        seat = self.lines.get(frame.number)
        kind = frame.WhichOneof("frame")
        if kind == "assigned":
            self._bench.judge.assigned(frame.assigned)
            self._bench.secrets.add(frame.assigned.seat_token)
        elif kind == "enlisted":
            self._bench.enlisted = frame.enlisted
        elif kind == "refused":
            self._bench.refused(frame.refused)
        # An attach anew on the same stream supersedes its own earlier number.
        if seat is not None and (kind != "goodbye" or self.number_of(seat) == frame.number):
            seat.tell(frame, real)
        if kind == "goodbye":
            self._ended.add(frame.number)

    def _judged(self, frame: ClientFrame) -> ClientFrame | None:
        kind, number = frame.WhichOneof("frame"), frame.number
        if kind in ("attach", "enlist"):
            return self._introduced(frame)
        if number not in self.lines:
            text = f"it sent {kind or 'an empty frame'} under number {number}, which names nothing"
            self._bench.ledger.fail("numbers", text)
            return None
        if number in self._ended:  # it may not have read the goodbye yet
            return None
        seat = self.lines[number]
        if kind == "pong" and frame.pong.nonce >= OWN_NONCES:
            self._bench.pong(seat, frame.pong)
            return None
        return frame if seat is None else self._of_seat(seat, frame)

    def _introduced(self, frame: ClientFrame) -> ClientFrame | None:
        number, judge = frame.number, self._bench.judge
        self._bench.calls_itself = frame.enlist.client_name or frame.attach.client_name
        again = frame.HasField("enlist") and number in self.lines and self.lines[number] is None
        if number == 0 or (number in self.lines and not again):
            text = f"it used number {number} for a second attach or enlist on one stream"
            judge.halt("numbers", text if number else "it attached or enlisted under number 0")
        if frame.HasField("enlist"):
            self._bench.enlists(frame.enlist)
            self.lines[number] = None
            return frame
        seat = judge.attach(frame.attach)
        if seat is not None:
            self.lines[number] = seat
        return frame

    def _of_seat(self, seat: Seat, frame: ClientFrame) -> ClientFrame | None:
        judge = self._bench.judge
        match frame.WhichOneof("frame"):
            case "ready":
                judge.ready(seat, frame.ready)
            case "act":
                act = judge.act(seat, frame.act)
                return ClientFrame(number=frame.number, act=act) if act is not None else None
            case "resign":
                judge.resigned(seat)
            case _:
                pass
        return frame
