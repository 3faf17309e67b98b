"""The example of docs/bots-in-python.md plays as the page says."""

import asyncio
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from skyjo_client import exit_codes
from skyjo_client.lobby import Lobby
from skyjo_client.versions import joiner
from skyjo_engine.rules import Rules
from tests.client import programs
from tests.client.tabling import finished, make_table

PAGE = Path(__file__).parents[2] / "docs" / "bots-in-python.md"


@pytest.fixture
def example(tmp_path: Path) -> Path:
    code, _ = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    file = tmp_path / "thrifty.py"
    file.write_text(code, encoding="utf-8")
    return file


def bot(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [["-m", "skyjo_client", "bot"], []], ids=["skyjo bot", "by itself"]
)
async def test_the_example_plays_three_seats_at_a_table(
    address: str, example: Path, command: list[str]
) -> None:
    async with Lobby(address) as lobby:
        table = await make_table(lobby, Rules(players=3, rounds=2))
        arguments = [str(example), "--code", table.code, "--seats", "3"]
        done = bot(*command, *arguments, SKYJO_SERVER=address)
        assert (done.returncode, done.stderr) == (0, "")
        (record,) = await finished(lobby, table.table_id)
    assert [player.name for player in record.players] == ["Thrifty", "Thrifty 2", "Thrifty 3"]


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (["--seats", "many"], 2, "'many' is not a whole number from 1 to 1024."),
        (["--code", "nowhere-00"], 4, "There is no such table."),
        (["--code", "otter-42", "--server", "127.0.0.1:1"], 3, "No server answers at 127.0.0.1:1."),
    ],
    ids=["usage", "refused", "unreachable"],
)
@pytest.mark.parametrize(
    "command", [["-m", "skyjo_client", "bot"], []], ids=["skyjo bot", "by itself"]
)
@pytest.mark.slow
def test_what_a_bots_program_cannot_do_is_a_sentence_and_a_status(
    address: str, example: Path, command: list[str], arguments: list[str], code: int, part: str
) -> None:
    done = bot(*command, str(example), *arguments, SKYJO_SERVER=address)
    assert (done.returncode, done.stdout) == (code, "")
    assert part in done.stderr
    assert "Traceback" not in done.stderr
    assert "_" not in done.stderr.replace(str(example), "")  # no code of an error


def test_every_status_of_a_bots_program_is_in_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    named = {name: value for name, value in vars(exit_codes).items() if name[0] != "_"}
    statuses = {value for value in named.values() if isinstance(value, int)}
    statuses -= {exit_codes.NOT_PROVEN, exit_codes.NOT_CONFORMING}  # those of checks
    statuses -= {exit_codes.INTERRUPTED}  # a bot ends well then
    assert {int(found) for found in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)} == statuses


@pytest.mark.slow
async def test_the_example_runs_as_a_program_with_a_token_from_the_environment(
    address: str, example: Path
) -> None:
    async with Lobby(address) as lobby:
        table = await make_table(lobby, Rules(players=2, rounds=1))
        mine = await lobby.join_table(table.code, joiner("mine"))
        other = await lobby.join_table(table.code, joiner("other"))
        programs = [
            await asyncio.create_subprocess_exec(
                sys.executable,
                str(example),
                env=os.environ | {"SKYJO_SERVER": address, "SKYJO_TOKEN": seating.seat_token.hex()},
            )
            for seating in (mine, other)
        ]
        assert [await program.wait() for program in programs] == [0, 0]
        (record,) = await finished(lobby, table.table_id)
    assert [player.name for player in record.players] == ["mine", "other"]


def command_of_page(start: str) -> list[str]:
    """The words of the only command in the page that begins like that, without ``skyjo``."""
    page = PAGE.read_text(encoding="utf-8")
    (line,) = re.findall(rf"^skyjo ({start}.*)$", page, re.MULTILINE)
    return shlex.split(line)


@pytest.mark.slow
def test_the_waiting_example_plays_by_the_commands_of_the_page(address: str, example: Path) -> None:
    env = programs.environment(example.parent, SKYJO_SERVER=address)
    _, file = command_of_page(r"bot thrifty\.py$")
    assert file == example.name
    with programs.start(example.parent, "bot", str(example), env=env) as waiting:
        assert waiting.stderr
        assert "Thrifty waits for work" in waiting.stderr.readline()
        match = [*command_of_page("match "), "--rounds", "1"]
        done = programs.run(example.parent, *match, env=env)
        waiting.terminate()
    assert (done.returncode, done.stderr) == (0, "")
