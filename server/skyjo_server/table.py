"""A table: seats that fill, games one after another, and everybody who is to know of it.

Stages and what moves between them::

    GATHERING --all seats ready, and begun or full--> OPENING
    OPENING   --all promised entropy shown--> PLAYING      --somebody does not show it--> GATHERING
    OPENING   --the server is started again--> GATHERING
    PLAYING   --round ends--> BETWEEN_ROUNDS --all people ready, or the wait is over--> PLAYING
    PLAYING   --game ends--> GAME_OVER, or GATHERING for the next planned game, or CLOSED
    GAME_OVER --the host starts--> GATHERING

A table is synchronous and belongs to one thread. It reads no clock and draws no random numbers of
its own. Every change leaves through :class:`Audience`, which holds back what is to be said until
the journal has kept what was decided. How a game is prepared is in ``preparation``, what happens
within one in ``play``.
"""

from collections.abc import Sequence
from typing import Final

from skyjo.v1 import error_pb2, play_pb2, table_pb2
from skyjo_server import answers, saved_table
from skyjo_server.frames import Frame
from skyjo_server.input_text import KeptInput
from skyjo_server.journal import GameBegan, GameFinished, TableGone
from skyjo_server.play import Play
from skyjo_server.preparation import Preparation
from skyjo_server.room import WAITING
from skyjo_server.seating import Holder, Occupant
from skyjo_server.timekeeper import EARLY_SECONDS, STRUCK
from skyjo_wire.errors import RefusalError

LINGER_SECONDS: Final = 60.0
"""Time in which a seat that was cut off can still fetch the end of the table's last game."""
_OVER: Final = error_pb2.ERROR_REASON_DECISION_OVER


class Table(Preparation):
    """One table, moving from stage to stage."""

    def resume(self, state: str, inputs: Sequence[KeptInput]) -> None:
        """Stand where the table stood when ``state`` was kept and ``inputs`` were applied."""
        self._starting = saved_table.loads(self, state, inputs)
        self.voting.interrupted(saved_table.votes_in(state))
        if self.stage == table_pb2.TABLE_STAGE_CLOSED:
            self.deadline = self.clock() + LINGER_SECONDS
        elif self.stage == table_pb2.TABLE_STAGE_OPENING:
            self._give_up_opening()
        elif self.play and self.stage != table_pb2.TABLE_STAGE_GAME_OVER:
            self.stage = table_pb2.TABLE_STAGE_PLAYING
            self._follow_play()
        self._timekeeper.interrupted()
        self.announce()

    def ready(self, occupant: Occupant, message: play_pb2.Ready) -> None:
        """The seat is ready for what the table waits for. Raises RefusalError."""
        if occupant.holder is None:
            return  # said before its goodbye was heard
        round_now = self.play.round if self.play else None
        if message.HasField("round") and message.round != round_now:
            return  # said of the game before, it must not count as a promise without entropy
        if message.HasField("commitment") and message.commitment != self.attempt.commitment:
            return  # said of a preparation that was given up meanwhile
        if self.stage == table_pb2.TABLE_STAGE_GATHERING:
            self._promise(occupant, message)
        elif self.stage == table_pb2.TABLE_STAGE_OPENING:
            self._open(occupant, message)
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
        if self.stage == table_pb2.TABLE_STAGE_PLAYING:
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

    # --- games ---

    def _begin(self) -> None:
        """Deal the first round of the game that was prepared."""
        self.deadline = None
        self.play = self.new_play(tuple(occupant.recorded() for occupant in self.seats.taken()))
        self.audience.keep(GameBegan(self.plan.table_id))
        for occupant in self.seats.taken():
            if not occupant.links():
                self._timekeeper.away(occupant)
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
            over = answers.late(message.decision_id, _OVER, occupant.strikes)
            self._refused(holder, over, _OVER)
            return
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

    def note(self, occupant: Occupant, holder: Holder, message: play_pb2.Note) -> None:
        """Keep the remark of whoever plays a seat for the record. Raises RefusalError."""
        if self.play is None or holder is not occupant.acting:
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
            if self.seats.host is None:
                self.seats.find_host()
            self._close_if_orphaned()
        elif self.game_index + 1 >= self.plan.games:
            self.close(table_pb2.GOODBYE_REASON_FINISHED)
        else:
            self._go_on_without_leavers()

    def _go_on_without(self, occupant: Occupant) -> None:
        if self.stage == table_pb2.TABLE_STAGE_OPENING:
            self._restart([occupant.index])
        elif self.plan.games and self.game_index:
            self._go_on_without_leavers()
        else:
            self._close_if_orphaned()

    def _close_if_orphaned(self) -> None:
        """Close a table at which nobody is left who could begin a game.

        Otherwise the next person to come would be host of a table that another has made.
        """
        begins_by_itself = self.plan.start_when_full and self.game_index == 0 and not self.play
        wanted = begins_by_itself and any(map(self._keeps_open, self.seats.taken()))
        if not (wanted or self.seats.host_token_hash or self.seats.host):
            self.close(table_pb2.GOODBYE_REASON_TABLE_CLOSED)

    def _keep_record(self, play: Play) -> None:
        self._surroundings.meters.games += 1
        self.audience.keep(GameFinished(self.plan, play.record()))
