from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_BETWEEN: _ClassVar[Phase]
    PHASE_FLIP: _ClassVar[Phase]
    PHASE_TURN: _ClassVar[Phase]
    PHASE_HOLDING: _ClassVar[Phase]
    PHASE_OVER: _ClassVar[Phase]

class SeatStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEAT_STATUS_UNSPECIFIED: _ClassVar[SeatStatus]
    SEAT_STATUS_PLAYER: _ClassVar[SeatStatus]
    SEAT_STATUS_STAND_IN: _ClassVar[SeatStatus]
    SEAT_STATUS_LEFT: _ClassVar[SeatStatus]
PHASE_UNSPECIFIED: Phase
PHASE_BETWEEN: Phase
PHASE_FLIP: Phase
PHASE_TURN: Phase
PHASE_HOLDING: Phase
PHASE_OVER: Phase
SEAT_STATUS_UNSPECIFIED: SeatStatus
SEAT_STATUS_PLAYER: SeatStatus
SEAT_STATUS_STAND_IN: SeatStatus
SEAT_STATUS_LEFT: SeatStatus

class Slot(_message.Message):
    __slots__ = ("value", "cleared")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    CLEARED_FIELD_NUMBER: _ClassVar[int]
    value: int
    cleared: bool
    def __init__(self, value: _Optional[int] = ..., cleared: _Optional[bool] = ...) -> None: ...

class Grid(_message.Message):
    __slots__ = ("slots",)
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    slots: _containers.RepeatedCompositeFieldContainer[Slot]
    def __init__(self, slots: _Optional[_Iterable[_Union[Slot, _Mapping]]] = ...) -> None: ...

class SeatState(_message.Message):
    __slots__ = ("grid", "status", "total", "dealt_in", "forfeited", "turns", "flipped")
    GRID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    DEALT_IN_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    FLIPPED_FIELD_NUMBER: _ClassVar[int]
    grid: Grid
    status: SeatStatus
    total: int
    dealt_in: bool
    forfeited: bool
    turns: int
    flipped: bool
    def __init__(self, grid: _Optional[_Union[Grid, _Mapping]] = ..., status: _Optional[_Union[SeatStatus, str]] = ..., total: _Optional[int] = ..., dealt_in: _Optional[bool] = ..., forfeited: _Optional[bool] = ..., turns: _Optional[int] = ..., flipped: _Optional[bool] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("round", "phase", "turn", "finisher", "discard_top", "discard_pile", "draw_pile", "seats", "latest_number", "viewer", "drawn", "unseen")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    FINISHER_FIELD_NUMBER: _ClassVar[int]
    DISCARD_TOP_FIELD_NUMBER: _ClassVar[int]
    DISCARD_PILE_FIELD_NUMBER: _ClassVar[int]
    DRAW_PILE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    LATEST_NUMBER_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    UNSEEN_FIELD_NUMBER: _ClassVar[int]
    round: int
    phase: Phase
    turn: int
    finisher: int
    discard_top: int
    discard_pile: int
    draw_pile: int
    seats: _containers.RepeatedCompositeFieldContainer[SeatState]
    latest_number: int
    viewer: int
    drawn: int
    unseen: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, round: _Optional[int] = ..., phase: _Optional[_Union[Phase, str]] = ..., turn: _Optional[int] = ..., finisher: _Optional[int] = ..., discard_top: _Optional[int] = ..., discard_pile: _Optional[int] = ..., draw_pile: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[SeatState, _Mapping]]] = ..., latest_number: _Optional[int] = ..., viewer: _Optional[int] = ..., drawn: _Optional[int] = ..., unseen: _Optional[_Iterable[int]] = ...) -> None: ...

class LegalActions(_message.Message):
    __slots__ = ("flip_count", "flip", "take", "draw", "keep", "discard")
    FLIP_COUNT_FIELD_NUMBER: _ClassVar[int]
    FLIP_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    KEEP_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    flip_count: int
    flip: _containers.RepeatedScalarFieldContainer[int]
    take: _containers.RepeatedScalarFieldContainer[int]
    draw: bool
    keep: _containers.RepeatedScalarFieldContainer[int]
    discard: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, flip_count: _Optional[int] = ..., flip: _Optional[_Iterable[int]] = ..., take: _Optional[_Iterable[int]] = ..., draw: _Optional[bool] = ..., keep: _Optional[_Iterable[int]] = ..., discard: _Optional[_Iterable[int]] = ...) -> None: ...

class Flip(_message.Message):
    __slots__ = ("slots",)
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    slots: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, slots: _Optional[_Iterable[int]] = ...) -> None: ...

class Take(_message.Message):
    __slots__ = ("slot",)
    SLOT_FIELD_NUMBER: _ClassVar[int]
    slot: int
    def __init__(self, slot: _Optional[int] = ...) -> None: ...

class Draw(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Keep(_message.Message):
    __slots__ = ("slot",)
    SLOT_FIELD_NUMBER: _ClassVar[int]
    slot: int
    def __init__(self, slot: _Optional[int] = ...) -> None: ...

class Discard(_message.Message):
    __slots__ = ("slot",)
    SLOT_FIELD_NUMBER: _ClassVar[int]
    slot: int
    def __init__(self, slot: _Optional[int] = ...) -> None: ...
