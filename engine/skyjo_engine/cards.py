"""The deck and the grid: which cards exist (R1) and how twelve slots lie (R3).

A slot is a number from 0 to 11: ``row * 4 + column``. Three rows, four columns.
"""

from typing import Final

LOWEST: Final = -2
HIGHEST: Final = 12
VALUES: Final = tuple(range(LOWEST, HIGHEST + 1))
"""Every card value, ascending."""

DECK_COUNTS: Final = {value: 5 if value == LOWEST else 15 if value == 0 else 10 for value in VALUES}
"""How many cards of each value the deck holds (R1)."""

SORTED_DECK: Final = tuple(value for value in VALUES for _ in range(DECK_COUNTS[value]))
"""All 150 cards, ascending: where every shuffle starts."""

DECK_SIZE: Final = len(SORTED_DECK)

ROWS: Final = 3
COLUMNS: Final = 4
SLOTS: Final = ROWS * COLUMNS

COLUMN_SLOTS: Final = tuple(tuple(range(column, SLOTS, COLUMNS)) for column in range(COLUMNS))
"""The three slots of each column (R3)."""

ROW_SLOTS: Final = tuple(tuple(range(row * COLUMNS, (row + 1) * COLUMNS)) for row in range(ROWS))
"""The four slots of each row; rows matter only under the setting ``rows`` (R41)."""

UNASKED_FLIPS: Final = (0, 5, 10, 3, 4, 9, 2, 7, 8, 1, 6, 11)
"""Slots the server turns for a seat that did not choose, in this order (R5).

Every run of four lies in four different columns; two flips are slots 0 and 5.
"""
