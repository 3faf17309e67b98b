"""The relay: frames pass, and what is done with them on the way is done."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

import grpc
import pytest
from grpc.aio import UnaryUnaryMultiCallable

from skyjo.v1.lobby_pb2 import CreateTableRequest, Seating
from skyjo.v1.play_pb2 import (
    VERDICT_ACCEPTED,
    VERDICT_DUPLICATE,
    ClientFrame,
    Pong,
    ServerFrame,
)
from skyjo.v1.rules_pb2 import Rules
from skyjo.v1.table_pb2 import GOODBYE_REASON_FINISHED, Heartbeat
from skyjo_client.errors import UnreachableError
from skyjo_client.lobby import Lobby
from skyjo_client.relay.passage import Passage
from skyjo_client.relay.relay import Relay
from skyjo_client.versions import joiner
from tests.encrypted import own_files
from tests.server.raw import RawStream, StreamEndedError
from tests.server.simple_player import SimplePlayer


class Watched(Passage):
    """Writes down what passes."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[ServerFrame] = []
        self.said: list[ClientFrame] = []
        self.over = False

    def down(self, frame: ServerFrame) -> Iterable[ServerFrame]:
        self.told.append(frame)
        return super().down(frame)

    def up(self, frame: ClientFrame) -> Iterable[ClientFrame]:
        self.said.append(frame)
        return super().up(frame)

    def ended(self) -> None:
        self.over = True

    def kinds(self) -> set[str | None]:
        return {frame.WhichOneof("frame") for frame in (*self.told, *self.said)}


async def seat_pair(address: str) -> list[Seating]:
    """Two seats of a table that plays one short round."""
    rules = Rules(players=2, rounds=1, initial_flips=11)
    async with Lobby(address) as lobby:
        table = await lobby.create_table(
            CreateTableRequest(rules=rules, games=1, start_when_full=True)
        )
        return [await lobby.join_table(table.code, joiner(name)) for name in ("Ada", "Ben")]


def players(seats: list[Seating]) -> list[SimplePlayer]:
    return [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]


async def test_a_game_passes_frame_by_frame(address: str) -> None:
    passages: list[Watched] = []

    def watched() -> Passage:
        passages.append(Watched())
        return passages[-1]

    async with (
        Relay(address, watched) as relay,
        grpc.aio.insecure_channel(relay.address) as channel,
    ):
        seated = players(await seat_pair(address))
        async with RawStream(channel) as stream:
            await stream.play(*seated)
            await stream.half_close()
            assert (await stream.ended()).code is grpc.StatusCode.OK
    (passage,) = passages
    assert [player.goodbye for player in seated] == [GOODBYE_REASON_FINISHED] * 2
    assert passage.over
    assert passage.kinds() >= {"attach", "welcome", "ready", "events", "decision", "act", "receipt"}
    assert [f for f in passage.told if f.number == 1] == seated[0].frames


async def test_a_bot_may_ask_for_the_server_and_for_nothing_beside_its_seats(address: str) -> None:
    async with (
        Relay(address) as relay,
        Lobby(relay.address) as lobby,
        grpc.aio.insecure_channel(relay.address) as channel,
    ):
        assert (await lobby.get_server()).version.major == 1
        for method in (
            "RecordService/ListGames",
            "RecordService/GetGame",
            "LobbyService/ListBots",
            "LobbyService/CreateTable",
            "WatchService/Watch",
        ):
            call: UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(f"/skyjo.v1.{method}")
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await call(b"")
            assert refused.value.code() is grpc.StatusCode.PERMISSION_DENIED
            assert "for bots here" in (refused.value.details() or "")


class Meddling(Watched):
    """Drops, repeats and adds frames both ways."""

    def down(self, frame: ServerFrame) -> Iterable[ServerFrame]:
        super().down(frame)
        if frame.HasField("presence"):
            return ()
        if frame.HasField("events"):
            beat = ServerFrame(number=frame.number, heartbeat=Heartbeat(nonce=77))
            return (frame, frame, beat)
        return (frame,)

    def up(self, frame: ClientFrame) -> Iterable[ClientFrame]:
        super().up(frame)
        if frame.HasField("pong") and frame.pong.nonce == 77:
            return ()
        if frame.HasField("act"):
            return (frame, frame)
        return (frame,)


async def test_frames_can_be_dropped_repeated_and_added(address: str) -> None:
    meddling = Meddling()
    async with (
        Relay(address, lambda: meddling) as relay,
        grpc.aio.insecure_channel(relay.address) as channel,
        RawStream(channel) as stream,
    ):
        seated = players(await seat_pair(address))
        await stream.play(*seated)
    player = seated[0]
    kinds = [frame.WhichOneof("frame") for frame in player.frames]
    assert "presence" not in kinds
    told = [f for f in meddling.told if f.number == 1 and f.HasField("events")]
    assert kinds.count("events") == 2 * len(told)
    assert kinds.count("heartbeat") == len(told)
    # Each act came to the server twice.
    assert [r.verdict for r in player.receipts[:2]] == [VERDICT_ACCEPTED, VERDICT_DUPLICATE]
    # Each heartbeat was answered with the event before it, up to where the player left.
    pongs = [f.pong for f in meddling.said if f.number == 1 and f.pong.nonce == 77]
    expected = [
        Pong(nonce=77, latest_number=f.events.first_number + len(f.events.events) - 1) for f in told
    ]
    assert pongs
    assert pongs == expected[: len(pongs)]


@pytest.mark.parametrize("way", ["stream", "connection"])
async def test_a_seat_that_is_broken_off_comes_back(address: str, way: str) -> None:
    async with Relay(address, Watched) as relay:
        seated = players(await seat_pair(address))
        async with (
            grpc.aio.insecure_channel(relay.address) as channel,
            RawStream(channel) as stream,
        ):
            await stream.play(*seated, until=lambda: seated[0].latest > 2)
            (passage,) = relay.passages
            if way == "stream":
                passage.break_off()
            else:
                relay.front.abort()
            ended = await stream.ended()
            assert ended.code is grpc.StatusCode.UNAVAILABLE
        async with (
            grpc.aio.insecure_channel(relay.address) as channel,
            RawStream(channel) as stream,
        ):
            await stream.play(*seated, resume=True)
        assert [player.goodbye for player in seated] == [GOODBYE_REASON_FINISHED] * 2


async def test_visitors_are_turned_away_until_they_are_let_in(address: str) -> None:
    async with Relay(address) as relay:
        relay.front.turned_away = True
        async with Lobby(relay.address) as early:
            with pytest.raises(UnreachableError):
                await early.get_server()
        assert relay.front.visitors
        relay.front.turned_away = False
        async with Lobby(relay.address) as lobby:
            await lobby.get_server()


async def test_a_server_that_is_gone_ends_the_stream() -> None:
    async with (
        Relay("127.0.0.1:1") as relay,
        grpc.aio.insecure_channel(relay.address) as channel,
        RawStream(channel) as stream,
    ):
        assert (await stream.ended()).code is grpc.StatusCode.UNAVAILABLE


async def test_speaks_tls_with_a_certificate_of_its_own(address: str, tmp_path: Path) -> None:
    cert, key = own_files(tmp_path, "localhost")
    shown = grpc.ssl_server_credentials([(key.read_bytes(), cert.read_bytes())])
    async with Relay(address, credentials=shown) as relay:
        port = relay.address.rpartition(":")[2]
        trusting = grpc.ssl_channel_credentials(cert.read_bytes())
        seated = players(await seat_pair(address))
        async with (
            grpc.aio.secure_channel(f"localhost:{port}", trusting) as channel,
            RawStream(channel) as stream,
        ):
            await stream.play(*seated)
        assert seated[0].goodbye == GOODBYE_REASON_FINISHED
        async with (
            grpc.aio.insecure_channel(relay.address) as channel,
            RawStream(channel) as stream,
        ):
            with pytest.raises((StreamEndedError, asyncio.TimeoutError)):
                await stream.frame(1)
