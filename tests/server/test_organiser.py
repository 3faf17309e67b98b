"""Deals that an organiser chose: everything about them stays closed until their event is."""

import pytest

from skyjo.v1.error_pb2 import (
    ERROR_REASON_EVENT_UNKNOWN,
    ERROR_REASON_GAME_UNFINISHED,
    ERROR_REASON_OPERATOR_ONLY,
    ERROR_REASON_WATCHING_CLOSED,
    ERROR_REASON_WITHHELD,
)
from skyjo.v1.lobby_pb2 import Seating
from skyjo.v1.operator_pb2 import OrganiserDeals
from skyjo.v1.table_pb2 import DEAL_SOURCE_ORGANISER
from skyjo.v1.watch_pb2 import WatchRequest
from skyjo_engine.verify import Check, verify
from tests.server.conftest import OPERATOR_KEY
from tests.server.desk import Desk, short
from tests.server.raw import RawStream, RawWatch, StreamEndedError, refused
from tests.server.simple_player import VERSION, SimplePlayer

KEYS = (b"\x81" * 32, b"\x82" * 32)


async def seats_of(desk: Desk, event_id: str, keys: tuple[bytes, ...] = KEYS) -> list[Seating]:
    deals = OrganiserDeals(event_id=event_id, keys=keys)
    return await desk.seats(
        short(2), games=len(keys), organiser_deals=deals, operator_key=OPERATOR_KEY
    )


async def play(stream: RawStream, seats: list[Seating]) -> list[SimplePlayer]:
    players = [
        SimplePlayer(seat.seat_token, number, entropy=bytes([number]) * 32)
        for number, seat in enumerate(seats, 1)
    ]
    await stream.play(*players)
    return players


async def test_only_the_operator_may_choose_deals(desk: Desk) -> None:
    deals = OrganiserDeals(event_id="cup", keys=KEYS)
    for key in (b"", bytes(32)):
        call = desk.create(short(2), organiser_deals=deals, operator_key=key)
        assert (await refused(call)).reason == ERROR_REASON_OPERATOR_ONLY


async def test_key_record_and_watching_are_closed_until_the_event_is(
    desk: Desk, stream: RawStream
) -> None:
    seats = await seats_of(desk, "closed cup")
    spectator = RawWatch(desk.channel, WatchRequest(version=VERSION, code=seats[0].code))
    with pytest.raises(StreamEndedError) as ended:
        await spectator.frame()
    assert ended.value.refusal
    assert ended.value.refusal.reason == ERROR_REASON_WATCHING_CLOSED
    assert (await refused(desk.record(seats[0].game_id))).reason == ERROR_REASON_GAME_UNFINISHED
    players = await play(stream, seats)
    welcome, game_id = players[0].welcome, players[0].welcome.game_id
    assert welcome.deal_source == DEAL_SOURCE_ORGANISER
    assert welcome.event_id == "closed cup"
    for events in players[0].games:
        assert not events[-1].game_ended.HasField("key")
    sent = b"".join(stream.received)
    assert not any(key in sent for key in KEYS)
    assert (await refused(desk.record(game_id))).reason == ERROR_REASON_WITHHELD
    assert (await desk.page(event_id="closed cup")).games == []
    assert verify(await desk.record(game_id, OPERATOR_KEY)).checked >= {Check.DEALS}

    wrong = await refused(desk.close_event(bytes(32), "closed cup"))
    assert wrong.reason == ERROR_REASON_OPERATOR_ONLY
    unknown = await refused(desk.close_event(OPERATOR_KEY, "no cup"))
    assert unknown.reason == ERROR_REASON_EVENT_UNKNOWN
    assert (await desk.close_event(OPERATOR_KEY, "closed cup")).games == 2
    listed = (await desk.page(event_id="closed cup")).games
    assert listed[0].game_id == game_id
    for game in listed:
        assert verify(await desk.record(game.game_id)).not_checked.get(Check.DEALS) is None


async def test_equal_keys_give_equal_deals_under_commitments_that_cannot_be_linked(
    desk: Desk, stream: RawStream
) -> None:
    seats = await seats_of(desk, "twin cup", (KEYS[0], KEYS[0]))
    (player, _) = await play(stream, seats)
    one, other = player.games
    assert one == other
    welcomes = [frame.welcome for frame in player.frames if frame.HasField("welcome")]
    assert welcomes[0].commitment != welcomes[-1].commitment


async def test_no_entropy_enters_an_organisers_deals(desk: Desk, stream: RawStream) -> None:
    players = await play(stream, await seats_of(desk, "small cup", KEYS[:1]))
    record = await desk.record(players[0].welcome.game_id, OPERATOR_KEY)
    assert record.deal.entropy == (None, None)
    verify(record)
