"""Streams that break, at any event, in any way: seats are dropped, come back and miss nothing."""

import grpc
import pytest

from skyjo.v1.event_pb2 import Event
from skyjo.v1.play_pb2 import ClientFrame, Detach
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_DETACHED,
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_SUPERSEDED,
    PLAYER_KIND_HUMAN,
    Player,
)
from skyjo.v1.watch_pb2 import WatchRequest
from skyjo_engine.record import Record
from skyjo_engine.rules import Rules
from skyjo_engine.verify import verify
from tests.server.desk import Desk, short
from tests.server.raw import RawStream, RawWatch
from tests.server.simple_player import VERSION, SimplePlayer

SEED = 7
Played = tuple[list[list[Event]], Record]


async def undisturbed(desk: Desk, rules: Rules) -> Played:
    players = await sit(desk, rules)
    async with RawStream(desk.channel) as stream:
        await stream.play(*players)
    return await what_happened(desk, players)


async def sit(desk: Desk, rules: Rules) -> list[SimplePlayer]:
    seats = await desk.seats(rules, seed=SEED)
    return [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]


async def what_happened(desk: Desk, players: list[SimplePlayer]) -> Played:
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}
    record = await desk.record(players[0].welcome.game_id)
    verify(record)
    return [player.events for player in players], record


def same_game(one: Played, other: Played) -> bool:
    """Whether every seat was told the same, and the record says the same."""
    return one[0] == other[0] and one[1].entries == other[1].entries


async def break_off(stream: RawStream, way: int) -> None:
    """End a stream in one of the ways in which streams end."""
    if way % 2:
        await stream.half_close()
        assert (await stream.ended()).code is grpc.StatusCode.OK
    else:
        stream.cancel()


async def test_a_game_goes_on_from_every_event(desk: Desk) -> None:
    rules = short(2)
    expected = await undisturbed(desk, rules)
    for number in range(len(expected[0][0])):
        players = await sit(desk, rules)
        players[number % 2].halt_at = number
        async with RawStream(desk.channel) as stream:
            await stream.play(*players)
            await break_off(stream, number // 2)
        players[number % 2].halt_at = None
        async with RawStream(desk.channel) as stream:
            await stream.play(*players, resume=True)
        assert same_game(await what_happened(desk, players), expected)


@pytest.mark.parametrize("count", [2, 4])
async def test_a_game_survives_a_break_at_every_event(desk: Desk, count: int) -> None:
    rules = Rules(players=count, rounds=2, initial_flips=6)
    expected = await undisturbed(desk, rules)
    players = await sit(desk, rules)
    for number in range(1, len(expected[0][0]) + 1):
        players[number % count].halt_at = number
        async with RawStream(desk.channel) as stream:
            await stream.play(*players, resume=number > 1)
        players[number % count].halt_at = None
    async with RawStream(desk.channel) as stream:
        await stream.play(*players, resume=True)
    assert same_game(await what_happened(desk, players), expected)


async def test_without_resume_the_view_stands_for_the_past(desk: Desk, stream: RawStream) -> None:
    players = await sit(desk, Rules(players=2))
    players[0].halt_at = 9
    await stream.play(*players)
    again = SimplePlayer(players[0].token)
    async with RawStream(desk.channel) as other:
        await other.send(again.attach())
        welcome = (await other.frame(1, "welcome")).welcome
        assert welcome.next_number == welcome.view.latest_number + 1 > 9
        frame = await other.frame(1, "decision", "events")
        assert frame.HasField("decision") == (welcome.view.turn == 0)


@pytest.mark.parametrize("way", [0, 1])
async def test_a_dropped_seat_has_not_left(desk: Desk, way: int) -> None:
    seats = await desk.seats(Rules(players=2), kind=PLAYER_KIND_HUMAN)
    watch = RawWatch(desk.channel, WatchRequest(version=VERSION, table_id=seats[0].table_id))
    stream = RawStream(desk.channel)
    await stream.send(SimplePlayer(seats[0].seat_token).attach())
    await until_connected(watch, 0, connected=True)
    await break_off(stream, way)
    player = await until_connected(watch, 0, connected=False)
    assert (player.name, player.stand_in) == ("Ada", False)
    watch.cancel()


async def until_connected(watch: RawWatch, seat: int, *, connected: bool) -> Player:
    """Read presences until a seat is attached or dropped."""
    while True:
        player = (await watch.frame("presence")).presence.players[seat]
        if player.connected == connected:
            return player


async def test_the_newest_attach_wins(desk: Desk, stream: RawStream) -> None:
    (seat, _) = await desk.seats(Rules(players=2))
    await stream.send(SimplePlayer(seat.seat_token, 1).attach())
    await stream.frame(1, "welcome")
    await stream.send(SimplePlayer(seat.seat_token, 2).attach())
    assert (await stream.frame(1, "goodbye")).goodbye.reason == GOODBYE_REASON_SUPERSEDED
    async with RawStream(desk.channel) as other:
        await other.send(SimplePlayer(seat.seat_token, 1).attach())
        await other.frame(1, "welcome")
        assert (await stream.frame(2, "goodbye")).goodbye.reason == GOODBYE_REASON_SUPERSEDED


async def test_a_detached_seat_keeps_its_place_and_the_stream_lives(
    desk: Desk, stream: RawStream
) -> None:
    (seat, _) = await desk.seats(Rules(players=2))
    player = SimplePlayer(seat.seat_token, 1)
    await stream.send(player.attach(), ClientFrame(number=1, detach=Detach()))
    assert (await stream.frame(1, "goodbye")).goodbye.reason == GOODBYE_REASON_DETACHED
    player.number = 2
    await stream.send(player.attach())
    assert (await stream.frame(2, "welcome")).welcome.seat == 0


async def test_the_end_can_still_be_fetched(desk: Desk, stream: RawStream) -> None:
    players = await sit(desk, short(2))
    await stream.play(*players)
    late = SimplePlayer(players[1].token, 3)
    late.welcome = players[1].welcome
    await stream.play(late, resume=True)
    assert late.events == players[1].events
    assert late.goodbye == GOODBYE_REASON_FINISHED
