"""Whole games on a stream that lasts."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from skyjo.v1.play_pb2 import (
    DECISION_KIND_PLACE,
    ServerFrame,
)
from skyjo_client.conformance.ledger import Failed
from skyjo_client.conformance.legal import (
    draw_only,
)
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import SEATS, Situation, short
from skyjo_client.conformance.watched import Watched

if TYPE_CHECKING:
    from skyjo_client.conformance.bench import Bench

_COLUMNS = 4


class Plain(Situation):
    """Two games of two rounds, in which each kind of decision comes."""

    rows = ("second-game", "enlist", "entropy", "flip", "turn", "place", "listed", "heartbeat",
            "numbers")  # fmt: skip

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._beats: dict[int, int] = {}

    def down(
        self, passage: Watched, seat: Seat | None, frame: ServerFrame
    ) -> Iterable[ServerFrame]:
        """Ask for draws at first, and send heartbeats before decisions."""
        if seat is not None and frame.HasField("decision"):
            if not seat.acts[DECISION_KIND_PLACE]:
                draw_only(frame.decision)
            for number in (frame.number, passage.number_of(None)):
                beat = passage.heartbeat(number)
                self._beats[beat.heartbeat.nonce] = seat.latest if number == frame.number else 0
                yield beat
        yield frame

    async def run(self) -> None:
        """Play, and see that nothing was left out."""
        rules = short(2, rounds=2, initial_flips=8)
        await self.full_table(1, rules, games=2)
        try:
            await self.played()
        except Failed as failed:
            row = failed.row if failed is self.bench.judge.halted else self.lacking()[0]
            raise Failed(row, failed.reason) from None
        await self._check_pongs()

    async def _check_pongs(self) -> None:
        pongs = self.bench.pongs
        lacking = f"only {len(pongs)} of {len(self._beats)} heartbeats were answered"
        if not pongs:
            self.bench.ledger.fail("heartbeat", "it answered no heartbeat at all with a pong")
            return
        await self.bench.until("heartbeat", lacking, lambda: pongs.keys() >= self._beats.keys())
        exact = [pongs[nonce].latest_number == latest for nonce, latest in self._beats.items()]
        if not all(exact[-2:]) and not any(exact[::2]):
            text = f"its last pong named event {pongs[max(pongs)].latest_number}, and"
            latest = max(self._beats.values())
            self.bench.ledger.fail("heartbeat", f"{text} event {latest} had been sent before")


class RoundEnd(Situation):
    """A person is at the table: the next round waits for that person."""

    rows = ("round-end",)

    async def run(self) -> None:
        """Be ready for the second round."""
        await self.table(1, short(2, rounds=2), between_rounds_ms=3_600_000)
        person = await self.join("Ada", person=True, holds=True)
        (seat,) = self.seats()
        await self.bench.until(self.row, lambda: self.lacking()[1], lambda: bool(seat.rounds_over))
        lacking = f"{seat.name} sent no ready after round_ended"
        await self.bench.until(self.row, lacking, lambda: seat.round_readies > 0)
        person.release()
        await self.played()


class SeveralSeats(Situation):
    """Three seats at one table."""

    rows = ("several-seats",)

    async def run(self) -> None:
        """Play all of them."""
        offered = self.bench.enlistments[-1].seats
        if offered != SEATS:
            self.bench.seats = max(1, offered)
            raise Failed(self.row, f"it offered {offered} seats, and SKYJO_SEATS was {SEATS}")
        try:
            await self.full_table(3, short(3))
            await self.played()
        except Failed:
            self.bench.seats = 1  # so that the other rows can be tried
            raise


class TableSizes(Situation):
    """One short game at a table of each size."""

    rows = ("table-sizes",)

    async def run(self) -> None:
        """One after the other."""
        for size in range(2, SEATS + 1):
            try:
                await self.full_table(SEATS if size in (2, SEATS) else 1, short(size))
                await self.played()
            except Failed as failed:
                raise Failed(self.row, f"at a table of {size}: {failed.reason}") from None
            for partner in self.partners:
                await partner.leave()
            self.partners.clear()
