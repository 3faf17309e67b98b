"""A game at a table: acts come in, receipts, events and decisions go out."""

from collections.abc import Iterable

from skyjo.v1 import error_pb2, play_pb2
from skyjo_engine.errors import IllegalActionError
from skyjo_engine.inputs import Abandon, Act, Input, Leave, StartRound
from skyjo_engine.phase import Phase
from skyjo_engine.record import Player, Record
from skyjo_engine.seat import SeatStatus
from skyjo_server import answers
from skyjo_server.attempt import Attempt
from skyjo_server.audience import Audience
from skyjo_server.frames import Frame
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
        self, attempt: Attempt, players: tuple[Player, ...], seats: Seats, audience: Audience
    ) -> None:
        """Begin the game that was prepared, with those ``players``."""
        self.players = players
        self._running = RunningGame(attempt, players)
        self._seats = seats
        self._audience = audience
        self._notes: dict[int, str] = {}

    @property
    def over(self) -> bool:
        """Whether the game has its result."""
        return self._running.game.over

    @property
    def between(self) -> bool:
        """Whether no round is running."""
        return self._running.game.phase in (Phase.BETWEEN, Phase.OVER)

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

    def repeat(self, inputs: Iterable[tuple[Input, str]]) -> None:
        """Play again what was played before a restart: inputs with their notes, in order."""
        taken = {occupant.index: occupant for occupant in self._seats.taken()}
        for given, note in inputs:
            decisions = dict(self._running.decisions)
            self._running.apply(given, note)
            if isinstance(given, Act) and given.seat in taken and not given.by_server:
                answered = Answered(decisions[given.seat], given.action, note)
                taken[given.seat].answered = answered

    def start_round(self) -> None:
        """Deal the next round."""
        self._step(StartRound())

    def leave(self, occupant: Occupant) -> None:
        """The seat's player has left; the rules say what becomes of the seat (R38)."""
        self._step(Leave(occupant.index))

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
        self._notes[occupant.index] = clean_note(message.text, "note.text")

    def act(self, occupant: Occupant, message: play_pb2.Act) -> error_pb2.ErrorReason:
        """Apply the seat's answer, or tell it in the receipt what is wrong with it.

        Returns what is wrong, UNSPECIFIED when nothing is.
        """
        decision_id = message.decision_id
        if self._running.decisions.get(occupant.index) != decision_id:
            reason, receipt = self._too_late(occupant, message)
            self._answer(occupant, receipt)
            return reason
        try:
            action = to_engine.action(message)
            note = clean_note(message.note, "act.note") if message.note else ""
        except RefusalError as error:
            occupant.strikes += 1
            self._answer(occupant, answers.malformed(decision_id, error.reason, occupant.strikes))
            return error.reason
        receipt = answers.accepted(decision_id, occupant.strikes)
        note = note or self._notes.get(occupant.index, "")
        try:
            self._step(Act(occupant.index, action), note, (occupant, receipt))
        except IllegalActionError as error:
            occupant.strikes += 1
            reason = from_engine.illegal(error)
            self._answer(occupant, answers.illegal(decision_id, reason, occupant.strikes))
            return reason
        self._notes.pop(occupant.index, None)
        occupant.answered = Answered(decision_id, action, message.note)
        return error_pb2.ERROR_REASON_UNSPECIFIED

    def _too_late(
        self, occupant: Occupant, message: play_pb2.Act
    ) -> tuple[error_pb2.ErrorReason, Frame]:
        """What is wrong with an act whose decision is not open, and its receipt."""
        decision_id, strikes = message.decision_id, occupant.strikes
        answered = occupant.answered
        if answered and answered.decision_id == decision_id:
            if _says(message, answered):
                duplicate = answers.duplicate(decision_id, strikes)
                return error_pb2.ERROR_REASON_UNSPECIFIED, duplicate
            reason = error_pb2.ERROR_REASON_DECISION_ANSWERED
        elif 0 < decision_id <= self.latest:
            reason = error_pb2.ERROR_REASON_DECISION_OVER
        else:
            reason = error_pb2.ERROR_REASON_DECISION_UNKNOWN
            return reason, answers.unknown(decision_id, strikes)
        return reason, answers.late(decision_id, reason, strikes)

    def _answer(self, occupant: Occupant, receipt: Frame) -> None:
        if occupant.acting and occupant.acting.link:
            self._audience.tell(occupant.acting.link, receipt)

    def _step(
        self, given: Input, note: str = "", receipt: tuple[Occupant, Frame] | None = None
    ) -> None:
        """Apply an input, have it kept, and show everybody what it did, the actor first."""
        step = self._running.apply(given, note)
        self._audience.keep(
            InputApplied(self._audience.table_id, self._running.inputs - 1, given, note)
        )
        if receipt:
            self._answer(*receipt)
        self._audience.show(self._running, step)


def _says(message: play_pb2.Act, answered: Answered) -> bool:
    """Whether an act is the one that was answered."""
    try:
        action = to_engine.action(message)
    except RefusalError:
        return False
    return (action, message.note) == (answered.action, answered.note)
