"""After any end of the server every table stands where it stood, for everybody."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from skyjo.v1.play_pb2 import VERDICT_ACCEPTED, VERDICT_DUPLICATE
from skyjo.v1.rules_pb2 import FAULT_COST_GAME, FAULT_COST_REJECTED, FaultCost
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_DRAINING,
    GOODBYE_REASON_FINISHED,
    TABLE_STAGE_OPENING,
)
from skyjo_engine.rules import OnLeave, Rules
from skyjo_engine.verify import verify
from tests.server.desk import Desk, short
from tests.server.inside import Wire
from tests.server.mortal import MortalServer
from tests.server.raw import RawStream
from tests.server.restarts import Kept, seated, sit
from tests.server.shown import shown
from tests.server.simple_player import SimplePlayer
from tests.server.thinker import Thinker, custom


@pytest.fixture
async def mortal(tmp_path: Path) -> AsyncIterator[MortalServer]:
    server = MortalServer(tmp_path / "data")
    await server.start()
    yield server
    server.kill()


async def play(server: MortalServer, *players: SimplePlayer, resume: bool) -> None:
    async with server.channel() as channel, RawStream(channel) as stream:
        await stream.play(*players, resume=resume)


async def test_a_game_survives_a_kill_at_every_event(mortal: MortalServer) -> None:
    rules = short(2)
    calm = await sit(mortal, rules)
    await play(mortal, *calm, resume=False)
    struck = await sit(mortal, rules)
    for number in range(1, len(calm[0].events) + 1):
        struck[number % 2].halt_at = number
        await play(mortal, *struck, resume=number > 1)
        mortal.kill()
        await mortal.start()
        struck[number % 2].halt_at = None
    await play(mortal, *struck, resume=True)
    assert [player.events for player in struck] == [player.events for player in calm]
    assert {player.goodbye for player in struck} == {GOODBYE_REASON_FINISHED}
    async with mortal.channel() as channel:
        records = [await Desk(channel).record(one[0].welcome.game_id) for one in (calm, struck)]
    assert records[0].entries == records[1].entries
    verify(records[1])


async def test_a_stopped_server_says_so_and_goes_on_later(mortal: MortalServer) -> None:
    players = await sit(mortal, Rules(players=2))
    players[0].halt_at = 20
    async with mortal.channel() as channel, RawStream(channel) as stream:
        await stream.play(*players, until=lambda: players[0].halted)
        assert mortal.terminate() == 0
        assert (await stream.frame(2, "goodbye")).goodbye.reason == GOODBYE_REASON_DRAINING
    await mortal.start()
    players[0].halt_at = None
    await play(mortal, *players, resume=True)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}


@pytest.mark.parametrize("removed", [False, True], ids=["resigns", "is removed"])
@pytest.mark.parametrize("on_leave", list(OnLeave))
async def test_every_state_of_a_table_is_read_back(
    kept: Kept, on_leave: OnLeave, *, removed: bool
) -> None:
    rules = Rules(players=3, rounds=2, initial_flips=9, on_leave=on_leave)
    table, players = seated(kept.hall, rules)
    wire = Wire(kept.hall)
    for player in players:
        wire.receive(player.attach())
    by_number = {player.number: player for player in players}
    compared = 0
    await kept.hall.kept()
    while frames := wire.read():
        for frame in frames:
            wire.receive(*by_number[frame.number].answer(frame))
            await kept.hall.kept()
            if table.stage == TABLE_STAGE_OPENING:
                continue  # which begins anew
            (again,) = kept.again().tables.values()
            assert shown(again) == shown(table)
            compared += 1
        if table.game_index == 0 and table.latest > 30 and players[1].goodbye is None:
            if removed:
                table.kick(1)
            else:
                wire.receive(players[1].frame(resign={}))
            await kept.hall.kept()
            break
    (again,) = kept.again().tables.values()
    assert shown(again) == shown(table)
    assert compared > 40


@pytest.mark.parametrize(
    ("cost", "most"), [(FAULT_COST_GAME, 2), (FAULT_COST_REJECTED, 0)], ids=["game", "rejected"]
)
async def test_banks_forfeits_and_grace_times_are_read_back(
    kept: Kept, cost: FaultCost, most: int
) -> None:
    clock = custom(cost, grace_ms=60_000)
    rules = Rules(players=3, rounds=2, initial_flips=9)
    table, players = seated(kept.hall, rules, clock=clock)
    wire = Wire(kept.hall)
    thinkers = {p.number: Thinker(p.token, p.number) for p in players}
    for player in thinkers.values():
        wire.receive(player.attach())
    forfeits = 0
    for seconds in (0, 0, 1, 2, 3, 4, 20, 1, 1, 20):
        await kept.hall.kept()
        while frames := wire.read():
            for frame in frames:
                wire.receive(*thinkers[frame.number].answer(frame))
            await kept.hall.kept()
        kept.clock.advance(seconds)
        await kept.hall.kept()
        again = kept.again()
        (read,) = again.tables.values()
        assert shown(read) == shown(table)
        forfeits = sum(o.out for o in read.seats.taken())
        graces = [p.grace_left_ms for p in read.standing().players if p.grace_left_ms]
        assert graces == [60_000] * (3 - forfeits)
        for player in thinkers.values():
            if player.open:
                wire.receive(player.act())
    assert forfeits == most


async def test_a_repeated_act_is_known_after_a_restart(mortal: MortalServer) -> None:
    players = await sit(mortal, Rules(players=2, initial_flips=0))
    for player in players:
        player.choose = lambda decision: pytest.fail(str(decision))
    async with mortal.channel() as channel, RawStream(channel) as stream:
        await stream.send(*(player.attach() for player in players))
        for number in (1, 2):
            await stream.frame(number, "welcome")
        await stream.send(*(player.frame(ready={}) for player in players))
        decision = (await stream.frame(1, "decision")).decision
        note = {"decision_id": decision.decision_id, "text": "a remark before"}
        act = players[0].frame(act={"decision_id": decision.decision_id, "draw": {}})
        await stream.send(players[0].frame(note=note), act)
        assert (await stream.frame(1, "receipt")).receipt.verdict == VERDICT_ACCEPTED
        mortal.kill()
    await mortal.start()
    async with mortal.channel() as channel, RawStream(channel) as stream:
        await stream.send(players[0].attach(), act)
        assert (await stream.frame(1, "receipt")).receipt.verdict == VERDICT_DUPLICATE


async def test_a_kill_between_any_two_commits_leaves_nothing_half(mortal: MortalServer) -> None:
    """Tables are made and left while the server dies: each is there whole, or not at all."""
    for _ in range(5):
        async with mortal.channel() as channel:
            desk = Desk(channel)
            made = [asyncio.ensure_future(desk.create(Rules(players=2))) for _ in range(20)]
            await made[0]
            mortal.kill()
            await asyncio.gather(*made, return_exceptions=True)
        await mortal.start()
        async with mortal.channel() as channel:
            desk = Desk(channel)
            for answer in made:
                if answer.exception() is None:
                    await desk.join(answer.result().code, "Late")
