"""How a server ends: by signal, by call, by closed input, and how games go on after it."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from skyjo.v1.error_pb2 import ERROR_REASON_DRAINING
from skyjo.v1.event_pb2 import Event
from skyjo.v1.lobby_pb2 import BotChoice
from skyjo.v1.operator_pb2 import DrainRequest
from skyjo.v1.play_pb2 import ServerFrame
from skyjo.v1.table_pb2 import GOODBYE_REASON_DRAINING, GOODBYE_REASON_FINISHED
from skyjo_client.connection import Connection
from skyjo_client.notices import LinkChanged
from skyjo_client.session import SeatSession
from skyjo_engine.rules import Rules
from skyjo_engine.verify import verify
from skyjo_server.server import SERVICES
from skyjo_wire import to_engine
from tests.server.conftest import OPERATOR_KEY
from tests.server.desk import Desk, short
from tests.server.program import Program, program
from tests.server.raw import PATIENCE, RawStream, refused
from tests.server.simple_player import SimplePlayer, first_choice

KEY = {"SKYJO_OPERATOR_KEY": OPERATOR_KEY.hex()}


async def by_signal(server: Program) -> None:
    server.process.terminate()


async def by_interrupt(server: Program) -> None:
    server.process.send_signal(signal.SIGINT)


async def by_closed_terminal(server: Program) -> None:
    server.process.send_signal(signal.SIGHUP)


async def by_call(server: Program) -> None:
    async with server.channel() as channel:
        request = DrainRequest(operator_key=OPERATOR_KEY, retry_after_ms=200)
        await Desk(channel).operator.Drain(request, timeout=PATIENCE)


async def by_closed_input(server: Program) -> None:
    assert server.process.stdin
    server.process.stdin.close()


WAYS = [by_signal, by_interrupt, by_closed_terminal, by_call, by_closed_input]
Way = Callable[[Program], Awaitable[None]]


@dataclass
class Pause:
    """No turn is taken from when one is due until play goes on."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False


class Seat:
    """Plays over the SDK, with a pause before its first turn."""

    def __init__(self, session: SeatSession, pause: Pause) -> None:
        self._session = session
        self._pause = pause
        self.events: dict[int, Event] = {}
        self.lost = asyncio.Event()
        self.last: ServerFrame | None = None

    async def play(self) -> None:
        async for item in self._session:
            if isinstance(item, LinkChanged) and not item.connected:
                self.lost.set()
            elif isinstance(item, ServerFrame):
                await self._take(item)

    async def _take(self, frame: ServerFrame) -> None:
        self.last = frame
        for number, event in enumerate(frame.events.events, frame.events.first_number):
            assert number not in self.events
            self.events[number] = event
        if frame.HasField("decision"):
            if frame.decision.legal.draw and not self._pause.over:
                self._pause.reached.set()
                return  # it is asked again after the restart
            act = first_choice(frame.decision)
            self._session.act(frame.decision.decision_id, to_engine.action(act))


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
async def test_a_game_goes_on_after_a_server_that_ended_in_any_way(
    way: Way, tmp_path: Path
) -> None:
    flags = ("--data", str(tmp_path), "--retry-after", "0.2", "--end-with-stdin")
    async with program("--port", "0", *flags, env=KEY) as first, first.channel() as channel:
        seatings = await Desk(channel).seats(short(2, initial_flips=6))
        async with Connection(first.address) as connection:
            pause = Pause()
            sessions = [await connection.attach(one, auto_ready=True) for one in seatings]
            seats = [Seat(session, pause) for session in sessions]
            playing = asyncio.gather(*(seat.play() for seat in seats))
            async with asyncio.timeout(PATIENCE):
                await pause.reached.wait()
                await way(first)
                await asyncio.gather(*(seat.lost.wait() for seat in seats))
            assert await first.status() == 0
            pause.over = True
            port = first.address.rpartition(":")[2]
            async with program("--port", port, *flags, env=KEY) as second:
                assert second.lines[-1]["fields"]["tables"] == 1
                async with asyncio.timeout(PATIENCE):
                    await playing
                async with second.channel() as again:
                    record = await Desk(again).record(seatings[0].game_id)
    verify(record)
    for seat in seats:
        assert sorted(seat.events) == list(range(1, len(seat.events) + 1))
        assert seat.events[len(seat.events)].HasField("game_ended")
        assert seat.last
        assert seat.last.goodbye.reason == GOODBYE_REASON_FINISHED


async def goodbye_of(way: Way, *flags: str) -> ServerFrame:
    """The goodbye that a seat gets of a server that ends, which it is seen to do."""
    async with (
        program("--port", "0", "--end-with-stdin", *flags, env=KEY) as server,
        server.channel() as channel,
        RawStream(channel) as stream,
    ):
        (seat, _) = await Desk(channel).seats(Rules(players=2))
        await stream.send(SimplePlayer(seat.seat_token).attach())
        await stream.frame(1, "welcome")
        await way(server)
        goodbye = await stream.frame(1, "goodbye")
        stream.cancel()
        assert await server.status() == 0
    return goodbye


@pytest.mark.parametrize("way", [by_signal, by_closed_input])
async def test_the_goodbye_says_when_to_come_back_if_there_is_something_to_come_back_for(
    way: Way, tmp_path: Path
) -> None:
    kept = (await goodbye_of(way, "--data", str(tmp_path), "--retry-after", "1.5")).goodbye
    assert (kept.reason, kept.retry_after_ms) == (GOODBYE_REASON_DRAINING, 1500)
    forgotten = (await goodbye_of(way)).goodbye
    assert forgotten.reason == GOODBYE_REASON_DRAINING
    assert not forgotten.HasField("retry_after_ms")


@pytest.fixture
async def waiting(tmp_path: Path) -> AsyncIterator[Program]:
    """A server that gives games an hour when it is to end."""
    flags = ("--data", str(tmp_path), "--drain-wait", "3600")
    async with program("--port", "0", *flags, env=KEY) as server:
        yield server


async def health(channel: grpc.aio.Channel) -> int:
    stub: Any = health_pb2_grpc.HealthStub(channel)  # its types lack its methods
    answer = await stub.Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE)
    return int(answer.status)


async def test_games_may_end_before_the_server_does(waiting: Program) -> None:
    async with waiting.channel() as channel, RawStream(channel) as stream:
        desk = Desk(channel)
        seats = await desk.seats(short(2, initial_flips=6))
        pair = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
        await stream.play(*pair, until=lambda: pair[0].latest > 3)
        assert await health(channel) == health_pb2.HealthCheckResponse.SERVING
        waiting.process.terminate()
        assert (await waiting.logged("draining"))["fields"] == {
            "wait_s": 3600.0,
            "cause": "SIGTERM",
        }
        assert await health(channel) == health_pb2.HealthCheckResponse.NOT_SERVING
        new = await refused(desk.create(Rules(players=2)))
        assert new.reason == ERROR_REASON_DRAINING
        await stream.go_on(*pair)
        assert {player.goodbye for player in pair} == {GOODBYE_REASON_FINISHED}
        stream.cancel()
        assert await waiting.status() == 0


async def test_each_further_signal_cuts_short_what_is_waited_for(waiting: Program) -> None:
    async with waiting.channel() as channel, RawStream(channel) as stream:
        seats = await Desk(channel).seats(Rules(players=2))
        pair = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
        await stream.play(*pair, until=lambda: pair[0].latest > 1)
        waiting.process.terminate()
        await waiting.logged("draining")
        assert waiting.process.returncode is None
        waiting.process.terminate()
        assert (await stream.frame(1, "goodbye")).goodbye.reason == GOODBYE_REASON_DRAINING
        waiting.process.terminate()  # while the stream is given a second to end
        assert await waiting.status() == 128 + signal.SIGTERM


async def test_house_bots_that_are_told_goodbye_are_not_missed() -> None:
    async with program("--port", "0") as server, server.channel() as channel:
        desk = Desk(channel)
        bots = [BotChoice(house_level="random")]
        made = await desk.create(short(2, initial_flips=6), bots=bots, start_when_full=True)
        (seat,) = await desk.fill(made.code, ["Ada"])
        player = SimplePlayer(seat.seat_token)
        async with RawStream(channel) as stream, RawStream(channel):  # which the end waits for
            await stream.play(player, until=lambda: player.latest > 3)
            server.process.terminate()
            assert await server.status() == 0
    assert not [line for line in server.lines if "random bots" in line["message"]]


async def test_the_service_manager_is_told(tmp_path: Path) -> None:
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(path))
        manager.settimeout(PATIENCE)
        async with program("--port", "0", env={"NOTIFY_SOCKET": str(path)}) as server:
            assert await asyncio.to_thread(manager.recv, 100) == b"READY=1"
            server.process.terminate()
            assert await asyncio.to_thread(manager.recv, 100) == b"STOPPING=1"
            assert await server.status() == 0


async def services(server: Program) -> set[str]:
    """What reflection lists."""
    async with server.channel() as channel:
        stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)  # type: ignore[arg-type]  # asyncio's too
        asked = [reflection_pb2.ServerReflectionRequest(list_services="")]
        call = stub.ServerReflectionInfo(iter(asked), timeout=PATIENCE, wait_for_ready=True)
        answers = [answer async for answer in call]
        return {one.name for answer in answers for one in answer.list_services_response.service}


async def test_reflection_is_there_when_asked_for() -> None:
    async with program("--port", "0", "--reflection") as server:
        assert await services(server) >= {*SERVICES, "grpc.health.v1.Health"}
    async with program("--port", "0") as server:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await services(server)
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
