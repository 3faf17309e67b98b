"""A finished game with full information: what a referee needs to replay it.

The entries are typed here, in the order in which the table decided them. The text form is in
``record_text``, the replay in ``replay``, the check of the deals in ``verify``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Take
from skyjo_engine.errors import EngineError
from skyjo_engine.events import (
    Dealt,
    Discarded,
    Drew,
    EndReason,
    Event,
    Flipped,
    GameEnded,
    Kept,
    Reshuffled,
    RoundEnded,
    SeatChange,
    SeatChanged,
    Took,
    TurnReason,
    TurnStarted,
)
from skyjo_engine.fair import SCHEME
from skyjo_engine.faults import Fault
from skyjo_engine.rules import Rules


class RecordCode(Enum):
    """What can be wrong with a record as such, whatever the rules of the game say."""

    NO_END = "no_end"
    BAD_END = "bad_end"
    CHECKSUM = "checksum"
    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"
    NOT_AN_OBJECT = "not_an_object"
    REPEATED_KEY = "repeated_key"
    MISSING_KEY = "missing_key"
    BAD_VALUE = "bad_value"
    UNKNOWN_FORMAT = "unknown_format"
    NO_GAME = "no_game"
    MISPLACED = "misplaced"


class RecordError(EngineError):
    """A record that cannot be read. ``line`` counts the lines of the text from 1."""

    def __init__(self, code: RecordCode, line: int, what: str = "") -> None:
        """Keep the code, the line and what exactly was wrong there."""
        super().__init__(f"record line {line}: {code.value}{': ' if what else ''}{what}")
        self.code = code
        self.line = line
        self.what = what


class PlayerKind(Enum):
    """Who sat on a seat when the game began."""

    HUMAN = "human"
    BOT = "bot"


class DealSource(Enum):
    """Where the key of the deals came from."""

    PLAYERS = "players"
    SEED = "seed"
    ORGANISER = "organiser"


@dataclass(frozen=True, slots=True)
class Player:
    """One player as seated when the game began.

    ``level`` is that of a house bot, ``build`` whatever identifies the build of a bot; both empty
    where there is none.
    """

    seat: int
    name: str
    kind: PlayerKind
    level: str = ""
    build: bytes = b""


@dataclass(frozen=True, slots=True)
class Restart:
    """An abandoned attempt to open the entropies: ``seat`` did not show what it had hashed.

    Or it had not yet when the server ended, which is no fault of the seat.
    """

    commitment: bytes
    key: bytes
    seat: int


@dataclass(frozen=True, slots=True)
class Deal:
    """How the deals of a game were fixed; see docs/fair-deals.md.

    ``commitment`` is C, ``entropy`` each seat's E, None for a seat that gave none.
    """

    source: DealSource
    commitment: bytes
    entropy: tuple[bytes | None, ...]
    restarts: tuple[Restart, ...] = ()
    scheme: str = SCHEME


@dataclass(frozen=True, slots=True)
class DealEntry:
    """A round begins; ``deck`` is all 150 cards in dealing order (R4)."""

    round: int
    deck: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """A seat's action; ``card`` is the drawn card of a Draw, ``by_server`` marks R5's flips."""

    seat: int
    action: Action
    card: int | None = None
    by_server: bool = False


@dataclass(frozen=True, slots=True)
class NoteEntry:
    """What a seat wrote with its action; directly behind that action, without effect."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """The first player of a round is fixed (R7 to R9)."""

    seat: int
    reason: TurnReason


@dataclass(frozen=True, slots=True)
class ReshuffleEntry:
    """The new draw pile, top first; directly before the draw that needed it (R27)."""

    pile: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """A player left, was replaced, came back or forfeited (R37 to R40); see SeatChanged."""

    seat: int
    change: SeatChange
    fault: Fault | None = None
    whole_game: bool = False
    removed: bool = False


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """A round's scores by seat; None for a seat that had left or was not dealt in (R30 to R33)."""

    round: int
    finisher: int | None
    raw: tuple[int | None, ...]
    scores: tuple[int | None, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """The result: totals and ranks by seat; ranks are None when nobody is rated (R35, R38)."""

    totals: tuple[int, ...]
    ranks: tuple[int | None, ...]
    reason: EndReason


Entry = (
    DealEntry
    | ActionEntry
    | NoteEntry
    | TurnEntry
    | ReshuffleEntry
    | SeatEntry
    | RoundEntry
    | ResultEntry
)


@dataclass(frozen=True, slots=True)
class Record:
    """One game. ``key`` is K, None while it is withheld.

    Raises :class:`RecordError` when players or entropies do not fit ``rules.players``.
    """

    game_id: str
    rules: Rules
    players: tuple[Player, ...]
    deal: Deal
    entries: tuple[Entry, ...]
    key: bytes | None

    def __post_init__(self) -> None:
        """Check that every seat has its player and its entropy, in seat order."""
        if [player.seat for player in self.players] != list(range(self.rules.players)):
            raise RecordError(RecordCode.BAD_VALUE, 1, "players")
        if len(self.deal.entropy) != self.rules.players:
            raise RecordError(RecordCode.BAD_VALUE, 1, "entropy")


def entries_of(events: Iterable[Event], note: str = "") -> list[Entry]:
    """Entries for what one input caused, from its events with full information.

    ``note`` is what the acting seat wrote with its action, if anything. Events that follow from
    the rules (the next seat in order, cleared lines, the reveal) give no entry.
    """
    entries: list[Entry] = []
    for event in events:
        entry = _entry_of(event)
        if entry is None:
            continue
        entries.append(entry)
        if note and isinstance(entry, ActionEntry):
            entries.append(NoteEntry(entry.seat, note))
    return entries


def _entry_of(event: Event) -> Entry | None:
    match event:
        case Dealt(round=number, deck=deck):
            return DealEntry(number, deck)
        case Reshuffled(pile):
            return ReshuffleEntry(pile)
        case TurnStarted(seat, reason):
            return None if reason is TurnReason.IN_ORDER else TurnEntry(seat, reason)
        case SeatChanged(seat, change, fault, whole_game, removed):
            return SeatEntry(seat, change, fault, whole_game, removed)
        case RoundEnded(number, finisher, raw, scores, totals):
            return RoundEntry(number, finisher, raw, scores, totals)
        case GameEnded(totals, ranks, reason):
            return ResultEntry(totals, ranks, reason)
    return _action_of(event)


def _action_of(event: Event) -> ActionEntry | None:
    match event:
        case Flipped(seat=seat, slots=slots, by_server=by_server):
            return ActionEntry(seat, Flip(slots), by_server=by_server)
        case Took(seat=seat, slot=slot):
            return ActionEntry(seat, Take(slot))
        case Drew(seat=seat, card=card):
            return ActionEntry(seat, Draw(), card)
        case Kept(seat=seat, slot=slot):
            return ActionEntry(seat, Keep(slot))
        case Discarded(seat=seat, slot=slot):
            return ActionEntry(seat, Discard(slot))
    return None
