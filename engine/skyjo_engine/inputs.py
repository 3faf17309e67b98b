"""Everything that can change a game: what seats do, and what the table decides about seats.

Faults are inputs like moves, so they are journaled, recorded and replayed like moves.
"""

from dataclasses import dataclass

from skyjo_engine.actions import Action
from skyjo_engine.faults import Fault


@dataclass(frozen=True, slots=True)
class StartRound:
    """Deal the next round (R4)."""


@dataclass(frozen=True, slots=True)
class Act:
    """A seat's action; ``by_server`` marks initial flips that the server chose (R5)."""

    seat: int
    action: Action
    by_server: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """The seat's player leaves on purpose or for good; the setting ``on_leave`` decides (R38).

    ``removed`` says that others decided so: the host or a vote.
    """

    seat: int
    removed: bool = False


@dataclass(frozen=True, slots=True)
class StandIn:
    """A bot takes the seat over until its player returns (R37, R38); ``fault`` is why."""

    seat: int
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Return:
    """The player takes the seat back from its stand-in (R37)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The seat forfeits the running round (R40); ``fault`` is why.

    ``whole_game`` announces that it will forfeit the later rounds too; each is an input of its own.
    """

    seat: int
    fault: Fault | None = None
    whole_game: bool = False


@dataclass(frozen=True, slots=True)
class Abandon:
    """The table gives the game up: it ends at once, and nobody is rated."""


Input = StartRound | Act | Leave | StandIn | Return | Forfeit | Abandon
