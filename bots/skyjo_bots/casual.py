"""The level ``casual``: expected points, and an eye for columns of three."""

import random
from typing import Final

from skyjo_bots.appraisal import HIDDEN, Outlook, Position
from skyjo_bots.opening import spread
from skyjo_bots.seating import own_grid
from skyjo_bots.unseen import chances, mean_of
from skyjo_engine.actions import Action, Discard, Draw, Keep, Legal, Take
from skyjo_engine.cards import VALUES
from skyjo_engine.view import View

_WORTH_OF_A_DRAW: Final = 3.0
"""Points: the discard is taken only when it gains more than a drawn card usually does."""
_SINGLE: Final = 0.25
_PAIR: Final = 1.0
_PAIR_OPEN: Final = 0.4
"""Shares of a card's value: how far one or two equal cards are from a column of three."""


def casual(view: View, legal: Legal, source: random.Random) -> Action:
    """Lay cards where they save most, and turn a card up when the drawn one saves less."""
    if legal.flip_count:
        return spread(legal, source)
    position = Position(own_grid(view), view.rules, _outlook(mean_of(view.unseen)))
    if legal.draw:
        slot, cost = _cheapest(position, legal.take, view.discard_top)
        return Take(slot) if position.total - cost > _WORTH_OF_A_DRAW else Draw()
    slot, cost = _cheapest(position, legal.keep, view.drawn)
    turned = {hidden: _turning(position, hidden, view) for hidden in legal.discard}
    if not turned or cost <= min(turned.values()):
        return Keep(slot)
    return Discard(min(turned, key=turned.__getitem__))


def _outlook(hidden: float) -> Outlook:
    return Outlook(
        cells={value: float(value) for value in VALUES} | {HIDDEN: hidden},
        single={value: _SINGLE * max(0, value) for value in VALUES},
        pair={value: _PAIR * max(0, value) for value in VALUES},
        pair_open={value: _PAIR_OPEN * max(0, value) for value in VALUES},
    )


def _cheapest(position: Position, slots: tuple[int, ...], card: int | None) -> tuple[int, float]:
    """The slot where ``card`` costs least, and that cost."""
    if card is None:
        raise ValueError("there is no card to lay down")
    costs = {slot: position.after(slot, card) for slot in slots}
    best = min(costs, key=costs.__getitem__)
    return best, costs[best]


def _turning(position: Position, slot: int, view: View) -> float:
    """Expected cost after the hidden card of ``slot`` is turned up."""
    return sum(share * position.after(slot, value) for value, share in chances(view.unseen))
