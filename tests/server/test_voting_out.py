"""Players vote one of them out, before, in and after a game."""

import pytest

from skyjo.v1.error_pb2 import (
    ERROR_REASON_REMOVED,
    ERROR_REASON_TOKEN_UNKNOWN,
    ERROR_REASON_VOTE_CLOSED,
)
from skyjo.v1.operator_pb2 import OrganiserDeals
from skyjo.v1.play_pb2 import Detach, Resign
from skyjo.v1.rules_pb2 import CLOCK_PRESET_LAN, ClockRules
from skyjo.v1.table_pb2 import (
    TABLE_STAGE_BETWEEN_ROUNDS,
    TABLE_STAGE_GAME_OVER,
    TABLE_STAGE_GATHERING,
    TABLE_STAGE_OPENING,
    TABLE_STAGE_PLAYING,
)
from skyjo.v1.talk_pb2 import (
    BALLOT_OUTCOME_CARRIED,
    BALLOT_OUTCOME_OPEN,
)
from skyjo_engine.rules import OnLeave
from skyjo_engine.verify import verify
from skyjo_server.preparation import OPENING_SECONDS
from skyjo_wire import records
from skyjo_wire.errors import RefusalError
from tests.server.company import Company
from tests.server.conftest import OPERATOR_KEY
from tests.server.desk import short
from tests.server.inside import Wire
from tests.server.simple_player import SimplePlayer


@pytest.mark.parametrize("on_leave", [OnLeave.SKIP, OnLeave.ABORT])
def test_a_player_is_voted_out_of_a_running_game(on_leave: OnLeave) -> None:
    company = Company(3, short(3, initial_flips=4, on_leave=on_leave))
    company.table.start()
    company.play(until_latest=7)
    company.vote(1, remove=0)
    assert company.table.stage == TABLE_STAGE_PLAYING
    company.vote(2, remove=0)
    told = [f.WhichOneof("frame") for f in company.wires[0].read()]
    assert told[-2:] == ["ballot", "goodbye"]
    assert company.players[0].goodbye is None
    company.comes_back(0)
    assert company.refusals(0) == [ERROR_REASON_TOKEN_UNKNOWN]
    host = company.table.seats.host
    assert host
    assert host.name == "Ben"
    for seat in (1, 2):  # what they were asked meanwhile is asked again
        company.comes_back(seat)
    company.play()
    assert company.table.stage == TABLE_STAGE_GAME_OVER
    assert company.names() == ["Ben", "Cem"]
    found = company.inside.store.get(company.table.attempt.game_id)
    assert found
    verify(records.from_message(found[0]))


def test_a_seat_is_removed_before_and_after_a_game_and_between_rounds() -> None:
    before = Company(3)
    before.vote(0, remove=1)
    before.vote(2, remove=1)
    assert before.names() == ["Ada", "Cem"]
    after = Company(3)
    after.finish_a_game()
    after.vote(0, remove=1)
    after.vote(2, remove=1)
    assert after.names() == ["Ada", "Cem"]
    between = Company(3, short(3, rounds=2, on_leave=OnLeave.SKIP))
    for player in between.players:
        player.patient = True
    between.table.start()
    between.play()
    assert between.table.stage == TABLE_STAGE_BETWEEN_ROUNDS
    between.vote(0, remove=1)
    between.vote(2, remove=1)
    for player in between.players:
        player.patient = False
    for seat in (0, 2):
        between.comes_back(seat)
    between.play()
    assert between.table.stage == TABLE_STAGE_GAME_OVER


def test_no_seat_is_removed_while_entropy_is_shown() -> None:
    company = Company(3)
    for player in company.players:
        player.entropy = bytes(32)
    company.vote(0, remove=2)
    company.table.start()
    _promise_all(company)
    assert company.table.stage == TABLE_STAGE_OPENING
    company.vote(1, remove=2)
    assert company.refusals(1) == [ERROR_REASON_VOTE_CLOSED]
    company.inside.clock.advance(OPENING_SECONDS)
    assert company.table.stage == TABLE_STAGE_GATHERING


def _promise_all(company: Company) -> None:
    """Let everybody say ready with entropy, and show none."""
    for seat, player in enumerate(company.players):
        for frame in company.wires[seat].read():
            if frame.HasField("welcome"):
                company.send(seat, *player.answer(frame))


def test_bots_do_not_vote_and_may_be_voted_out() -> None:
    company = Company(3, bots=1)
    company.vote(0, remove=3)
    (ballot,) = company.ballots(1)
    assert (ballot.needed, ballot.seat) == (2, 3)
    company.vote(1, remove=3)
    assert company.names() == ["Ada", "Ben", "Cem"]


def test_a_vote_of_a_bot_is_refused() -> None:
    company = Company(3, bots=1)
    company.vote(3, remove=0)
    assert company.refusals(3) == [ERROR_REASON_VOTE_CLOSED]


def test_one_of_two_does_not_remove_the_other_nor_anybody_herself() -> None:
    company = Company(2)
    company.vote(1, remove=0)
    company.vote(1, remove=1)
    assert company.refusals(1) == [ERROR_REASON_VOTE_CLOSED] * 2


def test_in_an_event_the_organiser_decides() -> None:
    deals = OrganiserDeals(event_id="Cup", keys=[bytes(32)])
    company = Company(3, operator_key=OPERATOR_KEY, organiser_deals=deals)
    company.vote(1, remove=0)
    company.vote(1)
    assert company.refusals(1) == [ERROR_REASON_VOTE_CLOSED] * 2


def test_whoever_leaves_ends_the_vote_on_the_own_removal() -> None:
    company = Company(4)
    company.vote(1, remove=0)
    company.ballots(2)
    company.send(0, company.players[0].frame(resign=Resign()))
    assert company.outcomes(2) == [BALLOT_OUTCOME_CARRIED]
    assert company.joins("Fee") == 0  # a newcomer is not the one who was voted on
    company.vote(1, remove=0)
    assert company.outcomes(2) == [BALLOT_OUTCOME_OPEN]


def test_a_vote_goes_on_into_the_game_under_the_seats_new_number() -> None:
    company = Company(4, short(5))
    company.vote(0, remove=3)
    company.send(2, company.players[2].frame(resign=Resign()))
    company.ballots(1)
    company.table.start()
    shown = [f for f in company.wires[1].read() if f.HasField("welcome") or f.HasField("ballot")]
    assert shown[0].welcome.presence.players[2].name == "Dörte"
    assert [frame.ballot.seat for frame in shown[1:]] == [2]


@pytest.mark.parametrize("on_leave", [OnLeave.BOT, OnLeave.SKIP])
def test_an_absent_player_is_voted_out_although_a_stand_in_plays(on_leave: OnLeave) -> None:
    clock = ClockRules(preset=CLOCK_PRESET_LAN)
    company = Company(3, short(3, initial_flips=4, on_leave=on_leave), clock=clock)
    company.table.start()
    company.play(until_latest=7)
    company.send(0, company.players[0].frame(detach=Detach()))
    company.inside.clock.advance(company.table.plan.clock.grace_ms / 1000)
    absent = company.seats[0].place.occupant
    assert absent.stand_in
    company.vote(1, remove=0)
    company.vote(2, remove=0)
    company.comes_back(0)
    assert company.refusals(0) == [ERROR_REASON_TOKEN_UNKNOWN]
    house = Wire(company.inside.hall)
    house.receive(company.inside.enlistment())
    tokens = [f.assigned.seat_token for f in house.read() if f.HasField("assigned")]
    assert len(tokens) == (on_leave is OnLeave.BOT)
    for token in tokens:
        company.wires[0], company.players[0] = house, SimplePlayer(token, 2)
        company.send(0, company.players[0].attach())
    for seat in (1, 2):
        company.comes_back(seat)
    company.play()
    assert company.table.stage == TABLE_STAGE_GAME_OVER
    assert company.names() == ["Ben", "Cem"]


def test_who_has_left_a_game_is_not_voted_out_of_it() -> None:
    company = Company(4, short(4, initial_flips=4, on_leave=OnLeave.SKIP))
    company.table.start()
    company.play(until_latest=7)
    company.send(3, company.players[3].frame(resign=Resign()))
    company.vote(0, remove=3)
    assert company.refusals(0) == [ERROR_REASON_VOTE_CLOSED]


@pytest.mark.parametrize("running", [False, True])
def test_whoever_was_removed_does_not_come_straight_back(running: bool) -> None:  # noqa: FBT001
    company = Company(3, short(3, on_leave=OnLeave.SKIP))
    if running:
        company.table.start()
        company.play(until_latest=4)
    company.table.kick(2)
    for name in ("Cem", "CEM"):
        with pytest.raises(RefusalError) as caught:
            company.joins(name)
        assert caught.value.reason == ERROR_REASON_REMOVED
    if running:
        for seat in (0, 1):
            company.comes_back(seat)
    else:
        company.table.start()
    company.play()
    assert company.table.stage == TABLE_STAGE_GAME_OVER
    assert company.joins("Cem") == 2


def test_whoever_left_may_come_back() -> None:
    company = Company(3)
    company.send(2, company.players[2].frame(resign=Resign()))
    assert company.joins("Cem") == 2
