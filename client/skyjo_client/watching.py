"""Following a table without a seat, as lines or as JSON."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final

from skyjo.v1 import table_pb2, watch_pb2
from skyjo_client import exit_codes
from skyjo_client.backoff import Backoff
from skyjo_client.errors import UnreachableError
from skyjo_client.json_lines import dump
from skyjo_client.lobby import Lobby

_TRIES: Final = 5


async def frames(lobby: Lobby, code: str) -> AsyncIterator[watch_pb2.WatchFrame]:
    """Yield a table's frames until its goodbye, and come back when the stream breaks.

    Raises :class:`RefusedError`, and :class:`UnreachableError` after several tries in vain.
    """
    resume: table_pb2.Resume | None = None
    backoff, tries = Backoff(), 0
    while True:
        try:
            async for frame in lobby.watch(code, resume):
                resume = _next(resume, frame)
                tries = 0
                yield frame
        except UnreachableError:
            tries += 1
            if tries == _TRIES or resume is None:
                raise
            await asyncio.sleep(backoff.next())
        else:
            return


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
