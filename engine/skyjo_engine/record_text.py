"""The text form of a record: one line of JSON an entry, closed by a checksum over all bytes.

A reader ignores keys and lines that it does not know, but the last line must be exactly what the
bytes before it demand: no byte of a file can change unnoticed.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import fields
from enum import Enum
from typing import Final

from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Take
from skyjo_engine.errors import MalformedActionError, RulesError
from skyjo_engine.events import EndReason, SeatChange, TurnReason
from skyjo_engine.fair import SCHEME
from skyjo_engine.faults import Fault, FaultKind, FaultOwner
from skyjo_engine.record import (
    ActionEntry,
    Deal,
    DealEntry,
    DealSource,
    Entry,
    NoteEntry,
    Player,
    PlayerKind,
    Record,
    RecordCode,
    RecordError,
    ReshuffleEntry,
    Restart,
    ResultEntry,
    RoundEntry,
    SeatEntry,
    TurnEntry,
)
from skyjo_engine.record_json import Fields, compact, parse
from skyjo_engine.rules import Rules

FORMAT: Final = 1
_END: Final = b'{"type":"end",'


def dumps(record: Record) -> bytes:
    """``record`` as JSON Lines in UTF-8; equal records give equal bytes."""
    lines = [_header(record), *map(_line, record.entries)]
    if record.key is not None:
        lines.append({"type": "key", "key": record.key.hex()})
    body = "".join(f"{compact(line)}\n" for line in lines).encode()
    return body + _end(body)


def loads(text: bytes) -> Record:
    """The record written in ``text``. Raises :class:`RecordError` when it is none."""
    header, *rest = [parse(line, n) for n, line in enumerate(_checked_lines(text), 1)]
    if header.text("type") != "game":
        raise RecordError(RecordCode.NO_GAME, 1)
    entries, key = [], None
    for line in rest:
        kind = line.text("type")
        known = kind in _READ or kind in {"game", "key", "end"}
        if kind in {"game", "end"} or (known and key is not None):
            raise RecordError(RecordCode.MISPLACED, line.line, kind)
        if kind == "key":
            key = line.octets("key")
        elif known:
            entries.append(_read_entry(kind, line))
    return _read_record(header, tuple(entries), key)


def _end(body: bytes) -> bytes:
    digest = hashlib.sha256(body).hexdigest()
    end = compact({"type": "end", "lines": body.count(b"\n"), "sha256": digest})
    return f"{end}\n".encode()


def _checked_lines(text: bytes) -> list[bytes]:
    """All lines before the end line, which must be the one that the bytes before it demand."""
    start = text.rfind(b"\n", 0, -1) + 1
    body, end = text[:start], text[start:]
    number = body.count(b"\n") + 1
    if not body or not end.startswith(_END):
        raise RecordError(RecordCode.NO_END, number)
    if end != (expected := _end(body)):
        # Only the digits differ: the bytes above are not those that were sealed.
        changed = len(end) == len(expected) and end[:-67] == expected[:-67]
        raise RecordError(RecordCode.CHECKSUM if changed else RecordCode.BAD_END, number)
    return body.split(b"\n")[:-1]


# --- writing ---


def _header(record: Record) -> dict[str, object]:
    deal: dict[str, object] = {
        "scheme": record.deal.scheme,
        "source": record.deal.source.value,
        "commitment": record.deal.commitment.hex(),
        "entropy": [None if one is None else one.hex() for one in record.deal.entropy],
    }
    if record.deal.restarts:
        deal["restarts"] = [
            {"commitment": one.commitment.hex(), "key": one.key.hex(), "seat": one.seat}
            for one in record.deal.restarts
        ]
    return {
        "type": "game",
        "format": FORMAT,
        "game": record.game_id,
        "rules": record.rules.settings(),
        "players": [_player(one) for one in record.players],
        "deal": deal,
    }


def _player(one: Player) -> dict[str, object]:
    told: dict[str, object] = {"seat": one.seat, "name": one.name, "kind": one.kind.value}
    if one.level:
        told["level"] = one.level
    if one.build:
        told["build"] = one.build.hex()
    return told


_TYPES: Final[dict[type[Entry], str]] = {
    DealEntry: "deal",
    NoteEntry: "note",
    TurnEntry: "turn",
    ReshuffleEntry: "reshuffle",
    RoundEntry: "round",
    ResultEntry: "result",
}


def _line(entry: Entry) -> dict[str, object]:
    """Most are written as their attributes, under the same names in the same order."""
    if isinstance(entry, ActionEntry):
        return dict(_action_pairs(entry))
    if isinstance(entry, SeatEntry):
        return dict(_seat_pairs(entry))
    values = ((field.name, getattr(entry, field.name)) for field in fields(entry))
    plain = {name: value.value if isinstance(value, Enum) else value for name, value in values}
    return {"type": _TYPES[type(entry)], **plain}


def _seat_pairs(entry: SeatEntry) -> Iterator[tuple[str, object]]:
    yield from (("type", "seat"), ("seat", entry.seat), ("change", entry.change.value))
    if entry.fault:
        yield from (("fault", entry.fault.kind.value), ("owner", entry.fault.owner.value))
    if entry.whole_game:
        yield ("whole_game", True)
    if entry.removed:
        yield ("removed", True)


def _action_pairs(entry: ActionEntry) -> Iterator[tuple[str, object]]:
    name = type(entry.action).__name__.lower()
    yield from (("type", "action"), ("seat", entry.seat), ("action", name))
    match entry.action:
        case Flip(slots):
            yield ("slots", slots)
        case Draw():
            yield ("card", entry.card)
        case Take(slot) | Keep(slot) | Discard(slot):
            yield ("slot", slot)
    if entry.by_server:
        yield ("by", "server")


# --- reading ---


def _read_record(game: Fields, entries: tuple[Entry, ...], key: bytes | None) -> Record:
    if game.integer("format") != FORMAT:
        raise RecordError(RecordCode.UNKNOWN_FORMAT, 1)
    return Record(
        game.text("game"),
        _read_rules(game.nested("rules")),
        tuple(map(_read_player, game.nested_list("players"))),
        _read_deal(game.nested("deal")),
        entries,
        key,
    )


def _read_player(one: Fields) -> Player:
    return Player(
        one.integer("seat"),
        one.text("name"),
        one.choice("kind", PlayerKind),
        one.text("level") if "level" in one else "",
        one.octets("build") if "build" in one else b"",
    )


def _read_rules(line: Fields) -> Rules:
    """Every setting must be named: a default may differ from one version to the next."""
    try:
        rules = Rules.from_settings({name: line.value(name) for name in line})
    except RulesError as error:
        raise line.bad(error.setting) from error
    for name in rules.settings():
        line.value(name)
    return rules


def _read_deal(line: Fields) -> Deal:
    if line.text("scheme") != SCHEME:
        raise line.bad("scheme")
    return Deal(
        line.choice("source", DealSource),
        line.octets("commitment"),
        line.octets_list("entropy"),
        tuple(
            Restart(one.octets("commitment"), one.octets("key"), one.integer("seat"))
            for one in (line.nested_list("restarts") if "restarts" in line else ())
        ),
    )


def _read_entry(kind: str, line: Fields) -> Entry:
    try:
        return _READ[kind](line)
    except MalformedActionError as error:
        raise RecordError(RecordCode.BAD_VALUE, line.line, error.reason.value) from error


_SLOT_ACTIONS: Final[dict[str, type[Take | Keep | Discard]]] = {
    "take": Take,
    "keep": Keep,
    "discard": Discard,
}


def _read_action(line: Fields) -> ActionEntry:
    name = line.text("action")
    action: Action
    card = None
    if name == "flip":
        action = Flip(line.integers("slots"))
    elif name == "draw":
        action, card = Draw(), line.integer("card")
    elif name in _SLOT_ACTIONS:
        action = _SLOT_ACTIONS[name](line.integer("slot"))
    else:
        raise line.bad("action")
    if "by" in line and line.text("by") != "server":
        raise line.bad("by")
    return ActionEntry(line.integer("seat"), action, card, "by" in line)


def _read_round(line: Fields) -> RoundEntry:
    return RoundEntry(
        line.integer("round"),
        line.integer_or_none("finisher"),
        line.integers_or_none("raw"),
        line.integers_or_none("scores"),
        line.integers("totals"),
    )


def _read_result(line: Fields) -> ResultEntry:
    return ResultEntry(
        line.integers("totals"),
        line.integers_or_none("ranks"),
        line.choice("reason", EndReason),
    )


def _read_seat(line: Fields) -> SeatEntry:
    fault = None
    if "fault" in line:
        fault = Fault(line.choice("fault", FaultKind), line.choice("owner", FaultOwner))
    change = line.choice("change", SeatChange)
    seat, whole_game, removed = line.integer("seat"), "whole_game" in line, "removed" in line
    return SeatEntry(seat, change, fault, whole_game, removed)


_READ: Final[dict[str, Callable[[Fields], Entry]]] = {
    "deal": lambda f: DealEntry(f.integer("round"), f.integers("deck")),
    "action": _read_action,
    "note": lambda f: NoteEntry(f.integer("seat"), f.text("text")),
    "turn": lambda f: TurnEntry(f.integer("seat"), f.choice("reason", TurnReason)),
    "reshuffle": lambda f: ReshuffleEntry(f.integers("pile")),
    "seat": _read_seat,
    "round": _read_round,
    "result": _read_result,
}
