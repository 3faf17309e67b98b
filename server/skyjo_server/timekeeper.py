"""Who is away, who is late, and what that costs: everything that time does to the seats of a table.

What is due when:

- a clock: the bank of a seat that was asked is used up (``clock.empty_bank_cost``);
- a grace time: a player who was cut off is not back (a stand-in, or the game is forfeited);
- a start-up time: a seat has not said its first ready, and is given up.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from skyjo.v1 import play_pb2, rules_pb2, table_pb2
from skyjo_engine.faults import Fault, FaultKind, FaultOwner
from skyjo_server.audience import Asked
from skyjo_server.play import Play
from skyjo_server.room import WAITING
from skyjo_server.seating import Occupant

if TYPE_CHECKING:
    from skyjo_server.tenancy import Tenancy

EARLY_SECONDS: Final = 0.001
"""How early a timer may be and still find due what it was set for."""
STRUCK: Final = {
    play_pb2.VERDICT_ILLEGAL: FaultKind.ILLEGAL,
    play_pb2.VERDICT_MALFORMED: FaultKind.MALFORMED,
}
"""The verdicts that count against a seat."""


class Timekeeper:
    """Watches over one table's seats, by the table's clock and clock rules."""

    def __init__(self, table: "Tenancy") -> None:
        """Watch over ``table``."""
        self._table = table
        self._rules = table.plan.clock
        table.audience.asked = self._asked

    # --- players come and go ---

    def expect(self, occupant: Occupant) -> None:
        """A seat was given, or its next game is prepared: its player has to come and be ready.

        What counts already counts on, whatever a bot is told of its seat again.
        """
        if occupant.ready_by is None:
            self.expect_anew(occupant)
        if not occupant.links() and occupant.away_until is None:
            self._count_down(occupant)

    def expect_anew(self, occupant: Occupant) -> None:
        """Give a seat its whole start-up time, where there is one."""
        if self._rules.HasField("start_up_ms") and not occupant.house_level:
            occupant.ready_by = self._table.clock() + self._rules.start_up_ms / 1000

    def here(self, occupant: Occupant) -> None:
        """The seat's player is attached."""
        occupant.away_until = None
        self._go_on(occupant)

    def away(self, occupant: Occupant) -> None:
        """The seat's player was cut off: the time to come back counts, and may stop the clock."""
        if self._count_down(occupant) and occupant.pauses < self._rules.pauses:
            occupant.pauses += 1
            self._hold(occupant)

    def interrupted(self) -> None:
        """The server was down, which is no player's fault: clocks stand still for a grace time."""
        for occupant in self._table.seats.taken():
            if self._count_down(occupant):
                self._hold(occupant)
            self.expect(occupant)
        if game := self._game():
            for seat in game.open_decisions():
                game.ask_again(self._table.seats.at(seat))

    def _count_down(self, occupant: Occupant) -> bool:
        """Begin the grace time of a seat's player; False where none counts."""
        if not self._rules.grace_ms or occupant.stand_in or occupant.holder is None:
            return False
        if occupant.house_level and self._game() is None:
            return False  # a house bot is the server's to bring back
        occupant.away_until = self._table.clock() + self._rules.grace_ms / 1000
        return True

    def _hold(self, occupant: Occupant) -> None:
        if game := self._game():
            game.clocks.hold(occupant.index)

    def _go_on(self, occupant: Occupant) -> None:
        if game := self._game():
            game.clocks.go_on(occupant.index)

    def _game(self) -> Play | None:
        """The game that is being played."""
        play = self._table.play
        return None if play is None or play.over else play

    # --- decisions ---

    def _asked(self, asked: list[Asked]) -> None:
        """Decisions have left for their seats: start the clocks."""
        for clocks, seat, decision in asked:
            deadline = clocks.start(seat, decision)
            if deadline is not None:
                self._table.wake_at(deadline)

    def struck(self, occupant: Occupant, verdict: play_pb2.Verdict) -> None:
        """An act was refused as illegal or malformed: have its cost paid."""
        if occupant.stand_in:
            return
        limit = self._rules.illegal_limit
        cost = self._rules.illegal_cost
        if limit and occupant.strikes >= limit:
            cost = rules_pb2.FAULT_COST_GAME
        self._table.pay(occupant, cost, _fault(occupant, STRUCK[verdict]))

    # --- time passes ---

    def next_deadline(self) -> float | None:
        """When the next of all this is due; None when nothing is."""
        return min(self._deadlines(), default=None)

    def _deadlines(self) -> Iterator[float]:
        table = self._table
        for occupant in table.seats.taken():
            if occupant.away_until is not None:
                yield occupant.away_until
            if occupant.ready_by is not None and self._starts_up(occupant):
                yield occupant.ready_by
        game = self._game()
        earliest = game.clocks.earliest() if game else None
        if earliest is not None:
            yield earliest

    def _starts_up(self, occupant: Occupant) -> bool:
        return self._table.stage == table_pb2.TABLE_STAGE_GATHERING and not occupant.ready

    def tick(self) -> None:
        """Do what is due."""
        table, now = self._table, self._table.clock() + EARLY_SECONDS
        while (game := self._game()) and (late := game.clocks.late(now)):
            self._time_is_up(table.seats.at(late[0]), game)
        for occupant in list(table.seats.taken()):
            if occupant.away_until is not None and occupant.away_until <= now:
                occupant.away_until = None
                self._not_back(occupant)
            elif self._never_ready(occupant, now):
                table.leave(occupant, table_pb2.GOODBYE_REASON_NOT_READY)

    def _never_ready(self, occupant: Occupant, now: float) -> bool:
        due = occupant.ready_by is not None and occupant.ready_by <= now
        return due and self._starts_up(occupant)

    def _time_is_up(self, occupant: Occupant, play: Play) -> None:
        if play.flipping:
            self._table.flip_unasked(occupant, play)
            return
        if occupant.stand_in:
            fault = Fault(FaultKind.INFRASTRUCTURE, FaultOwner.INFRASTRUCTURE)
            self._table.pay(occupant, rules_pb2.FAULT_COST_ROUND, fault)
            return
        kind = FaultKind.TIMED_OUT if occupant.links() else _absence(occupant)
        if self._rules.empty_bank_cost == rules_pb2.FAULT_COST_REJECTED:
            play.use_up(occupant)
        self._table.pay(occupant, self._rules.empty_bank_cost, _fault(occupant, kind))

    def _not_back(self, occupant: Occupant) -> None:
        """The grace time of a player is over."""
        table = self._table
        self._go_on(occupant)
        if self._game():
            cost = rules_pb2.FAULT_COST_GAME
            if self._rules.empty_bank_cost == rules_pb2.FAULT_COST_STAND_IN:
                cost = rules_pb2.FAULT_COST_STAND_IN
            table.pay(occupant, cost, _fault(occupant, _absence(occupant)))
        elif table.stage in WAITING:
            table.leave(occupant, table_pb2.GOODBYE_REASON_NOT_READY)


def _absence(occupant: Occupant) -> FaultKind:
    """Why a player is not there: its stream was cut for silence, or ended in some other way.

    Of a house bot the server knows that its program has ended.
    """
    if occupant.holder and occupant.holder.silent:
        return FaultKind.STALLED
    return FaultKind.CRASHED if occupant.house_level else FaultKind.DISCONNECTED


def _fault(occupant: Occupant, kind: FaultKind) -> Fault:
    """A fault of whoever plays a seat: the server's own bots are the server's business."""
    house = bool(occupant.house_level)
    return Fault(kind, FaultOwner.INFRASTRUCTURE if house else FaultOwner.PLAYER)
