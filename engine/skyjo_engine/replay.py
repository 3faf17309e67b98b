"""Replay of a record: the engine plays the recorded inputs and every line must be what it says.

Deals, actions and changes of seats are inputs; what follows from them (first turns, the server's
flips for a seat that drops out, scores, the result) the engine produces and the record must repeat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from skyjo_engine.actions import Draw, Flip
from skyjo_engine.cards import UNASKED_FLIPS
from skyjo_engine.chance import ScriptedChance
from skyjo_engine.errors import EngineError
from skyjo_engine.events import EndReason, Event, SeatChange
from skyjo_engine.game import Game
from skyjo_engine.inputs import Abandon, Act, Forfeit, Input, Leave, Return, StandIn, StartRound
from skyjo_engine.record import (
    ActionEntry,
    DealEntry,
    Entry,
    NoteEntry,
    Record,
    ReshuffleEntry,
    ResultEntry,
    SeatEntry,
    entries_of,
)

_FIRST_LINE: Final = 2


class ReplayError(EngineError):
    """A line that the rules do not allow there.

    ``line`` counts the lines of the record's text from 1, as :func:`record_text.dumps` writes
    them. ``expected`` is the entry that had to stand there; the :class:`EngineError` with which
    the engine refused it; the type ResultEntry where the record ends too early; or None where no
    such line can stand. ``found`` is the recorded entry, None behind the last.
    """

    def __init__(
        self,
        line: int,
        expected: Entry | EngineError | type[ResultEntry] | None,
        found: Entry | None,
    ) -> None:
        """Keep the place, what the rules demand and what stands there."""
        super().__init__(f"record line {line}: expected {expected}, found {found}")
        self.line = line
        self.expected = expected
        self.found = found


@dataclass(frozen=True, slots=True)
class Step:
    """One input of a game and what it caused.

    ``line`` is that of the input's first entry; ``entries`` are all entries that it accounts for.
    """

    line: int
    given: Input
    entries: tuple[Entry, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole game played again: every input with its events, and the game at its end."""

    steps: tuple[Step, ...]
    game: Game


def replay(record: Record) -> Replay:
    """Play ``record`` again. Raises :class:`ReplayError` at the first line that is wrong."""
    game = Game(record.rules)
    return Replay(tuple(walk(record, game)), game)


def walk(record: Record, game: Game) -> Iterator[Step]:
    """Play ``record`` in ``game``, a new one under its rules, which may be observed at each step.

    Raises :class:`ReplayError` like :func:`replay`, at the step where the record goes wrong.
    """
    lines = [(n, e) for n, e in enumerate(record.entries, _FIRST_LINE) if _counts(n, e, game)]
    end = _FIRST_LINE + len(record.entries)
    at = 0
    while at < len(lines):
        step = _step(lines, at, game, end)
        yield step
        at += len(step.entries)
    if not game.over:
        raise ReplayError(end, ResultEntry, None)


def _counts(line: int, entry: Entry, game: Game) -> bool:
    """Whether an entry is part of the game; notes are not, but their seat must exist."""
    if isinstance(entry, NoteEntry) and not 0 <= entry.seat < len(game.seats):
        raise ReplayError(line, None, entry)
    return not isinstance(entry, NoteEntry)


def _step(lines: Sequence[tuple[int, Entry]], at: int, game: Game, end: int) -> Step:
    """Apply the input that stands at ``at`` and compare all that it produces with the lines."""
    line, found = lines[at]
    following = lines[at + 1][1] if at + 1 < len(lines) else None
    given = _input_of(line, found, following, game)
    try:
        events = game.apply(given, _chance_of(found))
    except EngineError as error:
        raise ReplayError(line, error, found) from error
    expected = entries_of(events)
    for place, entry in enumerate(expected, at):
        number, recorded = lines[place] if place < len(lines) else (end, None)
        if recorded != entry:
            raise ReplayError(number, entry, recorded)
    return Step(line, given, tuple(expected), events)


def _input_of(line: int, found: Entry, following: Entry | None, game: Game) -> Input:
    """The input that an entry stands for; ``following`` is the entry behind it."""
    match found:
        case DealEntry():
            return StartRound()
        case ReshuffleEntry() if isinstance(following, ActionEntry):
            if isinstance(following.action, Draw):
                return Act(following.seat, following.action)
        case ResultEntry(reason=EndReason.ABANDONED):
            return Abandon()
        case SeatEntry():
            return _seat_input(found)
        case ActionEntry(seat, action, _, by_server):
            if by_server:
                _check_unasked(line, found, game)
            return Act(seat, action, by_server)
    raise ReplayError(line, None, found)


def _seat_input(found: SeatEntry) -> Input:
    match found.change:
        case SeatChange.LEFT:
            return Leave(found.seat, found.removed)
        case SeatChange.RETURNED:
            return Return(found.seat)
        case SeatChange.BOT_TOOK_OVER if found.removed:
            return Leave(found.seat, removed=True)
        case SeatChange.BOT_TOOK_OVER:
            return StandIn(found.seat, found.fault)
        case SeatChange.FORFEITED:
            return Forfeit(found.seat, found.fault, found.whole_game)


def _check_unasked(line: int, found: ActionEntry, game: Game) -> None:
    """Refuse an action of the server's own choice other than the flips of R5."""
    slots = UNASKED_FLIPS[: game.rules.initial_flips]
    expected = ActionEntry(found.seat, Flip(slots), by_server=True)
    if found != expected:
        raise ReplayError(line, expected, found)


def _chance_of(found: Entry) -> ScriptedChance:
    match found:
        case DealEntry(deck=deck):
            return ScriptedChance([deck])
        case ReshuffleEntry(pile):
            return ScriptedChance([], [pile])
    return ScriptedChance([])
