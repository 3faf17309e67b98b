"""The Go kit, built and played with as its users will: a program with an environment."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
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
from tests.kits.program import GOODBYE, ends, played, running
from tools import generate_go

KIT = generate_go.KIT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),  # the first build fetches and compiles grpc-go
    pytest.mark.skipif(shutil.which("go") is None, reason="go is not installed"),
]


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    subprocess.run(["go", "build", "-o", f"{folder}{os.sep}", "."], cwd=KIT, check=True)
    (program,) = folder.iterdir()
    return program


@pytest.mark.parametrize(
    "command",
    [
        [sys.executable, generate_go.__file__, "--check"],
        ["go", "vet", "./..."],
        ["go", "test", "./..."],
    ],
    ids=["generated", "vet", "test"],
)
def test_sources_are_in_order(command: list[str]) -> None:
    made = subprocess.run(command, cwd=KIT, check=False, capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr


def test_sources_are_formatted() -> None:
    # Not every installation has gofmt on the PATH.
    root = subprocess.run(["go", "env", "GOROOT"], check=True, capture_output=True, text=True)
    gofmt = Path(root.stdout.strip()) / "bin" / "gofmt"
    sources = [path.name for path in KIT.glob("*.go")]
    made = subprocess.run([gofmt, "-d", *sources], cwd=KIT, check=True, capture_output=True)
    assert made.stdout.decode() == ""


async def test_two_seats_on_one_stream_play_whole_games_against_house_bots(kit: Path) -> None:
    async with private_server() as address, Lobby(address) as lobby:
        table = await lobby.create_table(
            CreateTableRequest(
                rules=Rules(players=4),
                games=3,
                start_when_full=True,
                bots=[BotChoice(house_level="beginner"), BotChoice(house_level="casual")],
            )
        )
        asked = {"SKYJO_SERVER": address, "SKYJO_CODE": table.code, "SKYJO_SEATS": "2"}
        async with running(kit, **asked) as bot:
            report = await ends(bot)
        games = await played(lobby, table.table_id)
    assert report.count(GOODBYE) == 2
    assert b"refused" not in report
    assert len(games) == 3
    assert all({"gopher", "gopher2"} < {player.name for player in game.players} for game in games)
    # Every seat put entropy of its own into the cards of every game.
    entropy = [part for game in games for part in game.deal.entropy]
    assert None not in entropy
    assert len(set(entropy)) == 12


@pytest.mark.parametrize("own", [False, True], ids=["made by the server", "own"])
async def test_plays_encrypted_with_the_server_that_it_knows(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, own: bool
) -> None:
    data = tmp_path / "data"
    cert, key = own_files(tmp_path, "localhost")
    shown = ("--cert", str(cert), "--key", str(key)) if own else ()
    with encrypted(data, *shown) as server:
        monkeypatch.setenv("SKYJO_STATE_DIR", str(tmp_path / "state"))
        monkeypatch.setenv("SKYJO_TRUST", server.words)
        await introduce(server.address)
        async with Lobby(server.address) as lobby:
            table = await lobby.create_table(
                CreateTableRequest(
                    rules=Rules(players=2, rounds=1),
                    games=1,
                    start_when_full=True,
                    bots=[BotChoice(house_level="random")],
                )
            )
            # No name or address that the server's own certificate has: what it is good for counts.
            address = f"localhost:{server.port}" if own else server.elsewhere
            asked = {"SKYJO_SERVER": address, "SKYJO_CODE": table.code}
            for trusted in ({}, {"SKYJO_CA": str(_foreign(tmp_path))}):
                async with running(kit, **asked, **trusted) as stranger:
                    _, report = await stranger.communicate()
                    assert stranger.returncode != 0
                    assert b"joining" in report
            authority = cert if own else data / "certificate" / "authority.pem"
            async with running(kit, **asked, SKYJO_CA=str(authority)) as bot:
                assert GOODBYE in await ends(bot)
            assert len(await played(lobby, table.table_id)) == 1


def _foreign(folder: Path) -> Path:
    """A certificate of somebody else."""
    return own_files(folder, "other.example")[0]


async def test_equal_seeds_play_equal_games(kit: Path) -> None:
    async with private_server() as address, Lobby(address) as lobby:
        found = []
        for _ in range(2):
            table = await lobby.create_table(
                CreateTableRequest(
                    rules=Rules(players=3, rounds=2), games=1, start_when_full=True, seed=7
                )
            )
            asked = {"SKYJO_SERVER": address, "SKYJO_CODE": table.code, "SKYJO_SEATS": "3"}
            async with running(kit, **asked, SKYJO_SEED="11") as bot:
                await ends(bot)
            found += await played(lobby, table.table_id)
    assert len(found) == 2
    assert in_seat_order(found[0].entries) == in_seat_order(found[1].entries)


async def test_waits_for_work_and_plays_what_it_is_given(kit: Path) -> None:
    async with private_server() as address, Lobby(address) as lobby:
        asked = {"SKYJO_SERVER": address, "SKYJO_KEY": "5e" * 16, "SKYJO_SEATS": "4"}
        async with running(kit, **asked) as bot:
            await reads(bot, b"waiting for work")
            table = await lobby.create_table(
                CreateTableRequest(
                    rules=Rules(players=2, rounds=1),
                    games=1,
                    start_when_full=True,
                    bots=[BotChoice(enlisted_name="gopher"), BotChoice(enlisted_name="gopher")],
                )
            )
            for _ in range(2):
                await reads(bot, GOODBYE)
            assert bot.returncode is None
            assert len(await played(lobby, table.table_id)) == 1


@pytest.mark.parametrize("way", ["code", "key"])
async def test_plays_on_over_a_connection_that_breaks_again_and_again(kit: Path, way: str) -> None:
    async with (
        private_server() as address,
        Lobby(address) as lobby,
        breaking(address, after=6000, times=12) as relay,
    ):
        asked = {"SKYJO_SERVER": relay, "SKYJO_SEATS": "2", "SKYJO_NAME": "Gó"}
        request = CreateTableRequest(
            rules=Rules(players=3, rounds=2), games=2, start_when_full=True
        )
        request.bots.add(house_level="skilled")
        if way == "code":
            table = await lobby.create_table(request)
            async with running(kit, **asked, SKYJO_CODE=table.code) as bot:
                report = await ends(bot)
        else:
            async with running(kit, **asked, SKYJO_KEY="c0ffee" * 8) as bot:
                report = await reads(bot, b"waiting for work")
                request.bots.add(enlisted_name="Gó")
                request.bots.add(enlisted_name="Gó")
                table = await lobby.create_table(request)
                for _ in range(2):
                    report += await reads(bot, GOODBYE)
        assert len(await played(lobby, table.table_id)) == 2
    assert report.count(b"stream lost") >= 12
    assert b"refused" not in report, report.decode()


async def test_takes_up_one_seat_by_its_token(kit: Path) -> None:
    async with private_server() as address, Lobby(address) as lobby:
        table = await lobby.create_table(
            CreateTableRequest(
                rules=Rules(players=2, rounds=1),
                games=1,
                start_when_full=True,
                bots=[BotChoice(house_level="random")],
            )
        )
        seating = await lobby.join_table(table.code, joiner("Ada"))
        asked = {"SKYJO_SERVER": address, "SKYJO_TOKEN": seating.seat_token.hex()}
        async with running(kit, **asked) as bot:
            await ends(bot)
        assert len(await played(lobby, table.table_id)) == 1


@pytest.mark.parametrize(
    "asked",
    [{}, {"SKYJO_TOKEN": "x"}, {"SKYJO_SEATS": "0"}, {"SKYJO_SEED": "-1"}],
    ids=["nothing", "token", "seats", "seed"],
)
async def test_says_what_is_wrong_with_its_environment(kit: Path, asked: dict[str, str]) -> None:
    async with running(kit, **asked) as bot:
        _, report = await bot.communicate()
    assert bot.returncode == 1
    assert b"SKYJO_" in report
    assert report.count(b"\n") == 1


async def test_ends_when_its_token_is_refused(kit: Path) -> None:
    async with private_server() as address:
        asked = {"SKYJO_SERVER": address, "SKYJO_TOKEN": "00" * 16}
        async with running(kit, **asked) as bot:
            _, report = await bot.communicate()
    assert bot.returncode == 1
    assert b"TOKEN_UNKNOWN" in report


async def reads(process: asyncio.subprocess.Process, words: bytes) -> bytes:
    """The bot's report up to and with the line that has ``words``."""
    assert process.stderr is not None
    report = b""
    async for line in process.stderr:
        report += line
        if words in line:
            return report
    pytest.fail(f"the bot ended without {words.decode()}: {report.decode()}")


@asynccontextmanager
async def breaking(address: str, *, after: int, times: int) -> AsyncIterator[str]:
    """The address of a relay that cuts connections ``after`` bytes of answers, ``times`` over."""
    host, _, port = address.rpartition(":")
    left = times
    open_: set[asyncio.Task[None]] = set()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal left
        from_server, to_server = await asyncio.open_connection(host, int(port))
        up = asyncio.create_task(pump(reader, to_server))
        down = asyncio.create_task(pump(from_server, writer, after if left else None))
        try:
            await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
        finally:
            left -= down.done() and left > 0
            for pumping, end in ((up, to_server), (down, writer)):
                pumping.cancel()
                end.transport.abort()
            await asyncio.wait((up, down))

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(relay(reader, writer))
        open_.add(task)
        task.add_done_callback(open_.discard)

    async with await asyncio.start_server(accept, "127.0.0.1", 0) as server:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for task in open_:
            task.cancel()
        await asyncio.gather(*open_, return_exceptions=True)


async def pump(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int | None = None
) -> None:
    """Pass on what comes, until it ends or was ``most`` bytes."""
    passed = 0
    with suppress(ConnectionError):
        while (most is None or passed < most) and (data := await reader.read(65536)):
            writer.write(data)
            passed += len(data)
