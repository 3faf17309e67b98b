"""Votes at a table: what they do to its game and its seats, on a clock that the test moves."""

import pytest

from skyjo.v1.error_pb2 import (
    ERROR_REASON_DRAINING,
    ERROR_REASON_FIELD_MISSING,
    ERROR_REASON_FIELD_OUT_OF_RANGE,
    ERROR_REASON_RATE_LIMITED,
    ERROR_REASON_SEAT_UNKNOWN,
    ERROR_REASON_SEATS_EMPTY,
    ERROR_REASON_TOKEN_UNKNOWN,
    ERROR_REASON_VOTE_CLOSED,
)
from skyjo.v1.play_pb2 import Resign
from skyjo.v1.table_pb2 import (
    TABLE_STAGE_BETWEEN_ROUNDS,
    TABLE_STAGE_GAME_OVER,
    TABLE_STAGE_GATHERING,
    TABLE_STAGE_PLAYING,
    Goodbye,
)
from skyjo.v1.talk_pb2 import (
    BALLOT_KIND_REMOVE_SEAT,
    BALLOT_OUTCOME_CARRIED,
    BALLOT_OUTCOME_FAILED,
    BALLOT_OUTCOME_OPEN,
    Vote,
)
from skyjo_server.ballots import BALLOT_SECONDS
from skyjo_server.pace import MOST, SECONDS
from skyjo_server.stopping import Stop
from skyjo_server.voting import ABSENT_SECONDS
from skyjo_wire.errors import RefusalError
from tests.server.company import Company
from tests.server.desk import short


def test_more_than_half_play_again_although_the_host_does_nothing() -> None:
    company = Company(3)
    company.finish_a_game()
    company.vote(1)
    for seat in range(3):
        (ballot,) = company.ballots(seat)
        assert (list(ballot.yes), ballot.needed, ballot.outcome) == ([1], 2, BALLOT_OUTCOME_OPEN)
    company.vote(2)
    assert company.table.stage == TABLE_STAGE_GATHERING
    kinds = [f.WhichOneof("frame") for f in company.wires[0].read()]
    assert kinds.index("ballot") < kinds.index("welcome")
    company.comes_back(0)
    company.play()
    assert (company.table.stage, company.table.game_index) == (TABLE_STAGE_GAME_OVER, 1)


def test_a_host_who_is_away_has_half_a_minute_and_then_it_begins_without_the_host() -> None:
    company = Company(3)
    company.finish_a_game()
    company.goes_away(0)
    company.vote(1)
    company.vote(2)
    company.play()
    assert company.table.stage == TABLE_STAGE_GATHERING
    company.inside.clock.advance(ABSENT_SECONDS - 1)
    assert company.names() == ["Ada", "Ben", "Cem"]
    company.inside.clock.advance(1)
    assert company.names() == ["Ben", "Cem"]
    host = company.table.seats.host
    assert host
    assert host.name == "Ben"
    company.play()
    assert (company.table.stage, company.table.game_index) == (TABLE_STAGE_GAME_OVER, 1)
    with pytest.raises(RefusalError) as caught:
        company.inside.hall.access.place(company.seats[0].token)
    assert caught.value.reason == ERROR_REASON_TOKEN_UNKNOWN


def test_a_host_who_comes_back_in_time_plays() -> None:
    company = Company(2)
    company.finish_a_game()
    company.goes_away(0)
    company.vote(1)
    company.inside.clock.advance(ABSENT_SECONDS - 1)
    company.comes_back(0)
    company.play()
    assert (company.table.stage, company.table.game_index) == (TABLE_STAGE_GAME_OVER, 1)
    company.inside.clock.advance(2)
    assert company.names() == ["Ada", "Ben"]


def test_a_table_with_too_few_who_are_here_waits_for_others() -> None:
    company = Company(2)
    company.finish_a_game()
    company.goes_away(0)
    company.vote(1)
    listed: list[list[int]] = []
    company.inside.hall.observers.append(lambda _: listed.append(company.table.free_seats()))
    company.inside.clock.advance(ABSENT_SECONDS)
    assert company.table.stage == TABLE_STAGE_GATHERING
    assert listed[-1] == company.table.free_seats() == [1]


def test_a_game_that_the_host_starts_ends_the_vote_on_it() -> None:
    company = Company(3)
    company.finish_a_game()
    company.vote(1)
    assert company.outcomes(2) == [BALLOT_OUTCOME_OPEN]
    company.table.start()
    assert company.outcomes(2) == [BALLOT_OUTCOME_CARRIED]


def test_there_is_no_such_vote_before_a_game_is_over_or_when_games_follow_by_themselves() -> None:
    company = Company(3)
    company.vote(1)
    assert company.refusals(1) == [ERROR_REASON_VOTE_CLOSED]
    company.table.start()
    company.play(until_latest=5)
    company.vote(1)
    assert company.refusals(1) == [ERROR_REASON_VOTE_CLOSED]


def test_nobody_plays_again_alone() -> None:
    company = Company(2)
    company.finish_a_game()
    company.send(0, company.players[0].frame(resign=Resign()))
    company.vote(1)
    assert company.refusals(1) == [ERROR_REASON_SEATS_EMPTY]


def test_a_vote_that_only_those_who_left_made_possible_fails() -> None:
    company = Company(2)
    company.finish_a_game()
    company.vote(1)
    company.send(0, company.players[0].frame(resign=Resign()))
    assert company.outcomes(1) == [BALLOT_OUTCOME_OPEN, BALLOT_OUTCOME_FAILED]
    assert company.table.stage == TABLE_STAGE_GAME_OVER


def test_a_server_that_is_about_to_stop_begins_no_other_game() -> None:
    company = Company(3)
    company.finish_a_game()
    company.vote(1)
    company.inside.hall.drain(Stop(60.0, Goodbye()))
    company.vote(0)
    assert company.refusals(0) == [ERROR_REASON_DRAINING]


def test_a_vote_is_over_after_a_minute_and_not_asked_again_at_once() -> None:
    company = Company(3)
    company.vote(0, remove=1)
    company.ballots(2)
    company.inside.clock.advance(BALLOT_SECONDS - 1)
    assert not company.wires[2].read()
    company.inside.clock.advance(1)
    assert [f.WhichOneof("frame") for f in company.wires[2].read()] == ["ballot"]
    company.vote(2, remove=1)
    (refused,) = [frame.refused for frame in company.new(2, "refused")]
    assert refused.reason == ERROR_REASON_VOTE_CLOSED
    assert refused.retry_after_ms >= BALLOT_SECONDS * 1000
    assert company.names() == ["Ada", "Ben", "Cem"]


def test_a_minute_for_a_vote_leaves_the_tables_own_deadlines_alone() -> None:
    company = Company(3, short(3, rounds=2), between_rounds_ms=70_000)
    for player in company.players:
        player.patient = True
    company.table.start()
    company.play()
    company.vote(0, remove=1)
    company.inside.clock.advance(69)
    assert company.table.stage == TABLE_STAGE_BETWEEN_ROUNDS
    assert company.outcomes(2) == [BALLOT_OUTCOME_OPEN, BALLOT_OUTCOME_FAILED]
    company.inside.clock.advance(1)
    assert company.table.stage == TABLE_STAGE_PLAYING


def test_votes_have_a_pace() -> None:
    company = Company(4)
    for number in range(MOST + 1):
        company.vote(0, remove=1, yes=number % 2 == 0)
    (refused,) = [frame.refused for frame in company.new(0, "refused")]
    assert refused.reason == ERROR_REASON_RATE_LIMITED
    assert SECONDS * 1000 <= refused.retry_after_ms <= SECONDS * 1000 + 1
    company.inside.clock.advance(SECONDS)
    company.vote(0, remove=1, yes=False)
    assert not company.refusals(0)


def test_a_vote_on_nothing_is_explained() -> None:
    company = Company(3)
    company.send(0, company.players[0].frame(vote=Vote(yes=True)))
    company.send(0, company.players[0].frame(vote=Vote(kind=BALLOT_KIND_REMOVE_SEAT, yes=True)))
    company.vote(0, remove=3)
    shown = [(f.refused.reason, f.refused.field) for f in company.new(0, "refused")]
    assert shown == [
        (ERROR_REASON_FIELD_OUT_OF_RANGE, "vote.kind"),
        (ERROR_REASON_FIELD_MISSING, "vote.seat"),
        (ERROR_REASON_SEAT_UNKNOWN, "vote.seat"),
    ]
