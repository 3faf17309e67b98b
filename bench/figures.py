"""The figures of ``make bench``: what each one compares, and what it is to reach."""

from dataclasses import dataclass
from statistics import median
from typing import Final

from bench.rounds import Sample

STUB: Final = "stub"


@dataclass(frozen=True, slots=True)
class Setup:
    """A server to start and the games to play on it. Without ``streams`` it is the bare stub."""

    name: str
    games: int
    streams: int = 0
    omit_views: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: a contender against the stub of its group.

    With ``latency`` it compares the seconds of a move, of which there are to be at most
    ``target`` times as many; else the moves for each second of server CPU, at least that many.
    """

    name: str
    what: str
    decisions: str
    contender: str
    target: float
    latency: bool = False

    def value(self, sample: Sample) -> float:
        """What is compared."""
        return sample.delay if self.latency else sample.moves_per_cpu_second


@dataclass(frozen=True, slots=True)
class Group:
    """Contenders whose rounds interleave, and the figures that come of them."""

    setups: tuple[Setup, ...]
    figures: tuple[Figure, ...]

    def only(self, names: list[str]) -> "Group | None":
        """The group with the figures of those names and the contenders that they need."""
        figures = tuple(figure for figure in self.figures if figure.name in names)
        needed = {STUB, *(figure.contender for figure in figures)}
        setups = tuple(setup for setup in self.setups if setup.name in needed)
        return Group(setups, figures) if figures else None


@dataclass(frozen=True, slots=True)
class Result:
    """A figure as measured, with the samples of both sides by round."""

    figure: Figure
    own: list[Sample]
    stub: list[Sample]

    @property
    def ratios(self) -> list[float]:
        """The contender's value over the stub's, of each round."""
        value = self.figure.value
        return [value(own) / value(stub) for own, stub in zip(self.own, self.stub, strict=True)]

    @property
    def reached(self) -> bool:
        """Whether the median of the rounds reaches the target."""
        ratio, target = median(self.ratios), self.figure.target
        return ratio <= target if self.figure.latency else ratio >= target


def groups(seat_games: int, shared_games: int) -> tuple[Group, ...]:
    """P1, P3 and P5 of the design, with that many games for P1 and for P3."""
    seat, shared = f"stream per seat, {seat_games} games", f"4 streams, {shared_games} games"
    throughput = Group(
        (
            Setup(STUB, seat_games),
            *_setups("P1", seat_games, seat_games * 4),
            *_setups("P3", shared_games, 4),
        ),
        (*_figures("P1", seat, 0.70), *_figures("P3", shared, 10.0)),
    )
    latency = Group(
        (Setup(STUB, 1), *_setups("P5", 1, 4)),
        _figures("P5", "latency of a move, one game", 1.3, latency=True),
    )
    return throughput, latency


def _setups(name: str, games: int, streams: int) -> tuple[Setup, ...]:
    return (
        Setup(name, games, streams),
        Setup(f"{name} without", games, streams, omit_views=True),
    )


def _figures(name: str, what: str, target: float, *, latency: bool = False) -> tuple[Figure, ...]:
    return (
        Figure(name, what, "with view", name, target, latency),
        Figure(name, what, "without", f"{name} without", target, latency),
    )
