"""Bots and servers as programs: what they say, how they end, and that none outlives its parent."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from skyjo.v1.lobby_pb2 import BotChoice
from skyjo_client.errors import ServerFailedError, UnreachableError
from skyjo_client.lobby import Lobby
from skyjo_client.private_server import private_server
from skyjo_engine.rules import Rules
from tests.client.tabling import finished, make_table
from tests.client.test_left_behind import processes, wait_for_end

BROKEN = """
from skyjo_client.bot import Bot
class Broken(Bot):
    def choose(self, decision):
        raise ZeroDivisionError("a slip of the author")
"""


def skyjo_bot(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "skyjo_client", "bot", *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.slow
async def test_a_failing_bot_shows_its_authors_traceback_and_exits_with_one(
    address: str, tmp_path: Path
) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    async with Lobby(address) as lobby:
        bots = (BotChoice(house_level="random"),)
        table = await make_table(lobby, Rules(players=2, rounds=1), bots=bots)
        done = skyjo_bot(str(file), "--code", table.code, "--server", address)
    assert done.returncode == 1
    assert "a slip of the author" in done.stderr
    assert f'File "{file}", line 5' in done.stderr
    assert "Broken.choose raised ZeroDivisionError, at decision" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("x = 1\n", "has no subclass of Bot"),
        (BROKEN + "class Second(Broken): pass\n", "has several subclasses of Bot: Broken, Second"),
        ("import nothing_of_this_name\n", "cannot be loaded: ModuleNotFoundError"),
    ],
    ids=["none", "two", "raises"],
)
def test_a_file_without_one_bot_is_refused(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(content)
    done = skyjo_bot(str(file))
    assert done.returncode == 1
    assert words in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "environment", "words"),
    [
        (["--house", "none"], {}, "There are random, beginner, casual, skilled."),
        (["--house", "casual"], {}, "add --name, or join a table with --code"),
        (["--house", "random"], {"SKYJO_KEY": "xyz"}, "SKYJO_KEY"),
        (["--house", "random", "--code", "x-1"], {"SKYJO_SERVER": "127.0.0.1:1"}, "127.0.0.1:1"),
        ([], {}, "--house"),
    ],
    ids=["level", "no name", "key", "nobody there", "neither"],
)
def test_what_cannot_be_done_is_said_in_one_line(
    arguments: list[str], environment: dict[str, str], words: str
) -> None:
    done = skyjo_bot(*arguments, **environment)
    assert done.returncode != 0
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert environment.get("SKYJO_KEY", "?") not in done.stderr.replace("SKYJO_KEY", "")


@pytest.mark.slow
async def test_house_bots_join_a_table_by_its_code(address: str) -> None:
    async with Lobby(address) as lobby:
        table = await make_table(lobby, Rules(players=3, rounds=1))
        arguments = ("--house", "Random", "--code", table.code, "--name", "Rob")
        done = skyjo_bot(*arguments, "--seats", "3", "--server", address)
        assert (done.returncode, done.stderr) == (0, "")
        (record,) = await finished(lobby, table.table_id)
    assert sorted(player.name for player in record.players) == ["Rob", "Rob 2", "Rob 3"]


@pytest.mark.slow
def test_a_bot_that_waits_for_work_ends_with_its_standard_input(
    address: str, tmp_path: Path
) -> None:
    file = tmp_path / "waiting.py"
    file.write_text(BROKEN)
    with subprocess.Popen(
        [sys.executable, "-m", "skyjo_client", "bot", str(file), "--name", "waiting"],
        env=os.environ | {"SKYJO_SERVER": address, "SKYJO_END_WITH_STDIN": "1"},
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin is not None
        assert program.stderr is not None
        assert program.stderr.readline() == f"skyjo: waiting waits for work at {address}\n"
        program.stdin.close()
        assert program.wait(30) == 0


@pytest.mark.slow
async def test_a_private_server_lives_as_long_as_its_context() -> None:
    async with private_server() as address, Lobby(address) as lobby:
        bots = (BotChoice(house_level="random"), BotChoice(house_level="casual"))
        await make_table(lobby, Rules(players=2, rounds=1), bots=bots)
    async with Lobby(address) as lobby:
        with pytest.raises(UnreachableError):
            await lobby.list_bots()


async def test_a_server_that_does_not_start_says_why() -> None:
    with pytest.raises(ServerFailedError) as caught:
        async with private_server("--no-such-option"):
            pass
    assert "--no-such-option" in caught.value.output


PARENT = """
import asyncio, json, sys
from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest
from skyjo.v1.rules_pb2 import Rules
from skyjo_client.lobby import Lobby
from skyjo_client.private_server import private_server

async def main():
    async with private_server() as address, Lobby(address) as lobby:
        bots = [BotChoice(house_level=level) for level in ("random", "casual")]
        # Until nobody wants another game: the bots are at work when the end comes.
        await lobby.create_table(CreateTableRequest(
            rules=Rules(players=2), games=1000, start_when_full=True, bots=bots))
        while not any(table.round for table in await lobby.list_tables()):
            await asyncio.sleep(0.01)
        print(json.dumps(address), flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="for /proc and pidfds")
async def test_nothing_outlives_a_parent_that_is_killed(tmp_path: Path) -> None:
    if sys.platform != "linux":
        return
    marker = f"SKYJO_TEST_MARKER={tmp_path}"
    parent = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        PARENT,
        env=os.environ | {"SKYJO_TEST_MARKER": str(tmp_path)},
        stdout=subprocess.PIPE,
    )
    assert parent.stdout is not None
    host, _, port = json.loads(await parent.stdout.readline()).rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    programs = processes(marker)
    assert len(programs) == 4  # parent, server, two levels
    ends = {os.pidfd_open(pid): pid for pid in programs}
    parent.kill()
    await parent.wait()
    while await reader.read(4096):
        pass  # until the server is gone
    writer.close()
    await asyncio.to_thread(wait_for_end, ends)
    assert processes(marker) == set()
