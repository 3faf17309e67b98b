"""What every load has in common: answers that wait for a gate, so that rounds can interleave.

All streams of a load are tasks of this one process, on one connection. While the gate is shut
each stream keeps the answer that is due; so the games stand still and cost nothing, and go on
from there when it opens.
"""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, Final

_QUIET_SECONDS: Final = 0.05
_PATIENCE_SECONDS: Final = 30.0


class LoadError(RuntimeError):
    """A server did not do what a load expects of it; the text says what."""


class Gate:
    """Open while a load may answer."""

    def __init__(self) -> None:
        """Start shut."""
        self.open = False
        self.lines: list[Line] = []


class Line:
    """One stream's way out. ``moment`` is when the last answer left, by ``time.perf_counter``."""

    def __init__(self, call: Any, gate: Gate) -> None:  # noqa: ANN401  # untyped in grpc
        """Write to ``call`` whenever ``gate`` is open."""
        self.call = call
        self.moment = 0.0
        self._gate = gate
        self._held: list[bytes] = []
        self._writing = asyncio.Lock()
        gate.lines.append(self)

    async def say(self, message: bytes) -> None:
        """Write a message now."""
        async with self._writing:
            await self.call.write(message)

    async def answer(self, message: bytes) -> None:
        """Write a message as soon as the gate is open."""
        if self._gate.open:
            self.moment = time.perf_counter()
            await self.say(message)
        else:
            self._held.append(message)

    async def flush(self) -> None:
        """Write what was held back. Messages joined are one message with the fields of all."""
        held, self._held = self._held, []
        if held:
            self.moment = time.perf_counter()
            await self.say(b"".join(held))


class Load:
    """Players of many games on one server. ``moves`` counts what the server has confirmed.

    ``delays`` has the seconds from each answer to its confirmation; it means something only where
    a stream has one answer on its way at a time.
    """

    def __init__(self) -> None:
        """Load nothing yet."""
        self.moves = 0
        self.delays: list[float] = []
        self.gate = Gate()
        self._tasks: list[asyncio.Task[None]] = []
        self._missing = 0
        self._complete = asyncio.Event()

    def run(self, stream: Coroutine[Any, Any, None]) -> None:
        """Play one stream for as long as the load lives."""
        self._tasks.append(asyncio.create_task(stream))

    def confirmed(self, line: Line) -> None:
        """The server has confirmed the latest answer of ``line``."""
        self.moves += 1
        self.delays.append(time.perf_counter() - line.moment)

    async def release(self) -> None:
        """Let the games go on."""
        self.gate.open = True
        await asyncio.gather(*[line.flush() for line in self.gate.lines])

    async def hold(self) -> None:
        """Let the games stand still, and return when nothing is on its way any more.

        Raises :class:`LoadError` when a stream has failed.
        """
        self.gate.open = False
        before = -1
        while before != self.moves:
            before = self.moves
            await asyncio.sleep(_QUIET_SECONDS)
        self.check()

    def check(self) -> None:
        """Raise :class:`LoadError` when a stream has ended, which none should."""
        for task in self._tasks:
            if task.done():
                raise LoadError("a stream of the load ended") from task.exception()

    def seated(self) -> None:
        """One more seat is served."""
        self._missing -= 1
        if self._missing == 0:
            self._complete.set()

    async def all_seated(self, seats: int) -> None:
        """Wait at the barrier: nobody may move before all seats are served.

        A server that admits streams one by one would starve the rest once the first games run.
        Raises :class:`LoadError` when the server leaves some waiting.
        """
        self._missing += seats
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await self._complete.wait()
        except TimeoutError:
            self.check()
            raise LoadError(f"the server left {self._missing} seats waiting") from None

    async def close(self) -> None:
        """End every stream."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
