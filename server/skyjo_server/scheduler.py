"""Time as the hall knows it: an event loop's, or one that a test lets pass."""

from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that is due later and can be called off."""

    def cancel(self) -> None:
        """Call it off."""


class Scheduler(Protocol):
    """Seconds that never go back, and calls that are due at such a second."""

    def time(self) -> float:
        """Now."""

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Have ``callback`` called at ``when``."""
