"""How the end of a round changes what cards are worth, and when finishing pays (R23 to R31)."""

import math
from typing import Final

from skyjo_bots.appraisal import HIDDEN, NOTHING, Outlook
from skyjo_bots.seating import own_seat, rivals
from skyjo_bots.unseen import chances, mean_of
from skyjo_bots.weights import Weights
from skyjo_engine.cards import VALUES
from skyjo_engine.view import SeatView, View

_CERTAIN: Final = 30.0
_TURNS_BEFORE_CAP: Final = 8
"""However low the turn cap is set, patience ends this many turns before it."""


def running_outlook(view: View, weights: Weights, fewest_hidden: int) -> Outlook:
    """Costs while nobody has finished; ``fewest_hidden`` of any seat says how long that lasts."""
    tempo = min(1.0, fewest_hidden / weights.tempo_cards)
    hidden = mean_of(view.unseen) - weights.hidden_discount * tempo
    cells = {value: _open_cost(value, weights) for value in VALUES} | {HIDDEN: hidden}
    pairs = {v: tempo * (2 * v + weights.pair_constant) if v > 0 else 0.0 for v in VALUES}
    return Outlook(
        cells=cells,
        single={value: tempo * weights.single * max(0, value) for value in VALUES},
        pair={value: weights.pair * worth for value, worth in pairs.items()},
        pair_open={value: weights.pair_open * worth for value, worth in pairs.items()},
    )


def _open_cost(value: int, weights: Weights) -> float:
    above = value - weights.high_from
    return weights.high_from + weights.high_slope * above if above > 0 else float(value)


def last_lap_outlook(view: View, weights: Weights) -> Outlook:
    """Costs in the last lap: no turn follows, so only the final reveal can complete a column."""
    share = dict(chances(view.unseen))
    return Outlook(
        cells={value: float(value) for value in VALUES} | {HIDDEN: mean_of(view.unseen)},
        single=NOTHING,
        pair={value: weights.last_pair * 3 * value * share.get(value, 0.0) for value in VALUES},
        pair_open=NOTHING,
    )


class Finish:
    """What it costs to turn up the last hidden card now."""

    def __init__(self, view: View, weights: Weights) -> None:
        """Estimate the rivals' sums and how long this seat has waited."""
        mean = mean_of(view.unseen)
        self._rules = view.rules
        self._weights = weights
        self._rivals = [_estimate(seat, mean) - weights.rival_gain for seat in rivals(view)]
        patient = min(weights.patient_turns, view.rules.turn_cap - _TURNS_BEFORE_CAP)
        waited = max(0, own_seat(view).turns - patient)
        self._bonus = weights.finish_bonus + weights.impatience * waited

    def cost(self, points: float) -> float:
        """Expected score of finishing with ``points``, less what finishing is worth."""
        cost = points - self._bonus
        if points > 0:
            extra = (self._rules.penalty_factor - 1) * points + self._rules.penalty_points
            cost += extra * self._failure(points)
        return cost

    def _failure(self, points: float) -> float:
        """Probability that some rival ends no higher than ``points`` (R31)."""
        success = 1.0
        for estimate in self._rivals:
            doubt = (points - estimate + self._weights.rival_margin) / self._weights.rival_spread
            success *= 1 / (1 + math.exp(max(-_CERTAIN, min(_CERTAIN, doubt))))
        return 1 - success


def _estimate(seat: SeatView, mean: float) -> float:
    return seat.grid.open_sum + len(seat.grid.hidden) * mean
