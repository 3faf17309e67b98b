"""Every kit, given an environment that is wrong, or written in one of several right ways."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest
from skyjo.v1.rules_pb2 import Rules
from skyjo_client.lobby import Lobby
from skyjo_client.private_server import private_server
from tests.kits.program import GOODBYE, Program
from tests.kits.relay import breaking
from tests.kits.toolchains import Kit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),  # the first to need a kit waits until it is built
]

KEY = {"SKYJO_KEY": "5e" * 16}
WRONG: Sequence[tuple[str, Mapping[str, str]]] = (
    ("SKYJO_KEY", {}),
    ("SKYJO_TOKEN", {"SKYJO_TOKEN": "x"}),
    ("SKYJO_TOKEN", {"SKYJO_TOKEN": "5e 5e"}),
    ("SKYJO_KEY", {"SKYJO_KEY": "5e" * 15}),
    ("SKYJO_KEY", {"SKYJO_KEY": "5e" * 65}),
    ("SKYJO_SEATS", {"SKYJO_SEATS": "0"} | KEY),
    ("SKYJO_SEATS", {"SKYJO_SEATS": "1025"} | KEY),
    ("SKYJO_SEATS", {"SKYJO_SEATS": "+5"} | KEY),
    ("SKYJO_SEED", {"SKYJO_SEED": "-1"} | KEY),
    ("SKYJO_SEED", {"SKYJO_SEED": str(2**64)} | KEY),
    ("SKYJO_CA", {"SKYJO_CA": "/nowhere/authority.pem"} | KEY),
)
"""Environments, and the variable that is wrong in each."""
NO_ADDRESSES = (" ", "host:", "host:0", "host:70000", "host:abc", "[::1", "two words")
WAYS = ({"SKYJO_CODE": "KIWI-42"}, {"SKYJO_TOKEN": "5e" * 16}, KEY)
AT_ONCE = 3


async def test_says_what_is_wrong_with_its_environment(program: Program) -> None:
    await _all_are_refused(program, WRONG)


async def test_says_that_an_address_is_none_however_it_is_to_get_its_seats(
    program: Program,
) -> None:
    asked = [{"SKYJO_SERVER": text} | way for text in NO_ADDRESSES for way in WAYS]
    await _all_are_refused(program, [("SKYJO_SERVER", one) for one in asked])


async def test_plays_at_an_address_of_ipv6(program: Program) -> None:
    async with (
        private_server() as address,
        Lobby(address) as lobby,
        breaking(address, after=0, times=0, host="::1") as relay,
    ):
        table = await lobby.create_table(
            CreateTableRequest(
                rules=Rules(players=2, rounds=1),
                games=1,
                start_when_full=True,
                bots=[BotChoice(house_level="random")],
            )
        )
        assert GOODBYE in await program.plays(SKYJO_SERVER=relay, SKYJO_CODE=table.code)


async def test_takes_all_the_seats_that_it_wants_or_none(kit: Kit, program: Program) -> None:
    async with private_server() as address, Lobby(address) as lobby:
        table = await lobby.create_table(CreateTableRequest(rules=Rules(players=2)))
        asked = {"SKYJO_SERVER": address, "SKYJO_CODE": table.code, "SKYJO_SEATS": "3"}
        status, report = await program.ends(**asked)
        (listed,) = await lobby.list_tables()
    assert status == 1
    assert f"joining {table.code} as {kit.player}3: ".encode() in report
    assert report.count(b"\n") == 1
    assert listed.free_seats == 2


async def test_says_where_no_server_answers_in_words_of_its_own(
    kit: Kit, program: Program, unused_tcp_port: int
) -> None:
    nobody = f"127.0.0.1:{unused_tcp_port}"
    status, report = await program.ends(SKYJO_SERVER=nobody, SKYJO_CODE="KIWI-42")
    assert status == 1
    said = f"joining KIWI-42 as {kit.player}: no server answers at {nobody}, or none that is to be"
    assert report.startswith(said.encode())
    assert report.count(b"\n") == 1
    assert b"DEADLINE" not in report.upper()


async def _all_are_refused(
    program: Program, wrong: Sequence[tuple[str, Mapping[str, str]]]
) -> None:
    """Expect one line that names the variable, and status 1, before anything is connected."""
    some = asyncio.Semaphore(AT_ONCE)

    async def refused(variable: str, asked: Mapping[str, str]) -> None:
        async with some, asyncio.timeout(60), program.running(**asked) as bot:
            _, report = await bot.communicate()
        assert bot.returncode == 1, (asked, report.decode())
        assert variable.encode() in report, asked
        assert report.count(b"\n") == 1, (asked, report.decode())

    await asyncio.gather(*(refused(*one) for one in wrong))
