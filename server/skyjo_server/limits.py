"""How much one client may do, so that none can harm the others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MOST_ADDRESSES: Final = 4096
"""Addresses that are counted apart; all others share one count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a server allows; the defaults are far above what honest clients need.

    For each address, before anything that shows who it is: ``guesses`` wrong codes, tokens and keys
    at once and ``guesses_a_minute`` after that; ``streams`` streams without a seat, spectators
    included; ``tables`` open tables. For each token, and for each address without one: ``calls`` at
    once and ``calls_a_second``. For each stream: ``seats``, and in each second ``frames`` frames
    and ``frames_a_seat`` more for each of its seats; all streams of an address that have no seat
    share ``frames``. For each number of a stream three heartbeats without an answer, which are
    ``heartbeat_ms`` apart.
    """

    guesses: int = 30
    guesses_a_minute: float = 12.0
    calls: int = 10_000
    calls_a_second: float = 500.0
    streams: int = 6_000
    tables: int = 1_000
    seats: int = 1_024
    frames: float = 4_000.0
    frames_a_seat: float = 200.0
    heartbeat_ms: int = 10_000


class Bucket:
    """Allowance that is used up and comes back with time."""

    __slots__ = ("_left", "_now", "_size", "_then")

    def __init__(self, size: float, now: Callable[[], float]) -> None:
        """Start full with ``size``; ``now`` are seconds that never go back."""
        self._size = size
        self._left = size
        self._now = now
        self._then = now()

    def missing(self, rate: float) -> float:
        """What was used up and has not come back, at ``rate`` a second."""
        now = self._now()
        self._left = min(self._size, self._left + (now - self._then) * rate)
        self._then = now
        return self._size - self._left

    def wait(self, amount: float, rate: float) -> float:
        """Seconds until ``amount`` is there; 0: it is."""
        short = amount - (self._size - self.missing(rate))
        return max(0.0, short / rate) if rate else (3600.0 if short > 0 else 0.0)

    def take(self, amount: float, rate: float) -> None:
        """Use ``amount`` up, also beyond what is there."""
        self._left = self._size - self.missing(rate) - amount


class Buckets:
    """One bucket for each address, as long as it is not full."""

    def __init__(self, size: float, rate: float, now: Callable[[], float]) -> None:
        """Give each address ``size`` at once, which comes back at ``rate`` a second."""
        self._size = size
        self._rate = rate
        self._now = now
        self._buckets: dict[str, Bucket] = {}

    def wait(self, address: str, things: float = 1) -> float:
        """Seconds until ``address`` may do so many things more; 0: now."""
        return self._of(address).wait(things, self._rate)

    def take(self, address: str, things: float = 1) -> None:
        """Count what ``address`` did."""
        self._of(address).take(things, self._rate)

    def _of(self, address: str) -> Bucket:
        if address not in self._buckets and len(self._buckets) >= MOST_ADDRESSES:
            self._forget_full_ones()
            if len(self._buckets) >= MOST_ADDRESSES:
                address = ""
        return self._buckets.setdefault(address, Bucket(self._size, self._now))

    def _forget_full_ones(self) -> None:
        self._buckets = {a: b for a, b in self._buckets.items() if b.missing(self._rate)}
