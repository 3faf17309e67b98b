"""A spectator stays one when the server stops for a while."""

import asyncio
from pathlib import Path

from skyjo_client.lobby import Lobby
from skyjo_client.present.narrator import Narrator
from skyjo_client.versions import joiner
from skyjo_client.watching import frames
from skyjo_engine.rules import Rules
from tests.client.tabling import make_table
from tests.server.program import program
from tests.server.raw import PATIENCE


async def test_whoever_looks_on_is_told_and_looks_on_when_the_server_is_back(
    tmp_path: Path,
) -> None:
    data = ("--data", str(tmp_path), "--retry-after", "2")
    narrator = Narrator()
    async with program("--port", "0", *data) as server, Lobby(server.address) as lobby:
        made = await make_table(lobby, Rules(players=2))
        watched = frames(lobby, made.code)
        lines = narrator.take(await anext(watched))
        server.process.terminate()
        async with asyncio.timeout(PATIENCE):
            while narrator.store.stops_at is None:
                lines = narrator.take(await anext(watched))
            assert lines == ["The server stops. It is back in about 2 s."]
            assert await server.status() == 0
            port = server.address.rpartition(":")[2]
            async with program("--port", port, *data):
                lines = narrator.take(await anext(watched))
                await lobby.join_table(made.code, joiner("Ada"))
                while "Ada takes seat 1." not in lines:
                    lines = narrator.take(await anext(watched))
