"""Which key does what: every action of the full screen, its keys by default, and a player's own.

Views know an action by the key that it has by default; a keymap says which key stands for it. So a
view need not know what somebody has bound.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _, mark
from skyjo_client.present.wrapped import width


class Where(Enum):
    """Where a key is pressed; in a line that is typed each key is itself.

    Where a question was asked, letters answer it whatever they do elsewhere.
    """

    TABLE = mark("table", "where")
    LOBBY = mark("lobby", "where")
    REPLAY = mark("replay", "where")
    PAGE = mark("page", "where")
    TYPING = "typing"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a key does: ``keys`` by default, as people write them.

    ``key`` is the name of the first one for the views.
    """

    name: str
    about: str
    keys: tuple[str, ...]
    where: tuple[Where, ...]
    key: str = ""

    @property
    def view_key(self) -> str:
        """How the views call it."""
        return self.key or self.keys[0]


_EVERYWHERE: Final = (Where.TABLE, Where.LOBBY, Where.REPLAY, Where.PAGE)
_CHOICES: Final = (Where.TABLE, Where.LOBBY, Where.PAGE)
_GAMES: Final = (Where.TABLE, Where.REPLAY)
_REPLAY: Final = (Where.REPLAY,)

ACTIONS: Final = {
    action.name: action
    for action in (
        Action("choose", mark("choose, send, go on"), ("enter",), _CHOICES),
        Action("back", mark("go back"), ("escape",), _EVERYWHERE),
        Action("up", mark("go up"), ("up",), _CHOICES),
        Action("down", mark("go down"), ("down",), _CHOICES),
        Action("left", mark("go left"), ("left",), (Where.TABLE,)),
        Action("right", mark("go right"), ("right",), (Where.TABLE,)),
        Action("draw", mark("draw a card"), ("d",), (Where.TABLE,)),
        Action("take", mark("take the discard"), ("t",), (Where.TABLE,)),
        Action("throw-away", mark("throw the drawn card away"), ("x",), (Where.TABLE,)),
        Action("command", mark("type a command"), (":",), (Where.TABLE,), "colon"),
        Action("talk", mark("say something"), ("/",), (Where.TABLE,), "slash"),
        Action("invite", mark("what to tell others to come"), ("i",), (Where.TABLE,)),
        Action(
            "other-seat",
            mark("look at the next player's cards"),
            ("tab",),
            (Where.TABLE, Where.PAGE),
        ),
        Action("hint", mark("get a hint"), ("h",), (Where.TABLE,)),
        Action("see-again", mark("see a game again that is over"), ("v",), (Where.TABLE,)),
        Action("scores", mark("scores"), ("s",), _GAMES),
        Action("log", mark("log"), ("l",), _GAMES),
        Action("copy", mark("copy the log"), ("y",), (Where.TABLE,)),
        Action("language", mark("texts in the next language"), ("f2",), (*_GAMES, Where.LOBBY)),
        Action("watch", mark("look on"), ("w",), (Where.LOBBY,)),
        Action("play", mark("play against bots"), ("p",), (Where.LOBBY,)),
        Action("new-table", mark("make a table"), ("n",), (Where.LOBBY,)),
        Action("join", mark("join by code or address"), ("j",), (Where.LOBBY,)),
        Action("name", mark("change your name"), (":",), (Where.LOBBY,), "colon"),
        Action("rules", mark("read the rules"), ("r",), (Where.LOBBY,)),
        Action("page-up", mark("back by a page"), ("pageup",), (Where.PAGE,)),
        Action("page-down", mark("on by a page"), ("pagedown",), (Where.PAGE,)),
        Action("next-event", mark("on by an event"), ("right",), _REPLAY),
        Action("last-event", mark("back by an event"), ("left",), _REPLAY),
        Action("next-turn", mark("to the next turn"), ("down",), _REPLAY),
        Action("last-turn", mark("to the turn before"), ("up",), _REPLAY),
        Action("next-round", mark("to the next round"), ("pagedown",), _REPLAY),
        Action("last-round", mark("to the round before"), ("pageup",), _REPLAY),
        Action("beginning", mark("to the beginning"), ("home",), _REPLAY),
        Action("end", mark("to the end"), ("end",), _REPLAY),
        Action("pause", mark("play, and pause"), ("space",), _REPLAY),
        Action("faster", mark("faster"), ("+",), _REPLAY, "plus"),
        Action("slower", mark("slower"), ("-",), _REPLAY, "minus"),
        Action("next-seat", mark("see what the next player saw"), ("tab",), _REPLAY),
        Action("last-seat", mark("see what the player before saw"), ("shift+tab",), _REPLAY),
        Action("mouse", mark("switch the mouse off or on"), ("m",), _EVERYWHERE),
        Action("help", mark("help"), ("?", "f1"), _EVERYWHERE, "question_mark"),
        Action("leave", mark("leave"), ("q",), _EVERYWHERE),
    )
}
"""Every action by its name, in the order in which they are listed."""


_ANSWERS: Final = ("choose", "back", "leave")
"""The actions that answer a question."""
_PLAYING: Final = ("draw", "take", "throw-away", "talk", "hint")
"""Actions at a table that need a seat there."""


def _actions(where: Where) -> list[Action]:
    if where is Where.ASKED:
        return [ACTIONS[name] for name in _ANSWERS]
    return [action for action in ACTIONS.values() if where in action.where]


RESERVED: Final = ("ctrl+c", "ctrl+q")
"""They ask to leave, whatever is bound."""
_SLOTS: Final = ("a", "b", "c")
"""At a table they begin the name of a slot."""
_NAMED: Final = (
    *("enter", "escape", "space", "tab", "backspace", "delete", "insert"),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *(f"f{number}" for number in range(1, 13)),
)
_WITH: Final = re.compile(r"(ctrl\+|alt\+|shift\+)+")


class KeymapError(ValueError):
    """A key that cannot be bound; the text says why, ``action`` to what."""

    def __init__(self, action: str, text: str) -> None:
        """Keep the action."""
        super().__init__(text)
        self.action = action


class Press(NamedTuple):
    """A key as the views know it, and what it types."""

    key: str
    character: str | None = None


class Keymap:
    """The keys of each action. Raises :class:`KeymapError` for keys that nobody can press apart."""

    def __init__(self, own: Mapping[str, tuple[str, ...]] | None = None) -> None:
        """Take the keys by default but for the actions in ``own``."""
        own = own or {}
        for name, keys in own.items():
            _check(name, keys)
        self._keys = {name: own.get(name, action.keys) for name, action in ACTIONS.items()}
        self.own = tuple(own)
        """The actions that have other keys than by default."""
        self._actions = {where: self._actions_at(where, own) for where in Where}

    def _actions_at(self, where: Where, own: Iterable[str]) -> dict[str, Action]:
        """The action of each key at one place, those by default first."""
        found: dict[str, Action] = {}
        for action in sorted(_actions(where), key=lambda action: action.name in own):
            for key in self._keys[action.name]:
                if found.get(key, action) is not action:
                    text = _("{key} cannot mean {action}, it means {other} already.")
                    other = found[key].name
                    told = text.format(key=key, action=action.name, other=other)
                    raise KeymapError(action.name, told)
                found[key] = action
        return found

    def keys(self, name: str) -> tuple[str, ...]:
        """Return the keys of an action."""
        return self._keys[name]

    def meant(self, where: Where, key: str, character: str | None = None) -> Press:
        """Return what a view is to be told of a key; Textual calls it ``key``."""
        typed = character if character and character.isprintable() and character != " " else None
        if action := self._actions[where].get(typed or key):
            sign = action.keys[0]
            return Press(action.view_key, sign if len(sign) == 1 else None)
        unbound = any(key == action.view_key for action in _actions(where))
        return Press("" if unbound else key, character)

    def shown(self, where: Where, view_key: str, by_default: str) -> str:
        """Return what a key is called on the screen; that of an action is the first one bound."""
        for action in _actions(where):
            if action.view_key == view_key and action.name in self.own:
                return self._keys[action.name][0]
        return by_default

    def names(self, where: Where) -> dict[str, str]:
        """Return what sentences call the keys that they name: letters as they are, words large."""
        keys = {
            "enter": self.shown(where, "enter", "Enter"),
            "esc": self.shown(where, "escape", "Esc"),
            "tab": self.shown(where, "tab", "Tab"),
            "throw": self.shown(where, "x", "x"),
            "join": self.shown(where, "j", "j"),
            "command": self.shown(where, "colon", ":"),
        }
        return {name: key.capitalize() if len(key) > 1 else key for name, key in keys.items()}

    def lines(self, where: Where, *, watching: bool = False) -> list[str]:
        """Return a line for each action at one place, its keys first; of a watcher only its own."""
        here = [one for one in _actions(where) if not (watching and one.name in _PLAYING)]
        named = [(_(", ").join(self._keys[action.name]), _(action.about)) for action in here]
        columns = max(width(keys) for keys, _about in named)
        return [f"{keys}{' ' * (columns - width(keys))}  {about}" for keys, about in named]


DEFAULT_KEYMAP: Final = Keymap()


def _check(name: str, keys: tuple[str, ...]) -> None:
    """Raise :class:`KeymapError` for what is no action or no key for it."""
    if name not in ACTIONS:
        text = _("There is no action {name}. There are: {names}.")
        told = text.format(name=escape(name), names=_(", ").join(ACTIONS))
        raise KeymapError(name, told)
    if not keys:
        raise KeymapError(name, _("{action} needs a key.").format(action=name))
    for key in keys:
        if not _is_key(key):
            text = _("{key} is no key. Write a sign, ctrl+ and a letter, or one of: {names}.")
            told = text.format(key=escape(key) or '""', names=_(", ").join(_NAMED))
            raise KeymapError(name, told)
        at_table = Where.TABLE in ACTIONS[name].where
        if key in RESERVED or (key in _SLOTS and at_table):
            text = _("{key} cannot mean {action}: it begins the name of a slot.")
            if key in RESERVED:
                text = _("{key} cannot mean {action}: it always asks to leave.")
            raise KeymapError(name, text.format(key=key, action=name))


def _is_key(key: str) -> bool:
    if len(key) == 1:
        return key.isprintable() and key != " "
    rest = _WITH.sub("", key, count=1)
    return rest in _NAMED or (rest != key and len(rest) == 1 and rest.isalnum())
