"""The initial flips (R5)."""

import random

from skyjo_engine.actions import Flip, Legal
from skyjo_engine.cards import COLUMNS


def anywhere(legal: Legal, source: random.Random) -> Flip:
    """Turn up any slots."""
    return Flip(tuple(sorted(source.sample(legal.flip, legal.flip_count))))


def spread(legal: Legal, source: random.Random) -> Flip:
    """Turn up slots in as many different columns as possible.

    An open card with two hidden ones above or below may still become a column of three; two open
    cards that differ spoil their column. Two flips in one column cost about a point a round.
    """
    shuffled = source.sample(legal.flip, len(legal.flip))
    columns = source.sample(range(COLUMNS), COLUMNS)
    stacks = [[slot for slot in shuffled if slot % COLUMNS == column] for column in columns]
    order = [slot for layer in zip(*stacks, strict=True) for slot in layer]
    return Flip(tuple(sorted(order[: legal.flip_count])))
