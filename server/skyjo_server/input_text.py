"""Inputs of a game as short lines of JSON, one a row of the journal, and back."""

import json
from typing import Any, Final, NamedTuple

from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Take
from skyjo_engine.faults import Fault, FaultKind, FaultOwner
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
_ENCODE: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_NAMES: Final = {kind: name for name, kind in _ACTIONS.items()}


class KeptInput(NamedTuple):
    """An input, its note, and what it left in its seat's bank; None where no clock was kept."""

    given: Input
    note: str = ""
    bank_ms: int | None = None


def dumps(kept: KeptInput) -> str:
    """The line of an input, such as ``["",["act",2,"take",5],613200]``."""
    if kept.bank_ms is None:
        return _ENCODE([kept.note, _values(kept.given)])
    return _ENCODE([kept.note, _values(kept.given), kept.bank_ms])


def _values(given: Input) -> list[object]:
    match given:
        case StartRound():
            return ["round"]
        case Abandon():
            return ["abandon"]
        case Act(seat, action, by_server):
            return ["act", seat, *_action_values(action), *([True] if by_server else [])]
        case Leave(seat, removed):
            return ["leave", seat, *([True] if removed else [])]
        case Return(seat):
            return ["return", seat]
        case StandIn(seat, fault):
            return ["stand_in", seat, *_fault_values(fault)]
        case Forfeit(seat, fault, whole_game):
            return ["forfeit", seat, whole_game, *_fault_values(fault)]


def _fault_values(fault: Fault | None) -> list[object]:
    return [fault.kind.value, fault.owner.value] if fault else []


def _action_values(action: Action) -> list[object]:
    match action:
        case Draw():
            return ["draw", None]
        case Flip(slots):
            return ["flip", list(slots)]
        case Take(slot) | Keep(slot) | Discard(slot):
            return [_NAMES[type(action)], slot]


def loads(line: str) -> KeptInput:
    """The input of a line that :func:`dumps` wrote."""
    note, values, *bank = json.loads(line)
    return KeptInput(_input(values), note, *bank)


def _input(values: list[Any]) -> Input:
    match values:
        case ["round"]:
            return StartRound()
        case ["abandon"]:
            return Abandon()
        case ["act", seat, name, value, *by_server]:
            return Act(seat, _action(name, value), bool(by_server))
        case ["stand_in", seat, *fault]:
            return StandIn(seat, _fault(fault))
        case ["forfeit", seat, whole_game, *fault]:
            return Forfeit(seat, _fault(fault), whole_game)
        case ["leave", seat, *removed]:
            return Leave(seat, bool(removed))
        case ["return", seat]:
            return Return(seat)
        case other:
            raise ValueError(other)


def _fault(values: list[str]) -> Fault | None:
    return Fault(FaultKind(values[0]), FaultOwner(values[1])) if values else None


def _action(name: str, value: object) -> Action:
    if name == "draw":
        return Draw()
    if name == "flip":
        assert isinstance(value, list)  # noqa: S101  # as written
        return Flip(tuple(value))
    assert isinstance(value, int)  # noqa: S101  # as written
    return _ACTIONS[name](value)
