"""``skyjo match``: bots play each other, and nobody sits with them."""

import asyncio
import json
from pathlib import Path

import pytest

from skyjo.v1.table_pb2 import GOODBYE_REASON_FINISHED
from skyjo_client import exit_codes
from skyjo_client.lobby import Lobby
from skyjo_client.running import Engagement, play
from tests.client import programs
from tests.client.tabling import Announced, Plain, finished
from tests.server.raw import PATIENCE


async def test_a_waiting_bot_and_a_house_bot_play_all_games_by_themselves(
    address: str, tmp_path: Path
) -> None:
    report = Announced()
    bot = Engagement(server=address, name="matched", key=bytes(16), seats=2, report=report)
    playing = asyncio.create_task(play(Plain, bot))
    async with Lobby(address) as lobby, asyncio.timeout(PATIENCE):
        await report.enlisted.wait()
        wanted = ("match", "matched", "Random", "matched", "--games", "2", "--rounds", "1")
        done = await asyncio.to_thread(
            programs.run, tmp_path, *wanted, "--server", address, "--json"
        )
        assert done.returncode == exit_codes.FINISHED, done.stderr
        made = json.loads(done.stdout)
        assert made.keys() == {"server", "table_id", "code"}
        *_, last = [frame async for frame in lobby.watch(made["code"])]
        assert last.goodbye.reason == GOODBYE_REASON_FINISHED
        games = await finished(lobby, made["table_id"])
    playing.cancel()
    assert len(games) == 2
    names = [player.name for player in games[0].players]
    assert names == ["matched", "bot:random", "matched 2"]


def test_a_bot_that_does_not_wait_is_refused(address: str, tmp_path: Path) -> None:
    done = programs.run(tmp_path, "match", "nobody", "skilled", "--server", address)
    assert done.returncode == exit_codes.REFUSED
    assert "skyjo: nobody: There is no bot of this name" in done.stderr


def test_it_says_how_to_watch_and_how_to_see_the_results(address: str, tmp_path: Path) -> None:
    done = programs.run(tmp_path, "match", "random", "skilled", "--server", address)
    watching, results = done.stdout.replace("\n  ", " ").splitlines()
    assert f"--server {address}" in watching
    assert results.endswith(f"skyjo record list --server {address}")


@pytest.mark.parametrize("count", [0, 1, 9])
def test_two_to_eight_bots_are_named(tmp_path: Path, count: int) -> None:
    done = programs.run(tmp_path, "match", *["random"] * count)
    assert done.returncode == exit_codes.USAGE
    assert "Name 2 to 8 bots." in done.stderr
