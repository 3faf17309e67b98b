"""A game being played: the engine, its numbered events, open decisions, and its record so far."""

from dataclasses import dataclass
from typing import Final

from skyjo.v1 import play_pb2
from skyjo_engine.events import Dealt, Drew, Event, TurnStarted
from skyjo_engine.game import Game
from skyjo_engine.inputs import Input
from skyjo_engine.phase import Phase
from skyjo_engine.record import Entry, Player, Record, entries_of
from skyjo_engine.view import Observer
from skyjo_server.attempt import Attempt
from skyjo_server.frames import DECISION, EventLog, Frame
from skyjo_server.view_bytes import ViewBytes
from skyjo_wire import from_engine
from skyjo_wire.framing import delimited, tag

_VIEW: Final = tag(play_pb2.Decision.VIEW_FIELD_NUMBER)
_KINDS: Final = {
    Phase.FLIP: play_pb2.DECISION_KIND_FLIP,
    Phase.TURN: play_pb2.DECISION_KIND_TURN,
    Phase.HOLDING: play_pb2.DECISION_KIND_PLACE,
}


@dataclass(frozen=True, slots=True)
class Step:
    """What one input did: events after number ``after``, and the seats that are now asked."""

    after: int
    events: tuple[Event, ...]
    asked: tuple[int, ...]


class RunningGame:
    """One game, from its first deal to its result.

    A decision's identifier is the number of the event that asked for it, so it follows from the
    journal alone. ``decisions`` maps each seat that is asked to the identifier.
    """

    def __init__(self, attempt: Attempt, players: tuple[Player, ...]) -> None:
        """Begin the game that ``attempt`` prepared."""
        self.attempt = attempt
        self.game = Game(attempt.rules)
        self.log = EventLog(None if attempt.withheld else attempt.key)
        self.decisions: dict[int, int] = {}
        self._chance = attempt.chance()
        self._players = players
        self._entries: list[Entry] = []
        self._observer = Observer(self.game)
        self._views = ViewBytes(attempt.rules.players)

    def apply(self, given: Input, note: str = "") -> Step:
        """Apply an input. Raises the engine's errors; then nothing has changed."""
        events = self.game.apply(given, self._chance)
        after = self.log.latest
        self.log.append(events)
        self._observer.note(events)
        self._entries += entries_of(events, note)
        return Step(after, events, self._ask(after, events))

    def _ask(self, after: int, events: tuple[Event, ...]) -> tuple[int, ...]:
        """Find who has a decision now, and return those who did not have the same before."""
        waits = {seat for seat in self.decisions if self.game.legal(seat)}
        self.decisions = {seat: asked for seat, asked in self.decisions.items() if seat in waits}
        new: dict[int, int] = {}
        for number, event in enumerate(events, after + 1):
            if isinstance(event, Dealt):
                new = dict.fromkeys(event.seats, number)
            elif isinstance(event, TurnStarted | Drew):
                new = {event.seat: number}
        new = {seat: number for seat, number in new.items() if self.game.legal(seat)}
        self.decisions.update(new)
        return tuple(new)

    def view(self, viewer: int | None) -> bytes:
        """The serialised view of a seat, or of a spectator (None)."""
        return self._views.of(self._observer.view(viewer), self.log.latest)

    def decision(self, seat: int, *, omit_view: bool) -> Frame:
        """The open decision of ``seat``."""
        legal = self.game.legal(seat)
        assert legal is not None  # noqa: S101  # the caller asks only for seats in `decisions`
        message = play_pb2.Decision(
            decision_id=self.decisions[seat],
            kind=_KINDS[self.game.phase],
            legal=from_engine.legal(legal),
            event_number=self.log.latest,
        )
        payload = message.SerializeToString(deterministic=True)
        if not omit_view:
            payload += delimited(_VIEW, self.view(seat))
        return Frame(DECISION, payload)

    def record(self) -> Record:
        """The record of the game, which is over."""
        attempt = self.attempt
        return Record(
            attempt.game_id,
            attempt.rules,
            self._players,
            attempt.deal(),
            tuple(self._entries),
            attempt.key,
        )
