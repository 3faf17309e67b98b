"""What the best house bot would do now, and why, in a sentence."""

import random

from skyjo_bots.opening import spread
from skyjo_bots.seating import rivals
from skyjo_bots.skilled import Turn
from skyjo_bots.weights import weights_for
from skyjo_client.present.board import SeatBoard
from skyjo_client.present.messages import _
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import decimal, number, slot_name, slots_listed
from skyjo_engine.actions import Action, Discard, Draw, Keep, Take
from skyjo_engine.cards import COLUMN_SLOTS, COLUMNS
from skyjo_wire import to_engine
from skyjo_wire.errors import RefusalError


def hint(store: TableStore) -> str:
    """Return the advice for the decision that waits; what is missing where there is none."""
    decision = store.decision
    if decision is None or not decision.HasField("view"):
        return _("There is nothing to decide now.")
    try:
        rules = to_engine.rules(store.rules)
        view, legal = to_engine.view(decision.view, rules), to_engine.legal(decision.legal)
    except RefusalError:
        return _("The house bot does not know these rules.")
    if legal.flip_count:
        slots = spread(legal, random.Random(0)).slots  # noqa: S311 # any spread is as good
        text = _("Hint: turn up {slots}. Open cards in different columns may each become three.")
        return text.format(slots=slots_listed(slots))
    weighed = Turn(view, weights_for(1 + len(rivals(view)))).weighed(legal)
    best = min(weighed, key=weighed.__getitem__)
    others = [cost for action, cost in weighed.items() if action != best]
    advice = (
        _("{advice} {reason}")
        .format(advice=_advice(store, best), reason=_reason(store, best))
        .strip()
    )
    return _against(advice, best, others[0] - weighed[best]) if others else advice


def _advice(store: TableStore, action: Action) -> str:
    board = store.board
    match action:
        case Take(slot):
            text = _("Hint: take {card} onto {slot}.")
            return text.format(card=number(board.discard_top or 0), slot=slot_name(slot))
        case Keep(slot):
            text = _("Hint: put {card} on {slot}.")
            return text.format(card=number(board.drawn or 0), slot=slot_name(slot))
        case Discard(slot):
            text = _("Hint: throw {card} away and turn up {slot}.")
            return text.format(card=number(board.drawn or 0), slot=slot_name(slot))
    return _("Hint: draw a card.")


def _reason(store: TableStore, action: Action) -> str:
    own = store.board.own
    match action:
        case Take(slot) | Keep(slot) if own is not None:
            card = store.board.discard_top if isinstance(action, Take) else store.board.drawn
            return _laid(own, slot, card or 0)
        case Discard():
            return _("On no slot would it cost less than an unknown card is expected to.")
        case Draw():
            top = number(store.board.discard_top or 0)
            return _("{top} helps less than an unknown card may.").format(top=top)
    return ""


def _laid(own: SeatBoard, slot: int, card: int) -> str:
    """Why a card belongs on a slot: what it completes, begins, or replaces."""
    column = slot % COLUMNS
    rest = [own.values[other] for other in COLUMN_SLOTS[column] if other != slot]
    if rest == [card, card]:
        return _("That clears column {column}.").format(column=column + 1)
    if card in rest and card > 0:
        return _("Column {column} then has two of it.").format(column=column + 1)
    old = own.values[slot]
    if old is None:
        return _("An unknown card is expected to cost more.")
    return _("It replaces {old}.").format(old=number(old))


def _against(advice: str, best: Action, gain: float) -> str:
    """Add by how much the advice is better than the other thing that is possible."""
    match best:
        case Take():
            text = _("{advice} Drawing would cost about {gain} points more.")
        case Draw():
            text = _("{advice} Taking it would cost about {gain} points more.")
        case Keep():
            text = _("{advice} Throwing it away would cost about {gain} points more.")
        case _:
            text = _("{advice} Keeping it would cost about {gain} points more.")
    return text.format(advice=advice, gain=decimal(gain))
