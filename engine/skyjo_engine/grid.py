"""One seat's twelve slots: hidden, open or cleared cards, and lines of equal cards (R17)."""

from collections.abc import Sequence
from typing import Final

from skyjo_engine.cards import COLUMN_SLOTS, ROW_SLOTS, SLOTS

_ALL: Final = (1 << SLOTS) - 1
SLOTS_OF: Final = tuple(
    tuple(slot for slot in range(SLOTS) if mask >> slot & 1) for mask in range(_ALL + 1)
)
"""The slots of each of the 4,096 bit masks, ascending: the legal lists, looked up."""


def _mask(slots: Sequence[int]) -> int:
    return sum(1 << slot for slot in slots)


_COLUMNS: Final = tuple((_mask(slots), slots) for slots in COLUMN_SLOTS)
_ROWS: Final = tuple((_mask(slots), slots) for slots in ROW_SLOTS)


class Grid:
    """Twelve slots. ``hidden`` and ``cleared`` are bit masks; a slot in neither lies open."""

    __slots__ = ("cards", "cleared", "hidden")

    def __init__(self, cards: Sequence[int]) -> None:
        """Lay twelve cards face down."""
        self.cards = list(cards)
        self.hidden = _ALL
        self.cleared = 0

    def is_hidden(self, slot: int) -> bool:
        """Whether the card of ``slot`` lies face down."""
        return bool(self.hidden >> slot & 1)

    def is_cleared(self, slot: int) -> bool:
        """Whether the card of ``slot`` has left the grid."""
        return bool(self.cleared >> slot & 1)

    def hidden_slots(self) -> tuple[int, ...]:
        """The slots that lie face down."""
        return SLOTS_OF[self.hidden]

    def cleared_slots(self) -> tuple[int, ...]:
        """The slots whose cards have left."""
        return SLOTS_OF[self.cleared]

    def present_slots(self) -> tuple[int, ...]:
        """The slots that still hold a card, open or hidden."""
        return SLOTS_OF[_ALL & ~self.cleared]

    def present_cards(self) -> list[int]:
        """The cards still in the grid, open or hidden."""
        return [self.cards[slot] for slot in self.present_slots()]

    def open_values(self) -> tuple[int | None, ...]:
        """What anybody sees of the twelve slots: the value where a card lies open, else None."""
        unseen = self.hidden | self.cleared
        return tuple([None if unseen >> s & 1 else c for s, c in enumerate(self.cards)])

    def turn_up(self, slot: int) -> int:
        """Open a hidden card and return its value."""
        self.hidden &= ~(1 << slot)
        return self.cards[slot]

    def replace(self, slot: int, card: int) -> int:
        """Lay ``card`` open on ``slot`` and return the card that lay there (R12)."""
        replaced = self.cards[slot]
        self.cards[slot] = card
        self.hidden &= ~(1 << slot)
        return replaced

    def clear_equal(self, *, columns: bool, rows: bool) -> list[tuple[tuple[int, ...], int]]:
        """Clear every line of equal open cards: columns first, then rows (R17, R20, R41).

        Returns the slots and the value of each cleared line. All equal columns are found before
        the first one goes, so that neighbours go together (R21). One pass is enough: a cleared
        card never completes another line.
        """
        cleared = self._clear(_COLUMNS) if columns else []
        return cleared + self._clear(_ROWS) if rows else cleared

    def _clear(
        self, lines: tuple[tuple[int, tuple[int, ...]], ...]
    ) -> list[tuple[tuple[int, ...], int]]:
        cards, unseen = self.cards, self.hidden | self.cleared
        equal = [
            (mask, slots)
            for mask, slots in lines
            if not unseen & mask and len({cards[slot] for slot in slots}) == 1
        ]
        for mask, _ in equal:
            self.cleared |= mask
        return [(slots, cards[slots[0]]) for _, slots in equal]
