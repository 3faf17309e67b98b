"""A table as it stands: its seats, its game, and what everybody is told of both.

How a table moves from stage to stage is in ``table``.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from skyjo.v1 import error_pb2, table_pb2
from skyjo_engine.record import Player
from skyjo_server.attempt import Attempt
from skyjo_server.audience import Audience
from skyjo_server.clocks import Clocks
from skyjo_server.frames import GOODBYE, Frame, Link, frame
from skyjo_server.greeting import Standing, opening_frame, presence_frame, welcome_frame
from skyjo_server.journal import Journal
from skyjo_server.plan import PEOPLE_BETWEEN_ROUNDS_MS, Plan
from skyjo_server.play import Play
from skyjo_server.seating import Holder, Occupant
from skyjo_server.seats import Seats
from skyjo_server.stopping import Stop
from skyjo_server.talk import Talk
from skyjo_server.tokens import SecretSource
from skyjo_wire.errors import RefusalError

WAITING: Final = (table_pb2.TABLE_STAGE_GATHERING, table_pb2.TABLE_STAGE_GAME_OVER)
"""Stages in which players come and go and the host may begin a game."""


class Room:
    """State of a table, and its viewers. ``deadline`` is when something is due by itself.

    The attributes are for reading. ``play`` is None before the first deal of ``attempt``;
    ``ordinal`` is the table's place among all of its server, which gives it. ``stop`` is set when
    the server is going to stop.
    """

    def __init__(
        self,
        plan: Plan,
        journal: Journal,
        secrets: SecretSource,
        clock: Callable[[], float],
        heartbeat_ms: int,
    ) -> None:
        """Make a table with free seats. ``clock`` gives seconds that never go back."""
        self.plan = plan
        self.ordinal = 0
        self.stage = table_pb2.TABLE_STAGE_GATHERING
        self.play: Play | None = None
        self.game_index = 0
        self.deadline: float | None = None
        self.farewell = table_pb2.Goodbye()
        self.stop: Stop | None = None
        self.seats = Seats(plan.rules.players)
        self.audience = Audience(plan.table_id, self.seats, journal)
        self.talk = Talk(plan, self.seats, self.audience, clock)
        self.secrets = secrets
        self.clock = clock
        self._heartbeat_ms = heartbeat_ms
        self._starting = plan.start_when_full
        self.attempt = self.new_attempt(secrets.identifier())

    @property
    def gone(self) -> bool:
        """Whether nobody can reach the table any more."""
        return self.stage == table_pb2.TABLE_STAGE_CLOSED and self.deadline is None

    def free_seats(self) -> list[int]:
        """The seats that can be taken now."""
        if self.stage not in WAITING:
            return []
        return self.seats.free()

    @property
    def in_game(self) -> bool:
        """Whether a game is played, or is going to be once its opening is over."""
        opening = self.stage == table_pb2.TABLE_STAGE_OPENING
        return opening or (self.play is not None and not self.play.over)

    @property
    def latest(self) -> int:
        """Number of the latest event of the game; 0 before the first."""
        return self.play.latest if self.play else 0

    def check_waiting(self) -> None:
        """Raise RefusalError unless players may come and the host may begin a game."""
        if self.stage == table_pb2.TABLE_STAGE_CLOSED:
            raise RefusalError(error_pb2.ERROR_REASON_TABLE_CLOSED)
        if self.stage not in WAITING:
            raise RefusalError(error_pb2.ERROR_REASON_GAME_RUNNING)

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
        self.check_waiting()
        index = self.seats.choose(seat, name)
        occupant = Occupant(index, name, kind, Holder(token_hash), house_level)
        self.seats.sit(occupant)
        self.announce()
        return occupant

    def hand_over(self, seat: int) -> None:
        """Make the person on ``seat`` the host. Raises RefusalError."""
        self.seats.hand_over(seat)
        self.announce()

    def seat_stand_in(self, occupant: Occupant, token_hash: bytes) -> Holder:
        """Let a bot play the seat of a player who has left."""
        occupant.stand_in = Holder(token_hash)
        return occupant.stand_in

    def attach(
        self, occupant: Occupant, holder: Holder, link: Link, resume: table_pb2.Resume | None
    ) -> None:
        """Let ``link`` play the seat; an older link gets a goodbye. Raises RefusalError.

        The link is told the welcome, the events it lacks, and then what comes, without a gap.
        """
        after = self._resumed(resume)
        if self.stage == table_pb2.TABLE_STAGE_CLOSED:
            self._show_the_end(link, occupant.index, after)
            return
        before, holder.link, holder.silent = holder.link, link, False
        if before:
            self.audience.tell(before, goodbye_frame(table_pb2.GOODBYE_REASON_SUPERSEDED))
        self.greet(link, occupant.index, after)
        if self.stage == table_pb2.TABLE_STAGE_OPENING:
            self.audience.tell(link, opening_frame(self.attempt, self.seats))
        if self.play and holder is occupant.acting:
            self.play.ask_again(occupant)
        if before:
            self.audience.commit()  # to all others the seat is as it was
        else:
            self.announce()

    def watch(self, link: Link, resume: table_pb2.Resume | None) -> None:
        """Let a spectator watch, or begin anew if it watches already. Raises RefusalError."""
        if self.plan.watching_closed or self.attempt.withheld:
            raise RefusalError(error_pb2.ERROR_REASON_WATCHING_CLOSED)
        after = self._resumed(resume)
        if self.stage == table_pb2.TABLE_STAGE_CLOSED:
            self._show_the_end(link, None, after)
            return
        self.greet(link, None, after)
        if link not in self.audience.watchers:
            self.audience.watchers.append(link)
        self.announce()

    def _show_the_end(self, link: Link, seat: int | None, after: int | None) -> None:
        """Say how a closed table stood, what the viewer lacks, and goodbye."""
        self.greet(link, seat, after)
        self.audience.tell(link, frame(GOODBYE, self.farewell))
        self.audience.commit()

    def unwatch(self, link: Link) -> None:
        """A spectator is gone."""
        if link in self.audience.watchers:
            self.audience.watchers.remove(link)
            self.announce()

    def check_resume(self, resume: table_pb2.Resume | None) -> None:
        """Raise RefusalError (RESUME_AHEAD) for a client that has more than there is."""
        self._resumed(resume)

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

    def greet(self, link: Link, seat: int | None, after: int | None) -> None:
        """Say the welcome, and the events after number ``after`` (None: none of the past)."""
        latest = self.latest
        after = latest if after is None else after
        self.audience.tell(
            link,
            welcome_frame(
                self.plan,
                self.attempt,
                self.standing(),
                seat=seat,
                next_number=after + 1,
                view=self.play.view(seat) if self.play else None,
            ),
        )
        for missed in self.play.backlog(after, seat) if self.play else ():
            self.audience.tell(link, missed)

    def standing(self) -> Standing:
        """Where the table stands."""
        return Standing(
            stage=self.stage,
            players=[self._player(occupant) for occupant in self.seats.taken()],
            host=self.seats.host.index if self.seats.host else None,
            spectators=len(self.audience.watchers),
            game_index=self.game_index,
            next_round_ms=self._next_round_ms(),
            starting=self._starting and self.stage == table_pb2.TABLE_STAGE_GATHERING,
            between_rounds_ms=self.between_rounds_ms(),
            heartbeat_ms=self._heartbeat_ms,
            phrases_allowed=self.talk.phrases_allowed,
            text_allowed=self.talk.text_allowed,
            stopping=self.stop.notice(self.clock()) if self.stop else None,
        )

    def _player(self, occupant: Occupant) -> table_pb2.Player:
        """What everybody may know of a player now."""
        player = occupant.player()
        if self.play and not self.play.over and self.play.clocks.has_banks:
            player.bank_ms = self.play.clocks.bank_ms(occupant.index)
        if occupant.away_until is not None:
            player.grace_left_ms = max(0, int((occupant.away_until - self.clock()) * 1000))
        return player

    def _next_round_ms(self) -> int | None:
        """Until the next round is dealt unasked; None outside the wait between rounds."""
        if self.stage != table_pb2.TABLE_STAGE_BETWEEN_ROUNDS or self.deadline is None:
            return None
        return max(0, int((self.deadline - self.clock()) * 1000))

    def announce(self) -> None:
        """Tell everybody who is here and where the table stands, and let all of it out."""
        self.audience.tell_all(presence_frame(self.standing()))
        self.audience.commit()

    def say_goodbye(self, goodbye: table_pb2.Goodbye) -> None:
        """End every seat's and spectator's stream; the seats stay their players'."""
        self.audience.say_goodbye(frame(GOODBYE, goodbye))

    def between_rounds_ms(self) -> int:
        """Longest wait between rounds."""
        if self.plan.between_rounds_ms is not None:
            return self.plan.between_rounds_ms
        return PEOPLE_BETWEEN_ROUNDS_MS if self.seats.people() else 0

    def new_play(self, players: tuple[Player, ...]) -> Play:
        """Begin the game that was prepared, with those ``players``."""
        clocks = Clocks(self.plan.clock, len(players), self.clock)
        return Play(self.attempt, players, self.seats, self.audience, clocks)

    def new_attempt(self, game_id: str) -> Attempt:
        """Prepare a game for as many players as there are seats, with a new key."""
        rules = replace(self.plan.rules, players=len(self.seats))
        key = self.plan.key(self.game_index, self.secrets)
        return Attempt(game_id, rules, key, self.plan.source)


def goodbye_frame(reason: table_pb2.GoodbyeReason) -> Frame:
    """The last frame of a link."""
    return frame(GOODBYE, table_pb2.Goodbye(reason=reason))
