"""Event messages of the contract as engine events, as they are shown."""

from skyjo.v1 import event_pb2 as pb
from skyjo_engine import events as engine
from skyjo_engine.faults import Fault
from skyjo_engine.view import DealtSeen, DrewSeen, ReshuffledSeen, SeenEvent
from skyjo_wire import enums


def event(message: pb.Event) -> SeenEvent | None:
    """An event, or None for a kind or change that this version does not know.

    Such an event is skipped, and still counts one number.
    """
    match message.WhichOneof("kind"):
        case "dealt" | "turn" | "seat_changed" | "round_ended" | "game_ended":
            return _course(message)
        case "took" | "drew" | "kept" | "discarded":
            return _move(message)
        case _:
            return _cards(message)


def _course(message: pb.Event) -> SeenEvent | None:
    match message.WhichOneof("kind"):
        case "dealt":
            dealt = message.dealt
            return DealtSeen(dealt.round, tuple(dealt.seats), dealt.discard_top, dealt.draw_pile)
        case "turn":
            return turn_started(message.turn)
        case "seat_changed":
            return seat_changed(message.seat_changed)
        case "round_ended":
            return round_ended(message.round_ended)
        case _:
            return game_ended(message.game_ended)


def turn_started(message: pb.TurnStarted) -> engine.TurnStarted:
    """A seat's turn begins."""
    reason = enums.TURN_REASON_BACK.get(message.reason, engine.TurnReason.IN_ORDER)
    return engine.TurnStarted(message.seat, reason)


def seat_changed(message: pb.SeatChanged) -> engine.SeatChanged | None:
    """What became of a seat; None for a change that this version does not know."""
    change = enums.SEAT_CHANGE_BACK.get(message.change)
    if change is None:
        return None
    whole_game = message.change == pb.SEAT_CHANGE_FORFEITED_GAME
    removed = message.removed or message.change == pb.SEAT_CHANGE_KICKED
    return engine.SeatChanged(message.seat, change, _fault(message), whole_game, removed)


def _fault(message: pb.SeatChanged) -> Fault | None:
    """The cause; None where there is none, or one that this version does not know."""
    kind = enums.FAULT_KIND_BACK.get(message.fault.kind)
    owner = enums.FAULT_OWNER_BACK.get(message.fault.owner)
    return Fault(kind, owner) if kind and owner else None


def round_ended(message: pb.RoundEnded) -> engine.RoundEnded:
    """The scores of a round."""
    lines = message.scores
    return engine.RoundEnded(
        round=message.round,
        finisher=message.finisher if message.HasField("finisher") else None,
        raw=tuple(line.raw if line.HasField("raw") else None for line in lines),
        scores=tuple(line.score if line.HasField("score") else None for line in lines),
        totals=tuple(line.total for line in lines),
    )


def game_ended(message: pb.GameEnded) -> engine.GameEnded:
    """The result of a game; its key is read from the message itself."""
    lines = message.results
    return engine.GameEnded(
        totals=tuple(line.total for line in lines),
        ranks=tuple(line.rank if line.HasField("rank") else None for line in lines),
        reason=enums.END_REASON_BACK.get(message.reason, engine.EndReason.ROUNDS_PLAYED),
    )


def _move(message: pb.Event) -> SeenEvent:
    match message.WhichOneof("kind"):
        case "took":
            took = message.took
            return engine.Took(took.seat, took.slot, took.card, took.replaced)
        case "drew":
            drew = message.drew
            card = drew.card if drew.HasField("card") else None
            return DrewSeen(drew.seat, card, drew.draw_pile)
        case "kept":
            kept = message.kept
            return engine.Kept(kept.seat, kept.slot, kept.card, kept.replaced)
        case _:
            thrown = message.discarded
            return engine.Discarded(thrown.seat, thrown.slot, thrown.card, thrown.revealed)


def _cards(message: pb.Event) -> SeenEvent | None:
    match message.WhichOneof("kind"):
        case "flipped":
            flip = message.flipped
            slots, values = tuple(flip.slots), tuple(flip.values)
            return engine.Flipped(flip.seat, slots, values, flip.by_server)
        case "cleared":
            cleared = message.cleared
            return engine.Cleared(cleared.seat, tuple(cleared.slots), cleared.value)
        case "hand_dropped":
            return engine.HandDropped(message.hand_dropped.seat, message.hand_dropped.card)
        case "reshuffled":
            return ReshuffledSeen(message.reshuffled.draw_pile)
        case "finished":
            return engine.Finished(message.finished.seat)
        case "revealed":
            shown = message.revealed
            return engine.Revealed(shown.seat, tuple(shown.slots), tuple(shown.values))
        case "turn_cap_reached":
            return engine.TurnCapReached()
        case _:
            return None
