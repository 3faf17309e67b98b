"""Every kit, built and played with as its users will: a program with an environment."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest
from skyjo.v1.rules_pb2 import Rules
from skyjo_client.lobby import Lobby
from skyjo_client.private_server import private_server
from skyjo_client.trust import introduce
from skyjo_client.versions import joiner
from tests.encrypted import encrypted, own_files
from tests.flips import in_seat_order
from tests.kits.program import GOODBYE, Program, played, reads
from tests.kits.relay import breaking
from tests.kits.toolchains import Kit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),  # the first to need a kit waits until it is built
]


async def test_two_seats_on_one_stream_play_whole_games_against_house_bots(
    kit: Kit, program: Program
) -> None:
    async with private_server() as address, Lobby(address) as lobby:
        table = await lobby.create_table(
            CreateTableRequest(
                rules=Rules(players=4),
                games=3,
                start_when_full=True,
                bots=[BotChoice(house_level="beginner"), BotChoice(house_level="casual")],
            )
        )
        report = await program.plays(SKYJO_SERVER=address, SKYJO_CODE=table.code, SKYJO_SEATS="2")
        games = await played(lobby, table.table_id)
    assert report.count(GOODBYE) == 2
    assert b"refused" not in report
    assert len(games) == 3
    names = {kit.player, f"{kit.player}2"}
    assert all(names < {player.name for player in game.players} for game in games)
    # Every seat put entropy of its own into the cards of every game.
    entropy = [part for game in games for part in game.deal.entropy]
    assert None not in entropy
    assert len(set(entropy)) == 12


@pytest.mark.parametrize("own", [False, True], ids=["made by the server", "own"])
async def test_plays_encrypted_with_the_server_that_it_knows(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, own: bool
) -> None:
    data = tmp_path / "data"
    cert, key = own_files(tmp_path, "localhost")
    foreign, _ = own_files(tmp_path, "other.example")
    shown = ("--cert", str(cert), "--key", str(key)) if own else ()
    with encrypted(data, *shown) as server:
        monkeypatch.setenv("SKYJO_STATE_DIR", str(tmp_path / "state"))
        monkeypatch.setenv("SKYJO_TRUST", server.words)
        await introduce(server.address)
        async with Lobby(server.address) as lobby:
            table = await lobby.create_table(_one_round())
            # No name or address that the server's own certificate has: what it is good for counts.
            address = f"localhost:{server.port}" if own else server.elsewhere
            asked = {"SKYJO_SERVER": address, "SKYJO_CODE": table.code}
            authority = cert if own else data / "certificate" / "authority.pem"
            report, *strangers = await asyncio.gather(
                program.plays(**asked, SKYJO_CA=str(authority)),
                program.ends(**asked),
                program.ends(**asked, SKYJO_CA=str(foreign)),
            )
            assert GOODBYE in report
            assert len(await played(lobby, table.table_id)) == 1
    for status, complaint in strangers:
        assert status == 1
        assert b"joining" in complaint


@pytest.mark.parametrize("content", [b"", b"\n", b"no certificate"], ids=["empty", "line", "words"])
async def test_trusts_nobody_where_its_file_of_certificates_has_none(
    program: Program, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "ca.pem"
    file.write_bytes(content)
    asked = {"SKYJO_SERVER": "127.0.0.1:9", "SKYJO_KEY": "5e" * 16, "SKYJO_CA": str(file)}
    status, report = await program.ends(**asked)
    assert status == 1
    assert b"SKYJO_CA" in report
    assert report.count(b"\n") == 1


async def test_equal_seeds_play_equal_games(program: Program) -> None:
    async with private_server() as address, Lobby(address) as lobby:
        found = []
        for _ in range(2):
            table = await lobby.create_table(
                CreateTableRequest(
                    rules=Rules(players=3, rounds=2), games=1, start_when_full=True, seed=7
                )
            )
            await program.plays(
                SKYJO_SERVER=address, SKYJO_CODE=table.code, SKYJO_SEATS="3", SKYJO_SEED="11"
            )
            found += await played(lobby, table.table_id)
    assert len(found) == 2
    assert in_seat_order(found[0].entries) == in_seat_order(found[1].entries)


async def test_waits_for_work_and_plays_what_it_is_given(kit: Kit, program: Program) -> None:
    async with (
        private_server() as address,
        Lobby(address) as lobby,
        program.running(SKYJO_SERVER=address, SKYJO_KEY="5e" * 16, SKYJO_SEATS="4") as bot,
    ):
        await reads(bot, b"waiting for work")
        table = await lobby.create_table(
            CreateTableRequest(
                rules=Rules(players=2, rounds=1),
                games=1,
                start_when_full=True,
                bots=[BotChoice(enlisted_name=kit.player), BotChoice(enlisted_name=kit.player)],
            )
        )
        for _ in range(2):
            await reads(bot, GOODBYE)
        assert bot.returncode is None
        assert len(await played(lobby, table.table_id)) == 1


@pytest.mark.parametrize("way", ["code", "key"])
async def test_plays_on_over_a_connection_that_breaks_again_and_again(
    program: Program, way: str
) -> None:
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(private_server())
        lobby = await stack.enter_async_context(Lobby(address))
        relay = await stack.enter_async_context(breaking(address, after=6000, times=12))
        asked = {"SKYJO_SERVER": relay, "SKYJO_SEATS": "2", "SKYJO_NAME": "Gó"}
        request = CreateTableRequest(
            rules=Rules(players=3, rounds=2), games=2, start_when_full=True
        )
        request.bots.add(house_level="skilled")
        if way == "code":
            table = await lobby.create_table(request)
            report = await program.plays(**asked, SKYJO_CODE=table.code)
        else:
            bot = await stack.enter_async_context(program.running(**asked, SKYJO_KEY="c0ffee" * 8))
            report = await reads(bot, b"waiting for work")
            request.bots.add(enlisted_name="Gó")
            request.bots.add(enlisted_name="Gó")
            table = await lobby.create_table(request)
            for _ in range(2):
                report += await reads(bot, GOODBYE)
        assert len(await played(lobby, table.table_id)) == 2
    assert report.count(b"stream lost") >= 12
    assert b"refused" not in report, report.decode()


async def test_takes_up_one_seat_by_its_token(program: Program) -> None:
    async with private_server() as address, Lobby(address) as lobby:
        table = await lobby.create_table(_one_round())
        seating = await lobby.join_table(table.code, joiner("Ada"))
        await program.plays(SKYJO_SERVER=address, SKYJO_TOKEN=seating.seat_token.hex())
        assert len(await played(lobby, table.table_id)) == 1


@pytest.mark.skipif(os.name == "nt", reason="programs are asked to end by a signal")
@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
async def test_ends_well_when_it_is_asked_to(program: Program, way: signal.Signals) -> None:
    async with private_server() as address:
        asked = {"SKYJO_SERVER": address, "SKYJO_KEY": "5e" * 16}
        async with program.running(**asked) as bot:
            await reads(bot, b"waiting for work")
            bot.send_signal(way)
            assert await bot.wait() == 0


async def test_ends_when_its_token_is_refused(program: Program) -> None:
    async with private_server() as address:
        status, report = await program.ends(SKYJO_SERVER=address, SKYJO_TOKEN="00" * 16)
    assert status == 1
    assert b"TOKEN_UNKNOWN" in report


def _one_round() -> CreateTableRequest:
    """Ask for a table with one seat beside a house bot, and one round to play."""
    return CreateTableRequest(
        rules=Rules(players=2, rounds=1),
        games=1,
        start_when_full=True,
        bots=[BotChoice(house_level="random")],
    )
