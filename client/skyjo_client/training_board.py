"""A table as plain text, for whoever watches a program learn."""

from typing import Final

from skyjo_engine.cards import COLUMNS, ROWS
from skyjo_engine.view import SeatView, View

_WIDTH: Final = 3


def board(view: View) -> str:
    """The cards of all seats, seats from 1: a dot is a hidden card, nothing a cleared one."""
    top = "-" if view.discard_top is None else str(view.discard_top)
    piles = f"discard {top} ({view.discard_pile}), draw pile {view.draw_pile}"
    lines = [f"round {view.round}, {view.phase.value}, {piles}"]
    for index, seat in enumerate(view.seats):
        signs = ("turn",) * (view.turn == index) + ("finisher",) * (view.finisher == index)
        lines.append(", ".join((f"seat {index + 1}, total {seat.total}", *signs)))
        lines += _grid(seat)
    return "\n".join(lines)


def _grid(seat: SeatView) -> list[str]:
    cells = [
        "." if slot in seat.grid.hidden else "" if value is None else str(value)
        for slot, value in enumerate(seat.grid.values)
    ]
    rows = [cells[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)] if cells else []
    return ["".join(f"{cell:>{_WIDTH}}" for cell in row).rstrip() for row in rows]
