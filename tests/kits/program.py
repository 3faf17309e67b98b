"""The bot of a kit as a program, whatever it is written in, and the games it has played."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from skyjo.v1.record_pb2 import ListGamesRequest
from skyjo_client.lobby import Lobby
from skyjo_engine.record import Record
from skyjo_engine.verify import verify
from skyjo_wire import records
from tests.kits.toolchains import Kit

GOODBYE = b"GOODBYE_REASON_FINISHED"

Process = asyncio.subprocess.Process


@dataclass(frozen=True)
class Program:
    """The bot of a kit that was built in ``folder``."""

    kit: Kit
    folder: Path

    @asynccontextmanager
    async def running(self, **environment: str) -> AsyncIterator[Process]:
        """The bot with SKYJO_ variables of its own."""
        inherited = {
            name: text for name, text in os.environ.items() if not name.startswith("SKYJO_")
        }
        process = await asyncio.create_subprocess_exec(
            *self.kit.run,
            cwd=self.folder,
            env=inherited | environment,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def plays(self, **environment: str) -> bytes:
        """What the bot reports, once it has ended well by itself."""
        status, report = await self.ends(**environment)
        assert status == 0, report.decode()
        return report

    async def ends(self, **environment: str) -> tuple[int | None, bytes]:
        """The bot's exit status and what it reports."""
        async with self.running(**environment) as process:
            _, report = await process.communicate()
        return process.returncode, report


async def reads(process: Process, words: bytes) -> bytes:
    """The bot's report up to and with the line that has ``words``."""
    assert process.stderr is not None
    report = b""
    async for line in process.stderr:
        report += line
        if words in line:
            return report
    raise AssertionError(f"the bot ended without {words.decode()}: {report.decode()}")


async def played(lobby: Lobby, table_id: str) -> list[Record]:
    """The records of the table's games, each of which replays and follows from its key."""
    listed = await lobby.list_games(ListGamesRequest(table_id=table_id, page_size=500))
    games = [records.from_message(await lobby.get_game(game.game_id)) for game in listed.games]
    for game in games:
        verify(game)
    return games
