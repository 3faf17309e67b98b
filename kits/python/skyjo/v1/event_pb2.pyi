from skyjo.v1 import fault_pb2 as _fault_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TurnReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TURN_REASON_UNSPECIFIED: _ClassVar[TurnReason]
    TURN_REASON_IN_ORDER: _ClassVar[TurnReason]
    TURN_REASON_HIGHEST_SUM: _ClassVar[TurnReason]
    TURN_REASON_HIGHEST_CARD: _ClassVar[TurnReason]
    TURN_REASON_LOWEST_SEAT: _ClassVar[TurnReason]
    TURN_REASON_FINISHER: _ClassVar[TurnReason]
    TURN_REASON_NEXT_SEAT: _ClassVar[TurnReason]

class SeatChange(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEAT_CHANGE_UNSPECIFIED: _ClassVar[SeatChange]
    SEAT_CHANGE_LEFT: _ClassVar[SeatChange]
    SEAT_CHANGE_BOT_TOOK_OVER: _ClassVar[SeatChange]
    SEAT_CHANGE_RETURNED: _ClassVar[SeatChange]
    SEAT_CHANGE_FORFEITED_ROUND: _ClassVar[SeatChange]
    SEAT_CHANGE_FORFEITED_GAME: _ClassVar[SeatChange]
    SEAT_CHANGE_KICKED: _ClassVar[SeatChange]

class GameEndReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GAME_END_REASON_UNSPECIFIED: _ClassVar[GameEndReason]
    GAME_END_REASON_TARGET_REACHED: _ClassVar[GameEndReason]
    GAME_END_REASON_ROUNDS_PLAYED: _ClassVar[GameEndReason]
    GAME_END_REASON_ROUND_CAP: _ClassVar[GameEndReason]
    GAME_END_REASON_ABANDONED: _ClassVar[GameEndReason]
TURN_REASON_UNSPECIFIED: TurnReason
TURN_REASON_IN_ORDER: TurnReason
TURN_REASON_HIGHEST_SUM: TurnReason
TURN_REASON_HIGHEST_CARD: TurnReason
TURN_REASON_LOWEST_SEAT: TurnReason
TURN_REASON_FINISHER: TurnReason
TURN_REASON_NEXT_SEAT: TurnReason
SEAT_CHANGE_UNSPECIFIED: SeatChange
SEAT_CHANGE_LEFT: SeatChange
SEAT_CHANGE_BOT_TOOK_OVER: SeatChange
SEAT_CHANGE_RETURNED: SeatChange
SEAT_CHANGE_FORFEITED_ROUND: SeatChange
SEAT_CHANGE_FORFEITED_GAME: SeatChange
SEAT_CHANGE_KICKED: SeatChange
GAME_END_REASON_UNSPECIFIED: GameEndReason
GAME_END_REASON_TARGET_REACHED: GameEndReason
GAME_END_REASON_ROUNDS_PLAYED: GameEndReason
GAME_END_REASON_ROUND_CAP: GameEndReason
GAME_END_REASON_ABANDONED: GameEndReason

class Events(_message.Message):
    __slots__ = ("first_number", "events")
    FIRST_NUMBER_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    first_number: int
    events: _containers.RepeatedCompositeFieldContainer[Event]
    def __init__(self, first_number: _Optional[int] = ..., events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("dealt", "flipped", "cleared", "turn", "took", "drew", "kept", "discarded", "hand_dropped", "reshuffled", "finished", "revealed", "seat_changed", "turn_cap_reached", "round_ended", "game_ended")
    DEALT_FIELD_NUMBER: _ClassVar[int]
    FLIPPED_FIELD_NUMBER: _ClassVar[int]
    CLEARED_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    TOOK_FIELD_NUMBER: _ClassVar[int]
    DREW_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    HAND_DROPPED_FIELD_NUMBER: _ClassVar[int]
    RESHUFFLED_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    SEAT_CHANGED_FIELD_NUMBER: _ClassVar[int]
    TURN_CAP_REACHED_FIELD_NUMBER: _ClassVar[int]
    ROUND_ENDED_FIELD_NUMBER: _ClassVar[int]
    GAME_ENDED_FIELD_NUMBER: _ClassVar[int]
    dealt: Dealt
    flipped: Flipped
    cleared: Cleared
    turn: TurnStarted
    took: Took
    drew: Drew
    kept: Kept
    discarded: Discarded
    hand_dropped: HandDropped
    reshuffled: Reshuffled
    finished: Finished
    revealed: Revealed
    seat_changed: SeatChanged
    turn_cap_reached: TurnCapReached
    round_ended: RoundEnded
    game_ended: GameEnded
    def __init__(self, dealt: _Optional[_Union[Dealt, _Mapping]] = ..., flipped: _Optional[_Union[Flipped, _Mapping]] = ..., cleared: _Optional[_Union[Cleared, _Mapping]] = ..., turn: _Optional[_Union[TurnStarted, _Mapping]] = ..., took: _Optional[_Union[Took, _Mapping]] = ..., drew: _Optional[_Union[Drew, _Mapping]] = ..., kept: _Optional[_Union[Kept, _Mapping]] = ..., discarded: _Optional[_Union[Discarded, _Mapping]] = ..., hand_dropped: _Optional[_Union[HandDropped, _Mapping]] = ..., reshuffled: _Optional[_Union[Reshuffled, _Mapping]] = ..., finished: _Optional[_Union[Finished, _Mapping]] = ..., revealed: _Optional[_Union[Revealed, _Mapping]] = ..., seat_changed: _Optional[_Union[SeatChanged, _Mapping]] = ..., turn_cap_reached: _Optional[_Union[TurnCapReached, _Mapping]] = ..., round_ended: _Optional[_Union[RoundEnded, _Mapping]] = ..., game_ended: _Optional[_Union[GameEnded, _Mapping]] = ...) -> None: ...

class Dealt(_message.Message):
    __slots__ = ("round", "seats", "discard_top", "draw_pile")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    DISCARD_TOP_FIELD_NUMBER: _ClassVar[int]
    DRAW_PILE_FIELD_NUMBER: _ClassVar[int]
    round: int
    seats: _containers.RepeatedScalarFieldContainer[int]
    discard_top: int
    draw_pile: int
    def __init__(self, round: _Optional[int] = ..., seats: _Optional[_Iterable[int]] = ..., discard_top: _Optional[int] = ..., draw_pile: _Optional[int] = ...) -> None: ...

class Flipped(_message.Message):
    __slots__ = ("seat", "slots", "values", "by_server")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    BY_SERVER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    slots: _containers.RepeatedScalarFieldContainer[int]
    values: _containers.RepeatedScalarFieldContainer[int]
    by_server: bool
    def __init__(self, seat: _Optional[int] = ..., slots: _Optional[_Iterable[int]] = ..., values: _Optional[_Iterable[int]] = ..., by_server: _Optional[bool] = ...) -> None: ...

class Cleared(_message.Message):
    __slots__ = ("seat", "slots", "value")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    slots: _containers.RepeatedScalarFieldContainer[int]
    value: int
    def __init__(self, seat: _Optional[int] = ..., slots: _Optional[_Iterable[int]] = ..., value: _Optional[int] = ...) -> None: ...

class TurnStarted(_message.Message):
    __slots__ = ("seat", "reason")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    reason: TurnReason
    def __init__(self, seat: _Optional[int] = ..., reason: _Optional[_Union[TurnReason, str]] = ...) -> None: ...

class Took(_message.Message):
    __slots__ = ("seat", "slot", "card", "replaced")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    REPLACED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    slot: int
    card: int
    replaced: int
    def __init__(self, seat: _Optional[int] = ..., slot: _Optional[int] = ..., card: _Optional[int] = ..., replaced: _Optional[int] = ...) -> None: ...

class Drew(_message.Message):
    __slots__ = ("seat", "card", "draw_pile")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    DRAW_PILE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    draw_pile: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ..., draw_pile: _Optional[int] = ...) -> None: ...

class Kept(_message.Message):
    __slots__ = ("seat", "slot", "card", "replaced")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    REPLACED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    slot: int
    card: int
    replaced: int
    def __init__(self, seat: _Optional[int] = ..., slot: _Optional[int] = ..., card: _Optional[int] = ..., replaced: _Optional[int] = ...) -> None: ...

class Discarded(_message.Message):
    __slots__ = ("seat", "slot", "card", "revealed")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    slot: int
    card: int
    revealed: int
    def __init__(self, seat: _Optional[int] = ..., slot: _Optional[int] = ..., card: _Optional[int] = ..., revealed: _Optional[int] = ...) -> None: ...

class HandDropped(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class Reshuffled(_message.Message):
    __slots__ = ("draw_pile",)
    DRAW_PILE_FIELD_NUMBER: _ClassVar[int]
    draw_pile: int
    def __init__(self, draw_pile: _Optional[int] = ...) -> None: ...

class Finished(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Revealed(_message.Message):
    __slots__ = ("seat", "slots", "values")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    slots: _containers.RepeatedScalarFieldContainer[int]
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., slots: _Optional[_Iterable[int]] = ..., values: _Optional[_Iterable[int]] = ...) -> None: ...

class SeatChanged(_message.Message):
    __slots__ = ("seat", "change", "fault", "removed")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    change: SeatChange
    fault: _fault_pb2.Fault
    removed: bool
    def __init__(self, seat: _Optional[int] = ..., change: _Optional[_Union[SeatChange, str]] = ..., fault: _Optional[_Union[_fault_pb2.Fault, _Mapping]] = ..., removed: _Optional[bool] = ...) -> None: ...

class TurnCapReached(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SeatScore(_message.Message):
    __slots__ = ("raw", "score", "total")
    RAW_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    raw: int
    score: int
    total: int
    def __init__(self, raw: _Optional[int] = ..., score: _Optional[int] = ..., total: _Optional[int] = ...) -> None: ...

class RoundEnded(_message.Message):
    __slots__ = ("round", "finisher", "scores")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    FINISHER_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    round: int
    finisher: int
    scores: _containers.RepeatedCompositeFieldContainer[SeatScore]
    def __init__(self, round: _Optional[int] = ..., finisher: _Optional[int] = ..., scores: _Optional[_Iterable[_Union[SeatScore, _Mapping]]] = ...) -> None: ...

class SeatResult(_message.Message):
    __slots__ = ("total", "rank")
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    total: int
    rank: int
    def __init__(self, total: _Optional[int] = ..., rank: _Optional[int] = ...) -> None: ...

class GameEnded(_message.Message):
    __slots__ = ("results", "reason", "key")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[SeatResult]
    reason: GameEndReason
    key: bytes
    def __init__(self, results: _Optional[_Iterable[_Union[SeatResult, _Mapping]]] = ..., reason: _Optional[_Union[GameEndReason, str]] = ..., key: _Optional[bytes] = ...) -> None: ...
