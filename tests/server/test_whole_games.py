"""Whole games over a real socket."""

import asyncio
from itertools import pairwise

import grpc
import pytest

from skyjo.v1.lobby_pb2 import Seating
from skyjo.v1.table_pb2 import GOODBYE_REASON_FINISHED
from skyjo_engine.rules import Rules
from skyjo_engine.verify import Check, verify
from tests.server.desk import Desk, short
from tests.server.raw import RawStream
from tests.server.simple_player import SimplePlayer


def players_of(seats: list[Seating]) -> list[SimplePlayer]:
    return [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]


def public(player: SimplePlayer) -> list[bytes]:
    """The player's events without what only its own seat is shown."""
    shown = []
    for event in player.events:
        copy = type(event).FromString(event.SerializeToString())
        if copy.HasField("drew"):
            copy.drew.ClearField("card")
        shown.append(copy.SerializeToString(deterministic=True))
    return shown


async def check_game(desk: Desk, players: list[SimplePlayer]) -> None:
    """All were told the same, the game has its goodbye, and its record stands every check."""
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}
    for one, other in pairwise(players):
        assert public(one) == public(other)
    assert players[0].events[-1].HasField("game_ended")
    verdict = verify(await desk.record(players[0].welcome.game_id))
    assert verdict.checked >= {Check.REPLAY, Check.COMMITMENT, Check.DEALS}


@pytest.mark.parametrize("count", range(2, 9))
async def test_one_stream_plays_all_seats_of_a_whole_game(
    desk: Desk, stream: RawStream, count: int
) -> None:
    players = players_of(await desk.seats(Rules(players=count, rounds=2)))
    await stream.play(*players)
    await check_game(desk, players)


@pytest.mark.parametrize("count", [2, 5, 8])
async def test_a_stream_for_each_seat_plays_the_same(
    desk: Desk, channel: grpc.aio.Channel, count: int
) -> None:
    players = players_of(await desk.seats(short(count)))
    await asyncio.gather(*(RawStream(channel).play(player) for player in players))
    await check_game(desk, players)
