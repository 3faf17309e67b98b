"""Inputs of a game as short lines of JSON, one a row of the journal, and back."""

import json
from typing import Any, Final

from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Take
from skyjo_engine.inputs import (
    Abandon,
    Act,
    Forfeit,
    Input,
    Leave,
    Return,
    StandIn,
    StartRound,
)

_ACTIONS: Final[dict[str, type[Take | Keep | Discard]]] = {
    "take": Take,
    "keep": Keep,
    "discard": Discard,
}
_SEATS: Final[dict[str, type[Leave | StandIn | Return | Forfeit]]] = {
    "leave": Leave,
    "stand_in": StandIn,
    "return": Return,
    "forfeit": Forfeit,
}
_ENCODE: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_NAMES: Final = {kind: name for name, kind in {**_ACTIONS, **_SEATS}.items()}


def dumps(given: Input, note: str = "") -> str:
    """The line of an input and its note, such as ``["",["act",2,"take",5]]``."""
    return _ENCODE([note, _values(given)])


def _values(given: Input) -> list[object]:
    match given:
        case StartRound():
            return ["round"]
        case Abandon():
            return ["abandon"]
        case Act(seat, action, by_server):
            return ["act", seat, *_action_values(action), *([True] if by_server else [])]
        case Leave() | StandIn() | Return() | Forfeit():
            return [_NAMES[type(given)], given.seat]


def _action_values(action: Action) -> list[object]:
    match action:
        case Draw():
            return ["draw", None]
        case Flip(slots):
            return ["flip", list(slots)]
        case Take(slot) | Keep(slot) | Discard(slot):
            return [_NAMES[type(action)], slot]


def loads(line: str) -> tuple[Input, str]:
    """The input and the note of a line that :func:`dumps` wrote."""
    note, values = json.loads(line)
    return _input(values), note


def _input(values: list[Any]) -> Input:
    match values:
        case ["round"]:
            return StartRound()
        case ["abandon"]:
            return Abandon()
        case ["act", seat, name, value, *by_server]:
            return Act(seat, _action(name, value), bool(by_server))
        case [name, seat]:
            return _SEATS[name](seat)
        case other:
            raise ValueError(other)


def _action(name: str, value: object) -> Action:
    if name == "draw":
        return Draw()
    if name == "flip":
        assert isinstance(value, list)  # noqa: S101  # as written
        return Flip(tuple(value))
    assert isinstance(value, int)  # noqa: S101  # as written
    return _ACTIONS[name](value)
