"""How the people of a table vote: on what, who is told, and what a carried ballot does.

How votes are counted is in ``ballots``.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

from skyjo.v1 import error_pb2, table_pb2, talk_pb2
from skyjo_server.audience import Audience
from skyjo_server.ballots import Ballots, Topic
from skyjo_server.frames import BALLOT, Frame, frame
from skyjo_server.plan import Plan
from skyjo_server.seating import Holder, Occupant
from skyjo_server.seats import Seats
from skyjo_wire.errors import RefusalError

ABSENT_SECONDS: Final = 30.0
"""Time in which whoever is away may still come to a game that was voted for."""
_FIXED: Final = (table_pb2.TABLE_STAGE_OPENING, table_pb2.TABLE_STAGE_CLOSED)
"""Stages in which nobody can be removed."""
_AGAIN: Final[Topic] = (talk_pb2.BALLOT_KIND_PLAY_AGAIN, None)
_CARRIED: Final = talk_pb2.BALLOT_OUTCOME_CARRIED
_FAILED: Final = talk_pb2.BALLOT_OUTCOME_FAILED

KeptTopic = tuple[talk_pb2.BallotKind, int | None]
"""What a ballot is about: its kind, and the seat that it would empty, if any."""


class KeptVotes(NamedTuple):
    """What is kept of votes: the ballots, and whether those who are away have half a minute."""

    topics: list[KeptTopic]
    hurried: bool


class Polled(Protocol):
    """A table whose people vote."""

    plan: Plan
    stage: table_pb2.TableStage
    seats: Seats
    audience: Audience
    clock: Callable[[], float]

    def check_start(self) -> None:
        """Raise RefusalError unless a game may be begun."""

    def start(self) -> None:
        """Begin a game as the host would. Raises RefusalError."""

    def kick(self, seat: int) -> None:
        """Remove the player of a seat as the host would. Raises RefusalError."""

    def remove_absent(self) -> None:
        """Prepare the game anew without whoever is away."""


class Voting:
    """The ballots of one table. :meth:`follow` is to be called when people come and go.

    A game that was voted for does not wait for anybody who is away, be it the host: such a seat
    is free again after half a minute.
    """

    def __init__(self, table: Polled) -> None:
        """Begin without a ballot."""
        self._table = table
        self._ballots = Ballots(table.clock)
        self._absent_until: float | None = None
        self._interrupted: list[Topic] = []
        self._untold: set[Occupant] = set()

    @property
    def deadline(self) -> float | None:
        """When :meth:`follow` has something to do by itself."""
        due = (self._ballots.deadline, self._absent_until)
        return min((when for when in due if when is not None), default=None)

    def vote(self, occupant: Occupant, holder: Holder, message: talk_pb2.Vote) -> None:
        """Take a vote of ``occupant``'s player, a person. Raises RefusalError.

        In an event there is nothing to vote on: all is the organiser's to decide.
        """
        own = occupant.is_person and holder is occupant.holder
        if self._table.plan.event_id or not own:
            raise RefusalError(error_pb2.ERROR_REASON_VOTE_CLOSED)
        topic = self._topic(message)
        self._check(topic)
        occupant.votes.step(self._table.clock())
        self._ballots.vote(topic, occupant, self._table.seats.people(), yes=message.yes)

    def _topic(self, message: talk_pb2.Vote) -> Topic:
        if message.kind == talk_pb2.BALLOT_KIND_PLAY_AGAIN:
            return _AGAIN
        if message.kind != talk_pb2.BALLOT_KIND_REMOVE_SEAT:
            raise RefusalError(
                error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE, field="vote.kind", value=message.kind
            )
        if not message.HasField("seat"):
            raise RefusalError(error_pb2.ERROR_REASON_FIELD_MISSING, field="vote.seat")
        return message.kind, self._table.seats.at(message.seat, "vote.seat")

    def _check(self, topic: Topic) -> None:
        """Raise RefusalError unless what ``topic`` asks for can be done now."""
        _, concerned = topic
        if concerned is None:
            possible = self._table.stage == table_pb2.TABLE_STAGE_GAME_OVER
        else:
            possible = concerned.holder is not None and self._table.stage not in _FIXED
        if not possible:
            raise RefusalError(error_pb2.ERROR_REASON_VOTE_CLOSED)
        if concerned is None:
            self._table.check_start()

    def _is_possible(self, topic: Topic) -> bool:
        try:
            self._check(topic)
        except RefusalError:
            return False
        return True

    def follow(self) -> None:
        """Say how ballots stand that stand otherwise than before, and do what is carried."""
        carried = []
        for topic, ballot in self._ballots.news(self._table.seats.people()):
            if ballot.outcome == _CARRIED:
                if self._is_possible(topic):
                    carried.append(topic)
                else:
                    ballot.outcome = _FAILED
            self._table.audience.tell_all(frame(BALLOT, ballot))
        for topic in carried:
            with suppress(RefusalError):  # what was carried beside it has made it impossible
                self._carry(topic)
        self._mind_absent()

    def _carry(self, topic: Topic) -> None:
        _, concerned = topic
        if concerned is None:
            self._hurry()
            self._table.start()
        else:
            self._table.kick(concerned.index)

    def _hurry(self) -> None:
        """Give whoever is away half a minute to come."""
        self._absent_until = self._table.clock() + ABSENT_SECONDS

    def _mind_absent(self) -> None:
        if self._table.stage != table_pb2.TABLE_STAGE_GATHERING:
            self._absent_until = None
        elif self._absent_until is not None and self._table.clock() >= self._absent_until:
            self._absent_until = None
            self._table.remove_absent()

    def shown_to(self, seat: int | None) -> list[Frame]:
        """Every ballot as it stands, for whoever attaches to a seat, or for a spectator (None)."""
        ballots = self._ballots.running(self._table.seats.people())
        occupant = None if seat is None else self._table.seats.at(seat)
        if occupant in self._untold:
            self._untold.discard(occupant)
            ballots = [*map(_interrupted, self._interrupted), *ballots]
        return [frame(BALLOT, ballot) for ballot in ballots]

    # --- over a restart ---

    def kept(self) -> KeptVotes:
        """What is voted on, and what was before a restart while that is not known to all.

        Votes are not kept: while nobody is back yet, those few would be more than half.
        """
        topics = [*self._ballots.topics(), *(self._interrupted if self._untold else ())]
        kept = [(kind, None if one is None else one.index) for kind, one in topics]
        return KeptVotes(kept, hurried=self._absent_until is not None)

    def interrupted(self, kept: KeptVotes) -> None:
        """The server was started again: each person is told once that these ballots are over.

        The half minute of a game that was voted for begins anew: all were away.
        """
        if kept.hurried:
            self._hurry()
        seats = self._table.seats
        sits: dict[int | None, Occupant] = {one.index: one for one in seats.taken()}
        self._interrupted = [
            (kind, sits.get(at)) for kind, at in kept.topics if at is None or at in sits
        ]
        if kept.topics:
            self._untold = set(seats.people())

    def begun_again(self) -> None:
        """Another game is prepared, whoever wanted it."""
        self._come_about(_AGAIN)

    def removed(self, occupant: Occupant) -> None:
        """The player of a seat is gone, for whatever reason; who comes next has other ballots."""
        self._untold.discard(occupant)
        self._interrupted = [topic for topic in self._interrupted if topic[1] is not occupant]
        self._come_about((talk_pb2.BALLOT_KIND_REMOVE_SEAT, occupant))

    def _come_about(self, topic: Topic) -> None:
        if ballot := self._ballots.come_about(topic, self._table.seats.people()):
            self._table.audience.tell_all(frame(BALLOT, ballot))


def _interrupted(topic: Topic) -> talk_pb2.Ballot:
    kind, concerned = topic
    seat = None if concerned is None else concerned.index
    return talk_pb2.Ballot(kind=kind, seat=seat, outcome=talk_pb2.BALLOT_OUTCOME_INTERRUPTED)
