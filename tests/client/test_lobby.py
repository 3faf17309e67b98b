"""The other services of a real server, as the SDK wraps them."""

import asyncio

import pytest

from skyjo.v1.error_pb2 import (
    ERROR_REASON_FIELD_OUT_OF_RANGE,
    ERROR_REASON_TABLE_FULL,
    ERROR_REASON_TABLE_UNKNOWN,
    ERROR_REASON_TOKEN_UNKNOWN,
)
from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest
from skyjo.v1.record_pb2 import ListGamesRequest
from skyjo.v1.rules_pb2 import Rules as RulesMessage
from skyjo.v1.table_pb2 import GOODBYE_REASON_FINISHED, GOODBYE_REASON_TABLE_CLOSED, Resume
from skyjo_client.connection import Connection
from skyjo_client.errors import RefusedError, UnreachableError
from skyjo_client.lobby import Lobby
from skyjo_client.versions import joiner
from skyjo_engine.rules import Rules
from skyjo_wire import records
from tests.client.scripted import ScriptedServer
from tests.client.tabling import finished, make_table
from tests.flips import in_seat_order

HOUSE = (BotChoice(house_level="random"), BotChoice(house_level="beginner"))


async def test_a_table_is_made_filled_and_run(address: str) -> None:
    async with Lobby(address) as lobby:
        request = CreateTableRequest(joiner=joiner("host"), rules=RulesMessage(players=4))
        made = await lobby.create_table(request)
        token = made.seating.seat_token
        guest = await lobby.join_table(made.code.lower(), joiner("guest"), seat=3)
        assert guest.seat == 3
        bot = await lobby.add_bot(token, BotChoice(house_level="casual"))
        assert bot.seat == 1
        await lobby.kick_seat(token, bot.seat)
        await lobby.hand_over(token, guest.seat)
        await lobby.leave_table(token)
        (table,) = [one for one in await lobby.list_tables() if one.table_id == made.table_id]
        assert [(one.seat, one.name) for one in table.players] == [(3, "guest")]
        assert table.host == 3
        await lobby.close_table(guest.seat_token)
        assert made.table_id not in [one.table_id for one in await lobby.list_tables()]


async def test_changes_of_tables_are_followed(address: str) -> None:
    async with Lobby(address) as lobby:
        changes = lobby.watch_tables()
        assert (await anext(changes)).complete
        made = await make_table(lobby, Rules(players=2))
        while made.table_id not in [one.table_id for one in (await anext(changes)).tables]:
            pass
        await lobby.close_table(made.host_token)
        while made.table_id not in (await anext(changes)).gone:
            pass
        await changes.aclose()  # type: ignore[attr-defined]


async def test_refusals_carry_their_reason_and_facts(address: str) -> None:
    async with Lobby(address) as lobby:
        with pytest.raises(RefusedError) as caught:
            await lobby.join_table("NONE-99", joiner("guest"))
        assert caught.value.reason == ERROR_REASON_TABLE_UNKNOWN
        with pytest.raises(RefusedError) as caught:
            await lobby.start_game(b"?" * 16)
        assert caught.value.reason == ERROR_REASON_TOKEN_UNKNOWN
        with pytest.raises(RefusedError) as caught:
            await lobby.create_table(CreateTableRequest(rules=RulesMessage(players=9)))
        refusal = caught.value.refusal
        assert refusal.reason == ERROR_REASON_FIELD_OUT_OF_RANGE
        assert (refusal.field, refusal.value) == ("rules.players", 9)
        assert (refusal.low, refusal.high) == (2, 8)
        full = await make_table(lobby, Rules(players=2))
        for name in ("one", "two"):
            await lobby.join_table(full.code, joiner(name))
        with pytest.raises(RefusedError) as caught:
            await lobby.join_table(full.code, joiner("three"))
        assert caught.value.reason == ERROR_REASON_TABLE_FULL


async def watch_to_the_end(lobby: Lobby, code: str) -> list[int]:
    """Watch until the goodbye; the numbers of the events seen."""
    frames = [frame async for frame in lobby.watch(code, Resume(game_id="?", after=0))]
    assert frames[-1].goodbye.reason == GOODBYE_REASON_FINISHED
    shown = [frame.events for frame in frames if frame.HasField("events")]
    return [number for one in shown for number, _ in enumerate(one.events, one.first_number)]


@pytest.mark.slow
async def test_a_spectator_sees_every_event_and_equal_seeds_repeat_house_bots(
    address: str,
) -> None:
    games = []
    async with Lobby(address) as lobby:
        for seed in (7, 7, 8):
            table = await make_table(lobby, Rules(players=2, rounds=1), bots=HOUSE, seed=seed)
            seen = await watch_to_the_end(lobby, table.code)
            assert seen == list(range(seen[0], seen[-1] + 1))
            (record,) = await finished(lobby, table.table_id)
            games.append(in_seat_order(record.entries))
        newest = (await lobby.list_games(ListGamesRequest(page_size=1))).games[0]
        newest_record = records.from_message(await lobby.get_game(newest.game_id))
    assert in_seat_order(newest_record.entries) == games[2]
    assert games[0] == games[1]
    assert games[0] != games[2]


async def test_a_spectator_of_a_table_that_closes_is_told(address: str) -> None:
    async with Lobby(address) as lobby:
        table = await make_table(lobby, Rules(players=2))
        frames = lobby.watch(table.code)
        assert (await anext(frames)).HasField("welcome")
        await lobby.close_table(table.host_token)
        *_, last = [frame async for frame in frames]
        assert last.goodbye.reason == GOODBYE_REASON_TABLE_CLOSED


async def test_a_server_that_does_not_answer_is_unreachable(scripted: ScriptedServer) -> None:
    async with Lobby(scripted.address) as lobby:
        # It knows only how to play: every other service is missing.
        for call in (lobby.list_tables(), lobby.list_bots(), anext(lobby.watch("KIWI-42"))):
            with pytest.raises(UnreachableError) as caught:
                await asyncio.wait_for(call, 10)
            assert caught.value.address == scripted.address


@pytest.mark.parametrize("by_itself", [True, False])
async def test_players_know_whether_their_game_begins_by_itself(
    address: str, *, by_itself: bool
) -> None:
    request = CreateTableRequest(
        joiner=joiner("Ada"),
        rules=RulesMessage(players=3),
        start_when_full=by_itself,
    )
    async with Connection(address) as connection:
        made = await connection.lobby.create_table(request)
        session = await connection.attach(made.seating)
        assert session.welcome.presence.starting is by_itself
