"""Boards as small grids, several side by side, for eyes rather than ears."""

from collections.abc import Iterable, Iterator
from typing import Final

from skyjo_client.present.board import SeatBoard
from skyjo_client.present.messages import _
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import ROW_LETTERS
from skyjo_client.present.wrapped import width
from skyjo_engine.cards import COLUMNS, ROW_SLOTS

_WIDTH: Final = 24
"""Columns of one board with the gap after it."""
_ABREAST: Final = 3


def grid_lines(store: TableStore, seats: Iterable[int], first: int = 1) -> list[str]:
    """Return these seats' boards, at most three side by side: ``?`` is hidden, ``.`` cleared.

    Seats are told counted from ``first``.
    """
    boards = [_board(store, seat, first) for seat in seats if store.board.seat(seat).values]
    if not boards:
        return [_("No cards are dealt yet.")]
    groups = [boards[one : one + _ABREAST] for one in range(0, len(boards), _ABREAST)]
    return [_abreast(line) for group in groups for line in zip(*group, strict=True)]


def _abreast(parts: Iterable[str]) -> str:
    return "".join(part + " " * (_WIDTH - width(part)) for part in parts).rstrip()


def _board(store: TableStore, seat: int, first: int) -> list[str]:
    board = store.board.seat(seat)
    text = _("{seat} you") if store.is_you(seat) else _("{seat} {name}")
    name = text.format(seat=seat + first, name=store.name(seat))
    return [name[: _WIDTH - 2], _head(), *_rows(board)]


def _head() -> str:
    return " " + "".join(f"{column:>4}" for column in range(1, COLUMNS + 1))


def _rows(board: SeatBoard) -> Iterator[str]:
    for letter, slots in zip(ROW_LETTERS, ROW_SLOTS, strict=True):
        yield letter + "".join(f"{_cell(board, slot):>4}" for slot in slots)


def _cell(board: SeatBoard, slot: int) -> str:
    value = board.values[slot]
    if value is not None:
        return str(value)
    return "." if slot in board.cleared else "?"
