"""Views as bytes, put together from parts that are kept while they stay the same."""

from typing import Final

from skyjo.v1 import game_pb2
from skyjo_engine.view import SeatView, View
from skyjo_wire import from_engine
from skyjo_wire.framing import delimited, tag, varint, varint_tag, zigzag

_VIEW: Final = game_pb2.View
_SEATS: Final = tag(_VIEW.SEATS_FIELD_NUMBER)
_LATEST: Final = varint_tag(_VIEW.LATEST_NUMBER_FIELD_NUMBER)
_VIEWER: Final = varint_tag(_VIEW.VIEWER_FIELD_NUMBER)
_DRAWN: Final = varint_tag(_VIEW.DRAWN_FIELD_NUMBER)
_UNSEEN: Final = tag(_VIEW.UNSEEN_FIELD_NUMBER)


class ViewBytes:
    """Serialises views of one game; a seat that has not changed is not serialised again."""

    def __init__(self, players: int) -> None:
        """Serve a game of that many seats."""
        self._seats: list[tuple[SeatView | None, bytes]] = [(None, b"")] * players

    def of(self, view: View, latest_number: int) -> bytes:
        """``view`` as the bytes of a ``skyjo.v1.View``, fields in ascending order."""
        parts = [from_engine.view_head(view).SerializeToString(deterministic=True)]
        parts += [self._seat(index, seat) for index, seat in enumerate(view.seats)]
        if latest_number:
            parts += (_LATEST, varint(latest_number))
        if view.viewer is not None:
            parts += (_VIEWER, varint(view.viewer))
        if view.drawn is not None:
            parts += (_DRAWN, varint(zigzag(view.drawn)))
        parts.append(delimited(_UNSEEN, b"".join(map(varint, view.unseen))))
        return b"".join(parts)

    def _seat(self, index: int, seat: SeatView) -> bytes:
        known, serialised = self._seats[index]
        if known is not seat:
            message = from_engine.seat(seat)
            serialised = delimited(_SEATS, message.SerializeToString(deterministic=True))
            self._seats[index] = (seat, serialised)
        return serialised
