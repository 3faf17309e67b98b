"""Ballots by themselves: who votes, what carries one, and when it is over, on a clock of ours."""

from dataclasses import dataclass, field

import pytest

from skyjo.v1.error_pb2 import ERROR_REASON_VOTE_CLOSED
from skyjo.v1.table_pb2 import PLAYER_KIND_HUMAN
from skyjo.v1.talk_pb2 import (
    BALLOT_KIND_PLAY_AGAIN,
    BALLOT_KIND_REMOVE_SEAT,
    BALLOT_OUTCOME_CARRIED,
    BALLOT_OUTCOME_FAILED,
    BALLOT_OUTCOME_OPEN,
    Ballot,
)
from skyjo_server.ballots import BALLOT_SECONDS, REOPEN_SECONDS, Ballots, Topic
from skyjo_server.frames import Frame
from skyjo_server.seating import Holder, Occupant
from skyjo_wire.errors import RefusalError

AGAIN: Topic = (BALLOT_KIND_PLAY_AGAIN, None)


class Ear:
    """Where frames of a seat go."""

    network_ms = 0

    def deliver(self, frame: Frame) -> None:
        raise AssertionError(frame)


@dataclass
class Poll:
    """People, those who are here first, and their ballots."""

    here: int
    away: int = 0
    now: float = 100.0
    people: list[Occupant] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ballots = Ballots(lambda: self.now)
        for seat in range(self.here + self.away):
            holder = Holder(bytes(32), Ear() if seat < self.here else None)
            self.people.append(Occupant(seat, f"p{seat}", PLAYER_KIND_HUMAN, holder))

    def removal(self, seat: int) -> Topic:
        return BALLOT_KIND_REMOVE_SEAT, self.people[seat]

    def comes(self, seat: int, *, here: bool = True) -> None:
        holder = self.people[seat].holder
        assert holder
        holder.link = Ear() if here else None

    def vote(self, topic: Topic, seat: int, *, yes: bool = True) -> Ballot | None:
        """What is told after a vote; None when nothing is."""
        self.ballots.vote(topic, self.people[seat], self.people, yes=yes)
        return self.news()

    def news(self) -> Ballot | None:
        told = [message for _, message in self.ballots.news(self.people)]
        assert len(told) <= 1
        return told[0] if told else None

    def due(self) -> float | None:
        return self.ballots.deadline

    def refusal(self, topic: Topic, seat: int, *, yes: bool = True) -> RefusalError:
        with pytest.raises(RefusalError) as caught:
            self.vote(topic, seat, yes=yes)
        assert caught.value.reason == ERROR_REASON_VOTE_CLOSED
        return caught.value


@pytest.mark.parametrize(
    ("here", "needed"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4), (8, 5)]
)
def test_another_game_needs_more_than_half_of_those_who_are_here(here: int, needed: int) -> None:
    poll = Poll(here, away=8 - here)
    for seat in range(needed):
        told = poll.vote(AGAIN, seat)
        assert told
        assert (told.needed, list(told.yes)) == (needed, list(range(seat + 1)))
        last = seat == needed - 1
        assert told.outcome == (BALLOT_OUTCOME_CARRIED if last else BALLOT_OUTCOME_OPEN)


@pytest.mark.parametrize(("people", "needed"), [(3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_a_removal_needs_more_than_half_without_the_seat_concerned(
    people: int, needed: int
) -> None:
    poll = Poll(people)
    told = [poll.vote(poll.removal(0), seat) for seat in range(1, needed + 1)]
    assert [message.outcome for message in told if message] == [
        *[BALLOT_OUTCOME_OPEN] * (needed - 1),
        BALLOT_OUTCOME_CARRIED,
    ]
    assert {message.needed for message in told if message} == {needed}


def test_nobody_is_removed_by_one_vote() -> None:
    pair = Poll(2)
    pair.refusal(pair.removal(0), 1)
    poll = Poll(here=2, away=1)  # one other person is here, and one is away
    told = poll.vote(poll.removal(0), 1)
    assert told
    assert (told.needed, told.outcome) == (2, BALLOT_OUTCOME_OPEN)
    poll.comes(2)
    told = poll.vote(poll.removal(0), 2)
    assert told
    assert told.outcome == BALLOT_OUTCOME_CARRIED


def test_the_seat_concerned_does_not_vote() -> None:
    poll = Poll(3)
    poll.refusal(poll.removal(0), 0)
    poll.vote(poll.removal(0), 1)
    poll.refusal(poll.removal(0), 0, yes=False)


def test_whoever_is_no_person_of_the_table_does_not_vote() -> None:
    poll = Poll(3)
    stranger = Poll(1).people[0]
    with pytest.raises(RefusalError):
        poll.ballots.vote(AGAIN, stranger, poll.people, yes=True)


def test_a_later_vote_replaces_and_a_repeated_one_changes_nothing() -> None:
    poll = Poll(5)
    poll.vote(AGAIN, 0)
    told = poll.vote(AGAIN, 0, yes=False)
    assert told
    assert (list(told.yes), list(told.no)) == ([], [0])
    assert poll.vote(AGAIN, 0, yes=False) is None
    told = poll.vote(AGAIN, 0)
    assert told
    assert (list(told.yes), list(told.no)) == ([0], [])


def test_the_first_vote_is_one_in_favour() -> None:
    Poll(3).refusal(AGAIN, 0, yes=False)


def test_it_fails_as_soon_as_it_can_be_carried_no_more() -> None:
    poll = Poll(4)
    poll.vote(AGAIN, 0)
    told = poll.vote(AGAIN, 1, yes=False)
    assert told
    assert told.outcome == BALLOT_OUTCOME_OPEN
    told = poll.vote(AGAIN, 2, yes=False)
    assert told
    assert told.outcome == BALLOT_OUTCOME_FAILED


def test_those_who_are_away_may_still_come_and_carry_it() -> None:
    poll = Poll(here=3, away=2)
    poll.vote(AGAIN, 0)
    told = poll.vote(AGAIN, 1, yes=False)
    assert told
    assert told.outcome == BALLOT_OUTCOME_OPEN
    poll.comes(3)
    told = poll.news()
    assert told
    assert told.needed == 3
    poll.vote(AGAIN, 3)
    told = poll.vote(AGAIN, 2)
    assert told
    assert told.outcome == BALLOT_OUTCOME_CARRIED


def test_who_goes_away_is_waited_for_no_more_but_a_vote_stands() -> None:
    poll = Poll(4)
    poll.vote(AGAIN, 0)
    poll.comes(0, here=False)
    assert poll.news() is None
    poll.vote(AGAIN, 1)
    poll.comes(3, here=False)
    told = poll.news()
    assert told
    assert (list(told.yes), told.needed, told.outcome) == ([0, 1], 2, BALLOT_OUTCOME_CARRIED)


def test_a_vote_of_who_has_left_the_table_counts_no_more() -> None:
    poll = Poll(5)
    poll.vote(AGAIN, 4)
    poll.people.pop()
    told = poll.news()
    assert told
    assert (list(told.yes), told.needed) == ([], 3)


def test_it_is_over_after_a_while_and_cannot_be_asked_again_at_once() -> None:
    poll = Poll(3)
    told = poll.vote(AGAIN, 0)
    assert told
    assert told.closes_ms == BALLOT_SECONDS * 1000
    assert poll.due() == poll.now + BALLOT_SECONDS
    poll.now += BALLOT_SECONDS - 1
    assert [ballot.closes_ms for ballot in poll.ballots.running(poll.people)] == [1000]
    assert poll.news() is None
    poll.now += 1
    told = poll.news()
    assert told
    assert (told.outcome, told.closes_ms) == (BALLOT_OUTCOME_FAILED, 0)
    assert poll.due() is None
    assert not poll.ballots.running(poll.people)
    poll.now += REOPEN_SECONDS - 1
    assert 1000 <= poll.refusal(AGAIN, 1).refusal.retry_after_ms <= 1001
    poll.now += 1
    assert poll.vote(AGAIN, 1)


def test_one_ballot_of_a_kind_and_seat_does_not_hinder_another() -> None:
    poll = Poll(5)
    poll.vote(poll.removal(0), 1)
    told = poll.vote(poll.removal(1), 0)
    assert told
    assert told.seat == 1
    told = poll.vote(AGAIN, 0)
    assert told
    assert not told.HasField("seat")
    shown = [(b.kind, b.seat, list(b.yes)) for b in poll.ballots.running(poll.people)]
    assert shown == [
        (BALLOT_KIND_REMOVE_SEAT, 0, [1]),
        (BALLOT_KIND_REMOVE_SEAT, 1, [0]),
        (BALLOT_KIND_PLAY_AGAIN, 0, [0]),
    ]


def test_what_has_come_about_otherwise_is_carried_and_may_be_asked_anew() -> None:
    poll = Poll(5)
    assert poll.ballots.come_about(AGAIN, poll.people) is None
    poll.vote(AGAIN, 0)
    told = poll.ballots.come_about(AGAIN, poll.people)
    assert told
    assert (told.outcome, list(told.yes)) == (BALLOT_OUTCOME_CARRIED, [0])
    assert poll.news() is None
    assert poll.vote(AGAIN, 1)
