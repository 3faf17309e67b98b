"""Frames as JSON, one object a line, in protobuf's own JSON form with the contract's field names.

Every field that can be told apart from an absent one only by its value is written even when it is
0, false or empty, so that a program need not know the defaults.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

from google.protobuf.json_format import MessageToDict, ParseDict, ParseError
from google.protobuf.message import Message

from skyjo.v1 import error_pb2, play_pb2

ACCEPTED: Final = ("act", "note", "ready", "attach", "resign", "detach", "say", "vote")
"""Kinds of ClientFrame that a program may send; the client itself does the rest."""
_AnyMessage = TypeVar("_AnyMessage", bound=Message)


class BadLineError(ValueError):
    """A line that is no frame of an accepted kind; ``what`` says in English what is wrong."""

    def __init__(self, what: str) -> None:
        """Keep what is wrong."""
        super().__init__(what)
        self.what = what


def dump(message: Message) -> str:
    """Return a message as one line."""
    return compact(fields_of(message))


def fields_of(message: Message) -> dict[str, object]:
    """Return a message as an object."""
    fields: dict[str, object] = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    return fields


def server_line(
    address: str,
    name: str,
    tables: Iterable[Message] | None,
    codes: Iterable[str],
) -> str:
    """A server that was found, as one line; ``tables`` None: it was not met yet."""
    met = None if tables is None else [json.loads(dump(table)) for table in tables]
    return compact({"server": address, "name": name, "tables": met, "announced": list(codes)})


def compact(fields: Mapping[str, object]) -> str:
    """Return an object as one line of ASCII."""
    return json.dumps(fields, separators=(",", ":"))


def load(line: str) -> play_pb2.ClientFrame:
    """Read a line such as ``{"act": {"decision_id": 1, "draw": {}}}``. Raises BadLineError."""
    return frame_of(load_object(line))


def load_object(line: str | bytes) -> dict[str, object]:
    """Read an object, bytes as UTF-8. Raises BadLineError."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadLineError(f"not JSON: {error}") from None
    if not isinstance(fields, dict):
        raise BadLineError("not an object")
    return fields


def frame_of(fields: dict[str, object]) -> play_pb2.ClientFrame:
    """The frame that an object is. Raises BadLineError."""
    try:
        frame = message_of(fields, play_pb2.ClientFrame())
    except BadLineError as error:
        raise BadLineError(f"not a ClientFrame: {error.what}") from None
    kind = frame.WhichOneof("frame")
    if kind not in ACCEPTED:
        raise BadLineError(f"needs one of {', '.join(ACCEPTED)}")
    return frame


def message_of(
    fields: Any,  # noqa: ANN401  # whatever was read
    message: _AnyMessage,
    *,
    ignore_unknown: bool = False,
) -> _AnyMessage:
    """Fill ``message`` with what an object says. Raises BadLineError."""
    try:
        return ParseDict(fields, message, ignore_unknown_fields=ignore_unknown)
    except SystemError:  # what the library makes of it
        raise BadLineError("a name in it has half a surrogate") from None
    except (ParseError, RecursionError, AttributeError, TypeError) as error:
        raise BadLineError(str(error)) from None


def error_line(number: int, what: str, refusal: error_pb2.Refusal | None = None) -> str:
    """Return the answer to input line ``number`` (from 1) that could not be sent."""
    error: dict[str, object] = {"line": number, "message": " ".join(what.split())}
    if refusal is not None:
        error["refusal"] = json.loads(dump(refusal))
    return compact({"error": error})
