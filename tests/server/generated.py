"""Messages of the contract made up from their descriptors, and bytes that are almost such messages.

Tokens, names and open decisions are placeholders here: :func:`fill` puts in what there is at the
moment, so that made-up messages reach real tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor, OneofDescriptor
from google.protobuf.message import Message
from hypothesis import strategies as st

from skyjo.v1 import rules_pb2, table_pb2
from skyjo.v1.table_pb2 import ProtocolVersion
from skyjo_engine.rules import OnLeave, Rules
from skyjo_wire import from_engine
from skyjo_wire.clocks import PRESETS, preset
from tests.hostile import HOSTILE
from tests.server.simple_player import VERSION

_Value = TypeVar("_Value")
EDGES = (0, 1, 2, 11, 12, 13, 127, 128, 2**31 - 1, 2**31, 2**32 - 1)
OPEN_DECISION = 10_000
"""From here on the number of a decision stands for one that is open."""
DEPTH = 4
SENDABLE = [text for text in HOSTILE if "\ud800" not in text]
NUMBERS = st.one_of(st.integers(0, 13), st.integers(1, 60), st.sampled_from(EDGES))
TEXTS = st.one_of(st.sampled_from(SENDABLE), st.text(st.characters(codec="utf-8"), max_size=24))
BYTES = st.one_of(st.binary(max_size=4), st.binary(min_size=16, max_size=32))
PLACES = st.integers(0, 9).map("#{}".format)
TOKENS = st.one_of(*[PLACES.map(str.encode)] * 7, BYTES)
NAMES = st.one_of(*[PLACES] * 7, TEXTS)
BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("seat_token", "token", "operator_key"), TOKENS),
    **dict.fromkeys(("code", "table_id", "game_id", "enlisted_name"), NAMES),
    "name": st.one_of(st.sampled_from(["Ada", "Ben", "Cem"]), TEXTS),
    "decision_id": st.one_of(st.integers(OPEN_DECISION, OPEN_DECISION + 3), NUMBERS),
    "number": st.one_of(*[st.integers(1, 4)] * 3, NUMBERS),
    "seat": st.one_of(st.integers(0, 2), NUMBERS),
    "round": st.one_of(st.integers(0, 2), NUMBERS),
}
PLAYABLE = st.builds(
    Rules,
    players=st.integers(2, 3),
    rounds=st.integers(1, 2),
    initial_flips=st.integers(0, 11),
    on_leave=st.sampled_from(OnLeave),
)
"""Rules of games that are soon over."""
USUAL: dict[str, st.SearchStrategy[Any]] = {
    ProtocolVersion.DESCRIPTOR.full_name: st.just(VERSION),
    rules_pb2.Rules.DESCRIPTOR.full_name: PLAYABLE.map(from_engine.rules),
    table_pb2.Joiner.DESCRIPTOR.full_name: st.builds(
        table_pb2.Joiner,
        name=st.sampled_from(["Ada", "Ben", "Cem"]),
        kind=st.sampled_from([table_pb2.PLAYER_KIND_HUMAN, table_pb2.PLAYER_KIND_BOT]),
        version=st.just(VERSION),
    ),
    rules_pb2.ClockRules.DESCRIPTOR.full_name: st.sampled_from(list(PRESETS.values())).map(preset),
}
"""Messages without which little is done; they are mostly as they should be."""


def messages(kind: type[Message]) -> st.SearchStrategy[Any]:
    """Messages of a kind: any fields may be set, of each oneof one member."""
    descriptor: Any = kind.DESCRIPTOR
    return _messages(descriptor, DEPTH)


def _messages(kind: Descriptor, depth: int) -> st.SearchStrategy[Any]:
    any_ = _any_messages(kind, depth)
    usual = USUAL.get(kind.full_name)
    return any_ if usual is None else st.one_of(*[usual] * 4, any_)


def _any_messages(kind: Descriptor, depth: int) -> st.SearchStrategy[Any]:
    choices = [oneof for oneof in kind.oneofs if not oneof.name.startswith("_")]
    chosen = {one.name for oneof in choices for one in oneof.fields}
    plain = [one for one in kind.fields if one.name not in chosen]
    known = {one.name: _values(one, depth) for one in plain if _is_usual(one)}
    others = {one.name: _values(one, depth) for one in plain if not _is_usual(one)}
    parts = [st.fixed_dictionaries(known, optional=others), *[_choice(o, depth) for o in choices]]
    make = message_factory.GetMessageClass(kind)
    return st.tuples(*parts).map(lambda fields: make(**_merged(fields)))


def _is_usual(one: FieldDescriptor) -> bool:
    """Whether little is done without the field."""
    if one.message_type:
        return one.message_type.full_name in USUAL
    return one.name in BY_NAME and not one.has_presence


def _choice(oneof: OneofDescriptor, depth: int) -> st.SearchStrategy[dict[str, Any]]:
    return st.one_of(*[st.fixed_dictionaries({f.name: _values(f, depth)}) for f in oneof.fields])


def _merged(fields: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {name: value for some in fields for name, value in some.items()}


def _values(one: FieldDescriptor, depth: int) -> st.SearchStrategy[Any]:
    if one.message_type and not depth:
        return st.just([] if one.is_repeated else None)
    single = _messages(one.message_type, depth - 1) if one.message_type else _scalars(one)
    return st.lists(single, max_size=3) if one.is_repeated else single


def _scalars(one: FieldDescriptor) -> st.SearchStrategy[Any]:
    if one.name in BY_NAME:
        return BY_NAME[one.name]
    if one.enum_type:
        return st.sampled_from([*one.enum_type.values_by_number, 77])
    kinds = {
        FieldDescriptor.TYPE_BOOL: st.booleans(),
        FieldDescriptor.TYPE_STRING: TEXTS,
        FieldDescriptor.TYPE_BYTES: BYTES,
        FieldDescriptor.TYPE_SINT32: st.integers(-13, 13),
    }
    return kinds.get(one.type, NUMBERS)


@dataclass
class Known:
    """What there is to be put in: tokens of seats and hosts, names of all kinds, decisions."""

    tokens: list[bytes] = field(default_factory=list)
    hosts: list[bytes] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)


def fill(message: Message, known: Known) -> None:
    """Put what is known where a made-up message has placeholders."""
    for one, value in message.ListFields():
        if one.message_type:
            for part in value if one.is_repeated else [value]:
                fill(part, known)
        elif isinstance(value, bytes) and value[:1] == b"#" and value[1:].isdigit():
            tokens = known.hosts if one.name == "token" else known.tokens
            setattr(message, one.name, _one_of(tokens, int(value[1:]), b""))
        elif isinstance(value, str) and value[:1] == "#" and value[1:].isdigit():
            setattr(message, one.name, _one_of(known.names, int(value[1:]), ""))
        elif one.name == "decision_id" and value >= OPEN_DECISION:
            setattr(message, one.name, _one_of(known.decisions, value - OPEN_DECISION, 0))


def _one_of(values: Sequence[_Value], place: int, none: _Value) -> _Value:
    """One of the latest values."""
    return values[-1 - place % len(values)] if values else none


Mutation = tuple[str, int, int, bytes]
"""What to do, where, with how many bytes, and which bytes to put in."""
MUTATIONS: st.SearchStrategy[list[Mutation]] = st.lists(
    st.tuples(
        st.sampled_from(["flip", "cut", "repeat", "put", "end"]),
        st.integers(0, 20_000),
        st.integers(1, 9),
        st.binary(min_size=1, max_size=8),
    ),
    min_size=1,
    max_size=4,
)


def mutated(raw: bytes, mutations: Sequence[Mutation]) -> bytes:
    """Bytes that went wrong in some places."""
    for what, where, length, put in mutations:
        at = where % (len(raw) + 1)
        before, there, rest = raw[:at], raw[at : at + length], raw[at + length :]
        match what:
            case "flip":
                raw = before + bytes(byte ^ put[0] for byte in there) + rest
            case "cut":
                raw = before + rest
            case "repeat":
                raw = before + there * 3 + rest
            case "put":
                raw = before + put + there + rest
            case "end":
                raw = before
    return raw


def learn(message: Message, known: Known) -> None:
    """Note the tokens, names and decisions that a message tells."""
    for one, value in message.ListFields():
        if one.message_type:
            for part in value if one.is_repeated else [value]:
                learn(part, known)
        elif one.name == "seat_token":
            known.tokens.append(value)
        elif one.name == "host_token":
            known.hosts.append(value)
        elif one.name in ("code", "table_id", "game_id"):
            known.names.append(value)
        elif one.name == "decision_id":
            known.decisions.append(value)
