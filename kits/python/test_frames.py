"""Frames of a server, for the tests."""

from skyjo.v1.error_pb2 import ERROR_REASON_SLOT_OUT_OF_RANGE
from skyjo.v1.event_pb2 import Dealt, Event, Events, RoundEnded
from skyjo.v1.game_pb2 import LegalActions, SeatState, Slot, View
from skyjo.v1.play_pb2 import (
    VERDICT_ILLEGAL,
    Decision,
    Opening,
    Receipt,
    SeatOpening,
    ServerFrame,
)
from skyjo.v1.table_pb2 import (
    DEAL_SOURCE_PLAYERS,
    TABLE_STAGE_GATHERING,
    TABLE_STAGE_PLAYING,
    Heartbeat,
    Presence,
    TableStage,
    Welcome,
)

UNKNOWN_FIELD = b"\xba\x3e\x03new"
"""Field 999 of a message, which this contract does not know."""


def welcome(
    stage: TableStage = TABLE_STAGE_GATHERING, commitment: bytes = b"1", game: str = "game"
) -> ServerFrame:
    """To a game whose cards all players choose."""
    return ServerFrame(
        welcome=Welcome(
            game_id=game,
            next_number=1,
            heartbeat_ms=10_000,
            commitment=commitment,
            deal_source=DEAL_SOURCE_PLAYERS,
            presence=Presence(stage=stage),
        )
    )


def playing(commitment: bytes = b"1") -> ServerFrame:
    """To a game whose cards are dealt."""
    frame = welcome(TABLE_STAGE_PLAYING, commitment)
    frame.welcome.view.round = 1
    return frame


def dealt() -> ServerFrame:
    """The cards of the first round are dealt."""
    return events(1, Event(dealt=Dealt(round=1)))


def opening(commitment: bytes, *hashes: bytes, game: str = "game") -> ServerFrame:
    """All seats have promised."""
    seats = [SeatOpening(entropy_hash=one) for one in hashes]
    return ServerFrame(opening=Opening(game_id=game, commitment=commitment, seats=seats))


def events(first: int, *found: Event) -> ServerFrame:
    """Events from this number on."""
    return ServerFrame(events=Events(first_number=first, events=found))


def ended(number: int) -> Event:
    """A round has ended."""
    return Event(round_ended=RoundEnded(round=number))


def heartbeat(latest: int, nonce: int = 0) -> ServerFrame:
    """The server lives, and there have been so many events."""
    return ServerFrame(heartbeat=Heartbeat(latest_number=latest, nonce=nonce))


def decision() -> ServerFrame:
    """To take the discard onto slot 0 or 3."""
    legal = LegalActions(take=[0, 3], draw=False)
    asked = Decision(decision_id=5, legal=legal, view=View(seats=[SeatState()]))
    asked.view.seats[0].grid.slots.extend([Slot() for _ in range(12)])
    return ServerFrame(decision=asked)


def not_legal() -> ServerFrame:
    """The answer to that decision is not legal."""
    reason = ERROR_REASON_SLOT_OUT_OF_RANGE
    return ServerFrame(receipt=Receipt(decision_id=5, verdict=VERDICT_ILLEGAL, reason=reason))
