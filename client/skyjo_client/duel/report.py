"""What a duel tells: a table for people, one object for programs."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from skyjo_client.duel.tally import Difference, Played, Row, differences

_MS: Final = 1000
_TITLES: Final = ("bot", "games", "wins", "shared", "total", "round", "ms", "worst ms", "faults")
_WORDS: Final = (0, 8)
"""Columns that hold words."""


@dataclass(frozen=True, slots=True)
class Report:
    """All that there is to tell; ``stopped`` is why not all ``planned`` games were played."""

    seed: int
    clock: str
    planned: int
    rows: Sequence[Row]
    games: Sequence[Played]
    stopped: str = ""

    @property
    def names(self) -> list[str]:
        """The bots."""
        return [row.name for row in self.rows]

    @property
    def finished(self) -> int:
        """How many games were played to their end."""
        return sum(game.result is not None for game in self.games)

    def text(self) -> str:
        """The table, and what it does not show."""
        lines = [self._heading(), "", *aligned([_TITLES, *map(_cells, self.rows)], _WORDS), ""]
        lines += [_difference(one) for one in differences(self.names, self.games)]
        broken = [str(game.fixture.number) for game in self.games if game.result is None]
        if broken:
            lines.append(f"Broken off and not counted: game {', '.join(broken)}.")
        if self.planned % len(self.rows):
            lines.append("The last deal was not played with every bot in each seat.")
        lines.append("Fewer points are better. Equal cards again: " + f"--seed {self.seed}")
        return "\n".join(lines)

    def _heading(self) -> str:
        return f"{self.finished} of {self.planned} games played, clock {self.clock}"

    def fields(self) -> Mapping[str, object]:
        """The same and each game's result, as JSON can hold it."""
        return {
            "seed": self.seed,
            "clock": self.clock,
            "planned": self.planned,
            "finished": self.finished,
            "stopped": self.stopped or None,
            "bots": [asdict(row) for row in self.rows],
            "differences": [asdict(one) for one in differences(self.names, self.games)],
            "games": [self._game(game) for game in self.games],
        }

    def _game(self, game: Played) -> Mapping[str, object]:
        totals, ranks = game.result or (None, None)
        return {
            "game": game.fixture.number,
            "deal": game.fixture.deal,
            "deal_seed": game.fixture.seed,
            "seats": [self.names[bot] for bot in game.fixture.order],
            "totals": None if totals is None else dict(zip(self.names, totals, strict=True)),
            "ranks": None if ranks is None else dict(zip(self.names, ranks, strict=True)),
            "rounds": [dict(zip(self.names, scores, strict=True)) for scores in game.rounds],
            "faults": [{"bot": self.names[bot], "kind": kind} for bot, kind in game.faults],
        }


def _cells(row: Row) -> tuple[str, ...]:
    mean, worst = row.mean_seconds, row.worst_seconds
    faults = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in row.faults.items())
    return (
        row.name,
        str(row.games),
        str(row.wins),
        str(row.shared),
        _number(row.mean_total),
        _number(row.mean_round),
        _number(None if mean is None else mean * _MS),
        _number(None if worst is None else worst * _MS),
        faults or "-",
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def aligned(rows: Sequence[Sequence[str]], words: Container[int]) -> list[str]:
    """Rows in straight columns: those of ``words`` to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place in words else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _difference(one: Difference) -> str:
    spread = "" if one.deviation is None else f", standard deviation {one.deviation:.1f}"
    games = f"{one.games} game" + "s" * (one.games != 1)
    return f"{one.bot} less {one.other}: {one.mean:+.1f} points a game{spread}, over {games}"
