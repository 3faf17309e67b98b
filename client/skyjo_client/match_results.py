"""What the games of a match come to: a table for people, one object for programs."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from skyjo.v1.table_pb2 import Player
from skyjo_client.duel.report import aligned
from skyjo_client.duel.tally import fault_of
from skyjo_client.present.escape import escape_name
from skyjo_engine.events import EndReason
from skyjo_engine.record import Record, ResultEntry, SeatEntry

NOT_READY: Final = "not_ready"
"""The fault of a bot that was not ready for a game."""
_TITLES: Final = ("rank", "bot", "seats", "games", "won", "points", "a game", "faults")
_WORDS: Final = (1, 7)
"""Columns that hold words."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A bot's figures over all its seats.

    Ranks count from 1, fewest points first, and equal ones share theirs. ``games`` were played to
    their end and ``won`` by one of its seats, alone or with others. ``mean`` is points a game and
    seat; a bot without games has none.
    """

    rank: int
    bot: str
    seats: int
    games: int
    won: int
    points: int
    mean: float | None
    faults: dict[str, int]


class Results:
    """Counts the games of a match, of which ``planned`` are to be played by ``bots``, by seat."""

    def __init__(self, bots: Sequence[str], planned: int) -> None:
        """Begin with no game."""
        self.bots = bots
        self.planned = planned
        self.finished = 0
        self.faults = {bot: Counter[str]() for bot in bots}
        self._totals: dict[str, list[int]] = {bot: [] for bot in bots}
        self._games = Counter[str]()
        self._won = Counter[str]()
        self._names: dict[str, str] = {}

    def seated(self, players: Iterable[Player]) -> None:
        """Note under which names the bots play; those seen first count, as seats close up later."""
        for player in players:
            self._names.setdefault(player.name, self.bots[player.seat])

    def add(self, record: Record) -> None:
        """Count a game that is over; one that was given up counts for its faults only."""
        bots = [self._names[player.name] for player in record.players]
        for missing in (Counter(self.bots) - Counter(bots)).elements():
            self.faults[missing][NOT_READY] += 1
        for entry in record.entries:
            if isinstance(entry, SeatEntry) and (kind := fault_of(entry)):
                self.faults[bots[entry.seat]][kind] += 1
            elif isinstance(entry, ResultEntry) and entry.reason is not EndReason.ABANDONED:
                self._count(bots, entry)

    def _count(self, bots: Sequence[str], result: ResultEntry) -> None:
        self.finished += 1
        for bot, total in zip(bots, result.totals, strict=True):
            self._totals[bot].append(total)
        self._games.update(set(bots))
        self._won.update({bots[seat] for seat, rank in enumerate(result.ranks) if rank == 1})

    @property
    def sound(self) -> bool:
        """Whether all games were played, and no bot had a fault."""
        return self.finished == self.planned and not any(self.faults.values())

    def standings(self) -> list[Standing]:
        """All bots, best first."""
        means = {bot: sum(all_) / len(all_) for bot, all_ in self._totals.items() if all_}
        order = sorted(self.faults, key=lambda bot: means.get(bot, math.inf))
        return [
            Standing(
                rank=1 + sum(mean < means.get(bot, math.inf) for mean in means.values()),
                bot=bot,
                seats=self.bots.count(bot),
                games=self._games[bot],
                won=self._won[bot],
                points=sum(self._totals[bot]),
                mean=means.get(bot),
                faults=dict(self.faults[bot]),
            )
            for bot in order
        ]

    def fields(self) -> dict[str, object]:
        """All of it, as JSON can hold it."""
        rows = [asdict(one) for one in self.standings()]
        return {"planned": self.planned, "finished": self.finished, "results": rows}

    def text(self) -> str:
        """The same as a table."""
        rows = [_TITLES, *map(_cells, self.standings())]
        head = f"{self.finished} of {self.planned} games played"
        return "\n".join([head, "", *aligned(rows, _WORDS)])


def _cells(one: Standing) -> tuple[str, ...]:
    faults = [f"{count} {kind.replace('_', ' ')}" for kind, count in one.faults.items()]
    numbers = map(str, (one.seats, one.games, one.won, one.points))
    mean = "-" if one.mean is None else f"{one.mean:.1f}"
    return str(one.rank), escape_name(one.bot), *numbers, mean, ", ".join(faults) or "-"
