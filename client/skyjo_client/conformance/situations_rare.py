"""What is rare in a game, made certain by what is dealt and listed."""

from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING, Final

from skyjo.v1.play_pb2 import Act, ClientFrame, Decision
from skyjo_client.conformance.legal import draws, keeps_in_the_open
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import SEATS, Situation, short
from skyjo_client.conformance.watched import Watched
from skyjo_engine import fair
from skyjo_engine.cards import SLOTS
from skyjo_wire import to_engine

if TYPE_CHECKING:
    from skyjo_client.conformance.bench import Bench

_COLUMNS: Final = 4


class Reshuffle(Situation):
    """Eight seats draw and finish nothing before the draw pile is empty."""

    rows = ("reshuffle",)

    def _choose(self, decision: Decision) -> Act:
        reshuffled = any(seat.events["reshuffled"] for seat in self.seats())
        return (draws if reshuffled else keeps_in_the_open)(decision)

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Have nothing else done."""
        if decision := self.asked(seat, frame):
            frame.act.CopyFrom(self._choose(decision))
        return super().up(passage, seat, frame)

    async def run(self) -> None:
        """Play to the end."""
        rules = short(SEATS)
        await self.table(SEATS, rules)
        await self.fill(rules, self._choose)
        await self.played()


class Column(Situation):
    """A seeded deal in which the bot is dealt three equal cards of a column."""

    rows = ("column", "last-lap", "no-entropy")

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._slots = list(range(SLOTS))

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Turn the column up, and then the last card."""
        decision = self.asked(seat, frame)
        if seat is not None and decision is not None:
            frame.act.CopyFrom(draws(decision))
            if frame.act.HasField("flip") and seat.seat == 0:
                frame.act.flip.slots[:] = self._slots
        return super().up(passage, seat, frame)

    async def run(self) -> None:
        """Play to the end."""
        rules = short(2, initial_flips=SLOTS - 1)
        engine = to_engine.rules(rules)
        seed, column = next(
            (seed, column)
            for seed in count(1)
            if (column := _equal_column(seed, engine.digest(), rules.players)) is not None
        )
        others = next(slot for slot in range(SLOTS) if slot % _COLUMNS != column)
        self._slots.remove(others)
        await self.full_table(2, rules, seed=seed)
        await self.played()
        events = self.seats()[0].events
        for row, kind in (("column", "cleared"), ("last-lap", "finished")):
            if not events[kind]:
                self.unreached[row] = f"no event {kind} came about"


def _equal_column(seed: int, digest: bytes, players: int) -> int | None:
    """The first column of seat 0 with three equal cards in the first round of a seeded table."""
    key = fair.game_key(fair.seed_key(seed, 0), "", digest, [None] * players)
    cards = fair.KeyedChance(key).deal(1)
    for column in range(_COLUMNS):
        if len(set(cards[column:SLOTS:_COLUMNS])) == 1:
            return column
    return None
