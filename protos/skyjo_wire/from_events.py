"""Engine events, as they are shown, as messages of the contract."""

from skyjo.v1 import event_pb2 as pb
from skyjo_engine import events as engine
from skyjo_engine.record import SeatEntry
from skyjo_engine.view import DealtSeen, DrewSeen, ReshuffledSeen, SeenEvent
from skyjo_wire import enums


def event(seen: SeenEvent, *, key: bytes | None = None) -> pb.Event:
    """An event as its viewer may see it. ``key`` is shown with the end of the game only."""
    match seen:
        case DealtSeen() | engine.TurnStarted() | engine.RoundEnded() | engine.GameEnded():
            return _course(seen, key)
        case engine.Took() | DrewSeen() | engine.Kept() | engine.Discarded():
            return _move(seen)
        case engine.SeatChanged():
            return pb.Event(seat_changed=seat_changed(seen))
        case _:
            return _cards(seen)


def _course(
    seen: DealtSeen | engine.TurnStarted | engine.RoundEnded | engine.GameEnded, key: bytes | None
) -> pb.Event:
    match seen:
        case DealtSeen(number, seats, top, pile):
            dealt = pb.Dealt(round=number, seats=seats, discard_top=top, draw_pile=pile)
            return pb.Event(dealt=dealt)
        case engine.TurnStarted(seat, reason):
            return pb.Event(turn=pb.TurnStarted(seat=seat, reason=enums.TURN_REASON[reason]))
        case engine.RoundEnded(number, finisher, raw, scores, totals):
            lines = zip(raw, scores, totals, strict=True)
            return pb.Event(
                round_ended=pb.RoundEnded(
                    round=number,
                    finisher=finisher,
                    scores=[pb.SeatScore(raw=r, score=s, total=t) for r, s, t in lines],
                )
            )
        case engine.GameEnded(totals, ranks, end):
            ended = game_ended(totals, ranks, end)
            if key is not None:
                ended.key = key
            return pb.Event(game_ended=ended)


def seat_changed(event: engine.SeatChanged | SeatEntry) -> pb.SeatChanged:
    """What became of a seat, and why."""
    change = enums.SEAT_CHANGE[event.change]
    if event.whole_game:
        change = pb.SEAT_CHANGE_FORFEITED_GAME
    if event.removed and event.change is engine.SeatChange.LEFT:
        change = pb.SEAT_CHANGE_KICKED
    changed = pb.SeatChanged(seat=event.seat, change=change, removed=event.removed)
    if event.fault:
        changed.fault.kind = enums.FAULT_KIND[event.fault.kind]
        changed.fault.owner = enums.FAULT_OWNER[event.fault.owner]
    return changed


def game_ended(
    totals: tuple[int, ...], ranks: tuple[int | None, ...], reason: engine.EndReason
) -> pb.GameEnded:
    """The result of a game, without its key."""
    return pb.GameEnded(
        results=[pb.SeatResult(total=t, rank=r) for t, r in zip(totals, ranks, strict=True)],
        reason=enums.END_REASON[reason],
    )


def _move(seen: engine.Took | DrewSeen | engine.Kept | engine.Discarded) -> pb.Event:
    match seen:
        case engine.Took(seat, slot, card, replaced):
            return pb.Event(took=pb.Took(seat=seat, slot=slot, card=card, replaced=replaced))
        case DrewSeen(seat, held, pile):
            return pb.Event(drew=pb.Drew(seat=seat, card=held, draw_pile=pile))
        case engine.Kept(seat, slot, card, replaced):
            return pb.Event(kept=pb.Kept(seat=seat, slot=slot, card=card, replaced=replaced))
        case engine.Discarded(seat, slot, card, revealed):
            thrown = pb.Discarded(seat=seat, slot=slot, card=card, revealed=revealed)
            return pb.Event(discarded=thrown)


def _cards(
    seen: engine.Flipped
    | engine.Cleared
    | engine.HandDropped
    | ReshuffledSeen
    | engine.Finished
    | engine.Revealed
    | engine.TurnCapReached,
) -> pb.Event:
    match seen:
        case engine.Flipped(seat, slots, values, by_server):
            flipped = pb.Flipped(seat=seat, slots=slots, values=values, by_server=by_server)
            return pb.Event(flipped=flipped)
        case engine.Cleared(seat, slots, value):
            return pb.Event(cleared=pb.Cleared(seat=seat, slots=slots, value=value))
        case engine.HandDropped(seat, card):
            return pb.Event(hand_dropped=pb.HandDropped(seat=seat, card=card))
        case ReshuffledSeen(pile):
            return pb.Event(reshuffled=pb.Reshuffled(draw_pile=pile))
        case engine.Finished(seat):
            return pb.Event(finished=pb.Finished(seat=seat))
        case engine.Revealed(seat, slots, values):
            return pb.Event(revealed=pb.Revealed(seat=seat, slots=slots, values=values))
        case engine.TurnCapReached():
            return pb.Event(turn_cap_reached=pb.TurnCapReached())
