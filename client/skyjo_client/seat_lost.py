"""What a fault cost a seat, in words; seats count from 0, as in the contract."""

from typing import Final

from skyjo.v1.event_pb2 import (
    SEAT_CHANGE_BOT_TOOK_OVER,
    SEAT_CHANGE_FORFEITED_GAME,
    SEAT_CHANGE_FORFEITED_ROUND,
    SeatChanged,
)
from skyjo_client.present.seat_sentences import with_cause

_LOST: Final = {
    SEAT_CHANGE_FORFEITED_ROUND: "forfeits the round",
    SEAT_CHANGE_FORFEITED_GAME: "forfeits the game",
    SEAT_CHANGE_BOT_TOOK_OVER: "has a stand-in now",
}


def seat_lost(change: SeatChanged, where: str = "") -> str:
    """Sentences with the cause, and ``where`` it was; empty for a change that costs nothing."""
    what = _LOST.get(change.change)
    return with_cause(f"seat {change.seat} {what}{where}.", change) if what else ""
