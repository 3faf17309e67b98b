"""The example of docs/bots-in-python.md plays as the page says."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from skyjo_client.lobby import Lobby
from skyjo_client.versions import joiner
from skyjo_engine.rules import Rules
from tests.client.tabling import finished, make_table

PAGE = Path(__file__).parents[2] / "docs" / "bots-in-python.md"


@pytest.fixture
def example(tmp_path: Path) -> Path:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
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
async def test_the_example_plays_three_seats_at_a_table(address: str, example: Path) -> None:
    async with Lobby(address) as lobby:
        table = await make_table(lobby, Rules(players=3, rounds=2))
        arguments = ["bot", str(example), "--code", table.code, "--seats", "3"]
        done = bot("-m", "skyjo_client", *arguments, SKYJO_SERVER=address)
        assert (done.returncode, done.stderr) == (0, "")
        (record,) = await finished(lobby, table.table_id)
    assert [player.name for player in record.players] == ["Thrifty", "Thrifty 2", "Thrifty 3"]


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
