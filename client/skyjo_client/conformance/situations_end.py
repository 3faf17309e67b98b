"""Goodbyes of every kind."""

import contextlib
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import grpc

from skyjo.v1.enlist_pb2 import Assigned
from skyjo.v1.play_pb2 import DECISION_KIND_TURN, ClientFrame, Detach, ServerFrame
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_DRAINING,
    GOODBYE_REASON_SUPERSEDED,
    Goodbye,
    GoodbyeReason,
)
from skyjo_client.conformance.ledger import Failed
from skyjo_client.conformance.partner import Partner
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import Situation, short
from skyjo_client.conformance.situations_drop import Drop
from skyjo_client.conformance.watched import Watched
from skyjo_client.connection import Connection
from skyjo_client.errors import ClientError

if TYPE_CHECKING:
    from skyjo_client.conformance.bench import Bench

_RETRY_MS: Final = 400
_UNKNOWN: Final = 99
_ROUNDING: Final = 0.9
"""How much of the time to wait must have passed: clocks differ a little."""


class Draining(Drop):
    """In its first turn every number is told that the server stops; then the stream ends."""

    rows = ("draining-back",)
    code = grpc.StatusCode.OK
    cause = "a goodbye DRAINING"
    retry_after_ms: int | None = _RETRY_MS

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._told_at = 0.0
        self._back_after = 0.0

    def address(self) -> str:
        """Where the bot is to come back; empty: where it was."""
        return ""

    def down(
        self, passage: Watched, seat: Seat | None, frame: ServerFrame
    ) -> Iterable[ServerFrame]:
        """Say goodbye instead of asking."""
        if frame.decision.kind == DECISION_KIND_TURN and not self.cut_off:
            self._told_at = time.monotonic()
            for one in self.bench.passages():
                one.tell(*self._goodbyes(one))
            self.cut()
            return ()
        return super().down(passage, seat, frame)

    def _goodbyes(self, passage: Watched) -> Iterable[ServerFrame]:
        goodbye = Goodbye(
            reason=GOODBYE_REASON_DRAINING,
            retry_after_ms=self.retry_after_ms,
            address=self.address(),
        )
        for number in passage.open_numbers():
            yield ServerFrame(number=number, goodbye=goodbye)

    def cut(self) -> None:
        """Count the seats that have just been told goodbye among those that have to come back."""
        for seat in self.seats():
            seat.goodbye = None
        super().cut()

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Note when it came back."""
        if self.cut_off and not self._back_after:
            self._back_after = time.monotonic() - self._told_at
        return super().up(passage, seat, frame)

    async def run(self) -> None:
        """Come back in time, and play on."""
        await self.full_table(2, short(2))
        await self.returned()
        if self._back_after * 1000 < _RETRY_MS * _ROUNDING:
            text = f"it came back {self._back_after * 1000:.0f} ms after the goodbye, whose"
            raise Failed(self.row, f"{text} retry_after_ms was {_RETRY_MS}")
        await self.played()


class DrainingElsewhere(Draining):
    """The goodbye names another address."""

    rows = ("draining-elsewhere",)

    def address(self) -> str:
        """That of a second relay."""
        return self._elsewhere.address

    async def run(self) -> None:
        """Come back there."""
        usual = self.bench.relay
        self._elsewhere = await self.bench.relayed()
        await self.table(2, short(2))
        await self.fill(short(2))
        await self.bench.until(self.row, lambda: self.lacking()[1], lambda: self.cut_off)
        visits, usual.front.turned_away = usual.front.visitors, True
        self.bench.relay = self._elsewhere
        try:
            await self.returned()
            await self.played()
        except Failed as failed:
            if usual.front.visitors > visits:
                text = "it came back to the old address, and not to the one of the goodbye"
                raise Failed(self.row, text) from failed
            raise
        finally:
            await self.bench.end_bot()
            usual.front.turned_away = False
            self.bench.relay = usual


class DrainingForGood(Draining):
    """The goodbye says nothing of coming back."""

    rows = ("draining-for-good",)
    retry_after_ms = None

    async def run(self) -> None:
        """Do not come back."""
        await self.full_table(2, short(2))
        await self.bench.until(self.row, lambda: self.lacking()[1], lambda: self.cut_off)
        await ended(self, "after goodbyes that had no retry_after_ms")


async def ended(situation: Situation, cause: str) -> None:
    """Wait until the bot has ended by itself. Raises :class:`Failed`."""
    bench = situation.bench
    enlisted = len(bench.enlistments)
    with contextlib.suppress(Failed):
        await bench.until(situation.row, "", lambda: len(bench.enlistments) > enlisted)
    if len(bench.enlistments) > enlisted:
        raise Failed(situation.row, f"it enlisted again {cause}")
    program = bench.program
    if program is None or program.status is None:
        raise Failed(situation.row, f"it neither came back nor ended {cause}")


class UnknownGoodbye(Drop):
    """First with a time after which to come back, then without."""

    rows = ("unknown-goodbye",)
    cause = "an unknown goodbye that had a retry_after_ms"

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._retry_after_ms: int | None = _RETRY_MS

    def down(
        self, passage: Watched, seat: Seat | None, frame: ServerFrame
    ) -> Iterable[ServerFrame]:
        """Say goodbye to one seat instead of asking it."""
        if seat is None or not frame.HasField("decision") or self.cut_off:
            return super().down(passage, seat, frame)
        self.cut_off = True
        self._before = {seat: seat.attached}
        passage.say_up(ClientFrame(number=frame.number, detach=Detach()))
        reason: GoodbyeReason = _UNKNOWN  # type: ignore[assignment]
        goodbye = Goodbye(reason=reason, retry_after_ms=self._retry_after_ms)
        return (ServerFrame(number=frame.number, goodbye=goodbye),)

    async def run(self) -> None:
        """Come back from the one, and not from the other."""
        await self.full_table(1, short(2))
        await self.returned()
        await self.played()
        self.cut_off, self._retry_after_ms = False, None
        await self.full_table(1, short(2))
        (seat,) = self.seats()
        await self.bench.until(self.row, lambda: self.lacking()[1], lambda: self.cut_off)
        await self.bench.settled()
        if seat.attached > self._before[seat]:
            text = "came back after an unknown goodbye that had no retry_after_ms"
            raise Failed(self.row, f"{seat.name} {text}")


class Superseded(Situation):
    """Somebody else attaches with a seat's token, and then enlists with the bot's key."""

    rows = ("superseded",)

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._seat: Seat | None = None

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """See whether it takes the seat back."""
        if frame.HasField("attach") and seat is not None and seat is self._seat:
            self.bench.ledger.fail(self.row, f"{seat.name} was attached again after SUPERSEDED")
        return super().up(passage, seat, frame)

    async def run(self) -> None:
        """Play the seat that was taken to its end, and then take the enlistment."""
        await self.full_table(2, short(2))
        seat = self.seats()[0]
        await self.bench.until(self.row, lambda: self.lacking()[1], lambda: seat.asked is not None)
        self._seat = seat
        taken = Assigned(table_id=seat.table_id, seat=seat.seat, seat_token=seat.token)
        self.partners.append(Partner(self.bench.server.address, taken))
        await self.bench.until(self.row, "its seat was not taken", lambda: seat.over)
        self.check_goodbye(seat, GOODBYE_REASON_SUPERSEDED)
        await self.partners[-1].finished()
        await self.bench.settled()
        if self.bench.ledger.failed(self.row):
            raise Failed(self.row, "")
        async with Connection(self.bench.server.address, receipts=None) as other:
            with contextlib.suppress(ClientError):
                await other.enlist(self.bench.key, self.bench.name)
            await ended(self, "after SUPERSEDED")
