"""What a duel comes to, in numbers."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from skyjo_client.duel.schedule import Fixture
from skyjo_engine.events import EndReason, SeatChange
from skyjo_engine.faults import FaultKind
from skyjo_engine.record import Record, ResultEntry, RoundEntry, SeatEntry

RESIGNED: Final = "resigned"
"""The fault of a bot that gives its seat up, where the server saw none."""
_RECEIVED = (FaultKind.ILLEGAL.value, FaultKind.MALFORMED.value)
"""Counted where the server refused the action, which it does also where that costs nothing."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game by its record. The tuples are by bot, not by seat.

    A game that was broken off has no ``result``, which is totals and ranks.
    """

    fixture: Fixture
    result: tuple[tuple[int, ...], tuple[int, ...]] | None
    rounds: tuple[tuple[int, ...], ...]
    faults: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class Conduct:
    """How a bot behaved in all games: seconds of each answer, faults by kind."""

    seconds: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Row:
    """One bot's figures; None for a mean of nothing. Times in seconds, scores in points."""

    name: str
    games: int
    wins: int
    shared: int
    mean_total: float | None
    mean_round: float | None
    faults: dict[str, int]
    decisions: int
    mean_seconds: float | None
    worst_seconds: float | None


@dataclass(frozen=True, slots=True)
class Difference:
    """Totals of ``bot`` less those of ``other``, deal by deal, in points a game.

    Only deals that were played whole count. In each the bots had equal cards from every seat, so
    that what the cards and the seats do is the same for both. ``low`` and ``high`` are the bounds
    of a 95 % interval, ``error`` is the standard error of the mean; None for a single deal.
    """

    bot: str
    other: str
    games: int
    deals: int
    mean: float
    error: float | None
    low: float | None
    high: float | None


def played(fixture: Fixture, record: Record | None) -> Played:
    """What a record, None where there is none, says about the bots of a fixture."""
    entries = record.entries if record else ()
    place = {bot: seat for seat, bot in enumerate(fixture.order)}
    bots = range(len(place))
    result, rounds, faults = None, [], []
    for entry in entries:
        match entry:
            case SeatEntry(seat=seat) if (kind := fault_of(entry)) and kind not in _RECEIVED:
                faults.append((fixture.order[seat], kind))
            case RoundEntry(scores=scores):
                rounds.append(tuple(scores[place[bot]] or 0 for bot in bots))
            case ResultEntry(totals, ranks, reason) if reason is not EndReason.ABANDONED:
                by_bot = tuple(ranks[place[bot]] or len(bots) for bot in bots)
                result = (tuple(totals[place[bot]] for bot in bots), by_bot)
    return Played(fixture, result, tuple(rounds), tuple(faults))


def fault_of(entry: SeatEntry) -> str | None:
    """What an entry says that its seat's player has done wrong; None: nothing."""
    if entry.fault is not None:
        return entry.fault.kind.value
    return RESIGNED if entry.change is SeatChange.BOT_TOOK_OVER and not entry.removed else None


def rows(names: Sequence[str], games: Sequence[Played], conduct: Sequence[Conduct]) -> list[Row]:
    """One row for each bot, over the games that have a result."""
    return [_row(bot, name, games, conduct[bot]) for bot, name in enumerate(names)]


def _row(bot: int, name: str, games: Sequence[Played], conduct: Conduct) -> Row:
    finished = list(_finished(games))
    firsts = [ranks.count(1) for _, ranks in finished if ranks[bot] == 1]
    totals = [totals[bot] for totals, _ in finished]
    scores = [scores[bot] for game in games if game.result for scores in game.rounds]
    faults = Counter(kind for game in games for who, kind in game.faults if who == bot)
    return Row(
        name=name,
        games=len(totals),
        wins=firsts.count(1),
        shared=len(firsts) - firsts.count(1),
        mean_total=statistics.fmean(totals) if totals else None,
        mean_round=statistics.fmean(scores) if scores else None,
        faults=dict(sorted((faults + conduct.faults).items())),
        decisions=len(conduct.seconds),
        mean_seconds=statistics.fmean(conduct.seconds) if conduct.seconds else None,
        worst_seconds=max(conduct.seconds, default=None),
    )


def _finished(games: Sequence[Played]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    return (game.result for game in games if game.result)


def differences(names: Sequence[str], games: Sequence[Played], bot: int = 0) -> list[Difference]:
    """One bot against each of the others; none where no deal was played whole."""
    deals = _whole_deals(games, len(names))
    others = [other for other in range(len(names)) if other != bot and deals]
    return [_difference(names, deals, bot, other) for other in others]


def _whole_deals(games: Sequence[Played], bots: int) -> list[list[tuple[int, ...]]]:
    """The totals of the games of each deal that was played with every bot in each seat."""
    deals: dict[int, list[tuple[int, ...]]] = {}
    for game in games:
        if game.result:
            deals.setdefault(game.fixture.deal, []).append(game.result[0])
    return [totals for totals in deals.values() if len(totals) == bots]


def _difference(
    names: Sequence[str], deals: Sequence[Sequence[tuple[int, ...]]], bot: int, other: int
) -> Difference:
    less = [statistics.fmean(one[bot] - one[other] for one in totals) for totals in deals]
    mean, error, reach = statistics.fmean(less), None, None
    if len(less) > 1:
        error = statistics.stdev(less) / len(less) ** 0.5
        reach = student(len(less) - 1) * error
    return Difference(
        bot=names[bot],
        other=names[other],
        games=sum(map(len, deals)),
        deals=len(deals),
        mean=mean,
        error=error,
        low=None if reach is None else mean - reach,
        high=None if reach is None else mean + reach,
    )


_STUDENT: Final = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


def student(freedom: int) -> float:
    """The 0.975 quantile of Student's t with so many degrees of freedom, from 1.

    Beyond ten by the series of Abramowitz and Stegun, 26.7.5.

    >>> round(student(30), 3)
    2.042
    """
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    z = statistics.NormalDist().inv_cdf(0.975)
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2
