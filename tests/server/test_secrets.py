"""A whole session, searched for what nobody may read: tokens, house key, keys of running games."""

import logging
import sys
from contextlib import suppress
from pathlib import Path

import grpc
import pytest

from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.lobby_pb2 import BotChoice, JoinTableRequest, ListTablesRequest
from skyjo.v1.play_pb2 import Act, ClientFrame
from skyjo.v1.watch_pb2 import WatchRequest
from skyjo_engine.rules import OnLeave, Rules
from skyjo_server.server import Server
from skyjo_server.settings import Settings
from skyjo_server.tokens import SystemSecrets
from tests.server.desk import Desk, joiner, short
from tests.server.quitter import quitter
from tests.server.raw import PATIENCE, RawStream, RawWatch
from tests.server.secret_search import found
from tests.server.simple_player import VERSION, SimplePlayer

OPERATOR_KEY = bytes(range(64, 96))
BOT_KEY = b"the key of a bot"


class NotedSecrets(SystemSecrets):
    """The real secrets, written down."""

    def __init__(self) -> None:
        self.tokens: list[bytes] = []
        self.keys: list[bytes] = []
        self.codes: list[str] = []

    def token(self) -> bytes:
        self.tokens.append(super().token())
        return self.tokens[-1]

    def key(self) -> bytes:
        self.keys.append(super().key())
        return self.keys[-1]

    def code(self) -> str:
        self.codes.append(super().code())
        return self.codes[-1]


class Session:
    """Everything that some players, a spectator and a bot are sent by a server."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.sent = b""
        self.before_the_end = b""
        self.errors = ""

    async def plays_a_game(self) -> None:
        """A whole game, with a player who leaves, a stand-in, a house bot and a spectator."""
        made = await self.desk.create(
            short(3, initial_flips=8, on_leave=OnLeave.BOT),
            joiner=joiner("Ada"),
            bots=[BotChoice(house_level="random")],
            games=1,
            start_when_full=True,
        )
        guest = await self.desk.join(made.code, "Ben")
        watch = RawWatch(self.desk.channel, WatchRequest(version=VERSION, code=made.code))
        players = [SimplePlayer(made.seating.seat_token), quitter(1, guest.seat_token)]
        players[1].number = 2
        async with RawStream(self.desk.channel) as stream:
            await stream.play(*players)
            self.sent += b"".join(stream.received)
        while not (await watch.frame("events", "goodbye")).HasField("goodbye"):
            pass
        self.sent += b"".join(watch.received)
        self._keep(players)

    async def breaks_off_a_game(self) -> None:
        """A game that does not end, with entropy, and a bot from outside that waits for more."""
        seats = await self.desk.seats(Rules(players=2))
        players = [
            SimplePlayer(seat.seat_token, number, entropy=bytes([number]) * 32)
            for number, seat in enumerate(seats, 1)
        ]
        enlist = Enlist(version=VERSION, key=BOT_KEY, name="worker", seats=1)
        async with RawStream(self.desk.channel) as stream:
            await stream.send(ClientFrame(number=9, enlist=enlist))
            await stream.frame(9, "enlisted")
            await stream.play(*players, until=lambda: players[0].latest > 9)
            self.sent += b"".join(stream.received)
            self.before_the_end += b"".join(stream.received)
        self._keep(players)

    async def errs(self) -> None:
        """Secrets where they do not belong."""
        token = (await self.desk.create(Rules(players=2))).host_token
        async with RawStream(self.desk.channel) as stream:
            await stream.send(
                SimplePlayer(token, 1).attach(),
                ClientFrame(number=2, enlist=Enlist(version=VERSION, key=token, name="x", seats=0)),
                ClientFrame(number=3, act=Act(decision_id=1, note=token.hex())),
            )
            for number in (1, 2, 3):
                await stream.frame(number, "refused")
            self.sent += b"".join(stream.received)
        for call in (
            self.desk.join(token.hex(), "Ada"),
            self.desk.kick(token, 0),
            self.desk.leave(token),
            self.desk.close(token, "x"),
            self.desk.close_event(token, "x"),
            self.desk.page(page_token=token.hex()),
            self.desk.lobby.ListTables(ListTablesRequest(operator_key=token), timeout=PATIENCE),
            self.desk.lobby.JoinTable(JoinTableRequest(code="x", joiner=joiner(token.hex()))),
        ):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await call
            self.errors += f"{caught.value!r} {caught.value.trailing_metadata()}"

    async def looks_around(self) -> None:
        """What the lobby and the records show."""
        listed = await self.desk.lobby.ListTables(ListTablesRequest(), timeout=PATIENCE)
        self.sent += listed.SerializeToString()
        self.sent += (await self.desk.page()).SerializeToString()

    def _keep(self, players: list[SimplePlayer]) -> None:
        for player in players:
            for frame in player.frames:
                if not any(event.HasField("game_ended") for event in frame.events.events):
                    self.before_the_end += frame.SerializeToString()


def command_lines() -> bytes:
    """Those of all processes, where the system shows them as files."""
    lines = b""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended
            lines += file.read_bytes()
    return lines


@pytest.mark.slow
async def test_no_secret_is_sent_or_logged(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    secrets = NotedSecrets()
    settings = Settings(private=True, operator_key=OPERATOR_KEY)
    async with (
        Server(settings, secrets) as server,
        grpc.aio.insecure_channel(server.address) as channel,
    ):
        session = Session(Desk(channel))
        await session.plays_a_game()
        await session.breaks_off_a_game()
        await session.errs()
        await session.looks_around()
        arguments = command_lines()
    written = capfd.readouterr()
    logged = f"{caplog.text}\n{written.out}\n{written.err}\n{session.errors}".encode()
    house_key, *game_keys = secrets.keys
    assert secrets.codes
    assert [code for code in secrets.codes if code.encode() in logged] == []
    private = [*secrets.tokens, house_key, OPERATOR_KEY, BOT_KEY]
    assert len(secrets.tokens) > 6
    assert len(game_keys) >= 3
    assert found(private, session.sent + logged) == []
    assert found(game_keys, session.before_the_end + logged) == []
    assert sys.platform != "linux" or b"--house" in arguments
    assert found(private, arguments) == []
    assert found(game_keys, session.sent)  # the search finds a key that is shown at the end


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def test_no_token_lies_in_the_data_folder(tmp_path: Path) -> None:
    secrets = NotedSecrets()
    settings = Settings(port=0, data=tmp_path, operator_key=OPERATOR_KEY)
    async with (
        Server(settings, secrets) as server,
        grpc.aio.insecure_channel(server.address) as channel,
    ):
        made = await Desk(channel).create(Rules(players=2))
        await Desk(channel).seats(Rules(players=2), start_when_full=False)
        kept = everything_in(tmp_path)
    assert made.table_id.encode() in kept
    assert len(secrets.tokens) == 3
    assert found([*secrets.tokens, OPERATOR_KEY, secrets.keys[0]], kept) == []
