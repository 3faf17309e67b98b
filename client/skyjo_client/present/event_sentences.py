"""One sentence for each event of a game."""

from collections.abc import Callable
from typing import Any, Final

from skyjo.v1 import event_pb2
from skyjo_client.present.away import to_play
from skyjo_client.present.board import kind_of
from skyjo_client.present.messages import _, plural
from skyjo_client.present.score_lines import game_ended_line, round_ended_line
from skyjo_client.present.seat_sentences import seat_changed
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import cards_listed, number, slot_name, slots_listed
from skyjo_engine.cards import COLUMNS


def event_sentence(store: TableStore, event: event_pb2.Event) -> str:
    """Tell an event that the store has taken in; an unknown kind gives an empty text."""
    kind = kind_of(event)
    return _SENTENCES[kind](store, getattr(event, kind)) if kind in _SENTENCES else ""


def your_turn(store: TableStore) -> str:
    """Tell the viewer that it is its turn, with what it needs to choose."""
    board = store.board
    if board.last_lap:
        text = _("Your last turn in round {round}. Discard shows {top}. {pile}")
    else:
        text = _("Your turn. Round {round}. Discard shows {top}. {pile}")
    return text.format(
        round=board.round,
        top=number(board.discard_top or 0),
        pile=plural("{count} card to draw.", "{count} cards to draw.", board.draw_pile),
    )


def _dealt(_store: TableStore, event: event_pb2.Dealt) -> str:
    return _("Round {round} begins. Discard shows {top}. {pile}").format(
        round=event.round,
        top=number(event.discard_top),
        pile=plural("{count} card to draw.", "{count} cards to draw.", event.draw_pile),
    )


def _flipped(store: TableStore, event: event_pb2.Flipped) -> str:
    cards = cards_listed(event.slots, event.values)
    if event.by_server:
        yours = _("The server turned up for you: {cards}.")
        theirs = _("The server turned up for {name}: {cards}.")
    else:
        yours, theirs = _("You turned up {cards}."), _("{name} turned up {cards}.")
    return _told(store, event.seat, yours, theirs).format(name=store.name(event.seat), cards=cards)


def _cleared(store: TableStore, event: event_pb2.Cleared) -> str:
    parts = {"name": store.name(event.seat), "card": number(event.value)}
    columns = {slot % COLUMNS for slot in event.slots}
    if len(columns) == 1:
        yours = _("Your column {column} is cleared: three cards of {card} are discarded.")
        theirs = _("{name} clears column {column}: three cards of {card} are discarded.")
        parts["column"] = str(columns.pop() + 1)
    else:
        yours = _("Your slots {slots} are cleared: cards of {card} are discarded.")
        theirs = _("{name} clears {slots}: cards of {card} are discarded.")
        parts["slots"] = slots_listed(event.slots)
    return _told(store, event.seat, yours, theirs).format(**parts)


def _turn(store: TableStore, event: event_pb2.TurnStarted) -> str:
    if store.is_you(event.seat):
        return your_turn(store)
    starts = {
        event_pb2.TURN_REASON_HIGHEST_SUM: _("{name} begins, with the highest sum."),
        event_pb2.TURN_REASON_HIGHEST_CARD: _(
            "{name} begins: equal sums, but the highest single card."
        ),
        event_pb2.TURN_REASON_LOWEST_SEAT: _("{name} begins: all equal, but the lowest seat."),
        event_pb2.TURN_REASON_FINISHER: _("{name} begins, having ended the round before."),
        event_pb2.TURN_REASON_NEXT_SEAT: _(
            "{name} begins, as the next seat after the one that ended the round before."
        ),
    }
    begins = starts.get(event.reason)
    if begins is None:
        return to_play(store, event.seat)
    return begins.format(name=store.name(event.seat))


def _took(store: TableStore, event: event_pb2.Took) -> str:
    yours = _("You took {card} and put it on {slot}. {replaced} goes to the discard pile.")
    theirs = _("{name} took {card} and put it on {slot}. {replaced} goes to the discard pile.")
    return _told(store, event.seat, yours, theirs).format(
        name=store.name(event.seat),
        card=number(event.card),
        slot=slot_name(event.slot),
        replaced=_capital(number(event.replaced)),
    )


def _drew(store: TableStore, event: event_pb2.Drew) -> str:
    if event.HasField("card"):
        yours, theirs = _("You drew {card}."), _("{name} draws {card}.")
        return _told(store, event.seat, yours, theirs).format(
            name=store.name(event.seat), card=number(event.card)
        )
    yours, theirs = _("A card was drawn for you."), _("{name} draws a card.")
    return _told(store, event.seat, yours, theirs).format(name=store.name(event.seat))


def _kept(store: TableStore, event: event_pb2.Kept) -> str:
    yours = _("You put {card} on {slot}. {replaced} goes to the discard pile.")
    theirs = _("{name} put {card} on {slot}. {replaced} goes to the discard pile.")
    return _told(store, event.seat, yours, theirs).format(
        name=store.name(event.seat),
        card=number(event.card),
        slot=slot_name(event.slot),
        replaced=_capital(number(event.replaced)),
    )


def _discarded(store: TableStore, event: event_pb2.Discarded) -> str:
    yours = _("You threw away {card} and turned up {slot}: {revealed}.")
    theirs = _("{name} threw away {card} and turned up {slot}: {revealed}.")
    return _told(store, event.seat, yours, theirs).format(
        name=store.name(event.seat),
        card=number(event.card),
        slot=slot_name(event.slot),
        revealed=number(event.revealed),
    )


def _hand_dropped(store: TableStore, event: event_pb2.HandDropped) -> str:
    yours = _("The card that you held, {card}, goes to the discard pile.")
    theirs = _("The card that {name} held, {card}, goes to the discard pile.")
    return _told(store, event.seat, yours, theirs).format(
        name=store.name(event.seat), card=number(event.card)
    )


def _reshuffled(_store: TableStore, event: event_pb2.Reshuffled) -> str:
    return plural(
        "The draw pile was empty: the discard pile was shuffled into a new one of {count} card.",
        "The draw pile was empty: the discard pile was shuffled into a new one of {count} cards.",
        event.draw_pile,
    )


def _finished(store: TableStore, event: event_pb2.Finished) -> str:
    yours = _("You have no hidden card left. Last lap: everybody else has one more turn.")
    theirs = _("{name} has no hidden card left. Last lap: everybody else has one more turn.")
    return _told(store, event.seat, yours, theirs).format(name=store.name(event.seat))


def _revealed(store: TableStore, event: event_pb2.Revealed) -> str:
    yours, theirs = _("Your hidden cards were {cards}."), _("Hidden cards of {name}: {cards}.")
    return _told(store, event.seat, yours, theirs).format(
        name=store.name(event.seat), cards=cards_listed(event.slots, event.values)
    )


def _turn_cap_reached(_store: TableStore, _event: event_pb2.TurnCapReached) -> str:
    return _("Nobody has finished within the turns allowed: the round is scored as it lies.")


def _told(store: TableStore, seat: int, yours: str, theirs: str) -> str:
    return yours if store.is_you(seat) else theirs


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_SENTENCES: Final[dict[str, Callable[[TableStore, Any], str]]] = {
    "dealt": _dealt,
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
    "seat_changed": seat_changed,
    "turn_cap_reached": _turn_cap_reached,
    "round_ended": round_ended_line,
    "game_ended": game_ended_line,
}
