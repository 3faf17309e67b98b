"""Cards, slots and lists as words: seats from 1, slots a1 to c4, "minus 1" for -1."""

from collections.abc import Iterable
from typing import Final

from skyjo_client.present.messages import _
from skyjo_engine.cards import COLUMNS, ROWS

ROW_LETTERS: Final = "abcdefgh"[:ROWS]

SLOT_NAMES: Final = tuple(
    f"{letter}{column}" for letter in ROW_LETTERS for column in range(1, COLUMNS + 1)
)
"""The name of each slot, by its number."""


def slot_name(slot: int) -> str:
    """Return the name of a slot, such as "b3" for 6; a number outside the grid stays a number."""
    return SLOT_NAMES[slot] if 0 <= slot < len(SLOT_NAMES) else str(slot)


def slot_number(name: str) -> int | None:
    """Return the slot of a name such as "b3" or "B3", or None."""
    lowered = name.lower()
    return SLOT_NAMES.index(lowered) if lowered in SLOT_NAMES else None


def number(value: int) -> str:
    """Return a card or points so that a screen reader does not lose the sign: "minus 2"."""
    return _("minus {number}").format(number=-value) if value < 0 else str(value)


def decimal(value: float) -> str:
    """Return a number with one decimal, such as "2.5" or "2,5"."""
    whole, tenths = f"{value:.1f}".split(".")
    return _("{whole}.{tenths}").format(whole=whole, tenths=tenths)


def listed(items: Iterable[str]) -> str:
    """Return several things as one list."""
    return _(", ").join(items)


def slots_listed(slots: Iterable[int]) -> str:
    """Return the names of several slots as one list."""
    return listed(slot_name(slot) for slot in slots)


def cards_listed(slots: Iterable[int], values: Iterable[int]) -> str:
    """Return open cards with their places, such as "a1: 5, b2: minus 1"."""
    pairs = zip(slots, values, strict=False)
    return listed(
        _("{slot}: {card}").format(slot=slot_name(slot), card=number(value))
        for slot, value in pairs
    )
