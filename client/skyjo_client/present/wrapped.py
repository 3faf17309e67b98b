"""Lines broken between words, for a terminal that would break them within."""

import unicodedata
from collections.abc import Iterable


def wrapped(line: str, columns: int) -> list[str]:
    """Return a line in parts of at most ``columns``; a longer word is left whole.

    >>> wrapped("Anke put 5 on b3.", 9)
    ['Anke put', '5 on b3.']
    """
    if width(line) <= columns:
        return [line]
    parts: list[str] = []
    for word in line.split(" "):
        if parts and width(f"{parts[-1]} {word}") <= columns:
            parts[-1] = f"{parts[-1]} {word}"
        else:
            parts.append(word)
    return parts


def width(text: str) -> int:
    """Return the columns that a text takes: two for wide characters, none for combining ones."""
    return sum(_columns(char) for char in text)


def columns_of(texts: Iterable[str]) -> int:
    """Return the columns of the longest text, 0 without any."""
    return max(map(width, texts), default=0)


def filled(text: str, columns: int) -> str:
    """Return a text with spaces behind it up to a width; a longer one stays as it is."""
    return text + " " * (columns - width(text))


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
