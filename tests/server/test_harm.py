"""Whatever the program at one table does to the server, the games at other tables go on."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack
from functools import partial

import grpc
import pytest

from skyjo.v1.play_pb2 import Attach, ClientFrame, PlayRequest, PlayResponse, Ready
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_SLOW_READER,
    Resume,
    Welcome,
)
from skyjo.v1.watch_pb2 import WatchRequest
from skyjo_engine.rules import Rules
from skyjo_engine.verify import verify
from tests.server.conftest import ServerProcess
from tests.server.desk import Desk, short
from tests.server.program import Program, program
from tests.server.raw import RawStream, RawWatch
from tests.server.simple_player import VERSION, SimplePlayer
from tests.server.test_metrics import read

LONG = 500
"""Events of a game of which it takes long to tell."""
READIES = 1_000
"""Said so often, they make more than 3 MB of presences for each viewer."""
ALONE = [
    ("grpc.use_local_subchannel_pool", 1),  # a connection of its own
    ("grpc.http2.bdp_probe", 0),  # that buffers little
    ("grpc.http2.lookahead_bytes", 1 << 16),
]


@pytest.fixture
async def quick() -> AsyncIterator[Program]:
    """A server with a quick heart."""
    async with program("--port", "0", "--heartbeat", "1", "--metrics", "0") as server:
        yield server


async def says_nothing(stream: RawStream, player: SimplePlayer) -> None:
    """Sit down, and neither answer nor read."""
    await stream.send(player.attach())


async def floods(stream: RawStream, player: SimplePlayer) -> None:
    """Say as much nonsense as there is room for, and read no answer."""
    await stream.send(player.attach())
    nonsense = PlayRequest(frames=[ClientFrame(number=n % 3) for n in range(1_000)])
    while True:
        await stream.send_bytes(nonsense.SerializeToString())


async def sends_garbage(stream: RawStream, player: SimplePlayer) -> None:
    """Say what no protobuf is, as fast as it goes."""
    await stream.send(player.attach())
    while True:
        await stream.send_bytes(b"\xff" * 200_000)


async def sits_down_without_end(stream: RawStream, player: SimplePlayer) -> None:
    """Ask for the whole game again and again, under a new number each time."""
    for number in itertools.count(1):
        await stream.send(whole_story(player, number))


def whole_story(player: SimplePlayer, number: int) -> ClientFrame:
    """Asks for the whole game under a new number."""
    resume = Resume(game_id=player.welcome.game_id)
    attach = Attach(version=VERSION, seat_token=player.token, resume=resume)
    return ClientFrame(number=number, attach=attach)


Mischief = Callable[[RawStream, SimplePlayer], Coroutine[None, None, None]]


@pytest.mark.parametrize(
    ("mischief", "reasons"),
    [
        (says_nothing, {"silent"}),
        (floods, {"silent", "slow_reader"}),
        (sends_garbage, {"silent", "slow_reader"}),
        (sits_down_without_end, {"slow_reader"}),
    ],
)
async def test_games_at_other_tables_are_played_to_their_ends(
    quick: Program, mischief: Mischief, reasons: set[str]
) -> None:
    async with quick.channel() as channel, RawStream(channel) as stream:
        desk = Desk(channel)
        seats = await desk.seats(Rules(players=2, rounds=8, target=1000))
        bad, other = (SimplePlayer(s.seat_token, n) for n, s in enumerate(seats, 1))
        await stream.play(bad, other, until=lambda: bad.latest > LONG)
        waiting = asyncio.create_task(stream.go_on(bad, other, until=lambda: is_cut(other)))
        async with (
            grpc.aio.insecure_channel(quick.address, options=ALONE) as alone,
            RawStream(alone) as own,
        ):
            doing = asyncio.create_task(mischief(own, bad))
            games = [await whole_game(desk) for _ in range(3)]
            await waiting
            games.append(await whole_game(desk))
            assert await cuts(quick) <= reasons
            doing.cancel()
            await asyncio.gather(doing, return_exceptions=True)
        for game in games:
            verify(await desk.record(game))
        back = SimplePlayer(bad.token, 3)
        await stream.send(back.attach())
        await stream.go_on(back, other)
        assert {back.goodbye, other.goodbye} == {GOODBYE_REASON_FINISHED}


async def cuts(server: Program) -> set[str]:
    """Why streams were cut so far."""
    (family,) = [f for f in (await read(server)).families() if f.name == "skyjo_cuts"]
    found = {sample.labels["reason"] for sample in family.samples}
    assert found
    return found


async def test_who_reads_late_finds_a_goodbye(quick: Program) -> None:
    async with quick.channel() as channel, RawStream(channel) as stream:
        seats = await Desk(channel).seats(Rules(players=2, rounds=8, target=1000))
        bad, other = (SimplePlayer(s.seat_token, n) for n, s in enumerate(seats, 1))
        await stream.play(bad, other, until=lambda: bad.latest > LONG)
        async with (
            grpc.aio.insecure_channel(quick.address, options=ALONE) as alone,
            RawStream(alone) as own,
        ):
            await own.send(*[whole_story(bad, number) for number in range(1, 1_001)])
            await stream.go_on(bad, other, until=lambda: is_cut(other))
            assert (await own.ended()).code is grpc.StatusCode.OK
        last = PlayResponse.FromString(own.received[-1]).frames[-1]
        assert last.goodbye.reason == GOODBYE_REASON_SLOW_READER


def is_cut(other: SimplePlayer) -> bool:
    """Whether the other player has been told that seat 0 is gone."""
    told = [frame.presence for frame in other.frames if frame.HasField("presence")]
    return not told[-1].players[0].connected


async def whole_game(desk: Desk) -> str:
    """Play a game; its identifier."""
    seats = await desk.seats(short(2))
    players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
    async with RawStream(desk.channel) as stream:
        await stream.play(*players)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}
    return players[0].welcome.game_id


async def test_a_spectator_who_reads_late_begins_anew(server: ServerProcess) -> None:
    """The players read all the time, so that none of them is taken for slow or gone."""
    async with server.channel() as channel, RawStream(channel) as stream:
        desk = Desk(channel)
        made = await desk.create(short(8), games=1, start_when_full=True)
        seats = await desk.fill(made.code, ["\u6797" * 9 + str(n) for n in range(7)])
        players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
        async with grpc.aio.insecure_channel(server.address, options=ALONE) as alone:
            spectator = RawWatch(alone, WatchRequest(version=VERSION, code=made.code))
            await spectator.frame("welcome")
            for count, player in enumerate(players, 1):
                await stream.send(player.attach(), *[player.frame(ready=Ready())] * READIES)
                await stream.go_on(*players[:count], until=partial(has_heard, players[0], count))
            (last,) = await desk.fill(made.code, ["last"])
            players.append(SimplePlayer(last.seat_token, 8))
            await stream.send(players[-1].attach())
            await stream.go_on(*players)
            welcomes, presences, numbers = await read_to_the_end(spectator)
    assert presences < READIES * len(seats)
    assert welcomes
    assert numbers == list(range(welcomes[-1].next_number, players[0].latest + 1))


def has_heard(player: SimplePlayer, count: int) -> bool:
    """Whether a player was told who is there after so many have said their readies."""
    assert player.goodbye is None
    return sum(frame.HasField("presence") for frame in player.frames) > count * READIES


async def read_to_the_end(spectator: RawWatch) -> tuple[list[Welcome], int, list[int]]:
    """The welcomes, how many presences, and the numbers of the events after the last welcome."""
    welcomes: list[Welcome] = []
    presences, numbers = 0, list[int]()
    while not (frame := await spectator.frame()).HasField("goodbye"):
        if frame.HasField("welcome"):
            welcomes.append(frame.welcome)
            numbers = []
        elif frame.HasField("events"):
            first = frame.events.first_number
            numbers += range(first, first + len(frame.events.events))
        presences += frame.HasField("presence")
    return welcomes, presences, numbers


async def test_more_connections_are_served_than_a_program_may_have_unasked() -> None:
    few = ("sh", "-c", 'ulimit -S -n 64 && exec "$@"', "sh")
    async with program("--port", "0", under=few) as server, AsyncExitStack() as opened:
        for _ in range(100):
            channel = grpc.aio.insecure_channel(server.address, options=ALONE)
            await Desk(await opened.enter_async_context(channel)).page()
