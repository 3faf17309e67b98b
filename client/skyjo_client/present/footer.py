"""The keys that do something now, for the last line of a screen."""

from dataclasses import dataclass, replace

from skyjo.v1 import table_pb2
from skyjo_client.present.canvas import Canvas, Role, key_spot
from skyjo_client.present.choice import QUIT, Choice
from skyjo_client.present.keymap import DEFAULT_KEYMAP, Keymap, Where
from skyjo_client.present.messages import _
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import number
from skyjo_client.present.wrapped import width


@dataclass(frozen=True, slots=True)
class Key:
    """What a key does now: ``key`` is how the front end calls it, ``shown`` how people do."""

    key: str
    shown: str
    label: str

    @property
    def text(self) -> str:
        """How it stands in the footer."""
        return f"[{self.shown}] {self.label}"


def table_keys(store: TableStore, choice: Choice, *, scores: bool = False) -> list[Key]:
    """Return the keys for the table itself, or for the scores after a round, most wanted first."""
    if choice.verb == QUIT:
        return [Key("enter", "enter", _("yes")), Key("escape", "esc", _("no"))]
    keys = _playing(store, choice) + _enter(store)
    if store.stage == table_pb2.TABLE_STAGE_GATHERING and not store.place.private:
        keys.append(Key("i", "i", _("invite")))
    if store.decision is not None and not choice.verb:
        keys.append(Key("h", "h", _("hint")))
    if store.result is not None and (store.goodbye is None or store.seat is None):
        keys.append(Key("v", "v", _("see it again")))
    if store.begun:
        keys.append(Key("s", "s", _("cards", "key") if scores else _("scores")))
    keys.append(Key("l", "l", _("log")))
    if store.goodbye is None:
        keys += _typing(store)
    keys.append(Key("question_mark", "?", _("help")))
    return keys if store.goodbye is not None else [*keys, Key("q", "q", _("leave"))]


def scores_keys(store: TableStore, choice: Choice) -> list[Key]:
    """Return the keys for a scoreboard over a table that is played: none that moves a card."""
    if choice.verb == QUIT:
        return table_keys(store, choice)
    return [Key("l", "l", _("log")), Key("escape", "esc", _("close")), Key("q", "q", _("leave"))]


def _typing(store: TableStore) -> list[Key]:
    """The keys that begin a line while somebody listens."""
    talk = [Key("slash", "/", _("talk"))] if store.phrases and store.seat is not None else []
    return [*talk, Key("colon", ":", _("command"))]


def typing_keys() -> list[Key]:
    """Return the keys while a line is typed."""
    return [Key("enter", "enter", _("send")), Key("escape", "esc", _("back"))]


def _playing(store: TableStore, choice: Choice) -> list[Key]:
    if store.decision is None:
        return []
    legal = store.decision.legal
    if choice.verb or choice.picked:
        return [Key("a", "a1-c4", _("slot")), Key("escape", "esc", _("back"))]
    if legal.flip_count:
        return [Key("a", "a1-c4", _("slots"))]
    if legal.draw:
        take = _("take {top}").format(top=number(store.board.discard_top or 0))
        return [Key("d", "d", _("draw")), Key("t", "t", take)]
    slots = Key("a", "a1-c4", _("slot"))
    return [slots, Key("x", "x", _("throw away"))] if legal.discard else [slots]


def _enter(store: TableStore) -> list[Key]:
    """What Enter does while nothing is chosen, and how a host fills seats."""
    if store.goodbye is not None:
        return [Key("enter", "enter", _("leave"))]
    line = entered(store)
    if line is not None:
        labels = {"": _("next round"), "back": _("take the seat back"), "start": _("begin")}
        label = _("play again") if store.may_go_on else labels[line]
        return [Key("enter", "enter", label)]
    gathers = store.stage == table_pb2.TABLE_STAGE_GATHERING
    if gathers and store.is_host and len(store.players) < len(store.board.seats):
        return [Key("b", "b", _("add a house bot"))]
    return []


def entered(store: TableStore) -> str | None:
    """Return the line that Enter types while nothing is chosen; None: Enter does nothing."""
    if store.stood_in:
        return "back"
    if store.awaits_ready:
        return ""
    if store.may_go_on and store.seat is not None:
        if store.is_host:
            return "start"
        voted = store.another_game is not None and store.seat in store.another_game.yes
        return None if voted else "vote again yes"
    gathers = store.stage == table_pb2.TABLE_STAGE_GATHERING
    full = len(store.players) == len(store.board.seats)
    if gathers and full and store.is_host and not store.starting:
        return "start"
    return None


def put_keys(
    canvas: Canvas,
    y: int,
    keys: list[Key],
    keymap: Keymap = DEFAULT_KEYMAP,
    where: Where = Where.TABLE,
) -> None:
    """Write the keys that fit, each to be clicked; the last, help and the way out, always do."""
    room = canvas.size.columns - 1
    kept = [replace(key, shown=keymap.shown(where, key.key, key.shown)) for key in keys]
    while len(kept) > 2 and sum(width(key.text) + 2 for key in kept) - 2 > room:  # noqa: PLR2004
        del kept[-3]
    x = 1
    for key in kept:
        canvas.mark(x, y, width(key.text), 1, key_spot(key.key))
        start = canvas.put(x, y, f"[{key.shown}]", Role.KEY)
        x = canvas.put(start, y, f" {key.label}") + 2
