"""Players who leave for good in the middle of a game, over a real socket."""

import pytest

from skyjo.v1.error_pb2 import ERROR_REASON_TOKEN_UNKNOWN
from skyjo.v1.event_pb2 import (
    GAME_END_REASON_ABANDONED,
    SEAT_CHANGE_BOT_TOOK_OVER,
    SEAT_CHANGE_KICKED,
    SEAT_CHANGE_LEFT,
)
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_KICKED,
    GOODBYE_REASON_RESIGNED,
    PLAYER_KIND_HUMAN,
)
from skyjo_engine.record import SeatEntry
from skyjo_engine.rules import OnLeave
from skyjo_engine.verify import verify
from tests.server.desk import Desk, short
from tests.server.quitter import Quitter
from tests.server.raw import RawStream
from tests.server.simple_player import SimplePlayer


async def seats_with_quitter(desk: Desk, on_leave: OnLeave, players: int = 3) -> list[SimplePlayer]:
    rules = short(players, rounds=2, initial_flips=8, on_leave=on_leave)
    seats = await desk.seats(rules, kind=PLAYER_KIND_HUMAN, between_rounds_ms=600_000)
    kinds = [SimplePlayer, Quitter, *[SimplePlayer] * (players - 2)]
    return [kind(s.seat_token, n) for n, (kind, s) in enumerate(zip(kinds, seats, strict=True), 1)]


def changes(player: SimplePlayer) -> list[int]:
    return [e.seat_changed.change for e in player.events if e.HasField("seat_changed")]


async def test_a_skipped_seat_is_no_longer_asked_nor_waited_for(
    desk: Desk, stream: RawStream
) -> None:
    players = await seats_with_quitter(desk, OnLeave.SKIP)
    await stream.play(*players)
    assert [player.goodbye for player in players] == [
        GOODBYE_REASON_FINISHED,
        GOODBYE_REASON_RESIGNED,
        GOODBYE_REASON_FINISHED,
    ]
    assert changes(players[0]) == [SEAT_CHANGE_LEFT]
    assert [event for event in players[0].events if event.HasField("hand_dropped")]
    second = [e.dealt for e in players[0].events if e.HasField("dealt")][1]
    assert second.seats == [0, 2]
    verify(await desk.record(players[0].welcome.game_id))


async def test_under_abort_the_game_ends_for_all(desk: Desk, stream: RawStream) -> None:
    players = await seats_with_quitter(desk, OnLeave.ABORT)
    await stream.play(*players)
    ended = players[0].events[-1].game_ended
    assert ended.reason == GAME_END_REASON_ABANDONED
    assert not any(result.HasField("rank") for result in ended.results)
    assert len(ended.key) == 32
    verify(await desk.record(players[0].welcome.game_id))


@pytest.mark.slow
async def test_a_stand_in_plays_on_for_who_left(desk: Desk, stream: RawStream) -> None:
    players = await seats_with_quitter(desk, OnLeave.BOT)
    await stream.play(*players)
    assert changes(players[0]) == [SEAT_CHANGE_BOT_TOOK_OVER]
    shown = [frame.presence for frame in players[0].frames if frame.HasField("presence")]
    assert any(presence.players[1].stand_in for presence in shown)
    record = await desk.record(players[0].welcome.game_id)
    verify(record)
    assert record.players[1].name == "Ben"


async def test_a_token_of_a_seat_given_up_is_worthless(desk: Desk, stream: RawStream) -> None:
    players = await seats_with_quitter(desk, OnLeave.SKIP)
    await stream.play(*players)
    again = SimplePlayer(players[1].token, 9)
    await stream.send(again.attach())
    assert (await stream.frame(9)).refused.reason == ERROR_REASON_TOKEN_UNKNOWN


async def test_a_kick_in_a_game_goes_the_way_of_leaving(desk: Desk, stream: RawStream) -> None:
    rules = short(3, initial_flips=4, on_leave=OnLeave.SKIP)
    seats = await desk.seats(rules, kind=PLAYER_KIND_HUMAN)
    players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
    await stream.play(*players, until=lambda: len(players[0].events) > 6)
    await desk.kick(seats[0].seat_token, 2)
    await stream.go_on(*players)
    assert players[2].goodbye == GOODBYE_REASON_KICKED
    assert players[0].goodbye == players[1].goodbye == GOODBYE_REASON_FINISHED
    assert changes(players[0]) == [SEAT_CHANGE_KICKED]
    record = await desk.record(players[0].welcome.game_id)
    assert [entry.removed for entry in record.entries if isinstance(entry, SeatEntry)] == [True]
    verify(record)
