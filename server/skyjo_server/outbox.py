"""What waits to be sent on one stream, and how it is sent: in as few messages as may be."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

MOST_BYTES: Final = 1 << 20
"""Size at which a message is split."""


class Outbox:
    """Serialised frames that wait for their stream; one writer takes all that is there.

    ``size`` is how many bytes wait, without those that the writer has taken.
    """

    def __init__(self) -> None:
        """Start empty."""
        self.size = 0
        self.closed = False
        self._waiting: list[bytes] = []
        self._filled = asyncio.Event()

    def put(self, serialised: bytes) -> None:
        """Queue a frame, unless the outbox is closed. Never blocks."""
        if self.closed:
            return
        self._waiting.append(serialised)
        self.size += len(serialised)
        self._filled.set()

    def clear(self) -> None:
        """Forget what waits."""
        self.size = 0
        self._waiting = []

    def close(self) -> None:
        """Let the writer end when it has sent what waits; nothing is added any more."""
        self.closed = True
        self._filled.set()

    async def fill(self) -> None:
        """Wait until something waits, or the outbox is closed."""
        await self._filled.wait()

    def take(self) -> list[bytes]:
        """Everything that waits, as messages of at most 1 MiB (unless one frame is larger)."""
        self._filled.clear()
        waiting, self._waiting, self.size = self._waiting, [], 0
        return _messages(waiting) if waiting else []

    async def write_to(self, write: Callable[[bytes], Awaitable[None]]) -> None:
        """Write what is put in, until the outbox is closed and empty."""
        while not self.closed or self.size:
            await self._filled.wait()
            for message in self.take():
                await write(message)


def _messages(frames: list[bytes]) -> list[bytes]:
    if sum(map(len, frames)) <= MOST_BYTES:
        return [b"".join(frames)]
    messages: list[list[bytes]] = [[]]
    size = 0
    for serialised in frames:
        if messages[-1] and size + len(serialised) > MOST_BYTES:
            messages.append([])
            size = 0
        messages[-1].append(serialised)
        size += len(serialised)
    return [b"".join(message) for message in messages]
