"""A grid as somebody writes it down."""

from collections.abc import Iterable, Sequence
from typing import Final

from skyjo_engine.cards import COLUMN_SLOTS, HIGHEST, LOWEST, ROW_SLOTS, SLOTS
from skyjo_engine.rules import Rules

GridLike = str | Sequence[int | str | None]
"""Twelve slots row by row: cards, ``?`` or None for hidden ones, ``.`` for cleared ones."""
HIDDEN: Final = "?"
CLEARED: Final = "."


def slots_of(name: str, given: GridLike, rules: Rules) -> tuple[int | str, ...]:
    """The twelve slots of a grid. Raises ValueError, which begins with ``name``."""
    _check_row(name, given)
    words = given.replace("/", " ").split() if isinstance(given, str) else given
    slots = tuple(_slot(name, word) for word in words)
    if len(slots) != SLOTS:
        raise ValueError(f"{name}: it has {len(slots)} slots, not {SLOTS}")
    lines = [("column", *one) for one in enumerate(COLUMN_SLOTS, 1)] if rules.columns else []
    lines += [("row", *one) for one in enumerate(ROW_SLOTS, 1)] if rules.rows else []
    gone: set[int] = set()
    for kind, number, line in lines:
        held = {slots[slot] for slot in line}
        if held == {CLEARED}:
            gone.update(line)
        elif len(held) == 1 and held != {HIDDEN}:
            what = f"{'three' if kind == 'column' else 'four'} open {held.pop()}s"
            raise ValueError(f"{name}: {kind} {number} has {what}, which leave the grid")
    if any(slots[slot] == CLEARED and slot not in gone for slot in range(SLOTS)):
        raise ValueError(f"{name}: cards leave a grid in whole lines only")
    return slots


def _check_row(name: str, given: object) -> None:
    if not isinstance(given, Iterable):
        text = f"{name}: a text of {SLOTS} words or a row of cards is needed"
        raise ValueError(text)  # noqa: TRY004  # as for every grid that cannot be


def _slot(name: str, word: int | str | None) -> int | str:
    if word is None or word in (HIDDEN, CLEARED):
        return word or HIDDEN
    try:
        card = int(str(word))
    except ValueError:
        card = HIGHEST + 1
    if not LOWEST <= card <= HIGHEST:
        text = f"write {LOWEST} to {HIGHEST}, {HIDDEN} for hidden, {CLEARED} for cleared"
        raise ValueError(f"{name}: {word!r} is no card; {text}")
    return card
