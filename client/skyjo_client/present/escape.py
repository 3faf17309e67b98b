"""The one way in which other people's words reach a screen: names, titles, chat, error details.

What could move the cursor, colour or reorder a line, or hide in it, is shown as a visible code
such as ``\u202e`` instead.
"""

import re
import unicodedata
from typing import Final, NewType

SafeText = NewType("SafeText", str)
"""Text that has been through :func:`escape`, or that was ours from the start."""

NAME_LIMIT: Final = 40
TEXT_LIMIT: Final = 400
LINE_LIMIT: Final = 4000
"""Most characters shown of a name, a longer text and a line; the server allows fewer."""

_MARKS_LIMIT: Final = 2
_MARKS: Final = ("Mn", "Me", "Mc")
_REFUSED: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")

_INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\uffa0\ufe00-\ufe0f"
    "\U000e0000-\U000e0fff]"
)
"""Characters that are drawn as nothing although their category does not say so."""


def escape(text: str, limit: int = TEXT_LIMIT) -> SafeText:
    """Make a text of others harmless: one line, only visible characters, at most ``limit``.

    Plain printable text comes back as it was, composed (NFC). Longer text ends in "...".
    """
    composed = unicodedata.normalize("NFC", text[: 2 * limit])
    shown = composed if len(composed) <= limit else composed[: limit - 3] + "..."
    pieces: list[str] = []
    marks = _MARKS_LIMIT
    for char in shown:
        marks = marks + 1 if unicodedata.category(char) in _MARKS else 0
        pieces.append(_code(char) if marks > _MARKS_LIMIT or _harmful(char) else char)
    return SafeText("".join(pieces))


def escape_name(name: str) -> SafeText:
    """Make a name or a title of others harmless and short."""
    return escape(name, NAME_LIMIT)


def escape_lines(text: str) -> str:
    """Make a text of several lines harmless, whose line breaks are ours; tabs become spaces."""
    return "\n".join(escape(line.expandtabs(), LINE_LIMIT) for line in text.split("\n"))


def _harmful(char: str) -> bool:
    category = unicodedata.category(char)
    odd_space = category == "Zs" and char != " "
    return category in _REFUSED or odd_space or _INVISIBLE.match(char) is not None


def _code(char: str) -> str:
    point = ord(char)
    return f"\\U{point:08x}" if point > 0xFFFF else f"\\u{point:04x}"  # noqa: PLR2004 # four digits
