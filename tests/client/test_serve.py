"""``skyjo serve``: what it says, where it keeps games, and that they are there the next time."""

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from skyjo_client.lobby import Lobby
from skyjo_client.running import play
from skyjo_engine.rules import Rules
from tests.client.programs import environment, run, start
from tests.client.tabling import Plain, engaged, finished, make_table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="stops a server with a signal of POSIX"),
]


@contextlib.contextmanager
def served(folder: Path, *arguments: str) -> Iterator[list[str]]:
    """What a server says when it has started; it is stopped as with Ctrl-C."""
    with start(folder, "serve", *arguments) as process:
        assert process.stdout
        assert process.stderr
        said = []
        for line in process.stdout:
            said.append(line.rstrip("\n"))
            if line.startswith("finished games"):
                break
        try:
            yield said
        finally:
            process.send_signal(signal.SIGINT)
        log = process.stderr.read().splitlines()
        assert process.wait(timeout=30) == 0
        assert [line for line in log if not line.startswith("INFO skyjo_server")] == []
        assert not any("serving at" in line for line in log)


def address_of(said: list[str]) -> str:
    return said[0].removeprefix("serving at ").removesuffix("; stop with Ctrl-C")


async def test_finished_games_outlive_the_server_in_the_users_folder(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "server"
    with served(tmp_path, "--port", "0") as said:
        assert said[1:] == [f"finished games are kept in {folder}"]
        async with Lobby(address_of(said)) as lobby:
            table = await make_table(lobby, Rules(players=2, rounds=1))
            await play(Plain, engaged(address_of(said), table.code, seats=2)[0])
            (record,) = await finished(lobby, table.table_id)
    with served(tmp_path, "--port", "0") as said:
        listed = run(tmp_path, "record", "list", "--server", address_of(said))
    assert listed.stdout.startswith(record.game_id)


async def test_the_only_table_is_watched_by_the_servers_address(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as said:
        address = address_of(said)
        nothing = run(tmp_path, "watch", address)
        async with Lobby(address) as lobby:
            only = await make_table(lobby, Rules(players=2))
            with start(tmp_path, "watch", address, "--plain") as watching:
                assert watching.stdout
                assert f"watching table {only.code}" in watching.stdout.readline()
                watching.kill()
            other = await make_table(lobby, Rules(players=2))
        several = run(tmp_path, "watch", address)
    assert (nothing.returncode, several.returncode) == (2, 2)
    assert f"No table can be watched at {address}." in nothing.stderr
    assert all(f"\n{one.code}: 0 of 2" in several.stderr for one in (only, other))


def test_another_folder_can_be_chosen(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0", "--data", str(tmp_path / "mine")) as said:
        assert said[1:] == [f"finished games are kept in {tmp_path / 'mine'}"]
    assert not (tmp_path / "data").exists()


def test_a_second_server_says_that_clients_need_its_address(tmp_path: Path) -> None:
    with served(tmp_path / "1"), served(tmp_path / "2") as said:
        port = address_of(said).rpartition(":")[2]
        assert said[1] == f"port 17595 is taken, so clients need: --server HOST:{port}"


def test_a_server_for_a_network_does_not_call_itself_zero(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "0.0.0.0", "--port", "0", "--insecure") as said:  # noqa: S104
        assert said[0].startswith("serving at every address of this machine, port ")
        assert said[1].startswith("others come with: skyjo join CODE --server ADDRESS-OF-THIS-MAC")


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_the_help_names_the_command_that_was_typed(tmp_path: Path, option: str) -> None:
    done = run(tmp_path, "serve", option)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "Usage: skyjo serve [OPTIONS]")


def test_without_that_command_nothing_is_kept_unless_wanted(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "skyjo_server", "--port", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipe, encoding="utf-8", env=environment(tmp_path)
    ) as process:
        assert process.stdout
        said = [process.stdout.readline(), process.stdout.readline()]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
    assert said[1] == "finished games are not kept\n"
