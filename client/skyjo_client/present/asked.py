"""What is wanted now, for a player who sees the table and its keys: shorter than for the ear."""

from typing import Final

from skyjo.v1 import play_pb2, table_pb2
from skyjo_client.present.board_lines import lap_line
from skyjo_client.present.changes import Ended
from skyjo_client.present.keymap import DEFAULT_KEYMAP, Keymap, Where
from skyjo_client.present.messages import _, plural
from skyjo_client.present.prompts import starting, wanted
from skyjo_client.present.sentences import tell
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import number
from skyjo_engine.rules import RANGES

_FEWEST: Final = RANGES["players"][0]
"""So many players make a game."""


def asked(store: TableStore, keymap: Keymap = DEFAULT_KEYMAP) -> str:
    """Tell what the viewer may do, or what everybody waits for, by the keys of ``keymap``."""
    keys = keymap.names(Where.TABLE)
    if store.goodbye is not None:
        return _("{ended} {enter} leaves.").format(ended=tell(store, Ended(store.goodbye)), **keys)
    if not store.linked:
        return _("The server is lost; trying again. Your seat is kept.")
    if store.decision is not None:
        return _decision(store, store.decision, keys["throw"])
    if store.stood_in:
        return _("A stand-in plays for you. {enter} takes your seat back.").format(**keys)
    if store.awaits_ready:
        return _("Press {enter} for the next round.").format(**keys)
    if store.seat is not None and store.may_go_on:
        return _another_game(store).format(**keys)
    if store.stage == table_pb2.TABLE_STAGE_GATHERING and store.is_host:
        return _hosting(store, keys)
    lap = lap_line(store)
    return _("{wanted} {lap}").format(wanted=wanted(store), lap=lap) if lap else wanted(store)


def _decision(store: TableStore, decision: play_pb2.Decision, throw: str) -> str:
    board = store.board
    match decision.kind:
        case play_pb2.DECISION_KIND_FLIP:
            return plural(
                "Turn up {count} card: choose its slot.",
                "Turn up {count} cards: choose their slots.",
                decision.legal.flip_count,
            )
        case play_pb2.DECISION_KIND_PLACE:
            card = number(board.drawn or 0)
            if not decision.legal.discard:
                return _("You hold {card}. Choose its slot.").format(card=card)
            text = _("You hold {card}. Choose its slot, or {throw} to throw it away.")
            return text.format(card=card, throw=throw)
    top = number(board.discard_top or 0)
    if board.last_lap:
        return _("Your last turn: draw a card, or take {top}.").format(top=top)
    return _("Your turn: draw a card, or take {top}.").format(top=top)


def _another_game(store: TableStore) -> str:
    if store.is_host:
        return _("The game is over. {enter} begins another one.")
    if store.another_game is not None and store.seat in store.another_game.yes:
        return _("You have asked for another game. Wait for the others.")
    return _("The game is over. {enter} asks for another one.")


def _hosting(store: TableStore, keys: dict[str, str]) -> str:
    free = len(store.board.seats) - len(store.players)
    if free > 0:
        text = plural("{count} seat is free.", "{count} seats are free.", free)
        if len(store.players) < _FEWEST:
            return _("{seats} Wait for friends, or add house bots with b.").format(seats=text)
        how = _("{seats} Wait for friends, add house bots with b, or type {command}start to begin.")
        return how.format(seats=text, **keys)
    if store.starting:
        return starting(store)
    return _("All seats are taken. {enter} begins.").format(**keys)
