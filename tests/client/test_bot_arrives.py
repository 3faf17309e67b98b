"""A bot whose server is not there yet when it starts."""

import sys
from pathlib import Path

import pytest

from skyjo_client.lobby import Lobby
from tests.client.cutting import Cutting
from tests.client.stdio_programs import OTHER, PLAIN, SHORT, ended, line_with, script, skyjo
from tests.client.tabling import make_table

pytestmark = pytest.mark.slow

BOT = """
from skyjo_client.bot import Bot
from skyjo_engine.actions import Discard, Draw, Flip

class Patient(Bot):
    def choose(self, decision):
        legal = decision.legal
        if legal.flip_count:
            return Flip(legal.flip[: legal.flip_count])
        return Draw() if legal.draw else Discard(legal.discard[0])
"""
NOBODY = "127.0.0.1:1"
"""Where no server is ever found."""


@pytest.mark.parametrize("way", ["file", "stdio"])
async def test_it_says_so_once_and_waits_for_work_when_the_server_is_there(
    address: str, tmp_path: Path, way: str
) -> None:
    async with Cutting(address) as relay:
        relay.down = True
        if way == "file":
            asked: tuple[str, ...] = (script(tmp_path, BOT), "--server", relay.address)
        else:
            name = script(tmp_path, PLAIN)
            asked = ("--stdio", "--server", relay.address, "--", sys.executable, name)
        async with skyjo(tmp_path, *asked) as bot:
            told = await line_with(bot, "skyjo: ")
            assert told == f"skyjo: no server answers at {relay.address}, trying again\n"
            relay.down = False
            assert "waits for work" in await line_with(bot, "skyjo: ")


async def test_it_takes_its_seat_when_the_server_is_there_soon(
    address: str, tmp_path: Path
) -> None:
    async with Cutting(address) as relay, Lobby(address) as lobby:
        table = await make_table(lobby, SHORT, bots=OTHER)
        relay.down = True
        asked = (script(tmp_path, BOT), "--server", relay.address, "--code", table.code)
        async with skyjo(tmp_path, *asked) as bot:
            assert "trying again" in await line_with(bot, "skyjo: ")
            relay.down = False
            assert await ended(bot) == (0, "")


async def test_with_a_code_it_gives_up_soon(tmp_path: Path) -> None:
    asked = (script(tmp_path, BOT), "--server", NOBODY, "--code", "KIWI-42")
    async with skyjo(tmp_path, *asked) as bot:
        status, said = await ended(bot)
    assert status == 3
    assert said.count("trying again") == 1
    assert said.count(NOBODY) == 2


async def test_it_ends_with_its_command(tmp_path: Path) -> None:
    asked = ("--stdio", "--server", NOBODY, "--", sys.executable, script(tmp_path, "exit(7)"))
    async with skyjo(tmp_path, *asked) as bot:
        status, said = await ended(bot)
    assert status == 1
    assert "the command ended with exit status 7. The bot plays no more." in said
