"""The figures of ``make bench``: what each one compares, and what it is to reach."""

from dataclasses import dataclass
from enum import Enum
from statistics import median
from typing import Final

from bench.rounds import Sample

STUB: Final = "stub"
STUB_TLS: Final = "stub with TLS"
NAMES: Final = ("P1", "P2", "P3", "P4", "P5")
"""Of all figures."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A server to start and the games to play on it. Without ``streams`` it is the bare stub.

    With ``journal`` it keeps every move in a folder before it is told, with ``tls`` it encrypts.
    """

    name: str
    games: int
    streams: int = 0
    omit_views: bool = False
    journal: bool = False
    tls: bool = False


class Measure(Enum):
    """What a figure is: two ratios to the stub of the same round, and a number by itself."""

    SPEED = "moves for each second of the server's CPU, over the stub's"
    DELAY = "seconds of a move, over the stub's; less is better"
    RATE = "moves for each second of the server's CPU: what one core would carry"

    def of(self, own: Sample, stub: Sample) -> float:
        """The value of one round."""
        match self:
            case Measure.SPEED:
                return own.moves_per_cpu_second / stub.moves_per_cpu_second
            case Measure.DELAY:
                return own.delay / stub.delay
            case Measure.RATE:
                return own.moves_per_cpu_second


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: a contender, what is measured of it, and what it is to reach."""

    name: str
    what: str
    decisions: str
    contender: str
    target: float
    measure: Measure = Measure.SPEED


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
    def values(self) -> list[float]:
        """What was measured in each round."""
        of = self.figure.measure.of
        return [of(own, stub) for own, stub in zip(self.own, self.stub, strict=True)]

    @property
    def reached(self) -> bool:
        """Whether the median of the rounds reaches the target."""
        value, target = median(self.values), self.figure.target
        return value <= target if self.figure.measure is Measure.DELAY else value >= target


def groups(seat_games: int, shared_games: int) -> tuple[Group, ...]:
    """P1 to P5 of the design, with that many games for P1 and P2, and for P3 and P4."""
    seat, shared = f"stream per seat, {seat_games} games", f"4 streams, {shared_games} games"
    return (
        Group(
            (
                Setup(STUB, seat_games),
                *_setups("P1", seat_games, seat_games * 4),
                *_setups("P2", seat_games, seat_games * 4, journal=True),
                *_setups("P2", seat_games, seat_games * 4, journal=True, tls=True),
                Setup(STUB_TLS, seat_games, tls=True),
            ),
            (
                *_figures("P1", seat, 0.70),
                *_figures("P2", f"{seat}, journal", 0.60),
                *_figures("P2", "the same with TLS", 0.52, tls=True),
                Figure("P2", "the stub itself with TLS", "-", STUB_TLS, 0.87),
            ),
        ),
        Group(
            (
                Setup(STUB, seat_games),
                *_setups("P3", shared_games, 4),
                *_setups("P4", shared_games, 4, journal=True),
                *_setups("P4", shared_games, 4, journal=True, tls=True),
            ),
            (
                *_figures("P3", shared, 10.0),
                *_figures("P4", f"{shared}, journal", 5.0),
                *_figures("P4", "the same: moves/s of one core", 20_000, Measure.RATE),
                *_figures("P4", "the same with TLS", 5.0, tls=True),
            ),
        ),
        Group(
            (Setup(STUB, 1), *_setups("P5", 1, 4)),
            _figures("P5", "latency of a move, one game", 1.3, Measure.DELAY),
        ),
    )


def _setups(
    name: str, games: int, streams: int, *, journal: bool = False, tls: bool = False
) -> tuple[Setup, ...]:
    both = zip(_contenders(name, tls=tls), (False, True), strict=True)
    return tuple(Setup(one, games, streams, omit, journal, tls) for one, omit in both)


def _figures(
    name: str, what: str, target: float, measure: Measure = Measure.SPEED, *, tls: bool = False
) -> tuple[Figure, ...]:
    both = zip(_contenders(name, tls=tls), ("with view", "without"), strict=True)
    return tuple(Figure(name, what, views, one, target, measure) for one, views in both)


def _contenders(name: str, *, tls: bool) -> tuple[str, str]:
    """With the view in each decision, and without."""
    name = f"{name} with TLS" if tls else name
    return name, f"{name} without"
