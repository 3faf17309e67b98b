"""Clocks as bots meet them, at tables of a real server."""

import asyncio

import pytest

from skyjo.v1.event_pb2 import SEAT_CHANGE_BOT_TOOK_OVER, SEAT_CHANGE_RETURNED
from skyjo.v1.rules_pb2 import CLOCK_PRESET_BOT_THINK, ClockRules
from skyjo.v1.table_pb2 import GOODBYE_REASON_FINISHED
from skyjo_client.bot import Charge, Clock, Decision, GameInfo
from skyjo_client.connection import Connection
from skyjo_client.lobby import Lobby
from skyjo_client.running import play
from skyjo_client.versions import joiner
from skyjo_engine.actions import Action
from tests.client.clocked import HASTY, changed, clock, heard, punctual, table
from tests.client.tabling import Plain, engaged
from tests.server.program import program

pytestmark = pytest.mark.slow


async def test_a_stand_in_that_is_relieved_goes_on_elsewhere() -> None:
    async with program("--port", "0") as server, Connection(server.address) as connection:
        lobby = connection.lobby
        made = await table(lobby, HASTY, "random", "skilled", seats=3, rounds=4)
        session = await connection.attach(
            await lobby.join_table(made.code, joiner("Anke")), auto_ready=True
        )
        seat = session.seat
        await heard(
            session,
            lambda frame: [
                one
                for one in frame.presence.players
                if (one.seat, one.stand_in, one.connected) == (seat, True, True)
            ],
        )
        session.take_back()
        assert (await changed(session, SEAT_CHANGE_RETURNED)).seat == seat
        goodbye = await heard(session, lambda frame: frame.HasField("goodbye") and frame.goodbye)
        assert goodbye.reason == GOODBYE_REASON_FINISHED
        server.process.terminate()
        await server.logged("draining")
        assert [line["message"] for line in server.lines if "bots" in line["message"]] == []


async def test_a_bot_is_told_what_each_answer_cost(address: str) -> None:
    costs: list[tuple[int, Charge]] = []

    class Counting(Plain):
        asked: dict[int, Clock]

        def game_started(self, _game: GameInfo) -> None:
            self.asked = {}

        def choose(self, decision: Decision) -> Action:
            assert decision.clock
            self.asked[decision.decision_id] = decision.clock
            return super().choose(decision)

        def charged(self, charge: Charge) -> None:
            costs.append((self.asked[charge.decision_id].bank_ms, charge))

    async with Lobby(address) as lobby:
        made = await table(lobby, ClockRules(preset=CLOCK_PRESET_BOT_THINK), seats=2)
    (outcome, _) = await play(Counting, engaged(address, made.code, seats=2)[0])
    assert outcome.games == 1
    assert len(costs) > 10
    assert all(bank_ms - one.charged_ms == one.bank_ms for bank_ms, one in costs)


async def test_a_bot_that_was_too_slow_takes_the_seat_back_with_the_next_round(
    address: str,
) -> None:
    late = asyncio.Event()

    class Dreaming(Plain):
        async def choose(self, decision: Decision) -> Action:  # type: ignore[override]
            if not decision.legal.flip_count:
                await late.wait()
            return super().choose(decision)

    async with Connection(address) as connection:
        made = await table(connection.lobby, clock(bank_ms=5_000), seats=2, rounds=2)
        anke = await connection.attach(await connection.lobby.join_table(made.code, joiner("Anke")))
        engagement, said = engaged(address, made.code, name="dreaming")
        playing = asyncio.create_task(play(Dreaming, engagement))
        first_round = punctual(anke)
        assert (await changed(first_round, SEAT_CHANGE_BOT_TOOK_OVER)).seat == 1
        late.set()
        await heard(
            first_round,
            lambda frame: any(e.HasField("round_ended") for e in frame.events.events),
        )
        anke.ready()  # and then the second round waits for her first cards
        assert (await changed(anke, SEAT_CHANGE_RETURNED)).seat == 1
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    assert "seat 1 has a stand-in now" in said.getvalue()
    assert "Cause: no time left on the clock." in said.getvalue()
