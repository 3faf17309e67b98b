"""Engine enums and the enum values of the contract that stand for them, both ways.

Values that the contract has and the engine lacks are read as the nearest engine value. What a
reader does with a value it does not know (from a newer server) is said at each table's default.
"""

from collections.abc import Mapping
from typing import Final, TypeVar

from skyjo.v1 import event_pb2, fault_pb2, game_pb2, rules_pb2, table_pb2
from skyjo_engine.events import EndReason, SeatChange, TurnReason
from skyjo_engine.faults import FaultKind, FaultOwner
from skyjo_engine.phase import Phase
from skyjo_engine.record import DealSource, PlayerKind
from skyjo_engine.rules import Dealing, LaterStarter, OnLeave
from skyjo_engine.seat import SeatStatus

PHASE: Final = {
    Phase.BETWEEN: game_pb2.PHASE_BETWEEN,
    Phase.FLIP: game_pb2.PHASE_FLIP,
    Phase.TURN: game_pb2.PHASE_TURN,
    Phase.HOLDING: game_pb2.PHASE_HOLDING,
    Phase.OVER: game_pb2.PHASE_OVER,
}
STATUS: Final = {
    SeatStatus.PLAYER: game_pb2.SEAT_STATUS_PLAYER,
    SeatStatus.STAND_IN: game_pb2.SEAT_STATUS_STAND_IN,
    SeatStatus.LEFT: game_pb2.SEAT_STATUS_LEFT,
}
TURN_REASON: Final = {
    TurnReason.IN_ORDER: event_pb2.TURN_REASON_IN_ORDER,
    TurnReason.HIGHEST_SUM: event_pb2.TURN_REASON_HIGHEST_SUM,
    TurnReason.HIGHEST_CARD: event_pb2.TURN_REASON_HIGHEST_CARD,
    TurnReason.LOWEST_SEAT: event_pb2.TURN_REASON_LOWEST_SEAT,
    TurnReason.FINISHER: event_pb2.TURN_REASON_FINISHER,
    TurnReason.NEXT_SEAT: event_pb2.TURN_REASON_NEXT_SEAT,
}
SEAT_CHANGE: Final = {
    SeatChange.LEFT: event_pb2.SEAT_CHANGE_LEFT,
    SeatChange.BOT_TOOK_OVER: event_pb2.SEAT_CHANGE_BOT_TOOK_OVER,
    SeatChange.RETURNED: event_pb2.SEAT_CHANGE_RETURNED,
    SeatChange.FORFEITED: event_pb2.SEAT_CHANGE_FORFEITED_ROUND,
}
FAULT_KIND: Final = {
    FaultKind.ILLEGAL: fault_pb2.FAULT_KIND_ILLEGAL,
    FaultKind.MALFORMED: fault_pb2.FAULT_KIND_MALFORMED,
    FaultKind.TIMED_OUT: fault_pb2.FAULT_KIND_TIMED_OUT,
    FaultKind.STALLED: fault_pb2.FAULT_KIND_STALLED,
    FaultKind.DISCONNECTED: fault_pb2.FAULT_KIND_DISCONNECTED,
    FaultKind.CRASHED: fault_pb2.FAULT_KIND_CRASHED,
    FaultKind.RESOURCE_LIMIT: fault_pb2.FAULT_KIND_RESOURCE_LIMIT,
    FaultKind.NOT_STARTED: fault_pb2.FAULT_KIND_NOT_STARTED,
    FaultKind.OPERATOR: fault_pb2.FAULT_KIND_OPERATOR,
    FaultKind.INFRASTRUCTURE: fault_pb2.FAULT_KIND_INFRASTRUCTURE,
}
FAULT_OWNER: Final = {
    FaultOwner.PLAYER: fault_pb2.FAULT_OWNER_PLAYER,
    FaultOwner.OPERATOR: fault_pb2.FAULT_OWNER_OPERATOR,
    FaultOwner.INFRASTRUCTURE: fault_pb2.FAULT_OWNER_INFRASTRUCTURE,
}
END_REASON: Final = {
    EndReason.TARGET_REACHED: event_pb2.GAME_END_REASON_TARGET_REACHED,
    EndReason.ROUNDS_PLAYED: event_pb2.GAME_END_REASON_ROUNDS_PLAYED,
    EndReason.ROUND_CAP: event_pb2.GAME_END_REASON_ROUND_CAP,
    EndReason.ABANDONED: event_pb2.GAME_END_REASON_ABANDONED,
}
LATER_STARTER: Final = {
    LaterStarter.FINISHER: rules_pb2.LATER_ROUND_STARTER_FINISHER,
    LaterStarter.HIGHEST_SUM: rules_pb2.LATER_ROUND_STARTER_HIGHEST_SUM,
}
ON_LEAVE: Final = {
    OnLeave.BOT: rules_pb2.ON_LEAVE_BOT,
    OnLeave.SKIP: rules_pb2.ON_LEAVE_SKIP,
    OnLeave.ABORT: rules_pb2.ON_LEAVE_ABORT,
}
DEALING: Final = {
    Dealing.PILE: rules_pb2.DEALING_PILE,
    Dealing.STREAMS: rules_pb2.DEALING_STREAMS,
}
PLAYER_KIND: Final = {
    PlayerKind.HUMAN: table_pb2.PLAYER_KIND_HUMAN,
    PlayerKind.BOT: table_pb2.PLAYER_KIND_BOT,
}
DEAL_SOURCE: Final = {
    DealSource.PLAYERS: table_pb2.DEAL_SOURCE_PLAYERS,
    DealSource.SEED: table_pb2.DEAL_SOURCE_SEED,
    DealSource.ORGANISER: table_pb2.DEAL_SOURCE_ORGANISER,
}

_E = TypeVar("_E")
_W = TypeVar("_W")


def _back(table: Mapping[_E, _W]) -> dict[_W, _E]:
    return {wire: engine for engine, wire in table.items()}


PHASE_BACK: Final = _back(PHASE)
"""An unknown phase is read as BETWEEN: there is nothing to do until a decision comes."""
STATUS_BACK: Final = _back(STATUS)
"""An unknown status is read as PLAYER."""
TURN_REASON_BACK: Final = _back(TURN_REASON)
"""An unknown reason is read as IN_ORDER."""
SEAT_CHANGE_BACK: Final = _back(SEAT_CHANGE) | {
    event_pb2.SEAT_CHANGE_KICKED: SeatChange.LEFT,
    event_pb2.SEAT_CHANGE_FORFEITED_GAME: SeatChange.FORFEITED,
}
"""An unknown change makes its event an unknown event."""
FAULT_KIND_BACK: Final = _back(FAULT_KIND)
FAULT_OWNER_BACK: Final = _back(FAULT_OWNER)
END_REASON_BACK: Final = _back(END_REASON)
"""An unknown reason is read as ROUNDS_PLAYED: the game has its result."""
LATER_STARTER_BACK: Final = _back(LATER_STARTER)
ON_LEAVE_BACK: Final = _back(ON_LEAVE)
DEALING_BACK: Final = _back(DEALING)
PLAYER_KIND_BACK: Final = _back(PLAYER_KIND) | {table_pb2.PLAYER_KIND_HOUSE_BOT: PlayerKind.BOT}
DEAL_SOURCE_BACK: Final = _back(DEAL_SOURCE)
