"""What went wrong on somebody's side: why a seat is played by a stand-in, or forfeits (R37, R40).

The engine judges no faults: the table says which one it was, and the engine carries it into the
event and the record.
"""

from dataclasses import dataclass
from enum import Enum


class FaultKind(Enum):
    """What went wrong."""

    ILLEGAL = "illegal"
    MALFORMED = "malformed"
    TIMED_OUT = "timed_out"
    STALLED = "stalled"
    DISCONNECTED = "disconnected"
    CRASHED = "crashed"
    RESOURCE_LIMIT = "resource_limit"
    NOT_STARTED = "not_started"
    OPERATOR = "operator"
    INFRASTRUCTURE = "infrastructure"


class FaultOwner(Enum):
    """On whose side it went wrong."""

    PLAYER = "player"
    OPERATOR = "operator"
    INFRASTRUCTURE = "infrastructure"


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong and on whose side."""

    kind: FaultKind
    owner: FaultOwner
