"""Who starts, what a round scores and who is where: pure functions of plain numbers."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from skyjo_engine.events import TurnReason
from skyjo_engine.rules import Rules


def opening_starter(opened: Mapping[int, Sequence[int]]) -> tuple[int, TurnReason]:
    """The seat with the highest sum of initially opened cards starts (R7).

    Ties go to the highest single card, then to the lowest seat (R8). ``opened`` maps each seat
    that can play to the values it turned up.
    """
    sums = {seat: sum(values) for seat, values in opened.items()}
    best = [seat for seat in opened if sums[seat] == max(sums.values())]
    if len(best) == 1:
        return best[0], TurnReason.HIGHEST_SUM
    cards = {seat: max(opened[seat], default=0) for seat in best}
    best = [seat for seat in best if cards[seat] == max(cards.values())]
    if len(best) == 1:
        return best[0], TurnReason.HIGHEST_CARD
    return min(best), TurnReason.LOWEST_SEAT


def round_scores(
    raw: Sequence[int | None], finisher: int | None, forfeited: AbstractSet[int], rules: Rules
) -> tuple[int | None, ...]:
    """Scores of a round from the sums that lie on the table (R31, R40).

    ``raw`` has None for a seat that left or was not dealt in; such a seat takes no part (R32).
    """
    scores = list(raw)
    if finisher is not None and finisher not in forfeited:
        scores[finisher] = _finisher_score(raw, finisher, forfeited, rules)
    for seat in forfeited:
        own = raw[seat]
        scores[seat] = None if own is None else own * 2 if own > 0 else own
    worst = max((score for score in scores if score is not None), default=None)
    return tuple(
        worst if seat in forfeited and score is not None else score
        for seat, score in enumerate(scores)
    )


def _finisher_score(
    raw: Sequence[int | None], finisher: int, forfeited: AbstractSet[int], rules: Rules
) -> int | None:
    own = raw[finisher]
    if own is None or own <= 0:
        return own
    others = (
        score
        for seat, score in enumerate(raw)
        if seat != finisher and seat not in forfeited and score is not None
    )
    if any(score <= own for score in others):
        return own * rules.penalty_factor + rules.penalty_points
    return own


def ranks(totals: Sequence[int], left: AbstractSet[int]) -> tuple[int, ...]:
    """Competition ranks 1, 1, 3: the lowest total first, ties shared (R35), leavers last (R38)."""
    keys = [(seat in left, total) for seat, total in enumerate(totals)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
