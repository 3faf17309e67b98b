"""Time for newcomers while games run flat out.

gRPC's server takes in one new stream at a time, and needs some ten passes of the event loop for
it. Where hundreds of streams have something to say in each pass, a crowd of newcomers would wait
for minutes. So as long as streams are being opened the running games have half of the time: a few
frames are read, and then none for as long as those took.
"""

import asyncio
from collections import deque
from typing import Final

FRAMES: Final = 4
"""Frames that are read before newcomers have their turn."""
CROWD_SECONDS: Final = 0.05
"""After so long without a new stream none waits any more."""
_PASSES: Final = 3
"""Passes of the loop in which frames are read, answered and written out."""


class Turnstile:
    """Lets frames through at once, but only half of the time while streams are being opened."""

    def __init__(self) -> None:
        """Start without a crowd. To be used in one event loop."""
        self._loop = asyncio.get_running_loop()
        self._crowded_until = 0.0
        self._left = FRAMES
        self._waiting: deque[tuple[asyncio.Future[None], int]] = deque()

    def opened(self) -> None:
        """A stream was opened, and others may wait for theirs."""
        self._crowded_until = self._loop.time() + CROWD_SECONDS

    async def turn(self, frames: int) -> None:
        """Wait until so many frames may be read, first come first served."""
        if not self._crowded_until:
            return
        if self._left > 0:
            self._let(frames)
            return
        waiter = self._loop.create_future()
        self._waiting.append((waiter, frames))
        await waiter

    def _let(self, frames: int) -> None:
        if self._left == FRAMES:
            self._loop.call_soon(self._pass, self._loop.time(), _PASSES)
        self._left -= frames

    def _pass(self, began: float, passes: int) -> None:
        """Shut when what was let through is done, for as long as that took."""
        if passes:
            self._loop.call_soon(self._pass, began, passes - 1)
            return
        self._left = 0
        self._loop.call_later(self._loop.time() - began, self._open)

    def _open(self) -> None:
        self._left = FRAMES
        if self._loop.time() >= self._crowded_until:
            self._crowded_until = 0.0
        while self._waiting and (self._left > 0 or not self._crowded_until):
            waiter, frames = self._waiting.popleft()
            if waiter.done():
                continue
            waiter.set_result(None)
            if self._crowded_until:
                self._let(frames)
