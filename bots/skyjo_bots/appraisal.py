"""What a grid is expected to cost, column by column.

A grid's cost is a sum over its columns (and, under the setting ``rows``, over its rows), so the
cost after a card is laid down follows from the one column that changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from skyjo_engine.cards import COLUMN_SLOTS, COLUMNS, ROW_SLOTS, SLOTS, VALUES
from skyjo_engine.rules import Rules
from skyjo_engine.view import GridView

HIDDEN: Final = 100
"""Stands for a hidden card in a line of cells; an open card stands for itself."""
GONE: Final = 101
"""Stands for a cleared slot."""

Line = tuple[int, ...]
Prices = Mapping[int, float]

NOTHING: Final[Prices] = dict.fromkeys(VALUES, 0.0)
"""No bonus for any value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """Costs in points: of each cell, and what a column is worth that may still become equal.

    ``cells`` has every value and HIDDEN. The bonuses, by value: ``single`` for one open card above
    two hidden ones, ``pair`` for two equal cards and a hidden one, ``pair_open`` for two equal
    cards and an open one that differs.
    """

    cells: Prices
    single: Prices
    pair: Prices
    pair_open: Prices

    def column(self, line: Line) -> float:
        """Cost of a column; three equal open cards vanish (R17)."""
        if GONE in line:
            return sum(self.cells[cell] for cell in line if cell != GONE)
        first, second, third = sorted(line)
        cost = self.cells[first] + self.cells[second] + self.cells[third]
        if third != HIDDEN:
            if first == third:
                return 0.0
            return cost - self.pair_open[second] if second in (first, third) else cost
        if second != HIDDEN:
            return cost - self.pair[first] if first == second else cost
        return cost - self.single[first] if first != HIDDEN else cost

    def row(self, line: Line) -> float:
        """What a row takes off the cost of its columns: four equal open cards vanish (R41)."""
        opened = [cell for cell in line if cell < HIDDEN]
        if GONE in line or len(set(opened)) != 1:
            return 0.0
        value = opened[0]
        bonus: Prices = {4: self.cells, 3: self.pair, 2: self.single}.get(len(opened), NOTHING)
        return -bonus[value] * len(opened) if len(opened) == len(line) else -bonus[value]


def plain_outlook() -> Outlook:
    """The points that lie open, exactly: what counts when the last hidden card goes."""
    cells = {value: float(value) for value in VALUES} | {HIDDEN: 0.0}
    return Outlook(cells=cells, single=NOTHING, pair=NOTHING, pair_open=NOTHING)


class Position:
    """A grid seen with an outlook: ``total`` is its cost now."""

    __slots__ = ("_cells", "_columns", "_memo", "_outlook", "_rules", "total")

    def __init__(self, grid: GridView, rules: Rules, outlook: Outlook) -> None:
        """Appraise ``grid`` under the settings ``columns`` and ``rows``."""
        self._cells = cells_of(grid)
        self._rules = rules
        self._outlook = outlook
        self._memo: dict[Line, float] = {}
        self._columns = [tuple([self._cells[s] for s in slots]) for slots in COLUMN_SLOTS]
        self.total = sum(map(self._column, self._columns))
        if rules.rows:
            rows = (tuple([self._cells[s] for s in slots]) for slots in ROW_SLOTS)
            self.total += sum(map(outlook.row, rows))

    def after(self, slot: int, card: int) -> float:
        """Cost of the grid once ``card`` lies open on ``slot`` and equal lines are gone."""
        before = self._columns[slot % COLUMNS]
        depth = slot // COLUMNS
        column = (*before[:depth], card, *before[depth + 1 :])
        cost = self.total - self._column(before) + self._column(column)
        if self._rules.rows:
            cost += self._row_change(slot, card, vanished=self._vanishes(column))
        return cost

    def _column(self, line: Line) -> float:
        cost = self._memo.get(line)
        if cost is None:
            outlook = self._outlook
            cost = self._memo[line] = (
                outlook.column(line)
                if self._rules.columns
                else sum(outlook.cells[cell] for cell in line if cell != GONE)
            )
        return cost

    def _vanishes(self, column: Line) -> bool:
        return self._rules.columns and column[0] < HIDDEN and len(set(column)) == 1

    def _row_change(self, slot: int, card: int, *, vanished: bool) -> float:
        slots = ROW_SLOTS[slot // COLUMNS]
        before = tuple([self._cells[s] for s in slots])
        after = tuple([card if s == slot else self._cells[s] for s in slots])
        return (0.0 if vanished else self._outlook.row(after)) - self._outlook.row(before)


def cells_of(grid: GridView) -> Line:
    """The twelve slots as cells."""
    cells = [GONE if value is None else value for value in grid.values] or [GONE] * SLOTS
    for slot in grid.hidden:
        cells[slot] = HIDDEN
    return tuple(cells)
