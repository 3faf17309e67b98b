"""Grids of cards drawn on a canvas, in the sizes that a screen has room for."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from skyjo_client.present.board import SeatBoard
from skyjo_client.present.canvas import Canvas, Ink, Role, Spot, slot_spot
from skyjo_client.present.words import ROW_LETTERS
from skyjo_engine.cards import COLUMNS, ROW_SLOTS, ROWS

HIDDEN_CARD: Final = "··"
BOX_COLUMNS: Final = 5 * COLUMNS + 1
BOX_LINES: Final = ROWS + 2
TILE_COLUMNS: Final = 4 * COLUMNS

_HIGH_FROM: Final = 9
_MIDDLE_FROM: Final = 5


def card_role(value: int) -> Role:
    """Return the role of an open card: the colours of the box."""
    if value < 0:
        return Role.LOWEST
    if value == 0:
        return Role.ZERO
    if value < _MIDDLE_FROM:
        return Role.LOW
    return Role.MIDDLE if value < _HIGH_FROM else Role.HIGH


class _Cell(NamedTuple):
    """The inside of one slot or pile."""

    columns: int
    lines: int


_SMALL: Final = _Cell(4, 1)
_LARGE: Final = _Cell(8, 3)


class Grid:
    """One seat's cards: ``fresh`` is the slot that changed last, ``cursor`` where arrows stand.

    ``picked`` are slots that are chosen and not sent yet. ``dealt`` has the cards under all slots,
    where hidden ones are shown, too.
    """

    def __init__(
        self,
        board: SeatBoard,
        *,
        fresh: int | None = None,
        cursor: Spot | None = None,
        picked: tuple[int, ...] = (),
        dealt: tuple[int, ...] = (),
    ) -> None:
        """Draw the cards of ``board``."""
        self._board = board
        self._fresh = fresh
        self._cursor = cursor
        self._picked = picked
        self._dealt = dealt

    def tile(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw three lines of bare cards, four columns each."""
        for row, slots in enumerate(ROW_SLOTS):
            for column, slot in enumerate(slots):
                self._card(canvas, x + 4 * column, y + row, 4, slot)

    def box(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw the cards in a frame without lines between the rows."""
        _frame(canvas, x, y, _SMALL, ruled=False)
        for row, slots in enumerate(ROW_SLOTS):
            for column, slot in enumerate(slots):
                self._card(canvas, x + 1 + 5 * column, y + 1 + row, 4, slot)

    def own(self, canvas: Canvas, x: int, y: int, *, large: bool, ruled: bool) -> None:
        """Draw the viewer's own cards with the names of the slots, to be clicked."""
        cell = _LARGE if large else _SMALL
        across, down = cell.columns + 1, cell.lines + (1 if ruled else 0)
        for column in range(COLUMNS):
            middle = x + 4 + across * column + cell.columns // 2 + 1
            canvas.put(middle, y, str(column + 1), Role.FAINT)
        _frame(canvas, x + 4, y + 1, cell, ruled=ruled)
        for row, slots in enumerate(ROW_SLOTS):
            top = y + 2 + down * row
            canvas.put(x + 2, top + cell.lines // 2, ROW_LETTERS[row], Role.FAINT)
            for column, slot in enumerate(slots):
                self._area(canvas, x + 5 + across * column, top, cell, slot)

    def _area(self, canvas: Canvas, x: int, y: int, cell: _Cell, slot: int) -> None:
        canvas.mark(x, y, cell.columns, cell.lines, slot_spot(slot))
        for line in range(y, y + cell.lines):
            canvas.put(x, line, " " * cell.columns, self._ink(slot))
        self._card(canvas, x, y + cell.lines // 2, cell.columns, slot)

    def _ink(self, slot: int) -> Ink:
        board = self._board
        value = board.values[slot] if board.values else None
        if value is not None:
            role = card_role(value)
        else:
            role = Role.PLAIN if slot in board.cleared or not board.values else Role.HIDDEN
        return Ink(role, cursor=self._cursor == slot_spot(slot), fresh=slot == self._fresh)

    def _card(self, canvas: Canvas, x: int, y: int, columns: int, slot: int) -> None:
        canvas.put(x, y, self._face(slot, columns), self._ink(slot))

    def _face(self, slot: int, columns: int) -> str:
        """What stands on a slot: brackets show the cursor, stars what is picked.

        A card in parentheses is hidden, and shown all the same.
        """
        board = self._board
        value = board.values[slot] if board.values else None
        if value is not None:
            text = f"{value:>2}"
        elif slot in board.cleared or not board.values:
            text = "  "
        else:
            text = f"{self._dealt[slot]:>2}" if self._dealt else HIDDEN_CARD
        before, after = self._marks(slot)
        left = (columns - 4) // 2
        return f"{' ' * left}{before}{text}{after}".ljust(columns)

    def _marks(self, slot: int) -> tuple[str, str]:
        if self._cursor == slot_spot(slot):
            return "[", "]"
        if slot in self._picked:
            return "*", "*"
        return ("(", ")") if self._dealt and slot in self._board.hidden else (" ", " ")


def _frame(canvas: Canvas, x: int, y: int, cell: _Cell, *, ruled: bool) -> None:
    """Draw the lines around and between the cells."""
    line = "─" * cell.columns
    height = cell.lines + (1 if ruled else 0)
    bottom = y + height * ROWS + (0 if ruled else 1)
    for row in range(y + 1, bottom):
        for column in range(COLUMNS + 1):
            canvas.put(x + column * (cell.columns + 1), row, "│", Role.FAINT)
    canvas.put(x, y, f"┌{'┬'.join([line] * COLUMNS)}┐", Role.FAINT)
    canvas.put(x, bottom, f"└{'┴'.join([line] * COLUMNS)}┘", Role.FAINT)
    if ruled:
        for row in range(1, ROWS):
            canvas.put(x, y + height * row, f"├{'┼'.join([line] * COLUMNS)}┤", Role.FAINT)


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile as one card: what lies on it, and what a click there means."""

    spot: Spot
    face: str
    ink: Ink

    def put(self, canvas: Canvas, x: int, y: int, *, large: bool) -> None:
        """Draw it."""
        cell = _LARGE if large else _SMALL
        line = "─" * cell.columns
        canvas.put(x, y, f"┌{line}┐", Role.FAINT)
        for inside in range(y + 1, y + 1 + cell.lines):
            canvas.put(x, inside, f"│{' ' * cell.columns}│", Role.FAINT)
            canvas.put(x + 1, inside, " " * cell.columns, self.ink)
        canvas.put(x + 1, y + 1 + cell.lines // 2, self.face.center(cell.columns), self.ink)
        canvas.put(x, y + 1 + cell.lines, f"└{line}┘", Role.FAINT)
        canvas.mark(x, y, cell.columns + 2, cell.lines + 2, self.spot)
