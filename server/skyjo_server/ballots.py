"""Ballots: what the people of a table decide together, by more than half of those who are there.

Who is there is said by the caller, and so is the time; nothing here knows a table.

A ballot is carried as soon as more than half of the people who are there, or have voted, are for
it. It fails when it can be carried no more, also by those who are away, or when its time is over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from skyjo.v1 import error_pb2, talk_pb2
from skyjo_server.seating import Occupant
from skyjo_wire.errors import RefusalError

BALLOT_SECONDS: Final = 60.0
"""Time in which a ballot takes votes."""
REOPEN_SECONDS: Final = 60.0
"""Time after which what has failed may be asked again."""
FEWEST: Final = {talk_pb2.BALLOT_KIND_PLAY_AGAIN: 1, talk_pb2.BALLOT_KIND_REMOVE_SEAT: 2}
"""Votes for it without which a ballot of a kind is never carried."""

Topic = tuple[talk_pb2.BallotKind, Occupant | None]
"""What a ballot is about: its kind, and whom it would remove."""


@dataclass(frozen=True, slots=True)
class Count:
    """How a ballot stands: seats for and against it, and how many it needs."""

    yes: tuple[int, ...]
    no: tuple[int, ...]
    needed: int
    outcome: talk_pb2.BallotOutcome


@dataclass(slots=True, eq=False)
class Ballot:
    """One question; ``votes`` has what each voter said last, ``told`` how it stood last."""

    topic: Topic
    closes: float
    votes: dict[Occupant, bool] = field(default_factory=dict)
    told: Count | None = None

    def count(self, people: Sequence[Occupant], now: float) -> Count:
        """Count the votes of ``people``, those who are away included, at second ``now``."""
        kind, concerned = self.topic
        voters = [person for person in people if person is not concerned]
        yes = [person for person in voters if self.votes.get(person) is True]
        no = [person for person in voters if self.votes.get(person) is False]
        entitled = [person for person in voters if person.is_here or person in self.votes]
        needed = max(len(entitled) // 2 + 1, FEWEST[kind])
        outcome = talk_pb2.BALLOT_OUTCOME_OPEN
        if len(yes) >= needed:
            outcome = talk_pb2.BALLOT_OUTCOME_CARRIED
        elif now >= self.closes or len(voters) - len(no) < needed:
            outcome = talk_pb2.BALLOT_OUTCOME_FAILED
        return Count(_seats(yes), _seats(no), needed, outcome)

    def message(self, count: Count, now: float) -> talk_pb2.Ballot:
        """What everybody is told of it at second ``now``."""
        kind, concerned = self.topic
        return talk_pb2.Ballot(
            kind=kind,
            seat=None if concerned is None else concerned.index,
            yes=count.yes,
            no=count.no,
            needed=count.needed,
            closes_ms=max(0, int((self.closes - now) * 1000)),
            outcome=count.outcome,
        )


class Ballots:
    """The ballots that run, one for each topic."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with none. ``clock`` gives seconds that never go back."""
        self._clock = clock
        self._running: dict[Topic, Ballot] = {}
        self._failed: dict[Topic, float] = {}

    @property
    def deadline(self) -> float | None:
        """When the time of a ballot is over, the first of them."""
        return min((ballot.closes for ballot in self._running.values()), default=None)

    def vote(self, topic: Topic, voter: Occupant, people: Sequence[Occupant], *, yes: bool) -> None:
        """Take a vote; the first one for a topic opens its ballot. Raises RefusalError."""
        kind, concerned = topic
        voters = [person for person in people if person is not concerned]
        if voter not in voters or len(voters) < FEWEST[kind]:
            raise RefusalError(error_pb2.ERROR_REASON_VOTE_CLOSED)
        if topic not in self._running:
            self._open(topic, yes=yes)
        self._running[topic].votes[voter] = yes

    def _open(self, topic: Topic, *, yes: bool) -> None:
        now = self._clock()
        wait = self._failed.get(topic, now) - now
        if wait > 0:
            retry = int(wait * 1000) + 1
            raise RefusalError(error_pb2.ERROR_REASON_VOTE_CLOSED, retry_after_ms=retry)
        if not yes:
            raise RefusalError(error_pb2.ERROR_REASON_VOTE_CLOSED)
        self._running[topic] = Ballot(topic, now + BALLOT_SECONDS)

    def topics(self) -> list[Topic]:
        """What is voted on."""
        return list(self._running)

    def running(self, people: Sequence[Occupant]) -> list[talk_pb2.Ballot]:
        """Every ballot as it stands."""
        now = self._clock()
        return [one.message(one.count(people, now), now) for one in self._running.values()]

    def news(self, people: Sequence[Occupant]) -> list[tuple[Topic, talk_pb2.Ballot]]:
        """What has changed since this was asked before; what is decided runs no more."""
        now, told = self._clock(), []
        for topic, ballot in list(self._running.items()):
            count = ballot.count(people, now)
            if count == ballot.told:
                continue
            ballot.told = count
            told.append((topic, ballot.message(count, now)))
            if count.outcome != talk_pb2.BALLOT_OUTCOME_OPEN:
                self._close(topic, count.outcome)
        return told

    def _close(self, topic: Topic, outcome: talk_pb2.BallotOutcome) -> None:
        del self._running[topic]
        now = self._clock()
        self._failed = {one: until for one, until in self._failed.items() if until > now}
        if outcome == talk_pb2.BALLOT_OUTCOME_FAILED:
            self._failed[topic] = now + REOPEN_SECONDS

    def come_about(self, topic: Topic, people: Sequence[Occupant]) -> talk_pb2.Ballot | None:
        """End the ballot on what has happened without it, if one runs: it is carried."""
        ballot = self._running.pop(topic, None)
        if ballot is None:
            return None
        now = self._clock()
        message = ballot.message(ballot.count(people, now), now)
        message.outcome = talk_pb2.BALLOT_OUTCOME_CARRIED
        return message


def _seats(voters: Sequence[Occupant]) -> tuple[int, ...]:
    return tuple(voter.index for voter in voters)
