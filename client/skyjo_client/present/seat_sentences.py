"""What is told when a seat changes hands, leaves or forfeits."""

from typing import Final

from skyjo.v1 import event_pb2, fault_pb2
from skyjo_client.present.messages import _, mark
from skyjo_client.present.store import TableStore


def seat_changed(store: TableStore, event: event_pb2.SeatChanged) -> str:
    """Tell what became of a seat, with the cause where it was a fault, and if no player's whose."""
    yours, theirs = _CHANGES.get(event.change, _OTHERWISE)
    if event.change == event_pb2.SEAT_CHANGE_BOT_TOOK_OVER and event.removed:
        yours, theirs = _REPLACED
    elif event.change == event_pb2.SEAT_CHANGE_BOT_TOOK_OVER and not event.HasField("fault"):
        theirs = _GONE
    told = yours if store.is_you(event.seat) else theirs
    return with_cause(_(told).format(name=store.name(event.seat)), event)


def with_cause(sentence: str, event: event_pb2.SeatChanged) -> str:
    """Return a sentence about a change with its cause, if that was a fault."""
    cause = _CAUSES.get(event.fault.kind) if event.HasField("fault") else None
    if cause is None:
        return sentence
    sentence = _("{sentence} Cause: {cause}.").format(sentence=sentence, cause=_(cause))
    blame = _BLAME.get(event.fault.owner)
    if blame is None or event.fault.kind in _SELF_EVIDENT:
        return sentence
    return _("{sentence} {blame}").format(sentence=sentence, blame=_(blame))


_REPLACED: Final = (
    mark("You were removed from the table. A stand-in plays on."),
    mark("{name} was removed from the table. A stand-in plays on."),
)
_GONE: Final = mark("{name} has left for good. A stand-in plays on.")
_OTHERWISE: Final = (mark("Your seat changed hands."), mark("The seat of {name} changed hands."))

_CHANGES: Final = {
    event_pb2.SEAT_CHANGE_LEFT: (
        mark("You have left the game."),
        mark("{name} has left the game."),
    ),
    event_pb2.SEAT_CHANGE_BOT_TOOK_OVER: (
        mark("A stand-in plays for you until you are back."),
        mark("A stand-in plays for {name}."),
    ),
    event_pb2.SEAT_CHANGE_RETURNED: (mark("You are back in your seat."), mark("{name} is back.")),
    event_pb2.SEAT_CHANGE_FORFEITED_ROUND: (
        mark("You forfeit this round."),
        mark("{name} forfeits this round."),
    ),
    event_pb2.SEAT_CHANGE_FORFEITED_GAME: (
        mark("You forfeit the game."),
        mark("{name} forfeits the game."),
    ),
    event_pb2.SEAT_CHANGE_KICKED: (
        mark("You were removed from the table."),
        mark("{name} was removed from the table."),
    ),
}

_CAUSES: Final = {
    fault_pb2.FAULT_KIND_ILLEGAL: mark("actions that the rules do not allow"),
    fault_pb2.FAULT_KIND_MALFORMED: mark("actions that could not be read"),
    fault_pb2.FAULT_KIND_TIMED_OUT: mark("no time left on the clock"),
    fault_pb2.FAULT_KIND_STALLED: mark("the program no longer answers"),
    fault_pb2.FAULT_KIND_DISCONNECTED: mark("the connection was lost for too long"),
    fault_pb2.FAULT_KIND_CRASHED: mark("the program ended"),
    fault_pb2.FAULT_KIND_RESOURCE_LIMIT: mark("the program used more than it may"),
    fault_pb2.FAULT_KIND_NOT_STARTED: mark("not ready in time"),
    fault_pb2.FAULT_KIND_OPERATOR: mark("the operator decided so"),
    fault_pb2.FAULT_KIND_INFRASTRUCTURE: mark("the server or its machine failed"),
}

_BLAME: Final = {
    fault_pb2.FAULT_OWNER_OPERATOR: mark("The organiser answers for that, not the player."),
    fault_pb2.FAULT_OWNER_INFRASTRUCTURE: mark("The server answers for that, not the player."),
}

_SELF_EVIDENT: Final = (fault_pb2.FAULT_KIND_OPERATOR, fault_pb2.FAULT_KIND_INFRASTRUCTURE)
"""Kinds that say themselves whose fault it was."""
