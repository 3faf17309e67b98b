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

from collections.abc import Callable, Sequence
from typing import Final

from skyjo.v1 import error_pb2, play_pb2, rules_pb2, table_pb2, talk_pb2
from skyjo_engine.faults import Fault
from skyjo_server import answers, saved_table
from skyjo_server.frames import Frame, Link
from skyjo_server.greeting import opening_frame
from skyjo_server.input_text import KeptInput
from skyjo_server.journal import GameBegan, GameFinished, Journal, TableGone, TableKept
from skyjo_server.plan import Plan
from skyjo_server.play import Play
from skyjo_server.room import WAITING, Room, goodbye_frame
from skyjo_server.seating import Holder, Occupant
from skyjo_server.surroundings import Surroundings
from skyjo_server.timekeeper import EARLY_SECONDS, STRUCK, Timekeeper
from skyjo_server.tokens import SecretSource
from skyjo_server.voting import Voting
from skyjo_wire.errors import RefusalError

MIN_PLAYERS: Final = 2
OPENING_SECONDS: Final = 10.0
"""Time a seat has to show the entropy it promised."""
LINGER_SECONDS: Final = 60.0
"""Time in which a seat that was cut off can still fetch the end of the table's last game."""
_OVER: Final = error_pb2.ERROR_REASON_DECISION_OVER
IDLE_SECONDS: Final = 600.0
"""Time after which a table between games at which nobody is attached is closed."""


class Table(Room):
    """One table, moving from stage to stage. It asks to be woken when something is due."""

    def __init__(
        self,
        plan: Plan,
        journal: Journal,
        secrets: SecretSource,
        surroundings: Surroundings,
        clock: Callable[[], float],
    ) -> None:
        """Make a table with free seats. ``clock`` gives seconds that never go back."""
        super().__init__(plan, journal, secrets, clock, surroundings.heartbeat_ms)
        self._surroundings = surroundings
        self._timekeeper = Timekeeper(self)
        self._starting = plan.start_when_full
        self._kept = ""
        self.voting = Voting(self)

    def announce(self) -> None:
        """Tell everybody how the table stands now, also those around it."""
        self.voting.follow()
        self._mind_idleness()
        self._keep_state()
        super().announce()
        self._surroundings.changed(self)
        self._ask_to_be_woken()

    def _ask_to_be_woken(self) -> None:
        due = [self.deadline, self.voting.deadline, self._timekeeper.next_deadline()]
        when = min((one for one in due if one is not None), default=None)
        if when is not None:
            self.wake_at(when)

    def wake_at(self, when: float) -> None:
        """Ask for a tick at ``when`` at the latest, a second of the table's clock."""
        self._surroundings.wake(self, when)

    def _keep_state(self) -> None:
        """Have the table kept as it is now, if that is not what was kept last."""
        state = saved_table.dumps(self, starting=self._starting)
        if state != self._kept:
            self._kept = state
            self.audience.keep(TableKept(self.plan.table_id, state))

    def tell_of_seat(self, occupant: Occupant, link: Link, told: Frame) -> None:
        """Tell a bot of its seat, once the token that ``told`` holds is kept."""
        if not occupant.links():
            self._timekeeper.expect(occupant)
        self._keep_state()
        self.audience.tell(link, told)
        self.audience.commit()

    def resume(self, state: str, inputs: Sequence[KeptInput]) -> None:
        """Stand where the table stood when ``state`` was kept and ``inputs`` were applied."""
        self._starting = saved_table.loads(self, state, inputs)
        if self.stage == table_pb2.TABLE_STAGE_CLOSED:
            self.deadline = self.clock() + LINGER_SECONDS
        elif self.play and self.stage != table_pb2.TABLE_STAGE_GAME_OVER:
            self.stage = table_pb2.TABLE_STAGE_PLAYING
            self._follow_play()
        self._timekeeper.interrupted()
        self.announce()

    def _mind_idleness(self) -> None:
        """Let a table close after a while at which only house bots wait for a game."""
        if self.stage in WAITING:
            present = any(o.links() for o in self.seats.taken() if not o.house_level)
            if present:
                self.deadline = None
            elif self.deadline is None:
                self.deadline = self.clock() + IDLE_SECONDS

    # --- seats ---

    def expect(self, occupant: Occupant) -> None:
        """The seat is given: its player has to come and be ready."""
        self._timekeeper.expect(occupant)
        self._ask_to_be_woken()

    def attach(
        self, occupant: Occupant, holder: Holder, link: Link, resume: table_pb2.Resume | None
    ) -> None:
        """Let ``link`` play the seat, also in place of its stand-in. Raises RefusalError."""
        self.check_resume(resume)
        if holder is occupant.holder:
            self._timekeeper.here(occupant)
        super().attach(occupant, holder, link, resume)
        if holder is occupant.holder and occupant.stand_in and self.play:
            self._give_back(occupant, self.play)

    def _give_back(self, occupant: Occupant, play: Play) -> None:
        self._dismiss_stand_in(occupant, table_pb2.GOODBYE_REASON_SUPERSEDED)
        play.give_back(occupant)
        play.ask_again(occupant)
        self.announce()

    def drop(self, occupant: Occupant, holder: Holder, link: Link) -> None:
        """The stream is gone; the seat stays the holder's, whose time to come back counts.

        A promise before a game goes with the stream: a player's program that is started again
        could not show what the one before it promised.
        """
        if holder.link is not link:
            return
        holder.link = None
        if self.stage == table_pb2.TABLE_STAGE_GATHERING:
            occupant.ready = False
            self.attempt.promise(occupant.index, None)
        if holder is occupant.holder:
            self._timekeeper.away(occupant)
        self.announce()

    def leave(self, occupant: Occupant, reason: table_pb2.GoodbyeReason) -> None:
        """Give a seat up for good: on purpose, or because the player is removed.

        Raises RefusalError (WRONG_STAGE) when the player has left already.
        """
        if occupant.holder is None:
            raise RefusalError(error_pb2.ERROR_REASON_WRONG_STAGE)
        self._dismiss(occupant, reason)
        if self.play and not self.play.over:
            self.play.leave(occupant)
            if self.play.has_stand_in(occupant):
                self._surroundings.stand_in_wanted(self, occupant)
            self._follow_play()
        else:
            self.seats.vacate(occupant)
            if self.stage == table_pb2.TABLE_STAGE_OPENING:
                self._restart([occupant.index])
            elif self.plan.games and self.game_index:
                self._go_on_without_leavers()
        self.announce()

    def _dismiss(self, occupant: Occupant, reason: table_pb2.GoodbyeReason) -> None:
        """Say goodbye to all who hold the seat, and make their tokens worthless."""
        if reason == table_pb2.GOODBYE_REASON_KICKED:
            self.seats.bar(occupant)
        self.audience.tell_seat(occupant, goodbye_frame(reason))
        for holder in occupant.holders():
            holder.link = None
            self._surroundings.forgotten(holder)
        occupant.holder = occupant.stand_in = None
        occupant.away_until = occupant.ready_by = None
        if self.seats.host is occupant:
            self.seats.lose_host()
        self.voting.removed(occupant)

    def _dismiss_stand_in(self, occupant: Occupant, reason: table_pb2.GoodbyeReason) -> None:
        """The stand-in's work is done; the seat is its player's."""
        stand_in, occupant.stand_in = occupant.stand_in, None
        if stand_in is None:
            return
        if stand_in.link:
            self.audience.tell(stand_in.link, goodbye_frame(reason))
            stand_in.link = None
        self._surroundings.forgotten(stand_in)

    def kick(self, seat: int) -> None:
        """Remove the player of ``seat``. Raises RefusalError.

        Not during the opening, where it would let the host have the cards drawn again.
        """
        if self.stage == table_pb2.TABLE_STAGE_OPENING:
            raise RefusalError(error_pb2.ERROR_REASON_WRONG_STAGE)
        self.leave(self.seats.at(seat), table_pb2.GOODBYE_REASON_KICKED)

    def vote(self, occupant: Occupant, holder: Holder, message: talk_pb2.Vote) -> None:
        """A player votes. Raises RefusalError."""
        self.voting.vote(occupant, holder, message)
        self._follow_votes()

    def _follow_votes(self) -> None:
        self.voting.follow()
        self.audience.commit()
        self._ask_to_be_woken()

    def greet(self, link: Link, seat: int | None, after: int | None) -> None:
        """Say the welcome, what happened after number ``after``, and what is voted on."""
        super().greet(link, seat, after)
        for ballot in self.voting.running():
            self.audience.tell(link, ballot)

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

    def ready(self, occupant: Occupant, message: play_pb2.Ready) -> None:
        """The seat is ready for what the table waits for. Raises RefusalError."""
        round_now = self.play.round if self.play else None
        if message.HasField("round") and message.round != round_now:
            return  # said of the game before, it must not count as a promise without entropy
        if message.HasField("commitment") and message.commitment != self.attempt.commitment:
            return  # said of a preparation that was given up meanwhile
        if self.stage == table_pb2.TABLE_STAGE_GATHERING:
            if message.HasField("entropy"):  # meant for an opening that was broken off
                raise RefusalError(error_pb2.ERROR_REASON_WRONG_STAGE, field="ready.entropy")
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
            occupant.ready = True
            self._next_round_if_ready(self.play)
        else:
            return
        self.announce()

    def tick(self) -> None:
        """Time has passed: do what is due, and ask to be woken for what is due next."""
        now = self.clock() + EARLY_SECONDS
        if self.deadline is not None and self.deadline <= now:
            self.deadline = None
            self._stage_is_over()
        if (votes := self.voting.deadline) is not None and votes <= now:
            self._follow_votes()
        self._timekeeper.tick()
        self._ask_to_be_woken()

    def _stage_is_over(self) -> None:
        """The stage's deadline has passed."""
        if self.stage == table_pb2.TABLE_STAGE_CLOSED:
            self._forget_all()
            return
        if self.stage in WAITING:
            self.close(table_pb2.GOODBYE_REASON_TABLE_CLOSED)
            return
        if self.stage == table_pb2.TABLE_STAGE_OPENING:
            self._remove_unopened()
        elif self.stage == table_pb2.TABLE_STAGE_BETWEEN_ROUNDS and self.play:
            self.play.start_round()
            self._follow_play()
        self.announce()

    def close(self, reason: table_pb2.GoodbyeReason) -> None:
        """Say goodbye to everybody; nothing more is played here.

        Tokens stay good for a while, so that whoever was cut off can fetch the end.
        """
        if self.stage == table_pb2.TABLE_STAGE_CLOSED:
            return
        if self.play and not self.play.over:
            self.play.abandon()
            self._keep_record(self.play)
        self.stage = table_pb2.TABLE_STAGE_CLOSED
        self.deadline = self.clock() + LINGER_SECONDS
        self.farewell = table_pb2.Goodbye(reason=reason)
        self._keep_state()
        self.say_goodbye(self.farewell)
        for holder in self.seats.holders():
            self._surroundings.played_out(holder)
        self._surroundings.changed(self)
        self._ask_to_be_woken()

    def _forget_all(self) -> None:
        """Make every token worthless: the table is gone."""
        for holder in self.seats.holders():
            self._surroundings.forgotten(holder)
        self.audience.keep(TableGone(self.plan.table_id))
        self.audience.commit()
        self._surroundings.changed(self)

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
        if not self._starting or not self.seats.all_ready():
            return
        self.stage = table_pb2.TABLE_STAGE_OPENING
        for index in self.attempt.unopened():
            self.seats.at(index).ready = False
        self.deadline = self.clock() + OPENING_SECONDS
        self.audience.tell_all(opening_frame(self.attempt, self.seats))
        self._begin_if_opened()

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
        if not self.plan.start_when_full:
            self._close_ranks()
        self._gather()

    def _close_ranks(self) -> None:
        """Begin with those who are left, or wait for others when that is too few."""
        self.seats.close_ranks()
        self._starting = len(self.seats) >= MIN_PLAYERS
        if not self._starting:
            self.seats.widen(self.plan.rules.players)

    # --- games ---

    def _begin_if_opened(self) -> None:
        if self.attempt.unopened():
            return
        self.deadline = None
        self.play = self.new_play(tuple(occupant.recorded() for occupant in self.seats.taken()))
        self.audience.keep(GameBegan(self.plan.table_id))
        self.play.start_round()
        self._follow_play()

    def act(self, occupant: Occupant, holder: Holder, message: play_pb2.Act) -> None:
        """A seat answers a decision. Whatever is wrong with it is said in its receipt."""
        began, seat = self.clock(), occupant.index
        if self.play and self.play.clocks.is_late(seat):
            self.tick()
            if not self._asks(seat, message.decision_id):
                over = answers.late(message.decision_id, _OVER, occupant.strikes)
                self._refused(holder, over, _OVER)
                return
        if self.play is None:
            unknown = answers.unknown(message.decision_id, occupant.strikes)
            self._refused(holder, unknown, error_pb2.ERROR_REASON_DECISION_UNKNOWN)
            return
        if holder is not occupant.acting:
            raise RefusalError(error_pb2.ERROR_REASON_NOT_YOUR_TURN)
        self._play_act(occupant, self.play, message, began)

    def _asks(self, seat: int, decision_id: int) -> bool:
        """Whether that decision of the seat is open."""
        return self.play is not None and self.play.open_decisions().get(seat) == decision_id

    def _refused(self, holder: Holder, receipt: Frame, reason: error_pb2.ErrorReason) -> None:
        """Give the receipt of an act that no game could take, if its player is still here."""
        self._surroundings.meters.refusals[reason] += 1
        if holder.link:
            self.audience.tell(holder.link, receipt)
        self.audience.commit()

    def _play_act(
        self, occupant: Occupant, play: Play, message: play_pb2.Act, began: float
    ) -> None:
        link, meters = occupant.acting and occupant.acting.link, self._surroundings.meters
        was_between = play.between
        verdict, reason = play.act(occupant, message, link.network_ms if link else 0)
        if reason:
            meters.refusals[reason] += 1
        if verdict == play_pb2.VERDICT_ACCEPTED:
            self.audience.afterwards(lambda: meters.moves.note(self.clock() - began))
        elif verdict in STRUCK:
            self._keep_state()
            self._timekeeper.struck(occupant, verdict)
        if verdict == play_pb2.VERDICT_ACCEPTED and play.between and not was_between:
            self._follow_play()
            self.announce()
        else:
            self.audience.commit()

    def pay(self, occupant: Occupant, cost: rules_pb2.FaultCost, fault: Fault) -> None:
        """Have a seat bear what a fault of whoever plays it costs."""
        self._surroundings.meters.faults[fault] += 1
        play = self.play
        if play is None or cost == rules_pb2.FAULT_COST_REJECTED:
            return
        if cost == rules_pb2.FAULT_COST_STAND_IN:
            play.stand_in(occupant, fault)
            self._surroundings.stand_in_wanted(self, occupant)
            play.ask_again(occupant)
        elif cost == rules_pb2.FAULT_COST_ROUND:
            play.forfeit(occupant, fault, whole_game=False)
        else:
            occupant.out = True
            play.forfeit(occupant, fault, whole_game=True)
            self._played(occupant, forfeited=True)
            self._dismiss(occupant, table_pb2.GOODBYE_REASON_FORFEITED)
        self._follow_play()
        self.announce()

    def flip_unasked(self, occupant: Occupant, play: Play) -> None:
        """Turn up the first cards of a seat that did not in time (R5)."""
        play.flip_unasked(occupant)
        self.audience.commit()

    def note(self, occupant: Occupant, message: play_pb2.Note) -> None:
        """Keep a seat's remark for the record. Raises RefusalError."""
        if self.play is None:
            raise RefusalError(error_pb2.ERROR_REASON_WRONG_STAGE)
        self.play.note(occupant, message)

    def _follow_play(self) -> None:
        """Move on to the stage that the game is in now."""
        play = self.play
        assert play is not None  # noqa: S101  # called only after something was played
        if play.over:
            self._finish(play)
        elif not play.between:
            self.stage = table_pb2.TABLE_STAGE_PLAYING
            self.deadline = None
        else:
            if self.stage != table_pb2.TABLE_STAGE_BETWEEN_ROUNDS:
                self._wait_between_rounds()
            self._next_round_if_ready(play)

    def _wait_between_rounds(self) -> None:
        self.stage = table_pb2.TABLE_STAGE_BETWEEN_ROUNDS
        wait = self.between_rounds_ms()
        for occupant in self.seats.taken():
            occupant.ready = wait == 0 or not occupant.is_person
        self.deadline = self.clock() + wait / 1000

    def _next_round_if_ready(self, play: Play) -> None:
        if all(person.ready for person in self.seats.people()):
            play.start_round()
            self._follow_play()

    def _finish(self, play: Play) -> None:
        """Keep the record, and go on to what follows the game."""
        self.stage = table_pb2.TABLE_STAGE_GAME_OVER
        self.deadline = None
        self._starting = False
        self._keep_record(play)
        self.seats.barred.clear()
        for occupant in list(self.seats.taken()):
            self._dismiss_stand_in(occupant, table_pb2.GOODBYE_REASON_FINISHED)
            occupant.ready = False
            if occupant.holder is None:
                self.seats.vacate(occupant)
            else:
                self._played(occupant, forfeited=False)
                self._timekeeper.expect(occupant)
        if not self.plan.games:
            self.seats.widen(self.plan.rules.players)
            return
        if self.game_index + 1 == self.plan.games:
            self.close(table_pb2.GOODBYE_REASON_FINISHED)
        else:
            self._go_on_without_leavers()

    def _played(self, occupant: Occupant, *, forfeited: bool) -> None:
        if occupant.holder and occupant.holder.bot:
            self._surroundings.played(occupant.holder.bot, self.plan.clock, forfeited=forfeited)

    def _go_on_without_leavers(self) -> None:
        """Prepare the next planned game for those who are left, or close."""
        self.seats.close_ranks()
        if len(self.seats) < MIN_PLAYERS:
            self.close(table_pb2.GOODBYE_REASON_FINISHED)
        else:
            self._starting = True
            self._gather()

    def _keep_record(self, play: Play) -> None:
        self._surroundings.meters.games += 1
        self.audience.keep(GameFinished(self.plan, play.record()))
