"""From what a player typed to an action, or to a sentence that says what is possible."""

from collections.abc import Iterable

from skyjo.v1 import game_pb2
from skyjo_client.present.grammar import SLOTS, Mistake, Typed
from skyjo_client.present.messages import _, plural
from skyjo_client.present.prompts import wanted
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import number, slot_name, slots_listed
from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Take


def move(store: TableStore, typed: Typed) -> Action:
    """Return the action typed, if the decision that waits accepts it. Raises :class:`Mistake`."""
    if store.decision is None:
        raise Mistake(wanted(store))
    legal = store.decision.legal
    match typed.command:
        case "draw":
            return _draw(store, legal)
        case "take":
            _possible(store, legal.take)
            return Take(_one(store, typed, legal.take, _("Say t and one slot, such as t b3.")))
        case "throw":
            _possible(store, legal.discard)
            return Discard(_one(store, typed, legal.discard, _("Say x and one hidden slot.")))
        case _:
            return _slots(store, typed, legal)


def _draw(store: TableStore, legal: game_pb2.LegalActions) -> Action:
    if not legal.draw:
        raise Mistake(wanted(store))
    return Draw()


def _slots(store: TableStore, typed: Typed, legal: game_pb2.LegalActions) -> Action:
    if legal.flip_count:
        return _flip(store, typed, legal)
    if legal.keep:
        return Keep(_one(store, typed, legal.keep, _("Name one slot, such as b3.")))
    if not typed.slots:
        raise Mistake(wanted(store))
    text = _("Say t {slot} to take {top} there, or d to draw a card first.")
    top = number(store.board.discard_top or 0)
    raise Mistake(text.format(slot=slot_name(typed.slots[0]), top=top))


def _flip(store: TableStore, typed: Typed, legal: game_pb2.LegalActions) -> Action:
    if len(set(typed.slots)) < len(typed.slots):
        raise Mistake(_("{wanted} Name different slots.").format(wanted=wanted(store)))
    if len(typed.slots) != legal.flip_count:
        text = plural(
            "{wanted} You named {count} slot.",
            "{wanted} You named {count} slots.",
            len(typed.slots),
        )
        raise Mistake(text.format(wanted=wanted(store)))
    for slot in typed.slots:
        _listed(store, slot, legal.flip)
    return Flip(typed.slots)


def _possible(store: TableStore, slots: Iterable[int]) -> None:
    if not list(slots):
        raise Mistake(wanted(store))


def _one(store: TableStore, typed: Typed, legal: Iterable[int], missing: str) -> int:
    if len(typed.slots) != 1 or (typed.command != SLOTS and len(typed.words) != 1):
        raise Mistake(missing)
    return _listed(store, typed.slots[0], legal)


def _listed(store: TableStore, slot: int, legal: Iterable[int]) -> int:
    slots = list(legal)
    if slot in slots:
        return slot
    own = store.board.own
    if own is not None and slot in own.cleared:
        text = _("{slot} is cleared. Possible: {slots}.")
    else:
        text = _("{slot} lies open. Possible: {slots}.")
    raise Mistake(text.format(slot=slot_name(slot), slots=slots_listed(slots)))
