"""What a game waits for, and which action belongs to which phase.

A round changes its phase like this::

    FLIP --every seat has flipped--> TURN
    TURN --Take--> next TURN          TURN --Draw--> HOLDING
    HOLDING --Keep, Discard--> next TURN
    a turn that completes the last lap, or the turn cap --> BETWEEN

A seat that leaves or forfeits is withdrawn from the round in any phase. OVER is the game's.
"""

from enum import Enum
from typing import Final

from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Take


class Phase(Enum):
    """What a game waits for: a deal, initial flips, a turn, a drawn card's place, nothing."""

    BETWEEN = "between"
    FLIP = "flip"
    TURN = "turn"
    HOLDING = "holding"
    OVER = "over"


PHASE_OF: Final[dict[type[Action], Phase]] = {
    Flip: Phase.FLIP,
    Take: Phase.TURN,
    Draw: Phase.TURN,
    Keep: Phase.HOLDING,
    Discard: Phase.HOLDING,
}
"""The one phase in which each kind of action is allowed."""
