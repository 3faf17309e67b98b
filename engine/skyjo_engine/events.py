"""What happened, with full information. Players see these only through ``view.redact``.

Events are in the order in which the game decided them; one input can cause several.
"""

from dataclasses import dataclass
from enum import Enum

from skyjo_engine.faults import Fault


class TurnReason(Enum):
    """Why it is this seat's turn (R7 to R9, R16)."""

    IN_ORDER = "in_order"
    HIGHEST_SUM = "highest_sum"
    HIGHEST_CARD = "highest_card"
    LOWEST_SEAT = "lowest_seat"
    FINISHER = "finisher"
    NEXT_SEAT = "next_seat"


class SeatChange(Enum):
    """What became of a seat (R37 to R40)."""

    LEFT = "left"
    BOT_TOOK_OVER = "bot_took_over"
    RETURNED = "returned"
    FORFEITED = "forfeited"


class EndReason(Enum):
    """Why a game ended (R34, R41, R29, R38)."""

    TARGET_REACHED = "target_reached"
    ROUNDS_PLAYED = "rounds_played"
    ROUND_CAP = "round_cap"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round begins (R4): the whole deck in dealing order, dealt to ``seats`` in that order."""

    round: int
    seats: tuple[int, ...]
    deck: tuple[int, ...]
    discard_top: int
    draw_pile: int


@dataclass(frozen=True, slots=True)
class Flipped:
    """A seat turned up its initial cards (R5)."""

    seat: int
    slots: tuple[int, ...]
    values: tuple[int, ...]
    by_server: bool


@dataclass(frozen=True, slots=True)
class Cleared:
    """Equal open cards of a column (or row) went to the discard pile (R17 to R20)."""

    seat: int
    slots: tuple[int, ...]
    value: int


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """It is this seat's turn."""

    seat: int
    reason: TurnReason


@dataclass(frozen=True, slots=True)
class Took:
    """The top discard ``card`` now lies open on ``slot``; ``replaced`` was discarded (R10)."""

    seat: int
    slot: int
    card: int
    replaced: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew a card; ``draw_pile`` cards are left (R11)."""

    seat: int
    card: int
    draw_pile: int


@dataclass(frozen=True, slots=True)
class Kept:
    """The drawn ``card`` now lies open on ``slot``; ``replaced`` was discarded (R11a, R12)."""

    seat: int
    slot: int
    card: int
    replaced: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """The drawn ``card`` was discarded and ``slot`` turned up, showing ``revealed`` (R11b)."""

    seat: int
    slot: int
    card: int
    revealed: int


@dataclass(frozen=True, slots=True)
class HandDropped:
    """A seat that left or forfeited put its drawn ``card`` on the discard pile (R39)."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discard pile less its top became the draw ``pile``, top first (R27)."""

    pile: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """The seat has no hidden card: every other seat has one more turn (R23, R24)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """At the round's end the hidden cards of a seat were turned up (R25)."""

    seat: int
    slots: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """A player left, was replaced, came back or forfeited (R37 to R40).

    ``fault`` is the cause, when it was one; ``whole_game`` says of a forfeit that every later
    round is forfeited too; ``removed`` that the host or a vote removed the player, who does not
    come back.
    """

    seat: int
    change: SeatChange
    fault: Fault | None = None
    whole_game: bool = False
    removed: bool = False


@dataclass(frozen=True, slots=True)
class TurnCapReached:
    """Nobody finished within the turns allowed: the round is scored as it lies (R29)."""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round's scores by seat; None for a seat that left or was not dealt in (R30 to R33)."""

    round: int
    finisher: int | None
    raw: tuple[int | None, ...]
    scores: tuple[int | None, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Final totals and ranks by seat; ranks are None when nobody is rated (R35, R38)."""

    totals: tuple[int, ...]
    ranks: tuple[int | None, ...]
    reason: EndReason


Event = (
    Dealt
    | Flipped
    | Cleared
    | TurnStarted
    | Took
    | Drew
    | Kept
    | Discarded
    | HandDropped
    | Reshuffled
    | Finished
    | Revealed
    | SeatChanged
    | TurnCapReached
    | RoundEnded
    | GameEnded
)
