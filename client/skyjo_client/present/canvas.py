"""A screen as a grid of cells: what stands where, in which role, and what a click there means.

Nothing here knows a terminal. A front end paints the runs of each row; tests read the rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from typing import Final, NamedTuple

from skyjo_client.present.wrapped import width


class Role(Enum):
    """What a piece of text is; a theme says how that looks."""

    PLAIN = auto()
    FAINT = auto()
    STRONG = auto()
    ALERT = auto()
    KEY = auto()
    HIDDEN = auto()
    LOWEST = auto()
    """A card of -2 or -1."""
    ZERO = auto()
    LOW = auto()
    """A card of 1 to 4."""
    MIDDLE = auto()
    """A card of 5 to 8."""
    HIGH = auto()
    """A card of 9 to 12."""


class Ink(NamedTuple):
    """How a cell is written: its role, whether the cursor is there, whether it just changed."""

    role: Role = Role.PLAIN
    cursor: bool = False
    fresh: bool = False


class Size(NamedTuple):
    """Columns and lines."""

    columns: int
    lines: int


@dataclass(frozen=True, slots=True)
class Spot:
    """Something that can be chosen: a slot by its number, a pile, or a key of the footer."""

    kind: str
    number: int = 0


DRAW: Final = Spot("draw")
DISCARD: Final = Spot("discard")


def slot_spot(slot: int) -> Spot:
    """Return the spot of one of the viewer's own slots."""
    return Spot("slot", slot)


def bar_spot(cell: int) -> Spot:
    """Return the spot of a cell of the bar that shows how far a replay is."""
    return Spot("bar", cell)


def key_spot(key: str) -> Spot:
    """Return the spot in the footer that does what ``key`` does."""
    return Spot(f"key {key}")


class Canvas:
    """Cells to write on; what does not fit is cut off. Positions count from 0."""

    def __init__(self, size: Size) -> None:
        """Begin empty."""
        self.size = size
        self._texts = [[" "] * size.columns for _ in range(size.lines)]
        self._inks = [[Ink()] * size.columns for _ in range(size.lines)]
        self._spots: dict[tuple[int, int], Spot] = {}

    def put(self, x: int, y: int, text: str, ink: Ink | Role = Role.PLAIN) -> int:
        """Write one line of text; returns the column after it."""
        ink = ink if isinstance(ink, Ink) else Ink(ink)
        for char in text:
            columns = width(char)
            if columns == 0:
                self._combine(x - 1, y, char)
            elif x >= 0 and x + columns <= self.size.columns and 0 <= y < self.size.lines:
                self._texts[y][x : x + columns] = [char, *[""] * (columns - 1)]
                self._inks[y][x : x + columns] = [ink] * columns
            x += columns
        return x

    def _combine(self, x: int, y: int, char: str) -> None:
        if 0 <= x < self.size.columns and 0 <= y < self.size.lines:
            while x and not self._texts[y][x]:
                x -= 1
            self._texts[y][x] += char

    def mark(self, x: int, y: int, columns: int, lines: int, spot: Spot) -> None:
        """Let a click on these cells mean ``spot``."""
        for line in range(y, y + lines):
            for column in range(x, x + columns):
                self._spots[column, line] = spot

    def spot_at(self, x: int, y: int) -> Spot | None:
        """Return what a click there means."""
        return self._spots.get((x, y))

    def place_of(self, spot: Spot) -> tuple[int, int] | None:
        """Return where a spot begins, for whoever wants to click it."""
        return next((place for place, found in self._spots.items() if found == spot), None)

    def rows(self) -> list[str]:
        """Return the text of each line, without spaces at its end."""
        return ["".join(row).rstrip() for row in self._texts]

    def runs(self, y: int) -> Iterator[tuple[str, Ink]]:
        """Yield a line as pieces that are written alike."""
        cells = zip(self._texts[y], self._inks[y], strict=True)
        for ink, run in groupby(cells, key=lambda cell: cell[1]):
            yield "".join(text for text, _ in run), ink


def cut(text: str, columns: int) -> str:
    """Return as much of a text as fits, with ".." at its end where some is missing."""
    if width(text) <= columns:
        return text
    while text and width(text) > max(columns - 2, 0):
        text = text[:-1]
    return (text + "..")[: max(columns, 0)]


def cut_name(name: str, columns: int) -> str:
    """Return as much of a name as fits, with the number at its end by which it differs.

    >>> cut_name("bot:casual 2", 9)
    'bot:c.. 2'
    """
    called, space, number = name.rpartition(" ")
    if width(name) <= columns or not number.isdecimal() or width(number) > columns // 2:
        return cut(name, columns)
    return f"{cut(called, columns - width(number) - 1)}{space}{number}"


def padded(text: str, columns: int) -> str:
    """Return a text cut or filled up to exactly so many columns."""
    text = cut(text, columns)
    return text + " " * (columns - width(text))
