"""What a full screen shows, and waiting for it."""

import asyncio
from collections.abc import Callable

from textual.pilot import Pilot

from skyjo_client.screen.canvas_app import CanvasApp

PATIENCE = 30.0


def shown(app: CanvasApp) -> list[str]:
    """What stands on the terminal."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


async def until(pilot: Pilot[int], seen: Callable[[], bool]) -> None:
    """Wait until something is to be seen."""
    async with asyncio.timeout(PATIENCE):
        while not seen():
            await pilot.pause(0.01)
