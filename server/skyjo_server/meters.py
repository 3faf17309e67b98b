"""What the server counts while it runs: plain numbers, so that a move pays next to nothing.

Nothing here knows of any monitoring system; ``metrics`` reads the numbers when it is asked.
"""

from bisect import bisect_left
from collections import Counter
from typing import Final

from skyjo.v1.error_pb2 import ErrorReason
from skyjo.v1.table_pb2 import GoodbyeReason
from skyjo_engine.faults import Fault

BOUNDS: Final = (0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""Seconds up to which durations are counted together."""


class Spread:
    """How many durations lay between which :data:`BOUNDS`, and their sum in seconds.

    One thread notes, others may read: no count ever shrinks.
    """

    __slots__ = ("_counts", "total")

    def __init__(self) -> None:
        """Start with none."""
        self._counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def note(self, seconds: float) -> None:
        """Count one."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def counts(self) -> list[int]:
        """How many lay below each bound and above the one before, and last those above all."""
        return list(self._counts)


class Meters:
    """Moves, refusals, games and cut streams of all tables.

    ``moves`` has the seconds from when an act came in to when its receipt and events were let
    out, which is after the journal kept it. ``refusals`` counts by reason, those of acts included,
    ``cuts`` the numbers of streams that were cut, by reason, ``faults`` those that seats had to
    answer for.
    """

    def __init__(self) -> None:
        """Start at zero."""
        self.moves = Spread()
        self.refusals: Counter[ErrorReason] = Counter()
        self.cuts: Counter[GoodbyeReason] = Counter()
        self.faults: Counter[Fault] = Counter()
        self.games = 0
