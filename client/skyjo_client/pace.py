"""A watched table slowed down to what can be read."""

import asyncio
from collections.abc import AsyncIterator

from skyjo.v1 import event_pb2, watch_pb2


async def paced(
    frames: AsyncIterator[watch_pb2.WatchFrame], seconds: float
) -> AsyncIterator[watch_pb2.WatchFrame]:
    """Yield the frames with their events one by one, each followed by a pause of ``seconds``.

    The frames are taken in as they come, for a server drops whoever reads slowly.
    """
    come: asyncio.Queue[watch_pb2.WatchFrame | None] = asyncio.Queue()
    reading = asyncio.create_task(_read(frames, come), name="skyjo paced frames")
    try:
        while (frame := await come.get()) is not None:
            for part in _parts(frame):
                yield part
                if part.HasField("events"):
                    await asyncio.sleep(seconds)
        await reading
    finally:
        reading.cancel()


async def _read(
    frames: AsyncIterator[watch_pb2.WatchFrame],
    come: asyncio.Queue[watch_pb2.WatchFrame | None],
) -> None:
    try:
        async for frame in frames:
            come.put_nowait(frame)
    finally:
        come.put_nowait(None)


def _parts(frame: watch_pb2.WatchFrame) -> list[watch_pb2.WatchFrame]:
    if not frame.HasField("events"):
        return [frame]
    first = frame.events.first_number
    return [
        watch_pb2.WatchFrame(events=event_pb2.Events(first_number=number, events=[event]))
        for number, event in enumerate(frame.events.events, first)
    ]
