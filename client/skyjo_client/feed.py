"""A seat's frames and what is typed, as one stream of things to deal with."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Generic, Self, TypeVar

_Frame = TypeVar("_Frame")


FAREWELL_SECONDS: Final = 3.0
"""How long a player who leaves waits for the server's goodbye."""


class EndOfInput:
    """Nothing more will be typed."""


@dataclass(frozen=True, slots=True)
class _End:
    error: BaseException | None


class Feed(Generic[_Frame]):
    """Yields frames, typed lines, and :class:`EndOfInput` once; ends with the frames.

    What the frames raise comes out of the iteration.
    """

    def __init__(self, frames: AsyncIterator[_Frame], lines: AsyncIterator[str]) -> None:
        """Read both while the context lasts."""
        self._frames = frames
        self._lines = lines
        self._items: asyncio.Queue[_Frame | str | EndOfInput | _End] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._timer: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        self._tasks = [
            asyncio.create_task(self._read_frames(), name="skyjo frames"),
            asyncio.create_task(self._read_lines(), name="skyjo typed lines"),
        ]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> _Frame | str | EndOfInput:
        item = await self._items.get()
        if isinstance(item, _End):
            self._items.put_nowait(item)
            if item.error is not None:
                raise item.error
            raise StopAsyncIteration
        return item

    def end_within(self, seconds: float) -> None:
        """End the iteration after so long even if the frames have not ended."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, self._items.put_nowait, _End(None))

    async def _read_frames(self) -> None:
        try:
            async for frame in self._frames:
                self._items.put_nowait(frame)
        except Exception as error:  # noqa: BLE001 # it is raised where the frames are read
            self._items.put_nowait(_End(error))
        else:
            self._items.put_nowait(_End(None))

    async def _read_lines(self) -> None:
        async for line in self._lines:
            self._items.put_nowait(line)
        self._items.put_nowait(EndOfInput())
