"""Whole games on a stream that lasts."""

from collections.abc import Iterable
from typing import Final

from skyjo.v1.play_pb2 import DECISION_KIND_PLACE, ClientFrame, ServerFrame
from skyjo_client.conformance.ledger import Failed
from skyjo_client.conformance.legal import ROW_OF, draws, shorten
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import SEATS, Situation, short
from skyjo_client.conformance.watched import Watched

_ROUNDS: Final = 3
_BEATS: Final = 4
"""Heartbeats after which the latest event must be known."""


class Plain(Situation):
    """Two games of two rounds, in which each kind of decision comes."""

    rows = ("second-game", "enlist", "entropy", "flip", "turn", "place", "numbers", "secrets")

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Have it draw until it has placed a card."""
        decision = self.asked(seat, frame)
        if seat is not None and decision is not None and not seat.acts[DECISION_KIND_PLACE]:
            frame.act.CopyFrom(draws(decision))
        return super().up(passage, seat, frame)

    async def run(self) -> None:
        """Play, and see that nothing was left out."""
        await self.full_table(1, short(2, rounds=2, initial_flips=8), games=2)
        await _played_out(self)


class Often(Situation):
    """Whole rounds, from two open cards on, in which decisions of each kind come often."""

    rows = ("place", "turn", "flip")

    async def run(self) -> None:
        """One after the other."""
        for _ in range(_ROUNDS):
            await self.full_table(1, short(2, initial_flips=2))
            await _played_out(self)
            for partner in self.partners:
                await partner.leave()
            self.partners.clear()


async def _played_out(situation: Situation) -> None:
    """Play to the end; what the bot leaves undone fails the row that is about that."""
    try:
        await situation.played()
    except Failed as failed:
        if failed is situation.bench.judge.halted:
            raise
        asked = (seat.open_decision for seat in situation.seats())
        rows = (ROW_OF.get(decision.kind, "turn") for decision in asked if decision is not None)
        row = next(rows, "") or situation.lacking()[0]
        situation.bench.blames(row, instead_of=situation.row)
        raise Failed(row, failed.reason, about_row=failed.about_row) from None


class Listed(Situation):
    """A game in which less is listed than the rules allow."""

    rows = ("listed",)

    def down(
        self,
        passage: Watched,
        seat: Seat | None,
        frame: ServerFrame,
    ) -> Iterable[ServerFrame]:
        """Shorten the lists."""
        if frame.HasField("decision"):
            shorten(frame.decision.legal)
        return super().down(passage, seat, frame)

    async def run(self) -> None:
        """Play."""
        await self.full_table(2, short(2, initial_flips=4))
        await self.played()


class RoundEnd(Situation):
    """A person is at the table: the next round waits for that person."""

    rows = ("round-end", "heartbeat")

    async def run(self) -> None:
        """Be ready for the second round and the third, and answer heartbeats meanwhile."""
        await self.table(1, short(2, rounds=3), between_rounds_ms=3_600_000)
        person = await self.join("Ada", person=True, holds=True)
        (seat,) = self.seats()
        await self._ready_after(1, seat)
        await self._beat(None, "its enlistment")
        await self._beat(seat, seat.name)
        person.release()
        await self._ready_after(2, seat)
        self.bench.ledger.passes(self.row)
        person.release()
        await self.played()

    async def _ready_after(self, rounds: int, seat: Seat) -> None:
        """See that a seat is ready after so many rounds."""
        over = lambda: len(seat.rounds_over) == rounds  # noqa: E731
        await self.bench.until(self.row, lambda: self.lacking()[1], over)
        lacking = f"{seat.name} sent no ready after round_ended of round {rounds}"
        await self.bench.until(self.row, lacking, lambda: seat.round_readies >= rounds)

    async def _beat(self, seat: Seat | None, name: str) -> None:
        """Send heartbeats until one is answered with the number of the latest event."""
        named = await self._pong(seat, name)
        for _ in range(_BEATS):
            if seat is None or named == seat.latest:
                return
            await self.bench.settled()
            named = await self._pong(seat, name)
        latest = seat.latest if seat is not None else 0
        text = f"{name} went on naming event {named} in its pongs long after event {latest}"
        raise Failed("heartbeat", f"{text} had been sent")

    async def _pong(self, seat: Seat | None, name: str) -> int:
        """The number in the answer to one heartbeat."""
        pongs, beat = self.bench.pongs, self.bench.beat(seat)
        lacking = f"{name} answered a heartbeat with no pong"
        await self.bench.until("heartbeat", lacking, lambda: beat in pongs)
        return pongs[beat].latest_number


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
                if failed is self.bench.judge.halted:
                    raise
                raise Failed(self.row, f"at a table of {size}: {failed.reason}") from None
            for partner in self.partners:
                await partner.leave()
            self.partners.clear()
