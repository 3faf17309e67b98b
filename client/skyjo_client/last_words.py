"""The lines of what a program wrote that say why it ended."""

import re
from collections.abc import Sequence
from typing import Final

MOST_LINES: Final = 12
"""So many are shown, and one that says how many are left out."""
_FIRST: Final = 4
_BEGINS: Final = re.compile(
    r"panic: |fatal error: |Traceback \(most recent|thread '.*' panicked|Exception in thread "
    r"|Unhandled exception|Uncaught |\w*Error: "
)
"""How reports of crashes begin: of Go, Python, Rust, Java, C# and JavaScript."""


def excerpt(text: str) -> list[str]:
    """The last lines of a text; of a crash that has more, how its report begins and ends."""
    lines = [line.expandtabs().rstrip() for line in text.strip("\r\n").splitlines()]
    if len(lines) <= MOST_LINES:
        return lines
    begun = _crash(lines)
    last = MOST_LINES - _FIRST
    if begun is None or begun >= len(lines) - MOST_LINES:
        return lines[-MOST_LINES:]
    out = len(lines) - last - begun - _FIRST
    return [*lines[begun : begun + _FIRST], f"... {out} lines are left out ...", *lines[-last:]]


def _crash(lines: Sequence[str]) -> int | None:
    """Where the last report of a crash begins."""
    begun = [place for place, line in enumerate(lines) if _BEGINS.match(line)]
    return begun[-1] if begun else None


def last_line(text: str) -> str:
    """The last line, without what indents it."""
    return (excerpt(text) or [""])[-1].strip()
