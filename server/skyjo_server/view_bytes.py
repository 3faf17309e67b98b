"""Views as bytes, put together from parts that are kept while they stay the same."""

from typing import Final

from google.protobuf.message import Message

from skyjo.v1 import game_pb2
from skyjo_engine.cards import VALUES
from skyjo_engine.view import SeatView, View
from skyjo_wire import from_engine
from skyjo_wire.framing import delimited, tag, varint, varint_tag, zigzag

_VIEW: Final = game_pb2.View
_SEATS: Final = tag(_VIEW.SEATS_FIELD_NUMBER)
_LATEST: Final = varint_tag(_VIEW.LATEST_NUMBER_FIELD_NUMBER)
_VIEWER: Final = varint_tag(_VIEW.VIEWER_FIELD_NUMBER)
_DRAWN: Final = varint_tag(_VIEW.DRAWN_FIELD_NUMBER)
_UNSEEN: Final = tag(_VIEW.UNSEEN_FIELD_NUMBER)
_GRID: Final = tag(game_pb2.SeatState.GRID_FIELD_NUMBER)


def _slot(slot: game_pb2.Slot) -> bytes:
    return game_pb2.Grid(slots=[slot]).SerializeToString(deterministic=True)


_SLOTS: Final[dict[int | None, bytes]] = {
    value: _slot(game_pb2.Slot(value=value)) for value in (None, *VALUES)
}
_CLEARED: Final = _slot(game_pb2.Slot(cleared=True))


class ViewBytes:
    """Serialises views of one game; a seat that has not changed is not serialised again."""

    def __init__(self, players: int) -> None:
        """Serve a game of that many seats."""
        self._seats: list[tuple[SeatView | None, bytes]] = [(None, b"")] * players

    def of(self, view: View, latest_number: int) -> bytes:
        """``view`` as the bytes of a ``skyjo.v1.View``, fields in ascending order."""
        parts = [_bytes(from_engine.view_head(view))]
        for index, seat in enumerate(view.seats):
            known, serialised = self._seats[index]
            if known is not seat:
                serialised = _seat(seat)
                self._seats[index] = (seat, serialised)
            parts.append(serialised)
        if latest_number:
            parts += (_LATEST, varint(latest_number))
        if view.viewer is not None:
            parts += (_VIEWER, varint(view.viewer))
        if view.drawn is not None:
            parts += (_DRAWN, varint(zigzag(view.drawn)))
        parts += (_UNSEEN, varint(len(view.unseen)), bytes(view.unseen))  # each count is one byte
        return b"".join(parts)


def _seat(seat: SeatView) -> bytes:
    """A SeatState of a view: its first field, the grid, of known slots; the others by protobuf."""
    slots = [_SLOTS[value] for value in seat.grid.values]
    for slot in seat.grid.cleared:
        slots[slot] = _CLEARED
    grid = delimited(_GRID, b"".join(slots))
    return delimited(_SEATS, grid + _bytes(from_engine.standing(seat)))


def _bytes(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)
