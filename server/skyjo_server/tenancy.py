"""Who holds the seats of a table: players come, are cut off, come back, leave, and pay for faults.

When a player is late or away too long is said by ``timekeeper``, how a table moves from stage to
stage by ``table``.
"""

import logging
from abc import abstractmethod
from collections.abc import Callable
from typing import Final
from weakref import proxy

from skyjo.v1 import error_pb2, rules_pb2, table_pb2
from skyjo_engine.faults import Fault
from skyjo_server import saved_table
from skyjo_server.frames import Frame, Link
from skyjo_server.journal import Journal, TableKept
from skyjo_server.plan import Plan
from skyjo_server.play import Play
from skyjo_server.room import WAITING, Room, goodbye_frame
from skyjo_server.seating import Holder, Occupant
from skyjo_server.surroundings import Surroundings
from skyjo_server.timekeeper import Timekeeper
from skyjo_server.tokens import SecretSource
from skyjo_server.voting import KeptVotes
from skyjo_wire.errors import RefusalError

_LOG: Final = logging.getLogger(__name__)
IDLE_SECONDS: Final = 600.0
"""Time after which a table between games is closed at which nobody but given bots is attached."""
DESERTED_SECONDS: Final = 24 * 3600.0
"""Time after which a game to which nobody came back is given up, where no clock ends it."""


class Tenancy(Room):
    """A table's seats and their players. It asks to be woken when something is due."""

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
        self._timekeeper = Timekeeper(proxy(self))  # a table that goes is freed at once
        self._kept = ""

    @abstractmethod
    def tick(self) -> None:
        """Time has passed: do what is due, and ask to be woken for what is due next."""

    @abstractmethod
    def _follow_play(self) -> None:
        """Move on to the stage that the game is in now."""

    @abstractmethod
    def _votes(self) -> KeptVotes:
        """What is to be kept of the table's votes."""

    @abstractmethod
    def _go_on_without(self, occupant: Occupant) -> None:
        """A seat was given up while no game is played, and is free."""

    def announce(self) -> None:
        """Tell everybody how the table stands now, also those around it."""
        self._mind_idleness()
        self._keep_state()
        super().announce()
        self._surroundings.changed(self)
        self._ask_to_be_woken()

    def _ask_to_be_woken(self) -> None:
        if (when := self._next_deadline()) is not None:
            self.wake_at(when)

    def _next_deadline(self) -> float | None:
        """When something is due here by itself; None when nothing is."""
        due = (self.deadline, self._timekeeper.next_deadline())
        return min((one for one in due if one is not None), default=None)

    def wake_at(self, when: float) -> None:
        """Ask for a tick at ``when`` at the latest, a second of the table's clock."""
        self._surroundings.wake(self, when)

    def _mind_idleness(self) -> None:
        """Let a table close after a while at which nobody is left for whom it is there."""
        if self.stage in WAITING or self.stage == table_pb2.TABLE_STAGE_PLAYING:
            if any(o.links() for o in self.seats.taken() if self._keeps_open(o)):
                self.deadline = None
            elif self.deadline is None:
                wait = IDLE_SECONDS if self.stage in WAITING else DESERTED_SECONDS
                self.deadline = self.clock() + wait

    def _keeps_open(self, occupant: Occupant) -> bool:
        """Whether the table stays for this seat: bots that were given theirs do not wait for ever.

        They do where the maker took no seat and has the host token: bots are whom that is for.
        """
        if occupant.house_level:
            return False
        given = occupant.holder is not None and occupant.holder.bot is not None
        waiting = self.stage in WAITING and self.seats.host_token_hash is None
        return not (given and waiting)

    def _keep_state(self) -> None:
        """Have the table kept as it is now, if that is not what was kept last."""
        state = saved_table.dumps(self, starting=self._starting, votes=self._votes())
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

    # --- players come and go ---

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
        play = self.play
        if holder is occupant.holder and occupant.stand_in and play and not play.over:
            self._give_back(occupant, play)

    def _give_back(self, occupant: Occupant, play: Play) -> None:
        self._dismiss_stand_in(occupant, table_pb2.GOODBYE_REASON_SUPERSEDED)
        play.give_back(occupant)
        play.ask_again(occupant)
        if self.seats.host is None:
            self.seats.find_host()
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
            if occupant.ready:
                self._timekeeper.expect_anew(occupant)
            occupant.ready = False
            self.attempt.promise(occupant.index, None)
        if holder is occupant.holder:
            self._timekeeper.away(occupant)
        self.announce()

    def leave(self, occupant: Occupant, reason: table_pb2.GoodbyeReason) -> None:
        """Give a seat up for good: on purpose, or because the player is removed.

        Raises RefusalError when the player has left already, or the table is closed.
        """
        if self.stage == table_pb2.TABLE_STAGE_CLOSED:
            raise RefusalError(error_pb2.ERROR_REASON_TABLE_CLOSED)
        if occupant.holder is None:
            raise RefusalError(error_pb2.ERROR_REASON_WRONG_STAGE)
        self._dismiss(occupant, reason)
        if self.play and not self.play.over:
            self.play.leave(occupant, removed=reason == table_pb2.GOODBYE_REASON_KICKED)
            if self.play.has_stand_in(occupant):
                self._let_stand_in(occupant, self.play)
            self._follow_play()
        else:
            self.seats.vacate(occupant)
            self._go_on_without(occupant)
        self.announce()

    def _let_stand_in(self, occupant: Occupant, play: Play) -> None:
        """Have a bot found for the seat, whose clock is another from now on."""
        occupant.away_until = None
        occupant.used_up = 0
        play.clocks.go_on(occupant.index)
        self._surroundings.stand_in_wanted(self, occupant)
        play.ask_again(occupant)

    def kick(self, seat: int) -> None:
        """Remove the player of ``seat``. Raises RefusalError.

        Not during the opening, where it would let the host have the cards drawn again.
        """
        if self.stage == table_pb2.TABLE_STAGE_OPENING:
            raise RefusalError(error_pb2.ERROR_REASON_WRONG_STAGE)
        self.leave(self.seats.at(seat), table_pb2.GOODBYE_REASON_KICKED)

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
            self.seats.find_host()

    def _dismiss_stand_in(self, occupant: Occupant, reason: table_pb2.GoodbyeReason) -> None:
        """The stand-in's work is done; the seat is its player's."""
        stand_in, occupant.stand_in = occupant.stand_in, None
        if stand_in is None:
            return
        if stand_in.link:
            self.audience.tell(stand_in.link, goodbye_frame(reason))
            stand_in.link = None
        self._surroundings.forgotten(stand_in)

    # --- faults ---

    def pay(self, occupant: Occupant, cost: rules_pb2.FaultCost, fault: Fault) -> None:
        """Have a seat bear what a fault of whoever plays it costs."""
        self._surroundings.meters.faults[fault] += 1
        self._log_fault(occupant.index, fault)
        play = self.play
        if play is None:
            return
        if cost == rules_pb2.FAULT_COST_REJECTED:
            self._keep_state()
            self.audience.commit()
            return
        if cost == rules_pb2.FAULT_COST_STAND_IN:
            play.stand_in(occupant, fault)
            self._let_stand_in(occupant, play)
        elif cost == rules_pb2.FAULT_COST_ROUND:
            play.forfeit(occupant, fault, whole_game=False)
        else:
            occupant.out = True
            play.forfeit(occupant, fault, whole_game=True)
            self._played(occupant, forfeited=True)
            self._dismiss(occupant, table_pb2.GOODBYE_REASON_FORFEITED)
        self._follow_play()
        self.announce()

    def _log_fault(self, seat: int, fault: Fault) -> None:
        table, kind, owner = self.plan.table_id, fault.kind.value, fault.owner.value
        fields = {"table": table, "seat": seat, "kind": kind, "owner": owner}
        _LOG.info("fault at seat %d of table %s: %s (%s)", seat, table, kind, owner, extra=fields)

    def flip_unasked(self, occupant: Occupant, play: Play) -> None:
        """Turn up the first cards of a seat that did not in time (R5)."""
        play.flip_unasked(occupant)
        self.audience.commit()

    def _played(self, occupant: Occupant, *, forfeited: bool) -> None:
        own_clock = self.plan.clock.preset == rules_pb2.CLOCK_PRESET_CUSTOM
        if own_clock and not self.plan.event_id:
            return  # whoever makes a table must not be able to suspend other people's bots by it
        if occupant.holder and occupant.holder.bot:
            self._surroundings.played(occupant.holder.bot, self.plan.clock, forfeited=forfeited)
