"""Folders that cannot be used and disks that fill up: a clear sentence, nothing half-written."""

import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from skyjo.v1.error_pb2 import ERROR_REASON_TOKEN_UNKNOWN
from skyjo.v1.play_pb2 import ClientFrame
from skyjo.v1.table_pb2 import GOODBYE_REASON_FINISHED, GOODBYE_REASON_STORAGE_FAILED
from skyjo.v1.watch_pb2 import WatchRequest
from skyjo_engine.rules import Rules
from skyjo_server.database import _SCHEMA
from tests.server.desk import Desk
from tests.server.mortal import MortalServer
from tests.server.raw import RawStream, RawWatch
from tests.server.simple_player import VERSION, SimplePlayer, first_choice


def refused(folder: Path) -> str:
    """What a server says that cannot use ``folder``."""
    command = (sys.executable, "-m", "skyjo_server", "--port", "0", "--data", str(folder))
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 1
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert "--data" in done.stderr
    return done.stderr


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot keep games in" in refused(tmp_path / "file")


def test_a_place_where_nothing_can_be_made() -> None:
    assert "cannot keep games in /proc/skyjo" in refused(Path("/proc/skyjo"))


def test_a_file_system_without_a_write_ahead_log(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3-shm").mkdir()  # what such a log shares cannot be made
    assert "cannot keep games in" in refused(tmp_path)


def test_a_file_that_another_program_holds(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)
    database.execute("BEGIN EXCLUSIVE")
    assert "locked" in refused(tmp_path)
    database.close()


async def test_a_file_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        database.executescript(f"{_SCHEMA} PRAGMA user_version=1")
    database.close()
    server = MortalServer(tmp_path)
    await server.start()
    players = await begun(server)
    server.kill()
    await server.start()
    async with server.channel() as channel, RawStream(channel) as stream:
        await stream.play(*players, resume=True)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}
    server.kill()


def test_a_file_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").write_bytes(b"something else " * 100)
    assert "not a database" in refused(tmp_path)


def test_a_file_of_a_newer_version(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        database.execute("PRAGMA user_version=99")
    database.close()
    assert "newer version" in refused(tmp_path)


async def test_a_damaged_file(tmp_path: Path) -> None:
    server = MortalServer(tmp_path / "data")
    await server.start()
    async with server.channel() as channel:
        for _ in range(20):
            await Desk(channel).create(Rules(players=2))
    assert server.terminate() == 0
    path = tmp_path / "data" / "games.sqlite3"
    content = bytearray(path.read_bytes())
    content[4096 : 4096 * 6] = os.urandom(4096 * 5)
    path.write_bytes(content)
    assert "cannot keep games in" in refused(tmp_path / "data")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET state = substr(state, 1, 99)",
        "UPDATE tables SET state = '{}'",
        "UPDATE tables SET state = replace(state, 'seats', 'seat')",
        "UPDATE inputs SET input = '[]'",
        "UPDATE inputs SET input = replace(input, 'draw', 'grab')",
        "UPDATE inputs SET number = -number",
    ],
)
async def test_a_table_that_cannot_be_read_is_left_out(tmp_path: Path, damage: str) -> None:
    server = MortalServer(tmp_path / "data")
    await server.start()
    whole, damaged = [await begun(server) for _ in range(2)]
    server.kill()
    with sqlite3.connect(tmp_path / "data" / "games.sqlite3") as database:
        database.execute(f"{damage} WHERE table_id = ?", (damaged[0].welcome.table_id,))
    database.close()
    await server.start()
    async with server.channel() as channel, RawStream(channel) as stream:
        await stream.play(*whole, resume=True)
        assert {player.goodbye for player in whole} == {GOODBYE_REASON_FINISHED}
        await stream.send(SimplePlayer(damaged[0].token, 9).attach())
        assert (await stream.frame(9, "refused")).refused.reason == ERROR_REASON_TOKEN_UNKNOWN
    assert "is left out" in server.log.read_text()
    server.kill()


async def begun(server: MortalServer) -> list[SimplePlayer]:
    """Players of a game that has begun."""
    async with server.channel() as channel, RawStream(channel) as stream:
        seats = await Desk(channel).seats(Rules(players=2))
        players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
        await stream.play(*players, until=lambda: players[0].latest > 9)
    return players


async def test_a_folder_has_one_server_at_a_time(tmp_path: Path) -> None:
    server = MortalServer(tmp_path / "data")
    await server.start()
    assert "another server" in refused(tmp_path / "data")
    server.kill()
    await server.start()
    assert server.terminate() == 0


async def test_a_full_disk_stops_the_tables_and_loses_nothing(tmp_path: Path) -> None:
    server = MortalServer(tmp_path / "data")
    await server.start()
    async with server.channel() as channel:
        seats = await Desk(channel).seats(Rules(players=2), seed=3)
    players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (200_000, 200_000))
    async with server.channel() as channel, RawStream(channel) as stream:
        await stream.play(*players)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_STORAGE_FAILED}
    assert all(player.frames[-1].goodbye.HasField("retry_after_ms") for player in players)
    assert server.wait() == 1
    assert "games could not be kept" in server.log.read_text()
    assert "Traceback" not in server.log.read_text()
    await server.start()
    for player in players:
        player.goodbye = None
    async with server.channel() as channel, RawStream(channel) as stream:
        await stream.play(*players, resume=True)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}
    server.kill()


async def test_a_server_that_is_told_to_end_does_so_when_goodbyes_wait_for_a_file_that_fails(
    tmp_path: Path,
) -> None:
    server = MortalServer(tmp_path / "data")
    await server.start()
    async with server.channel() as channel, RawStream(channel) as stream:
        (seat, other) = await Desk(channel).seats(Rules(players=2))
        players = [SimplePlayer(one.seat_token, n) for n, one in enumerate((seat, other), 1)]
        spectator = RawWatch(channel, WatchRequest(version=VERSION, code=seat.code))
        await spectator.frame("welcome")
        await stream.send(*(player.attach() for player in players))
        await stream.send(*(player.frame(ready={}) for player in players))
        decision = (await stream.frame(1, "decision")).decision
        holder = sqlite3.connect(tmp_path / "data" / "games.sqlite3", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        nobody = ClientFrame(number=9, ready={})  # its refusal comes once the act is done
        await stream.send(players[0].frame(act=first_choice(decision)), nobody)
        await stream.frame(9, "refused")
        assert server.terminate() == 1
        goodbyes = [(await stream.frame(number, "goodbye")).goodbye for number in (1, 2)]
        goodbyes.append((await spectator.frame("goodbye")).goodbye)
        holder.close()
    assert {goodbye.reason for goodbye in goodbyes} == {GOODBYE_REASON_STORAGE_FAILED}
    assert all(goodbye.HasField("retry_after_ms") for goodbye in goodbyes)
    assert "games could not be kept" in server.log.read_text()
    assert "Traceback" not in server.log.read_text()
