"""How a table comes to a game: seats that are ready, promises that are shown, and votes.

Seats and order are fixed when all are ready; then everybody who promised entropy shows it. Whoever
does not is removed, and the preparation begins anew with a new key; so it does when the server is
started again meanwhile (docs/fair-deals.md).
"""

from abc import abstractmethod
from collections.abc import Callable
from typing import Final
from weakref import proxy

from skyjo.v1 import error_pb2, play_pb2, table_pb2, talk_pb2
from skyjo_server.frames import Link
from skyjo_server.greeting import opening_frame
from skyjo_server.journal import Journal
from skyjo_server.plan import Plan
from skyjo_server.seating import Holder, Occupant
from skyjo_server.surroundings import Surroundings
from skyjo_server.tenancy import Tenancy
from skyjo_server.tokens import SecretSource
from skyjo_server.voting import KeptVotes, Voting
from skyjo_wire.errors import RefusalError

MIN_PLAYERS: Final = 2
OPENING_SECONDS: Final = 10.0
"""Time a seat has to show the entropy it promised."""


class Preparation(Tenancy):
    """A table on its way to a game."""

    def __init__(
        self,
        plan: Plan,
        journal: Journal,
        secrets: SecretSource,
        surroundings: Surroundings,
        clock: Callable[[], float],
    ) -> None:
        """Make a table with free seats. ``clock`` gives seconds that never go back."""
        super().__init__(plan, journal, secrets, surroundings, clock)
        self.voting = Voting(proxy(self))  # a table that goes is freed at once

    # --- a game is prepared ---

    def check_start(self) -> None:
        """Raise RefusalError unless a game may be begun."""
        self._surroundings.check_open()
        self.check_waiting()
        if len(self.seats) - len(self.seats.free()) < MIN_PLAYERS:
            raise RefusalError(error_pb2.ERROR_REASON_SEATS_EMPTY)

    def start(self) -> None:
        """Close the seats: the game begins when all are ready. Raises RefusalError."""
        self.check_start()
        self._starting = True
        if self.seats.free() or self.stage == table_pb2.TABLE_STAGE_GAME_OVER:
            self.seats.close_ranks()
            self._gather()
        self._open_if_ready()
        self.announce()

    def _gather(self) -> None:
        """Prepare a game anew and ask every seat whether it is ready."""
        again = self.play is None
        self.game_index += not again
        self.voting.begun_again()
        game_id = self.attempt.game_id if again else self.secrets.identifier()
        restarts = self.attempt.restarts if again else ()
        self.play = None
        self.attempt = self.new_attempt(game_id)
        self.attempt.restarts = restarts
        self.stage = table_pb2.TABLE_STAGE_GATHERING
        self.deadline = None
        for occupant in self.seats.taken():
            occupant.begin_anew()
            self._timekeeper.expect(occupant)
        for occupant in self.seats.taken():
            for link in occupant.links():
                self.greet(link, occupant.index, None)
        for link in self.audience.watchers:
            self.greet(link, None, None)

    def _open_if_ready(self) -> None:
        """Fix seats and order once all are taken and ready, and show every promise."""
        if self.stop or not self._starting or not self.seats.all_ready():
            return
        self.stage = table_pb2.TABLE_STAGE_OPENING
        for index in self.attempt.unopened():
            self.seats.at(index).ready = False
        self.deadline = self.clock() + OPENING_SECONDS
        self.audience.tell_all(opening_frame(self.attempt, self.seats))
        self._begin_if_opened()

    def _promise(self, occupant: Occupant, message: play_pb2.Ready) -> None:
        """The seat is ready for a game, and may promise entropy for its cards."""
        if message.HasField("entropy"):  # meant for an opening that was broken off
            raise RefusalError(error_pb2.ERROR_REASON_WRONG_STAGE, field="ready.entropy")
        hashed = message.entropy_hash if message.HasField("entropy_hash") else None
        self.attempt.promise(occupant.index, hashed)
        occupant.ready = True
        self._open_if_ready()

    def _open(self, occupant: Occupant, message: play_pb2.Ready) -> None:
        """The seat shows the entropy that it promised."""
        if not message.HasField("entropy"):
            hashed = message.entropy_hash if message.HasField("entropy_hash") else None
            if self.attempt.hashes[occupant.index] == hashed:
                return  # the promise again: it was sent before the opening was seen
            raise RefusalError(error_pb2.ERROR_REASON_FIELD_MISSING, field="ready.entropy")
        self.attempt.open(occupant.index, message.entropy)
        occupant.ready = True
        self._begin_if_opened()

    def _begin_if_opened(self) -> None:
        if not self.attempt.unopened():
            self._begin()

    @abstractmethod
    def _begin(self) -> None:
        """Deal the first round of the game that was prepared."""

    def _remove_unopened(self) -> None:
        unopened = self.attempt.unopened()
        self._remove_unready(unopened)
        self._restart(unopened)

    def _remove_unready(self, seats: list[int]) -> None:
        for index in seats:
            occupant = self.seats.at(index)
            self._dismiss(occupant, table_pb2.GOODBYE_REASON_NOT_READY)
            self.seats.vacate(occupant)

    def remove_absent(self) -> None:
        """Prepare the game anew without whoever is away."""
        absent = [occupant.index for occupant in self.seats.taken() if not occupant.links()]
        if absent:
            self._remove_unready(absent)
            self._close_ranks()
            self._gather()
            self.announce()

    def _restart(self, blamed: list[int]) -> None:
        """Begin the preparation anew, with a new key, because of seats that are empty now."""
        self.attempt.restarts = self.attempt.given_up(blamed)
        if self.plan.games and self.game_index:
            self._go_on_without_leavers()
            return
        if not self.plan.start_when_full:
            self._close_ranks()
        self._gather()

    def _give_up_opening(self) -> None:
        """Prepare the game anew, with a new key, for the same seats: the server's end broke it off.

        Programs that lost their memory could promise something else for a commitment whose
        promises all have seen.
        """
        self.attempt.restarts = self.attempt.given_up(self.attempt.unopened())
        self._gather()

    def _go_on_without_leavers(self) -> None:
        """Prepare the next planned game for those who are left, or close."""
        self.seats.close_ranks()
        if len(self.seats) < MIN_PLAYERS:
            self.close(table_pb2.GOODBYE_REASON_FINISHED)
        else:
            self._starting = True
            self._gather()

    @abstractmethod
    def close(self, reason: table_pb2.GoodbyeReason) -> None:
        """Say goodbye to everybody; nothing more is played here."""

    def _close_ranks(self) -> None:
        """Begin with those who are left, or wait for others when that is too few."""
        self.seats.close_ranks()
        self._starting = len(self.seats) >= MIN_PLAYERS
        if not self._starting:
            self.seats.widen(self.plan.rules.players)

    # --- votes ---

    def vote(self, occupant: Occupant, holder: Holder, message: talk_pb2.Vote) -> None:
        """A player votes. Raises RefusalError."""
        self.voting.vote(occupant, holder, message)
        self._follow_votes()

    def _follow_votes(self) -> None:
        self.voting.follow()
        self._keep_state()
        self.audience.commit()
        self._ask_to_be_woken()

    def greet(self, link: Link, seat: int | None, after: int | None) -> None:
        """Say the welcome, what happened after number ``after``, and what is voted on."""
        super().greet(link, seat, after)
        for ballot in self.voting.shown_to(seat):
            self.audience.tell(link, ballot)

    def _votes(self) -> KeptVotes:
        return self.voting.kept()

    def _dismiss(self, occupant: Occupant, reason: table_pb2.GoodbyeReason) -> None:
        super()._dismiss(occupant, reason)
        self.voting.removed(occupant)

    def announce(self) -> None:
        """Tell everybody how the table stands now, its ballots first."""
        self.voting.follow()
        super().announce()

    def _next_deadline(self) -> float | None:
        due = (super()._next_deadline(), self.voting.deadline)
        return min((one for one in due if one is not None), default=None)
