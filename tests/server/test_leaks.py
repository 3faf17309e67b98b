"""A server keeps nothing of streams and games that are over."""

import gc
from typing import Any

from bench.metrics_page import figure
from skyjo.v1.table_pb2 import GOODBYE_REASON_TABLE_CLOSED
from skyjo.v1.watch_pb2 import WatchRequest
from skyjo_engine.rules import OnLeave, Rules
from skyjo_server.attempt import Attempt
from skyjo_server.connection import Connection
from skyjo_server.numbers import PlayLink
from skyjo_server.play import Play
from skyjo_server.seating import Holder, Occupant
from skyjo_server.services.watch import WatchLink
from skyjo_server.table import Table
from tests.server.desk import Desk, short
from tests.server.inside import Inside, Wire, play
from tests.server.program import Program, program
from tests.server.quitter import Quitter
from tests.server.raw import RawStream, RawWatch
from tests.server.simple_player import VERSION, SimplePlayer

KINDS = (Attempt, Connection, Holder, Occupant, Play, PlayLink, Table, WatchLink)
STREAMS = 100


def alive() -> list[Any]:
    """Everything there is of a server's tables and streams."""
    gc.collect()
    return [thing for thing in gc.get_objects() if type(thing) in KINDS]


def play_and_leave(inside: Inside) -> set[type]:
    """Games that end and that do not, with a stand-in and a spectator; what there was of them."""
    wire, house, watcher = Wire(inside.hall), Wire(inside.hall), WatchLink()
    house.receive(inside.enlistment())
    table, seats = inside.create(short(3, on_leave=OnLeave.BOT), games=2)
    table.watch(watcher, None)
    quitter = Quitter(seats[0].token, 1)
    others = [SimplePlayer(seat.token, number) for number, seat in enumerate(seats[1:], 2)]
    wire.receive(*(player.attach() for player in (quitter, *others)))
    play(wire, quitter, *others)
    broken, seats = inside.create(Rules(players=2))
    wire.receive(*(SimplePlayer(s.token, n).attach() for n, s in enumerate(seats, 10)))
    there = {type(thing) for thing in alive()}
    broken.close(GOODBYE_REASON_TABLE_CLOSED)
    table.close(GOODBYE_REASON_TABLE_CLOSED)
    wire.connection.close()
    house.connection.close()
    return there


def test_nothing_stays_of_tables_and_streams_that_are_over() -> None:
    inside = Inside()
    before = alive()
    for _ in range(3):
        assert play_and_leave(inside) == set(KINDS)
    inside.clock.advance(3600)
    left = [thing for thing in alive() if not any(thing is one for one in before)]
    assert left == []
    assert all(timer.off for timer in inside.clock.timers)


def test_tables_that_are_gone_do_not_wait_for_the_garbage_collector() -> None:
    inside = Inside()
    play_and_leave(inside)
    inside.clock.advance(3600)
    gc.collect()
    gc.disable()
    try:
        play_and_leave(inside)
        inside.clock.advance(3600)
        left = [thing for thing in gc.get_objects() if type(thing) in (Play, Table)]
    finally:
        gc.enable()
    assert left == []


async def test_streams_that_break_off_are_counted_no_more() -> None:
    async with (
        program("--port", "0", "--metrics", "127.0.0.1:0") as server,
        server.channel() as channel,
    ):
        desk = Desk(channel)
        seats = await desk.seats(Rules(players=4))
        for _ in range(STREAMS // len(seats)):
            streams = [RawStream(channel) for _ in seats]
            for stream, seat in zip(streams, seats, strict=True):
                await stream.send(SimplePlayer(seat.seat_token).attach())
                await stream.frame(1, "welcome")
            watch = RawWatch(channel, WatchRequest(version=VERSION, code=seats[0].code))
            await watch.frame("welcome")
            watch.cancel()
            for stream in streams:
                stream.cancel()
        await none_left(server, desk, "skyjo_seats_connected")
        await none_left(server, desk, "skyjo_spectators")


async def none_left(server: Program, desk: Desk, name: str) -> None:
    """Ask until the server counts none, however often that is."""
    while await figure(server.metrics, name):
        await desk.page()
