"""The full screen when a real server is killed and comes back, and when somebody looks on."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from skyjo_client import exit_codes
from skyjo_client.host_desk import recording_of
from skyjo_client.lobby import Lobby
from skyjo_client.running import play
from skyjo_client.screen.table_app import TableApp
from skyjo_client.watch_mode import WatchMode
from skyjo_client.watching import frames
from skyjo_engine.rules import Rules
from tests.client.app_screens import shown, until
from tests.client.tabling import Plain, engaged, make_table
from tests.client.test_table_app import Table, decides, decision
from tests.server.program import program

pytestmark = pytest.mark.slow


async def test_a_server_that_is_killed_and_started_again_goes_on_with_the_game_on_the_screen(
    tmp_path: Path,
) -> None:
    data = ("--data", str(tmp_path / "data"))
    async with program("--port", "0", *data) as server:
        port = server.address.rpartition(":")[2]
        table = Table(server.address)
        app = await table.__aenter__()
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: decides(app))
            await pilot.press("right", "enter")
            server.process.kill()
            await until(pilot, lambda: any("! connection lost" in line for line in shown(app)))
            async with program("--port", port, *data):
                await until(pilot, lambda: decides(app) and "lost" not in shown(app)[0])
                assert any("*··*" in line or "[··]" in line for line in shown(app))
                await pilot.press("right", "right", "enter")
                asked = decision(app)
                if asked is not None and asked.legal.flip_count:
                    await pilot.press("left", "enter")
                await until(pilot, lambda: app.table.narrator.store.board.turn is not None)
                assert any("round 1" in line for line in shown(app))
                await pilot.press("q", "enter")
                await until(pilot, lambda: not app.is_running)
        await table.__aexit__(None, None, None)


async def test_whoever_looks_on_sees_the_game_and_can_leave_and_nothing_else(address: str) -> None:
    async with Lobby(address) as lobby:
        made = await make_table(lobby, Rules(players=2, rounds=1))
        watched, recorded = frames(lobby, made.code), partial(recording_of, lobby)
        app = TableApp(lambda voice: WatchMode(watched, recorded, voice, at_terminal=True))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: made.code in shown(app)[0])
            await pilot.press("d", "enter")
            await until(pilot, lambda: any("cannot play" in line for line in shown(app)))
            playing = asyncio.create_task(play(Plain, engaged(address, made.code, seats=2)[0]))
            await until(pilot, lambda: any("game over" in line for line in shown(app)))
            await pilot.press("s")
            assert any("you are watching" in line for line in shown(app))
            assert not any("you hold" in line for line in shown(app))
            await pilot.press("v")
            await until(pilot, lambda: any("[space]" in line for line in shown(app)))
            await pilot.press("q", "enter")
            await until(pilot, lambda: not app.is_running)
            await playing
    assert app.return_value == exit_codes.FINISHED
