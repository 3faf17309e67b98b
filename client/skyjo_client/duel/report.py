"""What a duel tells: a table for people, one object for programs."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from skyjo_client.duel.entrants import Entrant
from skyjo_client.duel.plan import Plan
from skyjo_client.duel.tally import Difference, Played, Row, differences
from skyjo_client.present.escape import escape

SILENT: Final = "It has not answered anything: is what it writes flushed?"
MORE: Final = "What the bots were asked and did: with --logs FOLDER."
_NOTHING: Final = "Nothing is compared: no deal was played to its end with every bot in each seat."
_FEWEST_DEALS: Final = 5
"""Below that an interval is chance itself: a few differences may happen to be alike."""
_MS: Final = 1000
_TITLES: Final = ("bot", "games", "wins", "shared", "total", "round", "ms", "worst ms", "faults")
_WORDS: Final = (0, 8)
"""Columns that hold words."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a bot, and what it ``wrote`` last by the end of that game.

    ``silent``: it has not answered anything so far.
    """

    bot: str
    game: int
    kind: str
    wrote: str
    silent: bool

    def text(self) -> str:
        """The same for people."""
        kind = self.kind.replace("_", " ")
        wrote = f"It wrote at last:\n{self.wrote}" if self.wrote else "It wrote nothing."
        hint = f" {SILENT}" if self.silent else ""
        return f"The first fault: {kind}, of {self.bot} in game {self.game}.{hint} {wrote}"


@dataclass(frozen=True, slots=True)
class Report:
    """All that there is to tell; ``stopped`` is why not all ``planned`` games were played.

    ``rows`` are of the ``entrants``, in their order. ``fault`` is the first one.
    """

    plan: Plan
    rows: Sequence[Row]
    games: Sequence[Played]
    fault: Fault | None = None
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
        ranked = sorted(self.rows, key=lambda row: (row.mean_total is None, row.mean_total or 0))
        lines = [self._heading(), "", *aligned([_TITLES, *map(_cells, ranked)], _WORDS), ""]
        lines += [_meaning(one) for one in self.plan.entrants if not one.is_plain]
        lines += [_difference(one) for one in self._differences()] or [_NOTHING]
        broken = [str(game.fixture.number) for game in self.games if game.result is None]
        if broken:
            lines.append(f"Broken off and not counted: game {', '.join(broken)}.")
        if self.fault and "It wrote" not in self.stopped:
            lines.append(self.fault.text())
        if self.plan.games % len(self.rows):
            lines.append("The last deal was not played with every bot in each seat.")
        lines.append("Fewer points are better. Equal cards again: " + f"--seed {self.plan.seed}")
        return "\n".join(lines)

    def _differences(self) -> list[Difference]:
        return differences(self.names, self.games, self.plan.tried)

    def _heading(self) -> str:
        return f"{self.finished} of {self.plan.games} games played, clock {self.plan.clock}"

    def fields(self) -> Mapping[str, object]:
        """The same and each game's result, as JSON can hold it."""
        return {
            "seed": self.plan.seed,
            "clock": self.plan.clock,
            "planned": self.plan.games,
            "finished": self.finished,
            "stopped": self.stopped or None,
            "bots": [
                asdict(row) | {"command": one.meaning}
                for row, one in zip(self.rows, self.plan.entrants, strict=True)
            ],
            "differences": [asdict(one) for one in self._differences()],
            "first_fault": asdict(self.fault) if self.fault else None,
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


def _meaning(one: Entrant) -> str:
    return f"{one.name} is {escape(one.meaning)}"


def _difference(one: Difference) -> str:
    deals = f"{one.deals} deal" + "s" * (one.deals != 1)
    text = f"{one.bot} less {one.other}: {one.mean:+.1f} points a game"
    if one.low is None or one.high is None:
        return f"{text} in one deal: too few games to tell"
    text += f", 95 % interval {one.low:+.1f} to {one.high:+.1f}, over {deals}"
    if one.low <= 0 <= one.high or one.deals < _FEWEST_DEALS:
        return f"{text}: too few games to tell"
    better = one.bot if one.mean < 0 else one.other
    return f"{text}: {better} is better"
