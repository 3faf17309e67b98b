"""How long to wait before trying again."""

import random
from typing import Final

_FIRST: Final = 0.1
_LONGEST: Final = 5.0


class Backoff:
    """Waits that double from a tenth of a second to five, each with its own jitter."""

    def __init__(self) -> None:
        self._wait = _FIRST

    def next(self) -> float:
        """The next wait, in seconds: at least half of what it is meant to be."""
        wait = self._wait
        self._wait = min(2 * wait, _LONGEST)
        return random.uniform(wait / 2, wait)  # noqa: S311  # spreads clients, guards nothing

    def reset(self) -> None:
        """It worked: begin anew."""
        self._wait = _FIRST
