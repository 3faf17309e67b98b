"""Which events ask seats for a decision."""

from collections.abc import Iterable
from typing import Final

from skyjo_engine.events import Dealt, Drew, Event, TurnStarted

_ONE_SEAT: Final = (TurnStarted, Drew)


def asked_by(events: Iterable[Event], after: int) -> dict[int, int]:
    """The seats that ``events`` ask, each with the number of the event that asks it.

    Events are numbered in a game from 1; ``after`` is the number of the one before. A deal asks
    all seats that were dealt in, and whatever is asked anew ends what was asked before. A seat is
    to answer only if it also has legal actions then.
    """
    asked: dict[int, int] = {}
    for number, event in enumerate(events, after + 1):
        if isinstance(event, Dealt):
            asked = dict.fromkeys(event.seats, number)
        elif isinstance(event, _ONE_SEAT):
            asked = {event.seat: number}
    return asked
