"""Openings and votes that a restart of the server breaks off."""

from collections.abc import Iterator

import pytest

from skyjo.v1.error_pb2 import ERROR_REASON_REMOVED
from skyjo.v1.play_pb2 import ClientFrame, Opening
from skyjo.v1.table_pb2 import (
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
from skyjo_engine.rules import Rules
from skyjo_engine.verify import verify
from skyjo_server.table import Table
from skyjo_server.voting import ABSENT_SECONDS
from skyjo_wire import records
from skyjo_wire.errors import RefusalError
from tests.server.desk import joiner
from tests.server.inside import FakeScheduler, Wire
from tests.server.inside import play as play_on
from tests.server.restarts import Kept, seated
from tests.server.simple_player import SimplePlayer


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
