"""A table: seats that fill, games one after another, and everybody who is to know of it.

Stages and what moves between them::

    GATHERING --all seats ready, and begun or full--> OPENING
    OPENING   --all promised entropy shown--> PLAYING      --somebody does not show it--> GATHERING
    PLAYING   --round ends--> BETWEEN_ROUNDS --all people ready, or the wait is over--> PLAYING
    PLAYING   --game ends--> GAME_OVER, or GATHERING for the next planned game, or CLOSED
    GAME_OVER --the host starts--> GATHERING

A table is synchronous and belongs to one thread. It reads no clock and draws no random numbers of
its own. Every change leaves through :class:`Audience`, which holds back what is to be said until
the journal has kept what was decided. What happens within a game is in ``play``.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from skyjo.v1 import error_pb2, play_pb2, table_pb2
from skyjo_server.attempt import Attempt
from skyjo_server.audience import Audience
from skyjo_server.frames import GOODBYE, Frame, Link, frame
from skyjo_server.greeting import Standing, opening_frame, presence_frame, welcome_frame
from skyjo_server.journal import GameBegan, GameFinished, Journal
from skyjo_server.plan import PEOPLE_BETWEEN_ROUNDS_MS, Plan
from skyjo_server.play import Play
from skyjo_server.seating import Holder, Occupant
from skyjo_server.tokens import SecretSource
from skyjo_wire.errors import RefusalError

MIN_PLAYERS: Final = 2
OPENING_SECONDS: Final = 10.0
"""Time a seat has to show the entropy it promised."""
LINGER_SECONDS: Final = 60.0
"""Time in which a seat that was cut off can still fetch the end of the table's last game."""
_WAITING: Final = (table_pb2.TABLE_STAGE_GATHERING, table_pb2.TABLE_STAGE_GAME_OVER)


class Surroundings(Protocol):
    """What a table needs done around it."""

    def stand_in_wanted(self, table: "Table", occupant: Occupant) -> None:
        """Find a bot for a seat whose player has left."""

    def forgotten(self, holder: Holder) -> None:
        """A token is no longer good for anything."""

    def changed(self, table: "Table") -> None:
        """Stage, seats or deadline of the table are different now, or it is closed."""


class Table:
    """One table. The attributes are for reading; ``deadline`` is when :meth:`tick` is due."""

    def __init__(
        self,
        plan: Plan,
        journal: Journal,
        secrets: SecretSource,
        surroundings: Surroundings,
        clock: Callable[[], float],
    ) -> None:
        """Make a table with free seats. ``clock`` gives seconds that never go back."""
        self.plan = plan
        self.stage = table_pb2.TABLE_STAGE_GATHERING
        self.host: Occupant | None = None
        self.play: Play | None = None
        self.game_index = 0
        self.deadline: float | None = None
        self.audience = Audience(journal)
        self.audience.occupants = [None] * plan.rules.players
        self._secrets = secrets
        self._surroundings = surroundings
        self._clock = clock
        self._starting = plan.start_when_full
        self.attempt = self._new_attempt(secrets.identifier())

    @property
    def gone(self) -> bool:
        """Whether nobody can reach the table any more."""
        return self.stage == table_pb2.TABLE_STAGE_CLOSED and self.deadline is None

    # --- seats ---

    def free_seats(self) -> list[int]:
        """The seats that can be taken now."""
        if self.stage not in _WAITING:
            return []
        return [i for i, occupant in enumerate(self.audience.occupants) if occupant is None]

    def join(
        self,
        name: str,
        kind: table_pb2.PlayerKind,
        token_hash: bytes,
        *,
        house_level: str = "",
        seat: int | None = None,
    ) -> Occupant:
        """Take a seat, the lowest free one unless ``seat`` says which. Raises RefusalError."""
        index = self._seat_for(seat)
        if any(name == occupant.name for occupant in self.audience.taken()):
            raise RefusalError(error_pb2.ERROR_REASON_NAME_TAKEN, field="joiner.name")
        occupant = Occupant(index, name, kind, Holder(token_hash), house_level)
        self.audience.occupants[index] = occupant
        if self.host is None and kind == table_pb2.PLAYER_KIND_HUMAN:
            self.host = occupant
        self._announce()
        return occupant

    def _seat_for(self, wanted: int | None) -> int:
        occupants = self.audience.occupants
        if self.stage not in _WAITING:
            closed = self.stage == table_pb2.TABLE_STAGE_CLOSED
            raise RefusalError(
                error_pb2.ERROR_REASON_TABLE_CLOSED
                if closed
                else error_pb2.ERROR_REASON_GAME_RUNNING
            )
        free = self.free_seats()
        if wanted is None and free:
            return free[0]
        if wanted is not None and not 0 <= wanted < len(occupants):
            raise RefusalError(
                error_pb2.ERROR_REASON_SEAT_UNKNOWN,
                field="seat",
                value=wanted,
                limits=(0, len(occupants) - 1),
            )
        if wanted in free:
            return wanted
        raise RefusalError(
            error_pb2.ERROR_REASON_SEAT_TAKEN if free else error_pb2.ERROR_REASON_TABLE_FULL
        )

    def leave(self, occupant: Occupant, reason: table_pb2.GoodbyeReason) -> None:
        """Give a seat up for good: on purpose, or because the player is removed."""
        self._dismiss(occupant, reason)
        if self.play and not self.play.over:
            self.play.leave(occupant)
            if self.play.has_stand_in(occupant):
                self._surroundings.stand_in_wanted(self, occupant)
            self._follow_play()
        else:
            self._vacate(occupant)
            if self.stage == table_pb2.TABLE_STAGE_OPENING:
                self._gather()
        self._announce()

    def _dismiss(self, occupant: Occupant, reason: table_pb2.GoodbyeReason) -> None:
        """Say goodbye to all who hold the seat, and make their tokens worthless."""
        self.audience.tell_seat(occupant, _goodbye(reason))
        for holder in (occupant.holder, occupant.stand_in):
            if holder:
                holder.link = None
                self._surroundings.forgotten(holder)
        occupant.holder = occupant.stand_in = None
        if self.host is occupant:
            people = (o for o in self.audience.taken() if o.holder and o.is_person)
            self.host = next(people, None)

    def _vacate(self, occupant: Occupant) -> None:
        self.audience.occupants[occupant.index] = None

    def kick(self, seat: int) -> None:
        """Remove the player of ``seat``. Raises RefusalError."""
        occupant = self._occupant(seat)
        if occupant.holder is None:
            raise RefusalError(error_pb2.ERROR_REASON_SEAT_UNKNOWN, field="seat", value=seat)
        self.leave(occupant, table_pb2.GOODBYE_REASON_KICKED)

    def hand_over(self, seat: int) -> None:
        """Make the person on ``seat`` the host. Raises RefusalError."""
        occupant = self._occupant(seat)
        if not occupant.is_person:
            raise RefusalError(error_pb2.ERROR_REASON_SEAT_UNKNOWN, field="seat", value=seat)
        self.host = occupant
        self._announce()

    def _occupant(self, seat: int) -> Occupant:
        occupants = self.audience.occupants
        occupant = occupants[seat] if 0 <= seat < len(occupants) else None
        if occupant is None:
            raise RefusalError(error_pb2.ERROR_REASON_SEAT_UNKNOWN, field="seat", value=seat)
        return occupant

    def seat_stand_in(self, occupant: Occupant, token_hash: bytes) -> Holder:
        """Let a bot play the seat of a player who has left."""
        occupant.stand_in = Holder(token_hash)
        return occupant.stand_in

    # --- viewers ---

    def attach(
        self, occupant: Occupant, holder: Holder, link: Link, resume: table_pb2.Resume | None
    ) -> None:
        """Let ``link`` play the seat; an older link gets a goodbye. Raises RefusalError.

        The link is told the welcome, the events it lacks, and then what comes, without a gap.
        """
        after = self._resumed(resume)
        if self.stage == table_pb2.TABLE_STAGE_CLOSED:
            self._greet(link, occupant.index, after)
            self.audience.tell(link, _goodbye(table_pb2.GOODBYE_REASON_FINISHED))
            self.audience.commit()
            return
        if holder.link:
            self.audience.tell(holder.link, _goodbye(table_pb2.GOODBYE_REASON_SUPERSEDED))
        holder.link = link
        self._greet(link, occupant.index, after)
        if self.stage == table_pb2.TABLE_STAGE_OPENING:
            self.audience.tell(link, opening_frame(self.attempt, self.audience))
        if self.play and holder is occupant.acting:
            self.play.ask_again(occupant)
        self._announce()

    def drop(self, holder: Holder, link: Link) -> None:
        """The stream of ``link`` is gone. The seat stays the holder's."""
        if holder.link is link:
            holder.link = None
            self._announce()

    def watch(self, link: Link, resume: table_pb2.Resume | None) -> None:
        """Let a spectator watch. Raises RefusalError."""
        if self.plan.watching_closed or self.attempt.withheld:
            raise RefusalError(error_pb2.ERROR_REASON_WATCHING_CLOSED)
        after = self._resumed(resume)
        self._greet(link, None, after)
        self.audience.watchers.append(link)
        self._announce()

    def unwatch(self, link: Link) -> None:
        """A spectator is gone."""
        if link in self.audience.watchers:
            self.audience.watchers.remove(link)
            self._announce()

    def _resumed(self, resume: table_pb2.Resume | None) -> int | None:
        """Number of the last event that a client has; None when it asks for none of the past."""
        if resume is None or resume.game_id != self.attempt.game_id:
            return None
        latest = self.latest
        if resume.after > latest:
            raise RefusalError(
                error_pb2.ERROR_REASON_RESUME_AHEAD,
                field="resume.after",
                value=resume.after,
                limits=(0, latest),
            )
        return resume.after

    def _greet(self, link: Link, seat: int | None, after: int | None) -> None:
        latest = self.latest
        after = latest if after is None else after
        self.audience.tell(
            link,
            welcome_frame(
                self.plan,
                self.attempt,
                self.audience,
                self.standing(),
                seat=seat,
                next_number=after + 1,
                view=self.play.view(seat) if self.play else None,
            ),
        )
        if self.play and after < latest:
            self.audience.tell(link, self.play.backlog(after, seat))

    def standing(self) -> Standing:
        """Where the table stands."""
        counting = self.stage == table_pb2.TABLE_STAGE_BETWEEN_ROUNDS and self.deadline is not None
        return Standing(
            stage=self.stage,
            host=self.host.index if self.host else None,
            game_index=self.game_index,
            next_round_ms=max(0, int((self.deadline - self._clock()) * 1000))
            if counting and self.deadline is not None
            else None,
            between_rounds_ms=self._between_rounds_ms(),
        )

    def _announce(self) -> None:
        """Tell everybody who is here and where the table stands, and let all of it out."""
        self.audience.tell_all(presence_frame(self.audience, self.standing()))
        self.audience.commit()
        self._surroundings.changed(self)

    # --- a game is prepared ---

    def start(self) -> None:
        """Close the seats: the game begins when all are ready. Raises RefusalError."""
        if self.stage not in _WAITING:
            raise RefusalError(error_pb2.ERROR_REASON_GAME_RUNNING)
        taken = list(self.audience.taken())
        if len(taken) < MIN_PLAYERS:
            raise RefusalError(error_pb2.ERROR_REASON_SEATS_EMPTY, value=len(taken))
        self._starting = True
        if self.stage == table_pb2.TABLE_STAGE_GAME_OVER or len(taken) < len(
            self.audience.occupants
        ):
            self._close_ranks()
            self._gather()
        self._open_if_ready()
        self._announce()

    def ready(self, occupant: Occupant, message: play_pb2.Ready) -> None:
        """The seat is ready for what the table waits for. Raises RefusalError."""
        if self.stage == table_pb2.TABLE_STAGE_GATHERING:
            hashed = message.entropy_hash if message.HasField("entropy_hash") else None
            self.attempt.promise(occupant.index, hashed)
            occupant.ready = True
            self._open_if_ready()
        elif self.stage == table_pb2.TABLE_STAGE_OPENING:
            if not message.HasField("entropy"):
                raise RefusalError(error_pb2.ERROR_REASON_FIELD_MISSING, field="ready.entropy")
            self.attempt.open(occupant.index, message.entropy)
            occupant.ready = True
            self._begin_if_opened()
        elif self.stage == table_pb2.TABLE_STAGE_BETWEEN_ROUNDS and self.play:
            if message.HasField("round") and message.round != self.play.round:
                return
            occupant.ready = True
            self._next_round_if_ready(self.play)
        else:
            return
        self._announce()

    def tick(self) -> None:
        """The deadline has passed."""
        self.deadline = None
        if self.stage == table_pb2.TABLE_STAGE_CLOSED:
            self._forget_all()
            return
        if self.stage == table_pb2.TABLE_STAGE_OPENING:
            self._restart(self.attempt.unopened())
        elif self.stage == table_pb2.TABLE_STAGE_BETWEEN_ROUNDS and self.play:
            self.play.start_round()
            self._follow_play()
        self._announce()

    def close(self, reason: table_pb2.GoodbyeReason) -> None:
        """Say goodbye to everybody; nothing more is played here.

        Tokens stay good for a while, so that whoever was cut off can fetch the end.
        """
        self.stage = table_pb2.TABLE_STAGE_CLOSED
        self.deadline = self._clock() + LINGER_SECONDS
        self.say_goodbye(table_pb2.Goodbye(reason=reason))
        self._surroundings.changed(self)

    def say_goodbye(self, goodbye: table_pb2.Goodbye) -> None:
        """End every seat's and spectator's stream; the seats stay their players'."""
        self.audience.tell_all(frame(GOODBYE, goodbye))
        for occupant in self.audience.taken():
            for holder in (occupant.holder, occupant.stand_in):
                if holder:
                    holder.link = None
        self.audience.watchers = []
        self.audience.commit()

    def _forget_all(self) -> None:
        """Make every token worthless: the table is gone."""
        for occupant in self.audience.taken():
            for holder in (occupant.holder, occupant.stand_in):
                if holder:
                    self._surroundings.forgotten(holder)
        self.audience.occupants = []
        self._surroundings.changed(self)

    def _new_attempt(self, game_id: str) -> Attempt:
        rules = replace(self.plan.rules, players=len(self.audience.occupants))
        key = self.plan.key(self.game_index, self._secrets)
        return Attempt(game_id, rules, key, self.plan.source)

    def _close_ranks(self) -> None:
        """Drop the free seats; the others move up in order."""
        self.audience.occupants = list(self.audience.taken())
        for index, occupant in enumerate(self.audience.taken()):
            occupant.index = index

    def _gather(self) -> None:
        """Prepare a game anew and ask every seat whether it is ready."""
        again = self.play is None
        game_id = self.attempt.game_id if again else self._secrets.identifier()
        restarts = self.attempt.restarts if again else ()
        self.play = None
        self.attempt = self._new_attempt(game_id)
        self.attempt.restarts = restarts
        self.stage = table_pb2.TABLE_STAGE_GATHERING
        self.deadline = None
        for occupant in self.audience.taken():
            occupant.ready = False
            occupant.strikes = 0
            occupant.answered = None
        for occupant in self.audience.taken():
            for link in occupant.links():
                self._greet(link, occupant.index, None)
        for link in self.audience.watchers:
            self._greet(link, None, None)

    def _open_if_ready(self) -> None:
        """Fix seats and order once all are taken and ready, and show every promise."""
        occupants = self.audience.occupants
        if not self._starting or not all(o and o.ready for o in occupants):
            return
        self.stage = table_pb2.TABLE_STAGE_OPENING
        for index in self.attempt.unopened():
            occupant = occupants[index]
            if occupant:
                occupant.ready = False
        self.deadline = self._clock() + OPENING_SECONDS
        self.audience.tell_all(opening_frame(self.attempt, self.audience))
        self._begin_if_opened()

    def _restart(self, blamed: list[int]) -> None:
        """Begin the preparation anew, with a new key, without the seats that did not open."""
        self.attempt.restarts = self.attempt.given_up(blamed)
        for index in blamed:
            occupant = self._occupant(index)
            self._dismiss(occupant, table_pb2.GOODBYE_REASON_NOT_READY)
            self._vacate(occupant)
        if not self.plan.start_when_full:
            self._close_ranks()
            self._starting = len(self.audience.occupants) >= MIN_PLAYERS
        self._gather()

    # --- games ---

    def _begin_if_opened(self) -> None:
        if self.attempt.unopened():
            return
        self.deadline = None
        attempt = self.attempt
        entropy = tuple(attempt.entropy)
        began = GameBegan(self.plan.table_id, attempt.game_id, attempt.key, entropy)
        self.audience.keep(began)
        self.play = Play(attempt, self.audience)
        self.play.start_round()
        self._follow_play()

    def act(self, occupant: Occupant, holder: Holder, message: play_pb2.Act) -> None:
        """A seat answers a decision. Whatever is wrong with it is said in its receipt."""
        if self.play is None or holder is not occupant.acting:
            raise RefusalError(error_pb2.ERROR_REASON_WRONG_STAGE)
        self.play.act(occupant, message)
        if self.play.between:
            self._follow_play()
            self._announce()
        else:
            self.audience.commit()

    def note(self, occupant: Occupant, message: play_pb2.Note) -> None:
        """Keep a seat's remark for the record. Raises RefusalError."""
        if self.play is None:
            raise RefusalError(error_pb2.ERROR_REASON_WRONG_STAGE)
        self.play.note(occupant, message)

    @property
    def latest(self) -> int:
        """Number of the latest event of the game; 0 before the first."""
        return self.play.latest if self.play else 0

    def _follow_play(self) -> None:
        """Move on to the stage that the game is in now."""
        play = self.play
        assert play is not None  # noqa: S101  # called only after something was played
        if play.over:
            self._finish(play)
        elif not play.between:
            self.stage = table_pb2.TABLE_STAGE_PLAYING
            self.deadline = None
        elif self.stage != table_pb2.TABLE_STAGE_BETWEEN_ROUNDS:
            self.stage = table_pb2.TABLE_STAGE_BETWEEN_ROUNDS
            wait = self._between_rounds_ms()
            for occupant in self.audience.taken():
                occupant.ready = wait == 0 or not occupant.is_person
            self.deadline = self._clock() + wait / 1000
            self._next_round_if_ready(play)
        else:
            self._next_round_if_ready(play)

    def _between_rounds_ms(self) -> int:
        if self.plan.between_rounds_ms is not None:
            return self.plan.between_rounds_ms
        people = any(occupant.is_person for occupant in self.audience.taken())
        return PEOPLE_BETWEEN_ROUNDS_MS if people else 0

    def _next_round_if_ready(self, play: Play) -> None:
        if all(occupant.ready or not occupant.is_person for occupant in self.audience.taken()):
            play.start_round()
            self._follow_play()

    def _finish(self, play: Play) -> None:
        """Keep the record, and go on to what follows the game."""
        self.stage = table_pb2.TABLE_STAGE_GAME_OVER
        self.deadline = None
        self._starting = False
        self.audience.keep(GameFinished(self.plan, play.record()))
        self.game_index += 1
        for occupant in list(self.audience.taken()):
            occupant.ready = False
            if occupant.holder is None:
                self._dismiss(occupant, table_pb2.GOODBYE_REASON_FINISHED)
                self._vacate(occupant)
        if self.plan.games and self.game_index >= self.plan.games:
            self.close(table_pb2.GOODBYE_REASON_FINISHED)
        elif self.plan.games:
            self._starting = True
            self._gather()


def _goodbye(reason: table_pb2.GoodbyeReason) -> Frame:
    return frame(GOODBYE, table_pb2.Goodbye(reason=reason))
