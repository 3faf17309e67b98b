"""How often somebody may do what everybody is told of."""

from collections import deque
from typing import Final

from skyjo.v1 import error_pb2
from skyjo_wire.errors import RefusalError

MOST: Final = 5
SECONDS: Final = 10.0


class Pace:
    """At most five times in any ten seconds."""

    __slots__ = ("_times",)

    def __init__(self) -> None:
        """Begin with nothing done."""
        self._times: deque[float] = deque(maxlen=MOST)

    def step(self, now: float) -> None:
        """Note that it is done at second ``now``. Raises RefusalError (RATE_LIMITED)."""
        if len(self._times) == MOST and now < self._times[0] + SECONDS:
            wait = self._times[0] + SECONDS - now
            raise RefusalError(
                error_pb2.ERROR_REASON_RATE_LIMITED,
                limits=(0, MOST),
                retry_after_ms=int(wait * 1000) + 1,
            )
        self._times.append(now)
