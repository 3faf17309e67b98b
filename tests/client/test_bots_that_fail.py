"""Bots that fail, forfeit or are suspended."""

import asyncio

import pytest

from skyjo.v1.enlist_pb2 import Enlisted
from skyjo.v1.error_pb2 import ERROR_REASON_BOT_SUSPENDED
from skyjo.v1.event_pb2 import SeatChanged
from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest
from skyjo.v1.rules_pb2 import FAULT_COST_GAME
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_SUSPENDED,
    Goodbye,
)
from skyjo_client import exit_codes
from skyjo_client.bot import Bot, Decision, GameInfo
from skyjo_client.engagement import Engagement
from skyjo_client.errors import RefusedError
from skyjo_client.lobby import Lobby
from skyjo_client.running import play
from skyjo_client.trouble import explain
from skyjo_engine.actions import Action, Keep
from skyjo_engine.rules import Rules
from skyjo_wire import from_engine
from tests.client.clocked import clock
from tests.client.scripted import ScriptedServer
from tests.client.tabling import Announced, Plain, engaged, make_table

SHORT = Rules(players=3, rounds=1)


class Raising(Plain):
    def choose(self, decision: Decision) -> Action:
        if decision.view.phase.name == "TURN":
            raise ZeroDivisionError("a slip of the author")
        return super().choose(decision)


class Cheating(Plain):
    def choose(self, decision: Decision) -> Action:
        return Keep(0) if decision.legal.draw else super().choose(decision)


class Dumb(Plain):
    def choose(self, decision: Decision) -> Action:
        return None if decision.legal.draw else super().choose(decision)  # type: ignore[return-value]


class Hooked(Plain):
    def game_started(self, game: GameInfo) -> None:
        raise ZeroDivisionError(game.game_id)


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (Raising, ["a slip of the author", "Raising.choose raised ZeroDivisionError", "decision"]),
        (
            Cheating,
            [
                "Cheating.choose returned Keep(slot=0), which is not allowed",
                "in seat 2. The seat resigns.",
            ],
        ),
        (Dumb, ["Dumb.choose returned None, which is not allowed"]),
        (Hooked, ["game_started raised ZeroDivisionError in seat 2"]),
    ],
    ids=["raises", "illegal", "nothing", "hook"],
)
async def test_a_bot_that_fails_is_named_and_its_seat_resigns(
    address: str, bot: type[Bot], words: list[str]
) -> None:
    async with Lobby(address) as lobby:
        table = await make_table(lobby, SHORT, bots=(BotChoice(house_level="random"),) * 2)
        engagement, out = engaged(address, table.code)
        (outcome,) = await play(bot, engagement)
    assert outcome.failed
    for word in words:
        assert word in out.getvalue()
    assert "View(" not in out.getvalue()  # the case file has it, and draws it


async def test_a_bot_that_fails_takes_no_more_work(address: str) -> None:
    report = Announced()
    engagement = Engagement(server=address, name="failing", report=report)
    async with Lobby(address) as lobby, asyncio.timeout(60):
        working = asyncio.create_task(play(Cheating, engagement))
        await report.enlisted.wait()
        bots = (BotChoice(enlisted_name="failing"), BotChoice(house_level="random"))
        await make_table(lobby, Rules(players=2, rounds=1), bots=bots)
        (outcome,) = await working
    assert outcome.failed
    assert "no more work" not in report.text()


class Hearing(Announced):
    """Tells when a seat was lost, too."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = asyncio.Event()

    def lost(self, game_id: str, change: SeatChanged, case: str = "") -> None:
        super().lost(game_id, change, case)
        self.heard.set()


async def test_a_bot_that_forfeits_is_told_with_the_cause(address: str) -> None:
    report, over = Hearing(), asyncio.Event()

    class Dawdling(Plain):
        async def choose(self, decision: Decision) -> Action:  # type: ignore[override]
            await over.wait()  # longer than it has
            return Plain.choose(self, decision)

    engagement = Engagement(server=address, name="dawdling", report=report)
    request = CreateTableRequest(
        rules=from_engine.rules(Rules(players=2, rounds=1)),
        games=1,
        start_when_full=True,
        clock=clock(FAULT_COST_GAME, bank_ms=1000),
        bots=(BotChoice(enlisted_name="dawdling"), BotChoice(house_level="random")),
    )
    async with Lobby(address) as lobby, asyncio.timeout(60):
        working = asyncio.create_task(play(Dawdling, engagement))
        await report.enlisted.wait()
        made = await lobby.create_table(request)
        async for _ in lobby.watch(made.code):
            pass  # until the game is over
        over.set()
        await report.heard.wait()
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
    told = report.text().splitlines()[-1]
    assert "forfeits the game in game" in told
    assert "Cause: no time left on the clock. Case: " in told


async def test_a_bot_that_is_suspended_ends_as_refused(scripted: ScriptedServer) -> None:
    engagement = Engagement(server=scripted.address, name="slow", key=b"k" * 32, report=Announced())
    working = asyncio.create_task(play(Plain, engagement))
    stream = await scripted.stream()
    number = (await stream.frame("enlist")).number
    await stream.send(number, enlisted=Enlisted(seats=1))
    await stream.send(number, goodbye=Goodbye(reason=GOODBYE_REASON_SUSPENDED))
    with pytest.raises(RefusedError) as suspended:
        await working
    sentence, code = explain(suspended.value)
    assert (suspended.value.reason, code) == (ERROR_REASON_BOT_SUSPENDED, exit_codes.REFUSED)
    assert "forfeited too many games" in sentence
