"""After any end of the server every table stands where it stood, for everybody."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from skyjo.v1 import lobby_pb2
from skyjo.v1.error_pb2 import ERROR_REASON_REMOVED
from skyjo.v1.play_pb2 import VERDICT_ACCEPTED, VERDICT_DUPLICATE, ClientFrame, Opening
from skyjo.v1.rules_pb2 import FAULT_COST_GAME, FAULT_COST_REJECTED, ClockRules, FaultCost
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_DRAINING,
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_RESIGNED,
    PLAYER_KIND_HUMAN,
    TABLE_STAGE_GAME_OVER,
    TABLE_STAGE_GATHERING,
    TABLE_STAGE_OPENING,
)
from skyjo.v1.talk_pb2 import (
    BALLOT_KIND_PLAY_AGAIN,
    BALLOT_KIND_REMOVE_SEAT,
    BALLOT_OUTCOME_INTERRUPTED,
    BALLOT_OUTCOME_OPEN,
    Vote,
)
from skyjo_engine.record import Restart
from skyjo_engine.rules import OnLeave, Rules
from skyjo_engine.verify import verify
from skyjo_server.data import Data
from skyjo_server.hall import Hall
from skyjo_server.journal import MemoryJournal
from skyjo_server.settings import Settings
from skyjo_server.table import Table
from skyjo_server.terms import Terms
from skyjo_server.voting import ABSENT_SECONDS
from skyjo_wire import from_engine, records
from skyjo_wire.errors import RefusalError
from tests.server.desk import NAMES, NO_CLOCK, Desk, joiner, short
from tests.server.inside import FakeScheduler, PredictableSecrets, Wire
from tests.server.inside import play as play_on
from tests.server.mortal import MortalServer
from tests.server.raw import RawStream
from tests.server.shown import shown
from tests.server.simple_player import SimplePlayer
from tests.server.thinker import Thinker, custom

SEED = 11


@pytest.fixture
async def mortal(tmp_path: Path) -> AsyncIterator[MortalServer]:
    server = MortalServer(tmp_path / "data")
    await server.start()
    yield server
    server.kill()


async def sit(server: MortalServer, rules: Rules) -> list[SimplePlayer]:
    async with server.channel() as channel:
        seats = await Desk(channel).seats(rules, seed=SEED)
    return [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]


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


# --- every state, without a process: what is read back equals what is there ---


@dataclass
class Kept:
    """A hall whose journal is on disk, and halls that are read back from it."""

    folder: Path
    data: Data
    hall: Hall
    clock: FakeScheduler

    def again(self, clock: FakeScheduler | None = None) -> Hall:
        """A new hall, where the old one stood."""
        memory = MemoryJournal(self.data.store, pytest.fail)
        hall = Hall(memory, PredictableSecrets(), clock or FakeScheduler(), Terms())
        for state, inputs in self.data.running():
            hall.resume(state, inputs)
        return hall


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[Kept]:
    def failed(reason: str) -> None:
        raise AssertionError(reason)

    data = Data(Settings(data=tmp_path), failed)
    clock = FakeScheduler()
    hall = Hall(data.journal, PredictableSecrets(), clock, Terms())
    yield Kept(tmp_path, data, hall, clock)
    data.close()


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


def seated(
    hall: Hall, rules: Rules, *, clock: ClockRules = NO_CLOCK, sit: int | None = None
) -> tuple[Table, list[SimplePlayer]]:
    request = lobby_pb2.CreateTableRequest(
        rules=from_engine.rules(rules), start_when_full=True, between_rounds_ms=0, clock=clock
    )
    table, _, _ = hall.create(request)
    names = NAMES[: sit or rules.players]
    seats = [hall.join(table, joiner(name, PLAYER_KIND_HUMAN), None) for name in names]
    return table, [
        SimplePlayer(seat.token, number, entropy=bytes([number]) * 32)
        for number, seat in enumerate(seats, 1)
    ]


class Forgetful(SimplePlayer):
    """A program that ends before it shows what it promised."""

    def _opened(self, _: Opening) -> Iterator[ClientFrame]:
        return iter(())


async def promised(kept: Kept, *seats: int) -> tuple[Table, list[SimplePlayer]]:
    """A table of three at which ``seats`` have promised, and the last shows nothing."""
    table, players = seated(kept.hall, Rules(players=3, rounds=1, initial_flips=9))
    players[2] = Forgetful(players[2].token, 3, entropy=players[2].entropy)
    wire = Wire(kept.hall)
    wire.receive(*(player.attach() for player in players))
    by_number = {players[seat].number: players[seat] for seat in seats}
    await kept.hall.kept()
    while frames := wire.read():
        for frame in frames:
            if player := by_number.get(frame.number):
                wire.receive(*player.answer(frame))
        await kept.hall.kept()
    return table, players


async def test_an_opening_that_a_restart_broke_off_begins_anew_with_another_key(kept: Kept) -> None:
    table, players = await promised(kept, 0, 1, 2)
    given_up = table.attempt
    assert table.stage == TABLE_STAGE_OPENING
    hall = kept.again()
    (again,) = hall.tables.values()
    assert again.stage == TABLE_STAGE_GATHERING
    assert again.attempt.game_id == given_up.game_id
    entropies = [player.entropy for player in players[:2]] + [b"other" * 6 + b"!!"]
    promising = list(zip(players, entropies, strict=True))
    anew = [SimplePlayer(one.token, one.number, entropy=e) for one, e in promising]
    wire = Wire(hall)
    wire.receive(*(player.attach() for player in anew))
    play_on(wire, *anew)
    assert again.stage == TABLE_STAGE_GAME_OVER
    promises: dict[bytes, set[bytes]] = {}
    for frame in [*players[0].frames, *anew[0].frames]:
        if frame.HasField("opening"):
            shown_then = b"".join(seat.entropy_hash for seat in frame.opening.seats)
            promises.setdefault(frame.opening.commitment, set()).add(shown_then)
    assert [len(different) for different in promises.values()] == [1, 1]
    found = kept.data.store.get(given_up.game_id)
    assert found
    record = records.from_message(found[0])
    assert record.deal.restarts == (Restart(given_up.commitment, given_up.key, 2),)
    assert record.rules.players == 3
    verify(record)


async def test_before_the_opening_a_restart_keeps_the_key(kept: Kept) -> None:
    table, _ = await promised(kept, 0, 1)
    assert table.stage == TABLE_STAGE_GATHERING
    (again,) = kept.again().tables.values()
    assert again.attempt.commitment == table.attempt.commitment
    assert not again.attempt.restarts


async def test_whoever_was_removed_stays_out_after_a_restart(kept: Kept) -> None:
    table, _ = seated(kept.hall, Rules(players=3))
    table.kick(1)
    await kept.hall.kept()
    hall = kept.again()
    (again,) = hall.tables.values()
    with pytest.raises(RefusalError) as caught:
        hall.join(again, joiner("Ben", PLAYER_KIND_HUMAN), None)
    assert caught.value.reason == ERROR_REASON_REMOVED


async def test_whoever_comes_back_is_told_once_that_a_restart_ended_a_vote(kept: Kept) -> None:
    table, players = seated(kept.hall, Rules(players=3))
    wire = Wire(kept.hall)
    wire.receive(*(player.attach() for player in players))
    vote = Vote(kind=BALLOT_KIND_REMOVE_SEAT, seat=2, yes=True)
    wire.receive(players[0].frame(vote=vote))
    await kept.hall.kept()
    hall = kept.again()
    (again,) = hall.tables.values()
    own = Wire(hall)
    for player in players:
        assert again.voting.kept() == table.voting.kept()
        for outcomes in ([BALLOT_OUTCOME_INTERRUPTED], []):
            own = Wire(hall)
            own.receive(player.attach())
            ballots = [frame.ballot for frame in own.read() if frame.HasField("ballot")]
            assert [one.outcome for one in ballots] == outcomes
            assert all((one.kind, one.seat) == (vote.kind, vote.seat) for one in ballots)
    assert again.voting.kept().topics == []
    own.receive(players[2].frame(vote=Vote(kind=BALLOT_KIND_REMOVE_SEAT, seat=0, yes=True)))
    (opened,) = [frame.ballot for frame in own.read() if frame.HasField("ballot")]
    assert (opened.seat, opened.outcome) == (0, BALLOT_OUTCOME_OPEN)


async def test_whoever_takes_the_seat_of_who_left_hears_of_no_vote_before(kept: Kept) -> None:
    _, players = seated(kept.hall, Rules(players=5), sit=4)
    wire = Wire(kept.hall)
    wire.receive(*(player.attach() for player in players))
    for about in (1, 3):
        vote = Vote(kind=BALLOT_KIND_REMOVE_SEAT, seat=about, yes=True)
        wire.receive(players[0].frame(vote=vote))
    await kept.hall.kept()
    hall = kept.again()
    (again,) = hall.tables.values()
    again.leave(again.seats.at(1), GOODBYE_REASON_RESIGNED)
    newcomer = hall.join(again, joiner("Fee", PLAYER_KIND_HUMAN), 1)
    for player, heard in (
        (SimplePlayer(newcomer.token, 1), []),
        (players[2], [(3, BALLOT_OUTCOME_INTERRUPTED)]),
    ):
        own = Wire(hall)
        own.receive(player.attach())
        ballots = [frame.ballot for frame in own.read() if frame.HasField("ballot")]
        assert [(one.seat, one.outcome) for one in ballots] == heard


async def test_a_vote_before_a_restart_is_told_to_who_moved_up(kept: Kept) -> None:
    _, players = seated(kept.hall, Rules(players=5), sit=4)
    wire = Wire(kept.hall)
    wire.receive(*(player.attach() for player in players))
    vote = Vote(kind=BALLOT_KIND_REMOVE_SEAT, seat=2, yes=True)
    wire.receive(players[0].frame(vote=vote))
    await kept.hall.kept()
    hall = kept.again()
    (again,) = hall.tables.values()
    again.leave(again.seats.at(1), GOODBYE_REASON_RESIGNED)
    again.start()
    own = Wire(hall)
    own.receive(players[3].attach())
    (told,) = [frame.ballot for frame in own.read() if frame.HasField("ballot")]
    assert (told.seat, told.outcome) == (1, BALLOT_OUTCOME_INTERRUPTED)
    assert again.seats.at(1).name == "Cem"


async def test_who_is_away_when_a_game_is_voted_for_has_half_a_minute_after_a_restart_too(
    kept: Kept,
) -> None:
    table, players = seated(kept.hall, Rules(players=3, rounds=1, initial_flips=9))
    wire = Wire(kept.hall)
    wire.receive(*(player.attach() for player in players))
    by_number = {player.number: player for player in players}
    await kept.hall.kept()
    while frames := wire.read():
        wire.receive(*(a for f in frames for a in by_number[f.number].answer(f)))
        await kept.hall.kept()
    assert table.stage == TABLE_STAGE_GAME_OVER
    vote = Vote(kind=BALLOT_KIND_PLAY_AGAIN, yes=True)
    wire.receive(players[0].frame(detach={}), *(one.frame(vote=vote) for one in players[1:]))
    await kept.hall.kept()
    assert table.stage == TABLE_STAGE_GATHERING
    clock = FakeScheduler(now=1000.0)
    hall = kept.again(clock)
    (again,) = hall.tables.values()
    Wire(hall).receive(*(player.attach() for player in players[1:]))
    clock.advance(ABSENT_SECONDS - 1)
    assert [one.name for one in again.seats.taken()] == ["Ada", "Ben", "Cem"]
    clock.advance(1)
    assert [one.name for one in again.seats.taken()] == ["Ben", "Cem"]


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
