"""A game at a table: acts come in, receipts, events and decisions go out."""

from collections.abc import Iterable

from skyjo.v1 import error_pb2, play_pb2
from skyjo_engine.actions import Flip
from skyjo_engine.cards import UNASKED_FLIPS
from skyjo_engine.errors import IllegalActionError
from skyjo_engine.faults import Fault
from skyjo_engine.inputs import Abandon, Act, Forfeit, Input, Leave, Return, StandIn, StartRound
from skyjo_engine.phase import Phase
from skyjo_engine.record import Player, Record
from skyjo_engine.rules import OnLeave
from skyjo_engine.seat import SeatStatus
from skyjo_server import answers
from skyjo_server.attempt import Attempt
from skyjo_server.audience import Audience
from skyjo_server.clocks import Clocks
from skyjo_server.frames import Frame
from skyjo_server.input_text import KeptInput
from skyjo_server.journal import InputApplied
from skyjo_server.running_game import RunningGame
from skyjo_server.seating import Answered, Occupant
from skyjo_server.seats import Seats
from skyjo_server.text import clean_note
from skyjo_wire import from_engine, to_engine
from skyjo_wire.errors import RefusalError


class Play:
    """One game at a table, from its beginning to its result."""

    def __init__(
        self,
        attempt: Attempt,
        players: tuple[Player, ...],
        seats: Seats,
        audience: Audience,
        clocks: Clocks,
    ) -> None:
        """Begin the game that was prepared, with those ``players`` and full banks."""
        self.players = players
        self.clocks = clocks
        self._running = RunningGame(attempt, players, clocks)
        self._seats = seats
        self._audience = audience
        self._notes: dict[int, tuple[int, str]] = {}

    @property
    def over(self) -> bool:
        """Whether the game has its result."""
        return self._running.game.over

    @property
    def between(self) -> bool:
        """Whether no round is running."""
        return self._running.game.phase in (Phase.BETWEEN, Phase.OVER)

    @property
    def flipping(self) -> bool:
        """Whether cards are turned up before the first turn."""
        return self._running.game.phase is Phase.FLIP

    @property
    def round(self) -> int:
        """Number of the current round, or of the latest."""
        return self._running.game.round.number if self._running.game.round else 0

    @property
    def latest(self) -> int:
        """Number of the latest event."""
        return self._running.log.latest

    def view(self, seat: int | None) -> bytes:
        """The serialised view of a seat; of a spectator (None), or of who came after the game."""
        known = seat is not None and seat < len(self._running.game.seats)
        return self._running.view(seat if known else None)

    def backlog(self, after: int, seat: int | None) -> Iterable[Frame]:
        """The events after number ``after`` as a seat, or a spectator (None), may see them."""
        return self._running.log.backlog(after, seat)

    def open_decisions(self) -> dict[int, int]:
        """The identifier of the open decision of each seat that has one."""
        return dict(self._running.decisions)

    def record(self) -> Record:
        """The record of the game, which is over."""
        return self._running.record()

    def has_stand_in(self, occupant: Occupant) -> bool:
        """Whether a bot is to play the seat."""
        return self._running.game.seats[occupant.index].status is SeatStatus.STAND_IN

    def repeat(self, inputs: Iterable[KeptInput]) -> None:
        """Play again what was played before a restart, in order."""
        taken = {occupant.index: occupant for occupant in self._seats.taken()}
        for given, note, bank_ms in inputs:
            decisions = dict(self._running.decisions)
            self._running.apply(given, note, bank_ms)
            if isinstance(given, Act) and given.seat in taken and not given.by_server:
                answered = Answered(decisions[given.seat], given.action, note)
                taken[given.seat].answered = answered
        for seat, decision in self._running.decisions.items():
            if taken[seat].used_up == decision:
                self.clocks.use_up(seat)

    def start_round(self) -> None:
        """Deal the next round. Seats that have forfeited the game forfeit it at once (R40)."""
        self._step(StartRound())
        for occupant in self._seats.taken():
            if occupant.out:
                self.forfeit(occupant, None, whole_game=True)

    def leave(self, occupant: Occupant, *, removed: bool) -> None:
        """The seat's player has left, or was removed; the rules say what becomes of it (R38).

        Where that is a stand-in, and one plays already because the player was away, it plays on.
        """
        stays = self._running.game.rules.on_leave is OnLeave.BOT and self.has_stand_in(occupant)
        if removed or not stays:
            self._step(Leave(occupant.index, removed))

    def forfeit(self, occupant: Occupant, fault: Fault | None, *, whole_game: bool) -> None:
        """The seat forfeits the round that runs, if it takes part in one still (R40)."""
        if not self.between and self._running.game.seats[occupant.index].plays:
            self._step(Forfeit(occupant.index, fault, whole_game), bank_ms=self._bank(occupant))

    def stand_in(self, occupant: Occupant, fault: Fault) -> None:
        """A bot plays the seat until its player is back (R37)."""
        self._step(StandIn(occupant.index, fault), bank_ms=self._bank(occupant))

    def give_back(self, occupant: Occupant) -> None:
        """The seat's player plays it again, with a full bank."""
        self._step(Return(occupant.index), bank_ms=self.clocks.full_bank())

    def flip_unasked(self, occupant: Occupant) -> None:
        """Turn up the first cards of a seat that did not in time (R5)."""
        count = self._running.game.rules.initial_flips
        act = Act(occupant.index, Flip(UNASKED_FLIPS[:count]), by_server=True)
        self._step(act, bank_ms=self._bank(occupant))

    def use_up(self, occupant: Occupant) -> None:
        """The seat's bank is empty, and that costs nothing: its open decision has no limit."""
        occupant.used_up = self._running.decisions[occupant.index]
        self.clocks.use_up(occupant.index)

    def _bank(self, occupant: Occupant) -> int | None:
        """What is in the seat's bank now; None without banks."""
        return self.clocks.charge(occupant.index, 0).bank_ms

    def abandon(self) -> None:
        """The game is given up: it ends now, and nobody is rated."""
        self._step(Abandon())

    def ask_again(self, occupant: Occupant) -> None:
        """Repeat the seat's open decision, if it has one."""
        if occupant.index in self._running.decisions:
            self._audience.ask(self._running, occupant.index)

    def note(self, occupant: Occupant, message: play_pb2.Note) -> None:
        """Keep a remark on the seat's open decision for the record. Raises RefusalError."""
        if self._running.decisions.get(occupant.index) != message.decision_id:
            raise RefusalError(error_pb2.ERROR_REASON_DECISION_UNKNOWN, field="note.decision_id")
        text = clean_note(message.text, "note.text")
        self._notes[occupant.index] = message.decision_id, text

    def act(
        self, occupant: Occupant, message: play_pb2.Act, network_ms: int
    ) -> tuple[play_pb2.Verdict, error_pb2.ErrorReason]:
        """Apply the seat's answer, or tell it in the receipt what is wrong with it.

        ``network_ms`` is what a round trip to the seat's player takes. Returns what the receipt
        says of the act.
        """
        decision_id = message.decision_id
        if self._running.decisions.get(occupant.index) != decision_id:
            verdict, reason, receipt = self._too_late(occupant, message)
            self._answer(occupant, receipt)
            return verdict, reason
        charge = self.clocks.charge(occupant.index, network_ms)
        try:
            action = to_engine.action(message)
            note = clean_note(message.note, "act.note") if message.note else ""
        except RefusalError as error:
            return self._strike(occupant, message, play_pb2.VERDICT_MALFORMED, error.reason)
        receipt = answers.accepted(decision_id, occupant.strikes, charge)
        noted_for, noted = self._notes.get(occupant.index, (0, ""))
        note = note or (noted if noted_for == decision_id else "")
        try:
            self._step(Act(occupant.index, action), note, charge.bank_ms, (occupant, receipt))
        except IllegalActionError as error:
            reason = from_engine.illegal(error)
            return self._strike(occupant, message, play_pb2.VERDICT_ILLEGAL, reason)
        self._notes.pop(occupant.index, None)
        occupant.answered = Answered(decision_id, action, note)
        return play_pb2.VERDICT_ACCEPTED, error_pb2.ERROR_REASON_UNSPECIFIED

    def _strike(
        self,
        occupant: Occupant,
        message: play_pb2.Act,
        verdict: play_pb2.Verdict,
        reason: error_pb2.ErrorReason,
    ) -> tuple[play_pb2.Verdict, error_pb2.ErrorReason]:
        """Refuse an act in its receipt, and count it, but not a stand-in's against its player."""
        occupant.strikes += occupant.stand_in is None
        bank_ms = self._bank(occupant)
        receipt = answers.struck(message.decision_id, verdict, reason, occupant.strikes, bank_ms)
        self._answer(occupant, receipt)
        return verdict, reason

    def _too_late(
        self, occupant: Occupant, message: play_pb2.Act
    ) -> tuple[play_pb2.Verdict, error_pb2.ErrorReason, Frame]:
        """What becomes of an act whose decision is not open, why, and its receipt."""
        decision_id, strikes = message.decision_id, occupant.strikes
        answered = occupant.answered
        if answered and answered.decision_id == decision_id:
            if _says(message, answered):
                duplicate = answers.duplicate(decision_id, strikes)
                reason = error_pb2.ERROR_REASON_UNSPECIFIED
                return play_pb2.VERDICT_DUPLICATE, reason, duplicate
            reason = error_pb2.ERROR_REASON_DECISION_ANSWERED
        elif 0 < decision_id <= self.latest:
            reason = error_pb2.ERROR_REASON_DECISION_OVER
        else:
            reason = error_pb2.ERROR_REASON_DECISION_UNKNOWN
            return play_pb2.VERDICT_UNKNOWN, reason, answers.unknown(decision_id, strikes)
        return play_pb2.VERDICT_LATE, reason, answers.late(decision_id, reason, strikes)

    def _answer(self, occupant: Occupant, receipt: Frame) -> None:
        if occupant.acting and occupant.acting.link:
            self._audience.tell(occupant.acting.link, receipt)

    def _step(
        self,
        given: Input,
        note: str = "",
        bank_ms: int | None = None,
        receipt: tuple[Occupant, Frame] | None = None,
    ) -> None:
        """Apply an input, have it kept, and show everybody what it did, the actor first."""
        step = self._running.apply(given, note, bank_ms)
        number = self._running.inputs - 1
        self._audience.keep(
            InputApplied(self._audience.table_id, number, KeptInput(given, note, bank_ms))
        )
        if receipt:
            self._answer(*receipt)
        self._audience.show(self._running, step)


def _says(message: play_pb2.Act, answered: Answered) -> bool:
    """Whether an act is the one that was answered, its note as it was kept or left out."""
    try:
        action = to_engine.action(message)
        note = clean_note(message.note, "act.note")
    except RefusalError:
        return False
    return action == answered.action and note in ("", answered.note)
