"""Engine values as messages of the contract.

Nothing is hidden here: what a viewer may know was decided by the engine's ``view``.
"""

from typing import Final

from skyjo.v1 import error_pb2, game_pb2, play_pb2, record_pb2, rules_pb2
from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Legal, Take
from skyjo_engine.errors import IllegalActionError, IllegalReason
from skyjo_engine.rules import Rules
from skyjo_engine.view import GridView, SeatView, View
from skyjo_wire import enums


def rules(given: Rules) -> rules_pb2.Rules:
    """Every setting, set."""
    return rules_pb2.Rules(
        players=given.players,
        target=given.target,
        rounds=given.rounds,
        initial_flips=given.initial_flips,
        penalty_factor=given.penalty_factor,
        penalty_points=given.penalty_points,
        columns=given.columns,
        rows=given.rows,
        later_round_starter=enums.LATER_STARTER[given.later_round_starter],
        on_leave=enums.ON_LEAVE[given.on_leave],
        turn_cap=given.turn_cap,
        dealing=enums.DEALING[given.dealing],
    )


def legal(given: Legal) -> game_pb2.LegalActions:
    """The actions that a decision accepts."""
    return game_pb2.LegalActions(
        flip_count=given.flip_count,
        flip=given.flip,
        take=given.take,
        draw=given.draw,
        keep=given.keep,
        discard=given.discard,
    )


def act(decision_id: int, action: Action, note: str | None = None) -> play_pb2.Act:
    """The answer to a decision."""
    message = play_pb2.Act(decision_id=decision_id, note=note)
    put_action(message, action)
    return message


def put_action(message: play_pb2.Act | record_pb2.RecordedAction, action: Action) -> None:
    """Set the action of a message that has one."""
    match action:
        case Flip(slots):
            message.flip.slots.extend(slots)
        case Take(slot):
            message.take.slot = slot
        case Draw():
            message.draw.SetInParent()
        case Keep(slot):
            message.keep.slot = slot
        case Discard(slot):
            message.discard.slot = slot


_ILLEGAL: Final = {
    IllegalReason.GAME_OVER: error_pb2.ERROR_REASON_DECISION_OVER,
    IllegalReason.ROUND_NOT_STARTED: error_pb2.ERROR_REASON_WRONG_PHASE,
    IllegalReason.ROUND_RUNNING: error_pb2.ERROR_REASON_WRONG_PHASE,
    IllegalReason.NOT_YOUR_TURN: error_pb2.ERROR_REASON_NOT_YOUR_TURN,
    IllegalReason.ALREADY_FLIPPED: error_pb2.ERROR_REASON_DECISION_OVER,
    IllegalReason.WRONG_PHASE: error_pb2.ERROR_REASON_WRONG_PHASE,
    IllegalReason.WRONG_FLIP_COUNT: error_pb2.ERROR_REASON_FLIP_COUNT,
    IllegalReason.SLOT_CLEARED: error_pb2.ERROR_REASON_SLOT_CLEARED,
    IllegalReason.SLOT_NOT_HIDDEN: error_pb2.ERROR_REASON_SLOT_OPEN,
    IllegalReason.SEAT_HAS_LEFT: error_pb2.ERROR_REASON_NOT_YOUR_TURN,
    IllegalReason.SEAT_NOT_STAND_IN: error_pb2.ERROR_REASON_WRONG_STAGE,
    IllegalReason.ALREADY_STAND_IN: error_pb2.ERROR_REASON_WRONG_STAGE,
    IllegalReason.ALREADY_FORFEITED: error_pb2.ERROR_REASON_NOT_YOUR_TURN,
}


def illegal(error: IllegalActionError) -> error_pb2.ErrorReason:
    """Why the engine did not allow an input, for a receipt or a refusal."""
    return _ILLEGAL[error.reason]


def view(given: View, latest_number: int) -> game_pb2.View:
    """A whole view, up to the event of this number."""
    message = view_public(given, latest_number)
    message.MergeFrom(view_private(given))
    return message


def view_public(given: View, latest_number: int) -> game_pb2.View:
    """The part of a view that is the same for every viewer.

    Its bytes followed by those of :func:`view_private` are the bytes of the whole view.
    """
    message = view_head(given)
    message.seats.extend(seat(state) for state in given.seats)
    message.latest_number = latest_number
    return message


def view_head(given: View) -> game_pb2.View:
    """The fields of a view before its seats."""
    return game_pb2.View(
        round=given.round,
        phase=enums.PHASE[given.phase],
        turn=given.turn,
        finisher=given.finisher,
        discard_top=given.discard_top,
        discard_pile=given.discard_pile,
        draw_pile=given.draw_pile,
    )


def view_private(given: View) -> game_pb2.View:
    """The part of a view that is its viewer's own."""
    return game_pb2.View(viewer=given.viewer, drawn=given.drawn, unseen=given.unseen)


def seat(given: SeatView) -> game_pb2.SeatState:
    """What everybody may know of one seat."""
    message = game_pb2.SeatState(grid=_grid(given.grid))
    message.MergeFrom(standing(given))
    return message


def standing(given: SeatView) -> game_pb2.SeatState:
    """The fields of a seat's state behind its grid."""
    return game_pb2.SeatState(
        status=enums.STATUS[given.status],
        total=given.total,
        dealt_in=given.dealt_in,
        forfeited=given.forfeited,
        turns=given.turns,
        flipped=given.flipped,
    )


def _grid(given: GridView) -> game_pb2.Grid:
    slots = [game_pb2.Slot(value=value) for value in given.values]
    for slot in given.cleared:
        slots[slot].cleared = True
    return game_pb2.Grid(slots=slots)
