"""``skyjo check-bot --server``: a bot on somebody's real server, under its own name and key."""

import asyncio
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from skyjo_client.connection import Connection
from skyjo_client.exit_codes import NOT_CONFORMING, REFUSED
from skyjo_client.lobby import Lobby
from tests.client.programs import run
from tests.encrypted import Encrypted, encrypted

BOT = (sys.executable, str(Path(__file__).with_name("breakable_bot.py")))

pytestmark = pytest.mark.slow


def checked(
    folder: Path, server: Encrypted, *bot: str, name: str = "Mine", words: str = ""
) -> subprocess.CompletedProcess[str]:
    key = folder / "key"
    key.write_text(secrets.token_hex(32), encoding="ascii")
    there = ("--server", server.elsewhere, "--trust", words or server.words)
    options = ("--key-file", str(key), "--name", name, "--patience", "5")
    return run(folder, "check-bot", *there, *options, "--", *bot)


def outcomes(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """What came of each row, by its name."""
    rows = ("reach", "key", "enlist", "clock", "practice-game")
    found = [
        line.replace("not reached", "not_reached").split() for line in done.stdout.splitlines()
    ]
    return {words[1]: words[0] for words in found if len(words) > 1 and words[1] in rows}


def test_a_bot_gets_in_and_plays_a_game_at_the_clock_of_the_server(
    tmp_path: Path, tls_server: Encrypted
) -> None:
    done = checked(tmp_path, tls_server, *BOT)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert set(outcomes(done).values()) == {"passed"}
    assert "LAN: 600 s at the start and 10 s for each decision" in done.stdout


def test_a_bot_that_does_not_heed_its_authority_does_not_get_in(
    tmp_path: Path, tls_server: Encrypted
) -> None:
    done = checked(tmp_path, tls_server, *BOT, "ignores-ca")
    assert done.returncode == NOT_CONFORMING
    assert outcomes(done) == {
        "reach": "passed",
        "key": "passed",
        "enlist": "FAILED",
        "clock": "not_reached",
        "practice-game": "not_reached",
    }
    assert "no bot 'Mine' waited for work within 5 s" in done.stdout


def test_a_name_that_the_server_does_not_give_is_told(
    tmp_path: Path, tls_server: Encrypted
) -> None:
    done = checked(tmp_path, tls_server, *BOT, name="casual")
    assert done.returncode == NOT_CONFORMING
    assert "the server refused it for 'casual': NAME_TAKEN: " in done.stdout
    assert "try another --name" in done.stdout
    assert "A bot is to" not in done.stdout


async def test_a_bot_that_is_at_work_there_is_left_alone(address: str, tmp_path: Path) -> None:
    key = secrets.token_bytes(32)
    (tmp_path / "key").write_text(key.hex(), encoding="ascii")
    options = ("--server", address, "--key-file", str(tmp_path / "key"), "--name", "Prod")
    async with Connection(address, receipts=None) as connection, Lobby(address) as lobby:
        await connection.enlist(key, "Prod")
        done = await asyncio.to_thread(run, tmp_path, "check-bot", *options, "--", *BOT)
        assert [bot.name for bot in (await lobby.list_bots()).enlisted if bot.name == "Prod"]
    assert (done.returncode, done.stdout) == (1, "")
    assert "a bot named 'Prod' waits for work there" in " ".join(done.stderr.split())
    assert "--name" in done.stderr


def test_a_server_whose_tables_are_the_operators_leaves_the_game_out(tmp_path: Path) -> None:
    key = secrets.token_hex(16)
    with encrypted(tmp_path / "data", "--events-only", SKYJO_OPERATOR_KEY=key) as server:
        done = checked(tmp_path, server, *BOT)
    assert done.returncode == NOT_CONFORMING
    assert "the server makes no table for it: OPERATOR_ONLY" in done.stdout
    assert outcomes(done)["enlist"] == "passed"


def test_a_server_that_is_not_the_one_expected_is_told_nothing(
    tmp_path: Path, tls_server: Encrypted
) -> None:
    done = checked(tmp_path, tls_server, *BOT, words="not-its-words")
    assert done.returncode == REFUSED
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_file_without_a_key_is_named(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("my key", encoding="ascii")
    done = run(tmp_path, "check-bot", "--server", "127.0.0.1:1", "--key-file", str(key), "--", *BOT)
    assert done.returncode == 2
    assert "holds no key in hexadecimal digits." in " ".join(done.stderr.split())
