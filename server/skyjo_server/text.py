"""Text that players write for others to see: what is let in."""

import unicodedata
from typing import Final

from skyjo.v1 import error_pb2
from skyjo_wire.errors import RefusalError

NAME_COLUMNS: Final = 20
REMARK_COLUMNS: Final = 200
NOTE_BYTES: Final = 256
BUILD_BYTES: Final = 32
RESERVED: Final = ("bot:",)
"""Beginnings of names that only the server gives."""

_REFUSED_CATEGORIES: Final = ("C", "Zl", "Zp")
"""Control, format (bidi, zero width), surrogates, private use, unassigned, line separators."""
_INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Letters, marks and symbols that show nothing: fillers, joiners, variation selectors."""
_MOST_MARKS: Final = 2
"""Combining marks that one letter may carry; more would leave their line."""
_MOST_COMPOSED: Final = 8
"""Characters that may become one column, or one byte of a note, in NFC: more than ever do."""


def columns(text: str) -> int:
    """Terminal columns that ``text`` takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def clean_name(text: str, field: str) -> str:
    """A name in NFC, without outer blanks.

    Raises :class:`RefusalError` (NAME_INVALID) unless it has 1 to 20 columns of printable text.
    """
    return _line(text, field, error_pb2.ERROR_REASON_NAME_INVALID, NAME_COLUMNS)


def clean_title(text: str, field: str) -> str:
    """A title in NFC: 1 to 20 columns of printable text, else RefusalError (TEXT_INVALID)."""
    return _line(text, field, error_pb2.ERROR_REASON_TEXT_INVALID, NAME_COLUMNS)


def clean_remark(text: str, field: str) -> str:
    """What somebody says, in NFC: 1 to 200 columns of printable text, else TEXT_INVALID."""
    return _line(text, field, error_pb2.ERROR_REASON_TEXT_INVALID, REMARK_COLUMNS)


def _line(text: str, field: str, reason: error_pb2.ErrorReason, most: int) -> str:
    line = _composed(text.strip(), most)
    if not _is_printable(line):
        raise RefusalError(reason, field=field)
    width = columns(line)
    if not 1 <= width <= most:
        raise RefusalError(reason, field=field, value=width, limits=(1, most))
    return line


def _composed(text: str, most: int) -> str:
    """``text`` in NFC, unless it is so long that ``most`` columns or bytes cannot hold it.

    Composing takes time with the square of the marks on a letter: a minute for a large message.
    """
    return unicodedata.normalize("NFC", text) if len(text) <= _MOST_COMPOSED * most else text


def check_build(build_hash: bytes, field: str) -> None:
    """Raise RefusalError (FIELD_OUT_OF_RANGE) for more than 32 bytes."""
    if len(build_hash) > BUILD_BYTES:
        raise RefusalError(
            error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE,
            field=field,
            value=len(build_hash),
            limits=(0, BUILD_BYTES),
        )


def player_name(text: str, field: str) -> str:
    """A name that a player may choose: :func:`clean_name`, and not reserved (NAME_RESERVED)."""
    name = clean_name(text, field)
    if unicodedata.normalize("NFKC", name).casefold().startswith(RESERVED):
        raise RefusalError(error_pb2.ERROR_REASON_NAME_RESERVED, field=field)
    return name


def clean_note(text: str, field: str) -> str:
    """A note for the record: at most 256 bytes of printable text, else TEXT_INVALID."""
    note = _composed(text, NOTE_BYTES)
    size = len(note.encode())
    if size > NOTE_BYTES or not _is_printable(note):
        raise RefusalError(
            error_pb2.ERROR_REASON_TEXT_INVALID, field=field, value=size, limits=(0, NOTE_BYTES)
        )
    return note


def _is_printable(text: str) -> bool:
    """Whether ``text`` shows what it says and stays on its line."""
    marks = _MOST_MARKS  # a text cannot begin with a mark, which would sit on what is before it
    for character in text:
        category = unicodedata.category(character)
        if category.startswith(_REFUSED_CATEGORIES) or character in _INVISIBLE:
            return False
        if category == "Zs" and character != " ":
            return False
        marks = marks + 1 if category.startswith("M") else 0
        if marks > _MOST_MARKS:
            return False
    return True


def unique(name: str, taken: set[str]) -> str:
    """``name``, with a number behind it when somebody has it."""
    numbered = (name if count == 1 else f"{name} {count}" for count in range(1, len(taken) + 2))
    return next(candidate for candidate in numbered if candidate not in taken)
