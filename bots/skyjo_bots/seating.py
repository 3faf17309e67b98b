"""Who sits where in a view: the acting seat and its rivals."""

from skyjo_engine.seat import SeatStatus
from skyjo_engine.view import GridView, SeatView, View


def own_seat(view: View) -> SeatView:
    """The seat that acts. Raises ValueError for a spectator's view, which has none."""
    if view.viewer is None:
        raise ValueError("a spectator has no decisions to make")
    return view.seats[view.viewer]


def own_grid(view: View) -> GridView:
    """The acting seat's grid."""
    return own_seat(view).grid


def rivals(view: View) -> list[SeatView]:
    """The other seats whose scores are compared with this one's (R31, R32, R40)."""
    return [
        seat
        for index, seat in enumerate(view.seats)
        if index != view.viewer
        and seat.dealt_in
        and not seat.forfeited
        and seat.status is not SeatStatus.LEFT
    ]
