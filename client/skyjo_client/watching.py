"""Following a table without a seat, as lines or as JSON."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final

from skyjo.v1 import table_pb2, watch_pb2
from skyjo_client import exit_codes
from skyjo_client.backoff import Backoff
from skyjo_client.errors import UnreachableError
from skyjo_client.goodbyes import come_back_after
from skyjo_client.json_lines import dump
from skyjo_client.lobby import Lobby

_TRIES: Final = 5


async def frames(lobby: Lobby, code: str) -> AsyncIterator[watch_pb2.WatchFrame]:
    """Yield a table's frames until its last goodbye, and come back when the stream breaks.

    It also comes back to a server that stops and will be there again; of that it says so in a
    presence. Raises :class:`RefusedError`, and :class:`UnreachableError` after several tries in
    vain.
    """
    resume: table_pb2.Resume | None = None
    presence = table_pb2.Presence()
    backoff, tries = Backoff(), 0
    while True:
        wait: float | None = None
        try:
            async for frame in lobby.watch(code, resume):
                resume = _next(resume, frame)
                presence = presence_of(frame) or presence
                tries = 0
                if (wait := _comes_back(frame)) is not None:
                    presence.stopping.goodbye.CopyFrom(frame.goodbye)
                    yield watch_pb2.WatchFrame(presence=presence)
                    break
                yield frame
        except UnreachableError:
            tries += 1
            if tries == _TRIES or resume is None:
                raise
            await asyncio.sleep(backoff.next())
        else:
            if wait is None:
                return
            await asyncio.sleep(wait)


def _comes_back(frame: watch_pb2.WatchFrame) -> float | None:
    """Seconds after which a server that says goodbye is there again; None: it was the last word."""
    return come_back_after(frame.goodbye) if frame.HasField("goodbye") else None


def presence_of(frame: watch_pb2.WatchFrame) -> table_pb2.Presence | None:
    """Who is at the table, where a frame tells that."""
    if frame.HasField("welcome"):
        return frame.welcome.presence
    return frame.presence if frame.HasField("presence") else None


def _next(resume: table_pb2.Resume | None, frame: watch_pb2.WatchFrame) -> table_pb2.Resume | None:
    """Return where to go on after this frame."""
    if frame.HasField("welcome"):
        return table_pb2.Resume(
            game_id=frame.welcome.game_id, after=max(frame.welcome.next_number, 1) - 1
        )
    if resume is not None and frame.HasField("events"):
        resume.after = frame.events.first_number + len(frame.events.events) - 1
    if resume is not None and frame.HasField("snapshot"):
        resume.after = frame.snapshot.view.latest_number
    return resume


async def watch_json(
    watched: AsyncIterator[watch_pb2.WatchFrame], write: Callable[[str], None]
) -> int:
    """Write a table's frames as JSON lines to its end; returns an exit code."""
    code = exit_codes.UNFINISHED
    async for frame in watched:
        write(dump(frame))
        if frame.HasField("goodbye"):
            code = exit_codes.after(frame.goodbye)
    return code
