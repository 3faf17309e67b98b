"""Frames on their way to the server."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Final

from skyjo.v1.play_pb2 import ClientFrame, PlayRequest

MAX_FRAMES: Final = 1024
"""Most frames in one request."""
MAX_BYTES: Final = 256 * 1024
"""Most bytes in one request."""
_FRAME_OVERHEAD: Final = 8


class Outbox:
    """Everything that waits to be written; one writer takes it all at once."""

    def __init__(self) -> None:
        self._pending: list[ClientFrame] = []
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()

    def put(self, frame: ClientFrame) -> None:
        """Add a frame; it is written as soon as the writer gets to it."""
        self._pending.append(frame)
        self._wake.set()
        self._idle.clear()

    async def write_all(self, write: Callable[[PlayRequest], Awaitable[None]]) -> None:
        """Write what is put in, for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            pending, self._pending = self._pending, []
            for request in requests(pending):
                await write(request)
            if not self._pending:
                self._idle.set()

    async def flushed(self) -> None:
        """Wait until nothing waits."""
        await self._idle.wait()


def requests(frames: Iterable[ClientFrame]) -> Iterator[PlayRequest]:
    """``frames`` in as few requests as the limits allow. A frame too large for any goes alone."""
    chunk: list[ClientFrame] = []
    size = 0
    for frame in frames:
        needed = frame.ByteSize() + _FRAME_OVERHEAD
        if chunk and (size + needed > MAX_BYTES or len(chunk) == MAX_FRAMES):
            yield PlayRequest(frames=chunk)
            chunk, size = [], 0
        chunk.append(frame)
        size += needed
    if chunk:
        yield PlayRequest(frames=chunk)
