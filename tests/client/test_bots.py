"""Bots of a player's own, playing whole games on a real server."""

import asyncio
import os
import stat
from pathlib import Path

import pytest

from skyjo.v1.enlist_pb2 import Enlisted
from skyjo.v1.error_pb2 import ERROR_REASON_TABLE_FULL
from skyjo.v1.game_pb2 import LegalActions
from skyjo.v1.lobby_pb2 import BotChoice
from skyjo.v1.play_pb2 import ServerFrame
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_DRAINING,
    Goodbye,
)
from skyjo_client import exit_codes
from skyjo_client.bot import Bot, Decision, GameInfo
from skyjo_client.bot_keys import BotKeys
from skyjo_client.connection import Connection
from skyjo_client.engagement import Engagement
from skyjo_client.errors import RefusedError, ServerStoppedError
from skyjo_client.lobby import Lobby
from skyjo_client.receipts import Receipts
from skyjo_client.running import play
from skyjo_client.trouble import explain
from skyjo_client.versions import joiner
from skyjo_engine.actions import Action, Draw, Flip, Keep
from skyjo_engine.events import EndReason, GameEnded
from skyjo_engine.record import ActionEntry, NoteEntry
from skyjo_engine.rules import Rules
from skyjo_engine.verify import verify
from tests.client.scripted import ScriptedServer, running
from tests.client.tabling import Announced, Plain, engaged, finished, make_table
from tests.flips import in_seat_order

SHORT = Rules(players=3, rounds=1)


async def test_three_seats_of_one_program_play_a_whole_game(address: str) -> None:
    started: list[GameInfo] = []
    ended: list[GameEnded] = []

    class Telling(Plain):
        def game_started(self, game: GameInfo) -> None:
            started.append(game)

        def game_ended(self, result: GameEnded) -> None:
            ended.append(result)

    async with Lobby(address) as lobby:
        table = await make_table(lobby, Rules(players=3, target=40))
        engagement, out = engaged(address, table.code, seats=3)
        outcomes = await play(Telling, engagement)
        (record,) = await finished(lobby, table.table_id)
    assert [(one.games, one.failed) for one in outcomes] == [(1, False)] * 3
    assert out.getvalue() == ""
    assert sorted(game.seat for game in started) == [0, 1, 2]
    assert {game.game_id for game in started} == {record.game_id}
    assert [result.reason for result in ended] == [EndReason.TARGET_REACHED] * 3
    assert [player.name for player in record.players] == ["plain", "plain 2", "plain 3"]
    receipts = Receipts().find(record.game_id)
    assert [receipt.seat for receipt in receipts] == [0, 1, 2]
    assert all(verify(record, receipt).nobody_chose for receipt in receipts)


async def test_a_bot_that_waits_for_work_plays_at_several_tables_at_once(address: str) -> None:
    begun: set[str] = set()
    both = asyncio.Event()
    over: asyncio.Queue[GameEnded] = asyncio.Queue()

    class Meeting(Plain):
        async def choose(self, decision: Decision) -> Action:  # type: ignore[override]
            begun.add(decision.game_id)
            if len(begun) == 2:
                both.set()
            await both.wait()  # no game goes on before both have begun
            return Plain.choose(self, decision)

        def game_ended(self, result: GameEnded) -> None:
            over.put_nowait(result)

    report = Announced()
    engagement = Engagement(server=address, name="meeting", seats=4, report=report)
    async with Lobby(address) as lobby:
        working = asyncio.create_task(play(Meeting, engagement))
        await report.enlisted.wait()
        bots = (BotChoice(enlisted_name="meeting"),) * 2
        for _ in "12":
            await make_table(lobby, Rules(players=2, rounds=1), bots=bots)
        results = [await over.get() for _ in range(4)]
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
    assert all(len(result.totals) == 2 for result in results)


async def test_a_table_without_seats_enough_gets_none_of_a_bots_seats(address: str) -> None:
    async with Lobby(address) as lobby:
        table = await make_table(lobby, SHORT)
        await lobby.join_table(table.code, joiner("other"))
        engagement, _ = engaged(address, table.code, seats=3)
        with pytest.raises(RefusedError) as refused:
            await play(Plain, engagement)
        (found,) = [one for one in await lobby.list_tables() if one.code == table.code]
    assert refused.value.reason == ERROR_REASON_TABLE_FULL
    assert [player.name for player in found.players] == ["other"]


async def wait_for_work(address: str, name: str) -> Announced:
    """Let a program's bot wait for work, and end it then."""
    report = Announced()
    engagement = Engagement(server=address, name=name, report=report)
    working = asyncio.create_task(play(Plain, engagement))
    waiting = asyncio.create_task(report.enlisted.wait())
    await asyncio.wait([working, waiting], return_when=asyncio.FIRST_COMPLETED)
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
    return report


async def test_a_program_started_again_is_the_same_bot(address: str, state_folder: Path) -> None:
    for _ in "12":
        assert (await wait_for_work(address, "again")).enlisted.is_set()
    (file,) = (state_folder / "bots").iterdir()
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert BotKeys().key("again") == BotKeys().key("again") == file.read_bytes()
    assert BotKeys().key("again") != BotKeys().key("another")


async def test_a_bot_whose_key_cannot_be_kept_plays_and_says_so(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKYJO_STATE_DIR", os.devnull)
    report = await wait_for_work(address, "homeless")
    assert "key of this bot cannot be kept" in report.text()


async def test_a_second_program_takes_the_work_and_the_first_says_so(address: str) -> None:
    report = Announced()
    first = asyncio.create_task(
        play(Plain, Engagement(server=address, name="twice", report=report))
    )
    await report.enlisted.wait()
    await wait_for_work(address, "twice")
    await first
    assert "another program with its key" in report.text()


async def test_equal_seeds_give_equal_games(address: str) -> None:
    games = []
    async with Lobby(address) as lobby:
        for seed in (5, 5, 6):
            table = await make_table(lobby, SHORT, seed=1)
            engagement, _ = engaged(address, table.code, seats=3, seed=seed)
            await play(Plain, engagement)
            (record,) = await finished(lobby, table.table_id)
            games.append(in_seat_order(record.entries))
    assert games[0] == games[1]
    assert games[0] != games[2]


async def test_games_one_after_another_have_a_bot_each(address: str) -> None:
    made: list[Bot] = []

    class Counted(Plain):
        def game_started(self, game: GameInfo) -> None:
            made.append(self)
            assert game.index == (len(made) - 1) // 2

    async with Lobby(address) as lobby:
        table = await make_table(lobby, Rules(players=2, rounds=1), games=2)
        engagement, _ = engaged(address, table.code, seats=2)
        outcomes = await play(Counted, engagement)
        records = await finished(lobby, table.table_id)
    assert [one.games for one in outcomes] == [2, 2]
    assert len({id(bot) for bot in made}) == 4
    assert len(records) == 2


async def test_a_note_of_a_move_is_in_the_record(address: str) -> None:
    async with Connection(address) as connection:
        table = await make_table(connection.lobby, Rules(players=2, rounds=1))
        engagement, _ = engaged(address, table.code)
        other = asyncio.create_task(play(Plain, engagement))
        seating = await connection.lobby.join_table(table.code, joiner("notes"))
        session = await connection.attach(seating, auto_ready=True)
        async for item in session:
            if isinstance(item, ServerFrame) and item.HasField("decision"):
                session.act(item.decision.decision_id, first_of(item.decision.legal), "because")
        await other
        (record,) = await finished(connection.lobby, table.table_id)
    seat = next(n for n, player in enumerate(record.players) if player.name == "notes")
    acts = [one for one in record.entries if isinstance(one, ActionEntry) and one.seat == seat]
    notes = [one for one in record.entries if isinstance(one, NoteEntry)]
    assert notes == [NoteEntry(seat, "because")] * len(acts)


def first_of(legal: LegalActions) -> Action:
    """Some action."""
    if legal.flip_count:
        return Flip(tuple(legal.flip[: legal.flip_count]))
    return Draw() if legal.draw else Keep((*legal.discard, *legal.keep)[0])


async def test_a_bot_says_when_a_server_that_stops_is_back_and_when_it_is_gone_for_good(
    scripted: ScriptedServer,
) -> None:
    report = Announced()
    one = Engagement(server=scripted.address, name="plain", token=bytes(16), report=report)
    playing = asyncio.create_task(play(Plain, one))
    stream = await scripted.stream()
    number = (await stream.frame("attach")).number
    await stream.send(number, welcome=running())
    back = Goodbye(reason=GOODBYE_REASON_DRAINING, retry_after_ms=200)
    await stream.send(number, goodbye=back)
    again = (await stream.frame("attach")).number
    await stream.send(again, welcome=running())
    await stream.send(again, goodbye=Goodbye(reason=GOODBYE_REASON_DRAINING))
    with pytest.raises(ServerStoppedError) as caught:
        await playing
    assert report.text().splitlines() == [
        "skyjo: the server stops and is back in about 0.2 s, trying again then",
        "skyjo: connected again",
    ]
    sentence, code = explain(caught.value)
    assert sentence == "The server stops, and nobody has said when it is back."
    assert code == exit_codes.UNREACHABLE


async def test_a_bot_that_waits_for_work_ends_when_its_server_is_gone_for_good(
    scripted: ScriptedServer,
) -> None:
    report = Announced()
    one = Engagement(server=scripted.address, name="plain", key=bytes(16), report=report)
    playing = asyncio.create_task(play(Plain, one))
    stream = await scripted.stream()
    number = (await stream.frame("enlist")).number
    await stream.send(number, enlisted=Enlisted(seats=1))
    await stream.send(number, goodbye=Goodbye(reason=GOODBYE_REASON_DRAINING))
    with pytest.raises(ServerStoppedError):
        await playing
    assert "no more work" not in report.text()
