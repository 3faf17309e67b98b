"""Protobuf messages put together from parts that are already bytes.

On the hot path the same event goes to many viewers: it is serialised once and its bytes are joined
into each viewer's message. Only the wire format's outermost layer is made here: a tag, a length
and the bytes (https://protobuf.dev/programming-guides/encoding). Tests compare every joined
message with the one that protobuf itself would write.
"""

from typing import Final

_LENGTH_DELIMITED: Final = 2
_VARINT: Final = 0
_LOW: Final = 0x7F
"""The bits of a number that one byte carries; its highest bit says that another follows."""


def _encode(number: int) -> bytes:
    out = bytearray()
    while number > _LOW:
        out.append(number & _LOW | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


_SMALL: Final = tuple(_encode(number) for number in range(1 << 13))


def varint(number: int) -> bytes:
    """A non-negative whole number in base 128."""
    return _SMALL[number] if number < len(_SMALL) else _encode(number)


def tag(field: int) -> bytes:
    """The tag of a field that holds a message, a string, bytes or packed numbers."""
    return varint(field << 3 | _LENGTH_DELIMITED)


def varint_tag(field: int) -> bytes:
    """The tag of a field that holds one number, a bool or an enum value."""
    return varint(field << 3 | _VARINT)


def zigzag(number: int) -> int:
    """How a ``sint32`` is written as a non-negative number."""
    return number << 1 if number >= 0 else (-number << 1) - 1


def delimited(field_tag: bytes, payload: bytes) -> bytes:
    """A field that holds a message: its tag as :func:`tag` makes it, the length, the bytes."""
    return field_tag + varint(len(payload)) + payload
