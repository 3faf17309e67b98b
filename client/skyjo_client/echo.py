"""Whether a terminal shows what is typed, between one full screen and the next.

Only POSIX has this switch; elsewhere nothing is done.
"""

import contextlib
import sys
from collections.abc import Iterator
from typing import Any, Final

_SHOWING: Final[list[list[Any]]] = []
"""What the terminal was like before it was told to hide what is typed."""


@contextlib.contextmanager
def hidden() -> Iterator[None]:
    """Hide what is typed at a terminal for a while, but for questions that are asked meanwhile."""
    try:
        import termios
    except ImportError:
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    now = termios.tcgetattr(sys.stdin)
    now[3] &= ~termios.ECHO
    _SHOWING.append(before)
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, now)
    try:
        yield
    finally:
        _SHOWING.pop()
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


@contextlib.contextmanager
def shown() -> Iterator[None]:
    """Show what is typed while a question is asked."""
    if not _SHOWING:
        yield
        return
    import termios

    now = termios.tcgetattr(sys.stdin)
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, _SHOWING[-1])
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, now)
