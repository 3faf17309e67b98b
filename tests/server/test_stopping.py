"""A server that drains, stops and says whether it serves, over a real socket."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.error_pb2 import ERROR_REASON_DRAINING, ERROR_REASON_OPERATOR_ONLY
from skyjo.v1.lobby_pb2 import WatchTablesRequest
from skyjo.v1.operator_pb2 import DrainRequest
from skyjo.v1.play_pb2 import ClientFrame
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_DRAINING,
    GOODBYE_REASON_FINISHED,
    TABLE_STAGE_GATHERING,
    Goodbye,
    Presence,
)
from skyjo.v1.watch_pb2 import WatchRequest
from skyjo_engine.rules import Rules
from skyjo_server.preparation import OPENING_SECONDS
from skyjo_server.server import SERVICES, Server
from skyjo_server.settings import Settings
from skyjo_server.stopping import Stop
from tests.server.company import Company
from tests.server.desk import Desk, short
from tests.server.raw import PATIENCE, RawStream, RawWatch, refused
from tests.server.simple_player import VERSION, SimplePlayer

OPERATOR_KEY = bytes(range(32))


@pytest.fixture
async def own_server() -> AsyncIterator[Server]:
    async with Server(Settings(private=True, operator_key=OPERATOR_KEY)) as server:
        yield server


@pytest.fixture
async def own_desk(own_server: Server) -> AsyncIterator[Desk]:
    async with grpc.aio.insecure_channel(own_server.address) as channel:
        yield Desk(channel)


async def drain(desk: Desk, **request: object) -> int:
    message = DrainRequest(operator_key=OPERATOR_KEY, **request)  # type: ignore[arg-type]
    return (await desk.operator.Drain(message, timeout=PATIENCE)).games


async def test_a_draining_server_lets_games_end_and_takes_nothing_new(
    own_server: Server, own_desk: Desk
) -> None:
    finished = await own_desk.create(short(2))
    pair = await own_desk.fill(finished.code, ["Ada", "Ben"])
    done = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(pair, 1)]
    await own_desk.start(finished.host_token)
    stream = RawStream(own_desk.channel)
    await stream.play(*done, until=lambda: done[1].last == "game_ended")
    seats = await own_desk.seats(short(2, initial_flips=6))
    players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 3)]
    await stream.play(*players, until=lambda: players[0].latest > 6)
    assert await drain(own_desk, wait_ms=60_000) == 1
    new = await refused(own_desk.create(Rules(players=2)))
    assert new.reason == ERROR_REASON_DRAINING
    await stream.go_on(*players, *done, until=lambda: all(p.goodbye for p in players))
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}
    async with asyncio.timeout(PATIENCE):
        await own_server.run()


async def test_a_game_whose_opening_has_begun_is_played_before_the_server_stops(
    own_server: Server, own_desk: Desk
) -> None:
    seats = await own_desk.seats(short(2))
    players = [
        SimplePlayer(seat.seat_token, number, entropy=bytes([number]) * 32)
        for number, seat in enumerate(seats, 1)
    ]
    async with RawStream(own_desk.channel) as stream:
        for player in players:
            await stream.send(player.attach())
            await stream.send(*player.answer(await stream.frame(player.number, "welcome")))
        openings = [await stream.frame(player.number, "opening") for player in players]
        assert await drain(own_desk, wait_ms=60_000) == 1
        for player, opening in zip(players, openings, strict=True):
            await stream.send(*player.answer(opening))
        await stream.go_on(*players)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}
    async with asyncio.timeout(PATIENCE):
        await own_server.run()


def test_a_game_that_is_not_opened_is_waited_for_no_longer() -> None:
    company = Company(2)
    for player in company.players:
        player.entropy = bytes(32)
    company.table.start()
    for seat, player in enumerate(company.players):
        (welcome,) = company.new(seat, "welcome")
        company.send(seat, *player.answer(welcome))
    company.inside.hall.drain(Stop(60.0, Goodbye()))
    assert company.inside.hall.running()
    company.inside.clock.advance(OPENING_SECONDS)
    assert not company.inside.hall.running()


async def test_while_a_server_waits_everybody_is_told_when_it_stops(own_desk: Desk) -> None:
    lobby: Any = own_desk.lobby.WatchTables(WatchTablesRequest())
    assert not (await lobby.read()).HasField("stopping")
    (seat, other) = await own_desk.seats(Rules(players=2))
    spectator = RawWatch(own_desk.channel, WatchRequest(version=VERSION, code=seat.code))
    players = [SimplePlayer(one.seat_token, n) for n, one in enumerate((seat, other), 1)]
    async with RawStream(own_desk.channel) as stream:
        await stream.play(*players, until=lambda: players[0].latest > 2)
        await drain(own_desk, wait_ms=60_000, retry_after_ms=2500)
        told = [(await stream.presence(1, is_stopping)).stopping]
        while not is_stopping(shown := (await spectator.frame("presence")).presence):
            pass
        told.append(shown.stopping)
        again = SimplePlayer(seat.seat_token, 3)
        await stream.send(again.attach())
        told.append((await stream.frame(3, "welcome")).welcome.presence.stopping)
        async with asyncio.timeout(PATIENCE):
            while not (news := await lobby.read()).HasField("stopping"):
                pass
        told.append(news.stopping)
    for stopping in told:
        assert 0 < stopping.within_ms <= 60_000
        assert stopping.goodbye.reason == GOODBYE_REASON_DRAINING
        assert not stopping.goodbye.HasField("retry_after_ms")  # it keeps no games


def is_stopping(presence: Presence) -> bool:
    return presence.HasField("stopping")


async def test_an_empty_lobby_is_told_too(own_desk: Desk) -> None:
    lobby: Any = own_desk.lobby.WatchTables(WatchTablesRequest())
    await lobby.read()
    (seat, other) = await own_desk.seats(Rules(players=2), unlisted=True)
    players = [SimplePlayer(one.seat_token, n) for n, one in enumerate((seat, other), 1)]
    async with RawStream(own_desk.channel) as stream:
        await stream.play(*players, until=lambda: players[0].latest > 2)
        await drain(own_desk, wait_ms=60_000)
        async with asyncio.timeout(PATIENCE):
            news = await lobby.read()
    assert news.HasField("stopping")
    assert not news.tables


def test_a_server_that_is_about_to_stop_begins_no_planned_game_either() -> None:
    company = Company(2, games=2, start_when_full=True)
    company.play(until_latest=3)
    company.inside.hall.drain(Stop(60.0, Goodbye()))
    for seat in range(2):
        company.comes_back(seat)
    company.play()
    assert company.table.game_index == 1
    assert company.table.stage == TABLE_STAGE_GATHERING
    assert not company.inside.hall.running()


async def serve(address: asyncio.Future[str], settings: Settings) -> None:
    """Serve until drained."""
    async with Server(settings) as server:
        address.set_result(server.address)
        await server.run()


@pytest.mark.parametrize("kept", [True, False], ids=["kept", "forgotten"])
async def test_who_is_cut_off_by_the_end_is_told_where_to_come_back_if_seats_are_kept(
    tmp_path: Path, *, kept: bool
) -> None:
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    data = tmp_path if kept else None
    settings = Settings(port=0, data=data, operator_key=OPERATOR_KEY)
    serving = asyncio.create_task(serve(address, settings))
    async with grpc.aio.insecure_channel(await address) as channel, RawStream(channel) as stream:
        desk = Desk(channel)
        (seat, _) = await desk.seats(Rules(players=2))
        spectator = RawWatch(channel, WatchRequest(version=VERSION, code=seat.code))
        enlist = Enlist(version=VERSION, key=bytes(16), name="worker", seats=1)
        attach = SimplePlayer(seat.seat_token).attach()
        await stream.send(attach, ClientFrame(number=2, enlist=enlist))
        await stream.frame(1, "welcome")
        await stream.frame(2, "enlisted")
        request = DrainRequest(
            operator_key=OPERATOR_KEY, retry_after_ms=1500, address="127.0.0.1:1"
        )
        assert (await desk.operator.Drain(request, timeout=PATIENCE)).kept is kept
        goodbyes = [(await stream.frame(number, "goodbye")).goodbye for number in (1, 2)]
        goodbyes.append((await spectator.frame("goodbye")).goodbye)
    for goodbye in goodbyes:
        assert goodbye.reason == GOODBYE_REASON_DRAINING
        assert goodbye.HasField("retry_after_ms") is kept
        assert (goodbye.retry_after_ms, goodbye.address) == (
            (1500, "127.0.0.1:1") if kept else (0, "")
        )
    await serving


async def test_only_the_operator_may_drain(own_desk: Desk) -> None:
    request = DrainRequest(operator_key=bytes(16))
    refusal = await refused(own_desk.operator.Drain(request, timeout=PATIENCE))
    assert refusal.reason == ERROR_REASON_OPERATOR_ONLY
    await own_desk.create(Rules(players=2))


@pytest.mark.parametrize("service", ["", *SERVICES])
async def test_the_health_of_every_service_can_be_asked(own_desk: Desk, service: str) -> None:
    stub: Any = health_pb2_grpc.HealthStub(own_desk.channel)  # its types lack its methods
    request = health_pb2.HealthCheckRequest(service=service)
    answer = await stub.Check(request, timeout=PATIENCE)
    assert answer.status == health_pb2.HealthCheckResponse.SERVING
