"""Events in few words, for a log beside the table: who did what, on which slot.

What happens seldom, or is long anyway, is told by its whole sentence.
"""

from collections.abc import Callable
from typing import Any, Final

from skyjo.v1 import event_pb2
from skyjo_client.present.board import kind_of
from skyjo_client.present.event_sentences import event_sentence
from skyjo_client.present.messages import _, plural
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import slot_name
from skyjo_engine.cards import COLUMNS


def brief(store: TableStore, event: event_pb2.Event) -> str:
    """Tell an event in few words; "" for one that the table itself shows well enough."""
    kind = kind_of(event)
    short = _SHORT.get(kind)
    return event_sentence(store, event) if short is None else short(store, getattr(event, kind))


def _unsaid(_store: TableStore, _event: object) -> str:
    return ""


def _dealt(_store: TableStore, event: event_pb2.Dealt) -> str:
    return _("Round {round} begins.").format(round=event.round)


def _flipped(store: TableStore, event: event_pb2.Flipped) -> str:
    cards = " ".join(
        _("{slot}:{card}").format(slot=slot_name(slot), card=card)
        for slot, card in zip(event.slots, event.values, strict=False)
    )
    yours, theirs = _("You turn up {cards}"), _("{name} turns up {cards}")
    text = yours if store.is_you(event.seat) else theirs
    return text.format(name=store.name(event.seat), cards=cards)


def _took(store: TableStore, event: event_pb2.Took) -> str:
    yours, theirs = _("You took {card}: {slot}, {old} out"), _("{name} took {card}: {slot}")
    return _put(store, event, yours, theirs)


def _kept(store: TableStore, event: event_pb2.Kept) -> str:
    yours, theirs = _("You put {card} on {slot}, {old} out"), _("{name} drew {card}: {slot}")
    return _put(store, event, yours, theirs)


def _put(store: TableStore, event: event_pb2.Took | event_pb2.Kept, yours: str, theirs: str) -> str:
    text = yours if store.is_you(event.seat) else theirs
    return text.format(
        name=store.name(event.seat),
        card=event.card,
        slot=slot_name(event.slot),
        old=event.replaced,
    )


def _discarded(store: TableStore, event: event_pb2.Discarded) -> str:
    yours = _("You threw {card}, {slot}:{revealed}")
    theirs = _("{name} threw {card}, {slot}:{revealed}")
    return (yours if store.is_you(event.seat) else theirs).format(
        name=store.name(event.seat),
        card=event.card,
        slot=slot_name(event.slot),
        revealed=event.revealed,
    )


def _cleared(store: TableStore, event: event_pb2.Cleared) -> str:
    columns = {slot % COLUMNS for slot in event.slots}
    parts = {"name": store.name(event.seat), "card": event.value}
    if len(columns) == 1:
        yours, theirs = _("! Your column {column} is gone"), _("! {name}: column {column} is gone")
        parts["column"] = columns.pop() + 1
    else:
        yours, theirs = _("! Your row of {card} is gone"), _("! {name}: a row of {card} is gone")
    return (yours if store.is_you(event.seat) else theirs).format(**parts)


def _finished(store: TableStore, event: event_pb2.Finished) -> str:
    yours, theirs = _("! You are all open: last lap"), _("! {name} is all open: last lap")
    return (yours if store.is_you(event.seat) else theirs).format(name=store.name(event.seat))


def _reshuffled(_store: TableStore, event: event_pb2.Reshuffled) -> str:
    return plural(
        "The discards are shuffled: {count} card to draw",
        "The discards are shuffled: {count} cards to draw",
        event.draw_pile,
    )


def _round_ended(_store: TableStore, event: event_pb2.RoundEnded) -> str:
    return _("Round {round} is scored.").format(round=event.round)


_SHORT: Final[dict[str, Callable[[TableStore, Any], str]]] = {
    "dealt": _dealt,
    "flipped": _flipped,
    "turn": _unsaid,
    "took": _took,
    "drew": _unsaid,
    "kept": _kept,
    "discarded": _discarded,
    "cleared": _cleared,
    "finished": _finished,
    "reshuffled": _reshuffled,
    "revealed": _unsaid,
    "round_ended": _round_ended,
}
