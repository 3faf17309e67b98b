"""A game being played: the engine, its numbered events, open decisions, and its record so far."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from skyjo.v1 import play_pb2
from skyjo_engine.actions import Legal
from skyjo_engine.asking import asked_by
from skyjo_engine.events import Event
from skyjo_engine.game import Game
from skyjo_engine.inputs import Abandon, Act, Input, StartRound
from skyjo_engine.phase import Phase
from skyjo_engine.record import Entry, Player, Record, entries_of
from skyjo_engine.seat import SeatStatus
from skyjo_engine.view import Observer
from skyjo_server.attempt import Attempt
from skyjo_server.clocks import Clocks
from skyjo_server.frames import DECISION, EventLog, Frame
from skyjo_server.view_bytes import ViewBytes
from skyjo_wire import from_engine
from skyjo_wire.framing import delimited, tag, varint, varint_tag

_ID: Final = varint_tag(play_pb2.Decision.DECISION_ID_FIELD_NUMBER)
_KIND: Final = varint_tag(play_pb2.Decision.KIND_FIELD_NUMBER)
_LEGAL: Final = tag(play_pb2.Decision.LEGAL_FIELD_NUMBER)
_EVENT_NUMBER: Final = varint_tag(play_pb2.Decision.EVENT_NUMBER_FIELD_NUMBER)
_CLOCK: Final = tag(play_pb2.Decision.CLOCK_FIELD_NUMBER)
_VIEW: Final = tag(play_pb2.Decision.VIEW_FIELD_NUMBER)
_KINDS: Final = {
    Phase.FLIP: _KIND + varint(play_pb2.DECISION_KIND_FLIP),
    Phase.TURN: _KIND + varint(play_pb2.DECISION_KIND_TURN),
    Phase.HOLDING: _KIND + varint(play_pb2.DECISION_KIND_PLACE),
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
    journal alone. ``decisions`` maps each seat that is asked to the identifier; ``inputs`` counts
    what was applied.
    """

    def __init__(self, attempt: Attempt, players: tuple[Player, ...], clocks: Clocks) -> None:
        """Begin the game that ``attempt`` prepared."""
        self.attempt = attempt
        self.clocks = clocks
        self.game = Game(attempt.rules)
        self.log = EventLog(None if attempt.withheld else attempt.key)
        self.decisions: dict[int, int] = {}
        self.inputs = 0
        self._legal: dict[int, Legal] = {}
        self._chance = attempt.chance()
        self._players = players
        self._entries: list[Entry] = []
        self._observer = Observer(self.game)
        self._views = ViewBytes(attempt.rules.players)

    def apply(self, given: Input, note: str = "", bank_ms: int | None = None) -> Step:
        """Apply an input, which leaves ``bank_ms`` in its seat's bank (None: what is in it).

        Raises the engine's errors; then nothing has changed.
        """
        events = self.game.apply(given, self._chance)
        self.inputs += 1
        after = self.log.latest
        self.log.append(events)
        self._observer.note(events)
        self._entries += entries_of(events, note)
        asked = self._ask(after, events)
        self._set_clocks(given, bank_ms, asked)
        return Step(after, events, asked)

    def _ask(self, after: int, events: tuple[Event, ...]) -> tuple[int, ...]:
        """Find who has a decision now, and return those who did not have the same before."""
        new = asked_by(events, after)
        asked = new or self.decisions  # a new decision ends those before it
        legal = {seat: self.game.legal(seat) for seat in asked}
        self._legal = {seat: actions for seat, actions in legal.items() if actions}
        self.decisions = {seat: asked[seat] for seat in self._legal}
        return tuple([seat for seat in new if seat in self._legal])

    def _set_clocks(self, given: Input, bank_ms: int | None, asked: tuple[int, ...]) -> None:
        clocks, seats = self.clocks, self.game.seats
        clocks.close_all_but(self.decisions)
        if not isinstance(given, StartRound | Abandon):
            if bank_ms is not None:
                clocks.set_bank(given.seat, bank_ms)
            if not isinstance(given, Act) and given.seat in self.decisions:
                asked = (*asked, given.seat)  # whoever plays it now has another clock
        for seat in asked:
            stand_in = seats[seat].status is SeatStatus.STAND_IN
            clocks.ask(seat, self.decisions[seat], stand_in=stand_in)

    def view(self, viewer: int | None) -> bytes:
        """The serialised view of a seat, or of a spectator (None)."""
        return self._views.of(self._observer.view(viewer), self.log.latest)

    def decision(self, seat: int, *, omit_view: bool) -> Frame:
        """The open decision of ``seat``."""
        parts = [
            _ID,
            varint(self.decisions[seat]),
            _KINDS[self.game.phase],
            _legal_bytes(self._legal[seat]),
            _EVENT_NUMBER,
            varint(self.log.latest),
        ]
        if clock := self.clocks.shown(seat):
            parts.append(delimited(_CLOCK, clock))
        if not omit_view:
            parts.append(delimited(_VIEW, self.view(seat)))
        return Frame(DECISION, b"".join(parts))

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


@lru_cache(maxsize=1 << 14)
def _legal_bytes(legal: Legal) -> bytes:
    """A decision's field of legal actions. Most are legal again and again, in all games."""
    message = from_engine.legal(legal)
    return delimited(_LEGAL, message.SerializeToString(deterministic=True))
