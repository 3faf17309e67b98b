"""The level ``beginner``: low cards are good, high cards must go, and nothing else matters."""

import random
from typing import Final

from skyjo_bots.opening import anywhere
from skyjo_bots.seating import own_grid
from skyjo_engine.actions import Action, Discard, Draw, Keep, Legal, Take
from skyjo_engine.view import View

_LOW: Final = 4
"""The highest card that counts as low."""
_HIDDEN: Final = 5
"""What a hidden card is thought to hold."""


def beginner(view: View, legal: Legal, source: random.Random) -> Action:
    """Put low cards on the highest place, and turn up a hidden card when there is no low one."""
    if legal.flip_count:
        return anywhere(legal, source)
    card = view.discard_top if legal.draw else view.drawn
    low = card is not None and card <= _LOW
    if legal.draw:
        return Take(_worst(view, legal.take, source)) if low else Draw()
    if low or not legal.discard:
        return Keep(_worst(view, legal.keep, source))
    return Discard(source.choice(legal.discard))


def _worst(view: View, slots: tuple[int, ...], source: random.Random) -> int:
    """The slot with the highest card; ties are broken by chance."""
    values = own_grid(view).values
    points = {slot: _HIDDEN if (v := values[slot]) is None else v for slot in slots}
    highest = max(points.values())
    return source.choice([slot for slot in slots if points[slot] == highest])
