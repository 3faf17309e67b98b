"""The bot of a kit as a program, whatever it is written in, and the games it has played."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from skyjo.v1.record_pb2 import ListGamesRequest
from skyjo_client.lobby import Lobby
from skyjo_engine.record import Record
from skyjo_engine.verify import verify
from skyjo_wire import records

GOODBYE = b"GOODBYE_REASON_FINISHED"


@asynccontextmanager
async def running(program: Path, **environment: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot with SKYJO_ variables of its own."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("SKYJO_")}
    process = await asyncio.create_subprocess_exec(
        program, env=inherited | environment, stderr=asyncio.subprocess.PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def ends(process: asyncio.subprocess.Process) -> bytes:
    """What the bot reported, once it has ended well by itself."""
    _, report = await process.communicate()
    assert process.returncode == 0, report.decode()
    return report


async def played(lobby: Lobby, table_id: str) -> list[Record]:
    """The records of the table's games, each of which replays and follows from its key."""
    listed = await lobby.list_games(ListGamesRequest(table_id=table_id))
    games = [records.from_message(await lobby.get_game(game.game_id)) for game in listed.games]
    for game in games:
        verify(game)
    return games
