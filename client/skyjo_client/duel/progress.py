"""How far a duel is, on standard error."""

import sys
from collections.abc import Callable
from typing import Final

_STEPS: Final = 10


def progress(games: int) -> Callable[[int], None]:
    """What is to be told how many games are over: a terminal sees each, a log every tenth part."""
    step = -(-games // _STEPS)

    def on_terminal(done: int) -> None:
        # Whatever is told next overwrites it.
        sys.stderr.write(f"{done} of {games} games" + ("\n" if done == games else "\r"))
        sys.stderr.flush()

    def in_lines(done: int) -> None:
        if done % step == 0 or done == games:
            sys.stderr.write(f"{done} of {games} games\n")

    return on_terminal if sys.stderr.isatty() else in_lines
