"""What each event of the contract does to a board."""

from collections.abc import Callable
from typing import Any, Final

from skyjo.v1 import event_pb2, game_pb2
from skyjo_client.present.board import Board, kind_of

_STATUS: Final = {
    event_pb2.SEAT_CHANGE_LEFT: game_pb2.SEAT_STATUS_LEFT,
    event_pb2.SEAT_CHANGE_KICKED: game_pb2.SEAT_STATUS_LEFT,
    event_pb2.SEAT_CHANGE_BOT_TOOK_OVER: game_pb2.SEAT_STATUS_STAND_IN,
    event_pb2.SEAT_CHANGE_RETURNED: game_pb2.SEAT_STATUS_PLAYER,
}
_FORFEITS: Final = (
    event_pb2.SEAT_CHANGE_FORFEITED_ROUND,
    event_pb2.SEAT_CHANGE_FORFEITED_GAME,
)


def fold(board: Board, event: event_pb2.Event, number: int, initial_flips: int) -> None:
    """Change the board by the event of this number; an unknown kind only counts."""
    kind = kind_of(event)
    if kind == "dealt":
        _dealt(board, event.dealt, initial_flips)
    elif kind in _FOLDS:
        _FOLDS[kind](board, getattr(event, kind))
    board.latest_number = number


def _dealt(board: Board, event: event_pb2.Dealt, initial_flips: int) -> None:
    for number, seat in enumerate(board.seats):
        if number in event.seats:
            seat.deal()
        else:
            seat.sit_out()
    board.round = event.round
    board.phase = game_pb2.PHASE_FLIP if initial_flips else game_pb2.PHASE_TURN
    board.turn = board.finisher = board.drawn = None
    board.discard_top = event.discard_top
    board.discard_pile = 1
    board.draw_pile = event.draw_pile


def _flipped(board: Board, event: event_pb2.Flipped) -> None:
    seat = board.seat(event.seat)
    seat.show(event.slots, event.values)
    seat.flipped = True


def _cleared(board: Board, event: event_pb2.Cleared) -> None:
    board.seat(event.seat).clear(event.slots)
    board.discard_top = event.value
    board.discard_pile += len(event.slots)


def _turn(board: Board, event: event_pb2.TurnStarted) -> None:
    board.turn = event.seat
    board.phase = game_pb2.PHASE_TURN


def _end_turn(board: Board, seat: int) -> None:
    board.seat(seat).turns += 1
    board.drawn = None
    board.phase = game_pb2.PHASE_TURN


def _took(board: Board, event: event_pb2.Took) -> None:
    board.seat(event.seat).show([event.slot], [event.card])
    board.discard_top = event.replaced
    _end_turn(board, event.seat)


def _drew(board: Board, event: event_pb2.Drew) -> None:
    board.draw_pile = event.draw_pile
    board.phase = game_pb2.PHASE_HOLDING
    board.drawn = event.card if event.HasField("card") else None


def _kept(board: Board, event: event_pb2.Kept) -> None:
    board.seat(event.seat).show([event.slot], [event.card])
    board.discard_top = event.replaced
    board.discard_pile += 1
    _end_turn(board, event.seat)


def _discarded(board: Board, event: event_pb2.Discarded) -> None:
    board.seat(event.seat).show([event.slot], [event.revealed])
    board.discard_top = event.card
    board.discard_pile += 1
    _end_turn(board, event.seat)


def _hand_dropped(board: Board, event: event_pb2.HandDropped) -> None:
    board.discard_top = event.card
    board.discard_pile += 1
    board.drawn = None
    board.phase = game_pb2.PHASE_TURN


def _reshuffled(board: Board, event: event_pb2.Reshuffled) -> None:
    board.draw_pile = event.draw_pile
    board.discard_pile = 1


def _finished(board: Board, event: event_pb2.Finished) -> None:
    board.finisher = event.seat


def _revealed(board: Board, event: event_pb2.Revealed) -> None:
    board.seat(event.seat).show(event.slots, event.values)


def _seat_changed(board: Board, event: event_pb2.SeatChanged) -> None:
    seat = board.seat(event.seat)
    seat.status = _STATUS.get(event.change, seat.status)
    seat.forfeited = seat.forfeited or event.change in _FORFEITS


def _round_ended(board: Board, event: event_pb2.RoundEnded) -> None:
    for number, score in enumerate(event.scores):
        if score.HasField("total"):
            board.seat(number).total = score.total
    board.phase = game_pb2.PHASE_BETWEEN
    board.turn = None


def _game_ended(board: Board, _event: event_pb2.GameEnded) -> None:
    board.phase = game_pb2.PHASE_OVER
    board.turn = None


_FOLDS: Final[dict[str, Callable[[Board, Any], None]]] = {
    "flipped": _flipped,
    "cleared": _cleared,
    "turn": _turn,
    "took": _took,
    "drew": _drew,
    "kept": _kept,
    "discarded": _discarded,
    "hand_dropped": _hand_dropped,
    "reshuffled": _reshuffled,
    "finished": _finished,
    "revealed": _revealed,
    "seat_changed": _seat_changed,
    "round_ended": _round_ended,
    "game_ended": _game_ended,
}
