"""Messages of the bench: the bare stub's own, and a lean reading of the contract's.

A load client that parsed whole views would take more of the machine than the server it measures.
The lean types name only the fields that an answer needs; protobuf keeps the others as bytes.
"""

from typing import Any, Final

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from skyjo.v1 import game_pb2, play_pb2

_FIELD = descriptor_pb2.FieldDescriptorProto
_UINT: Final = _FIELD.TYPE_UINT32
_BYTES: Final = _FIELD.TYPE_BYTES
_SERVER: Final = play_pb2.ServerFrame.DESCRIPTOR.fields_by_name
_DECISION: Final = play_pb2.Decision.DESCRIPTOR.fields_by_name
_LEGAL: Final = game_pb2.LegalActions.DESCRIPTOR.fields_by_name
_RECEIPT: Final = play_pb2.Receipt.DESCRIPTOR.fields_by_name
_BEAT: Final = play_pb2.ServerFrame().heartbeat.DESCRIPTOR.fields_by_name
_KINDS: Final = ("decision", "receipt", "heartbeat", "welcome", "goodbye", "refused")


def _plain(
    file: descriptor_pb2.FileDescriptorProto, name: str, fields: dict[str, tuple[int, Any, bool]]
) -> None:
    """Add a message; each field has its number, its type (or a message's name), and repeated."""
    message = file.message_type.add(name=name)
    for field, (number, kind, repeated) in fields.items():
        label = _FIELD.LABEL_REPEATED if repeated else _FIELD.LABEL_OPTIONAL
        added = message.field.add(name=field, number=number, label=label)
        if isinstance(kind, str):
            added.type, added.type_name = _FIELD.TYPE_MESSAGE, f".bench.{kind}"
        else:
            added.type = kind


def _types() -> dict[str, Any]:
    file = descriptor_pb2.FileDescriptorProto(name="bench", package="bench", syntax="proto3")
    _plain(file, "Move", {name: (i, _UINT, False) for i, name in enumerate(MOVE_FIELDS, 1)})
    _plain(file, "Event", {name: (i, _UINT, False) for i, name in enumerate(EVENT_FIELDS, 1)})
    _plain(file, "Legal", {n: (f.number, _UINT, f.is_repeated) for n, f in _LEGAL.items()})
    id_number, legal_number = _DECISION["decision_id"].number, _DECISION["legal"].number
    decision = {"decision_id": (id_number, _UINT, False), "legal": (legal_number, "Legal", False)}
    _plain(file, "Decision", decision)
    _plain(file, "Receipt", {"verdict": (_RECEIPT["verdict"].number, _UINT, False)})
    _plain(file, "Beat", {n: (f.number, _UINT, False) for n, f in _BEAT.items()})
    parsed = {"decision": "Decision", "receipt": "Receipt", "heartbeat": "Beat"}
    kinds = {kind: (_SERVER[kind].number, parsed.get(kind, _BYTES), False) for kind in _KINDS}
    _plain(file, "Frame", {"number": (_SERVER["number"].number, _UINT, False), **kinds})
    _one_of(file.message_type[-1])
    _plain(file, "Response", {"frames": (1, "Frame", True)})
    return dict(message_factory.GetMessageClassesForFiles(["bench"], _pool(file)))


def _one_of(frame: descriptor_pb2.DescriptorProto) -> None:
    frame.oneof_decl.add(name="kind")
    for field in frame.field:
        if field.name in _KINDS:
            field.oneof_index = 0


def _pool(file: descriptor_pb2.FileDescriptorProto) -> descriptor_pool.DescriptorPool:
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return pool


MOVE_FIELDS: Final = ("game", "seat", "kind", "slot")
EVENT_FIELDS: Final = ("number", "game", "seat", "kind", "slot", "card", "pile", "turn")
_TYPES: Final = _types()
Move: Final = _TYPES["bench.Move"]
"""What a player of the bare stub says: its game, its seat, and any two numbers."""
Event: Final = _TYPES["bench.Event"]
"""What the bare stub tells everybody: eight numbers, about 18 bytes."""
Response: Final = _TYPES["bench.Response"]
"""A PlayResponse of which only what a simple player needs is parsed."""
