"""Bots that wait for work, over a real socket."""

import pytest

from skyjo.v1.enlist_pb2 import Assigned, Enlist
from skyjo.v1.error_pb2 import (
    ERROR_REASON_BOT_UNKNOWN,
    ERROR_REASON_FIELD_OUT_OF_RANGE,
    ERROR_REASON_FRAME_NUMBER_USED,
    ERROR_REASON_KEY_UNKNOWN,
    ERROR_REASON_NAME_INVALID,
    ERROR_REASON_NAME_RESERVED,
    ERROR_REASON_NAME_TAKEN,
    ERROR_REASON_NOT_ATTACHED,
    ERROR_REASON_TABLE_FULL,
    ERROR_REASON_TOKEN_UNKNOWN,
    ERROR_REASON_VERSION_UNSUPPORTED,
)
from skyjo.v1.lobby_pb2 import AddBotRequest, BotChoice, ListBotsRequest, ListTablesRequest
from skyjo.v1.play_pb2 import Act, ClientFrame, Detach
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_DETACHED,
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_SUPERSEDED,
    ProtocolVersion,
)
from skyjo_engine.rules import Rules
from tests.server.desk import Desk, joiner, short
from tests.server.raw import PATIENCE, RawStream, refused
from tests.server.simple_player import VERSION, SimplePlayer

KEY = b"k" * 16


def enlist(name: str, *, number: int = 1, key: bytes = KEY, seats: int = 4) -> ClientFrame:
    message = Enlist(version=VERSION, key=key, name=name, seats=seats)
    return ClientFrame(number=number, enlist=message)


def choice(name: str) -> BotChoice:
    return BotChoice(enlisted_name=name)


async def assigned(stream: RawStream, number: int = 1) -> Assigned:
    return (await stream.frame(number, "assigned")).assigned


async def test_a_waiting_bot_is_given_seats_and_plays_them(desk: Desk, stream: RawStream) -> None:
    await stream.send(enlist("worker"))
    assert (await stream.frame(1)).enlisted.seats == 4
    made = await desk.create(
        short(2), bots=[choice("worker")] * 2, games=1, start_when_full=True, bot_seed=1
    )
    given = [await assigned(stream), await assigned(stream)]
    assert {one.table_id for one in given} == {made.table_id}
    assert [one.seat for one in given] == [0, 1]
    assert given[0].bot_seed != given[1].bot_seed
    assert not any(one.returned for one in given)
    players = [SimplePlayer(one.seat_token, number) for number, one in enumerate(given, 2)]
    await stream.play(*players)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}
    record = await desk.record(given[0].game_id)
    assert [player.name for player in record.players] == ["worker", "worker 2"]


async def test_a_bot_that_comes_back_gets_every_live_seat_again(
    desk: Desk, stream: RawStream
) -> None:
    await stream.send(enlist("phoenix"))
    await desk.create(short(2), bots=[choice("phoenix")] * 2, games=1, start_when_full=True)
    old = [await assigned(stream), await assigned(stream)]
    players = [SimplePlayer(one.seat_token, number) for number, one in enumerate(old, 2)]
    await stream.play(*players, until=lambda: len(players[0].events) > 4)
    stream.cancel()
    async with RawStream(desk.channel) as other:
        await other.send(enlist("phoenix"))
        assert (await other.frame(1)).enlisted.returned == 2
        new = [await assigned(other), await assigned(other)]
        assert all(one.returned for one in new)
        assert [one.seat for one in new] == [0, 1]
        await other.send(players[0].attach(resume=True))  # with the token that was replaced
        assert (await other.frame(2)).refused.reason == ERROR_REASON_TOKEN_UNKNOWN
        for player, one in zip(players, new, strict=True):
            player.token, player.number = one.seat_token, player.number + 2
        await other.play(*players, resume=True)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}


async def test_no_more_seats_than_offered_and_the_next_when_one_is_free(
    desk: Desk, stream: RawStream
) -> None:
    await stream.send(enlist("busy", seats=1))
    await stream.frame(1, "enlisted")
    made = await desk.create(short(2), bots=[choice("busy")])
    first = await assigned(stream)
    request = AddBotRequest(token=made.host_token, bot=choice("busy"))
    full = await refused(desk.lobby.AddBot(request, timeout=PATIENCE))
    assert full.reason == ERROR_REASON_BOT_UNKNOWN
    await stream.send(enlist("busy", seats=2))  # under the same number: only the seats change
    added = await desk.lobby.AddBot(request, timeout=PATIENCE)
    assert (await assigned(stream)).seat == added.seat == 1
    assert first.seat == 0
    nothing_free = await refused(desk.lobby.AddBot(request, timeout=PATIENCE))
    assert nothing_free.reason == ERROR_REASON_BOT_UNKNOWN
    await stream.send(enlist("busy", seats=3))
    await stream.send(ClientFrame(number=1, act=Act()))
    assert (await stream.frame(1)).refused.reason == ERROR_REASON_NOT_ATTACHED
    table_full = await refused(desk.lobby.AddBot(request, timeout=PATIENCE))
    assert table_full.reason == ERROR_REASON_TABLE_FULL


async def test_a_table_for_more_seats_than_a_bot_offers_is_not_made(
    desk: Desk, stream: RawStream
) -> None:
    await stream.send(enlist("single", seats=1))
    await stream.frame(1, "enlisted")
    call = desk.create(short(2), title="Twins", bots=[choice("single")] * 2)
    assert (await refused(call)).reason == ERROR_REASON_BOT_UNKNOWN
    listed = await desk.lobby.ListTables(ListTablesRequest(), timeout=PATIENCE)
    assert "Twins" not in [table.title for table in listed.tables]
    await desk.create(short(2), bots=[choice("single")])
    await assigned(stream)


async def test_the_newest_enlistment_of_a_key_wins(desk: Desk, stream: RawStream) -> None:
    await stream.send(enlist("twice", number=1), enlist("twice", number=2))
    assert (await stream.frame(1, "goodbye")).goodbye.reason == GOODBYE_REASON_SUPERSEDED
    await stream.frame(2, "enlisted")
    bots = await desk.lobby.ListBots(ListBotsRequest(), timeout=PATIENCE)
    assert "twice" in [bot.name for bot in bots.enlisted]
    await stream.send(ClientFrame(number=2, detach=Detach()))
    assert (await stream.frame(2, "goodbye")).goodbye.reason == GOODBYE_REASON_DETACHED
    bots = await desk.lobby.ListBots(ListBotsRequest(), timeout=PATIENCE)
    assert "twice" not in [bot.name for bot in bots.enlisted]


async def test_bots_that_wait_for_work_are_listed_page_by_page(
    desk: Desk, stream: RawStream
) -> None:
    names = ["paged a", "paged b", "paged ä", "paged z", "paged é"]
    await stream.send(*(enlist(name, number=n) for n, name in enumerate(names, 1)))
    for number in range(1, len(names) + 1):
        await stream.frame(number, "enlisted")
    request = ListBotsRequest(page_size=2)
    listed: list[str] = []
    while not listed or request.page_token:
        page = await desk.lobby.ListBots(request, timeout=PATIENCE)
        assert list(page.house_levels) == ["random", "beginner", "casual", "skilled"]
        assert 0 < len(page.enlisted) <= 2
        listed += [bot.name for bot in page.enlisted]
        request.page_token = page.next_page_token
    assert [name for name in listed if name in names] == sorted(names)
    assert len(set(listed)) == len(listed)
    too_large = desk.lobby.ListBots(ListBotsRequest(page_size=501), timeout=PATIENCE)
    assert (await refused(too_large)).field == "page_size"


async def test_a_number_stays_with_the_bot_that_took_it(desk: Desk, stream: RawStream) -> None:
    await stream.send(enlist("steady"), enlist("other"))
    assert (await stream.frame(1, "refused")).refused.reason == ERROR_REASON_FRAME_NUMBER_USED
    await stream.send(enlist("other", number=2))
    assert (await stream.frame(2)).HasField("enlisted")
    await desk.create(Rules(players=2), bots=[choice("steady")])
    await assigned(stream)


BAD = {
    "short key": (enlist("worker", key=b"short"), ERROR_REASON_KEY_UNKNOWN),
    "long key": (enlist("worker", key=b"k" * 65), ERROR_REASON_KEY_UNKNOWN),
    "no seats": (enlist("worker", seats=0), ERROR_REASON_FIELD_OUT_OF_RANGE),
    "too many seats": (enlist("worker", seats=100_000), ERROR_REASON_FIELD_OUT_OF_RANGE),
    "house level": (enlist("skilled"), ERROR_REASON_NAME_TAKEN),
    "reserved": (enlist("bot:x"), ERROR_REASON_NAME_RESERVED),
    "blank": (enlist(" "), ERROR_REASON_NAME_INVALID),
}


@pytest.mark.parametrize("bad", BAD)
async def test_what_is_no_enlistment_is_refused(stream: RawStream, bad: str) -> None:
    frame, reason = BAD[bad]
    await stream.send(frame)
    assert (await stream.frame(1)).refused.reason == reason


async def test_a_name_belongs_to_the_key_that_took_it(desk: Desk, stream: RawStream) -> None:
    await stream.send(enlist("mine"))
    await stream.frame(1, "enlisted")
    async with RawStream(desk.channel) as other:
        await other.send(enlist("mine", key=b"x" * 16))
        assert (await other.frame(1)).refused.reason == ERROR_REASON_NAME_TAKEN


async def test_another_version_is_refused_with_the_one_that_is_spoken(stream: RawStream) -> None:
    frame = enlist("future")
    frame.enlist.version.CopyFrom(ProtocolVersion(major=2))
    await stream.send(frame)
    refusal = (await stream.frame(1)).refused
    assert refusal.reason == ERROR_REASON_VERSION_UNSUPPORTED
    assert (refusal.value, refusal.low, refusal.high) == (2, 1, 1)


@pytest.mark.slow
async def test_house_bots_play_by_themselves(desk: Desk, stream: RawStream) -> None:
    bots = [BotChoice(house_level="random"), BotChoice(house_level="beginner")]
    made = await desk.create(
        short(3), joiner=joiner("Ada"), bots=bots, games=1, start_when_full=True
    )
    player = SimplePlayer(made.seating.seat_token)
    await stream.play(player)
    record = await desk.record(made.seating.game_id)
    assert [one.name for one in record.players] == ["Ada", "bot:random", "bot:beginner"]
