"""What a seat may do: the list of its actions, and the reason to refuse any other (R5, R10 to R13).

Both are written from the rules on their own; the tests show that they agree in every state.
"""

from skyjo_engine.actions import Action, Discard, Flip, Keep, Legal, Take
from skyjo_engine.cards import SLOTS
from skyjo_engine.errors import IllegalReason
from skyjo_engine.phase import PHASE_OF, Phase
from skyjo_engine.rules import Rules
from skyjo_engine.seat import Seat


def legal_actions(phase: Phase, seat: Seat, rules: Rules, *, has_turn: bool) -> Legal | None:
    """Every action of ``seat`` in this phase, or None when the round does not wait for it."""
    if _not_awaited(phase, seat, has_turn=has_turn):
        return None
    if phase is Phase.FLIP:
        return Legal(flip_count=rules.initial_flips, flip=tuple(range(SLOTS)))
    present = seat.grid.present_slots()
    if phase is Phase.TURN:
        return Legal(take=present, draw=True)
    return Legal(keep=present, discard=seat.grid.hidden_slots())


def refusal(
    phase: Phase, seat: Seat, rules: Rules, action: Action, *, has_turn: bool
) -> IllegalReason | None:
    """Why ``seat`` may not do this now, or None when it may."""
    if reason := _not_awaited(phase, seat, has_turn=has_turn):
        return reason
    if PHASE_OF[type(action)] is not phase:
        return IllegalReason.WRONG_PHASE
    match action:
        case Flip(slots) if len(slots) != rules.initial_flips:
            return IllegalReason.WRONG_FLIP_COUNT
        case Take(slot) | Keep(slot) | Discard(slot) if seat.grid.is_cleared(slot):
            return IllegalReason.SLOT_CLEARED
        case Discard(slot) if not seat.grid.is_hidden(slot):
            return IllegalReason.SLOT_NOT_HIDDEN
    return None


def _not_awaited(phase: Phase, seat: Seat, *, has_turn: bool) -> IllegalReason | None:
    """Why the round waits for no action of this seat, or None when it does."""
    if phase is not Phase.FLIP:
        return None if has_turn else IllegalReason.NOT_YOUR_TURN
    if not seat.plays:
        return IllegalReason.NOT_YOUR_TURN
    return IllegalReason.ALREADY_FLIPPED if seat.opened is not None else None
