from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LaterRoundStarter(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LATER_ROUND_STARTER_UNSPECIFIED: _ClassVar[LaterRoundStarter]
    LATER_ROUND_STARTER_FINISHER: _ClassVar[LaterRoundStarter]
    LATER_ROUND_STARTER_HIGHEST_SUM: _ClassVar[LaterRoundStarter]

class OnLeave(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ON_LEAVE_UNSPECIFIED: _ClassVar[OnLeave]
    ON_LEAVE_BOT: _ClassVar[OnLeave]
    ON_LEAVE_SKIP: _ClassVar[OnLeave]
    ON_LEAVE_ABORT: _ClassVar[OnLeave]

class Dealing(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DEALING_UNSPECIFIED: _ClassVar[Dealing]
    DEALING_PILE: _ClassVar[Dealing]
    DEALING_STREAMS: _ClassVar[Dealing]

class RulesPreset(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RULES_PRESET_UNSPECIFIED: _ClassVar[RulesPreset]
    RULES_PRESET_ORIGINAL_EN: _ClassVar[RulesPreset]
    RULES_PRESET_ORIGINAL_FR: _ClassVar[RulesPreset]
    RULES_PRESET_CUSTOM: _ClassVar[RulesPreset]

class ClockPreset(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLOCK_PRESET_UNSPECIFIED: _ClassVar[ClockPreset]
    CLOCK_PRESET_DEV: _ClassVar[ClockPreset]
    CLOCK_PRESET_LAN: _ClassVar[ClockPreset]
    CLOCK_PRESET_BOT_FAST: _ClassVar[ClockPreset]
    CLOCK_PRESET_BOT_THINK: _ClassVar[ClockPreset]
    CLOCK_PRESET_CUSTOM: _ClassVar[ClockPreset]

class FaultCost(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_COST_UNSPECIFIED: _ClassVar[FaultCost]
    FAULT_COST_REJECTED: _ClassVar[FaultCost]
    FAULT_COST_ROUND: _ClassVar[FaultCost]
    FAULT_COST_GAME: _ClassVar[FaultCost]
    FAULT_COST_STAND_IN: _ClassVar[FaultCost]
LATER_ROUND_STARTER_UNSPECIFIED: LaterRoundStarter
LATER_ROUND_STARTER_FINISHER: LaterRoundStarter
LATER_ROUND_STARTER_HIGHEST_SUM: LaterRoundStarter
ON_LEAVE_UNSPECIFIED: OnLeave
ON_LEAVE_BOT: OnLeave
ON_LEAVE_SKIP: OnLeave
ON_LEAVE_ABORT: OnLeave
DEALING_UNSPECIFIED: Dealing
DEALING_PILE: Dealing
DEALING_STREAMS: Dealing
RULES_PRESET_UNSPECIFIED: RulesPreset
RULES_PRESET_ORIGINAL_EN: RulesPreset
RULES_PRESET_ORIGINAL_FR: RulesPreset
RULES_PRESET_CUSTOM: RulesPreset
CLOCK_PRESET_UNSPECIFIED: ClockPreset
CLOCK_PRESET_DEV: ClockPreset
CLOCK_PRESET_LAN: ClockPreset
CLOCK_PRESET_BOT_FAST: ClockPreset
CLOCK_PRESET_BOT_THINK: ClockPreset
CLOCK_PRESET_CUSTOM: ClockPreset
FAULT_COST_UNSPECIFIED: FaultCost
FAULT_COST_REJECTED: FaultCost
FAULT_COST_ROUND: FaultCost
FAULT_COST_GAME: FaultCost
FAULT_COST_STAND_IN: FaultCost

class Rules(_message.Message):
    __slots__ = ("players", "target", "rounds", "initial_flips", "penalty_factor", "penalty_points", "columns", "rows", "later_round_starter", "on_leave", "turn_cap", "dealing")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    INITIAL_FLIPS_FIELD_NUMBER: _ClassVar[int]
    PENALTY_FACTOR_FIELD_NUMBER: _ClassVar[int]
    PENALTY_POINTS_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    LATER_ROUND_STARTER_FIELD_NUMBER: _ClassVar[int]
    ON_LEAVE_FIELD_NUMBER: _ClassVar[int]
    TURN_CAP_FIELD_NUMBER: _ClassVar[int]
    DEALING_FIELD_NUMBER: _ClassVar[int]
    players: int
    target: int
    rounds: int
    initial_flips: int
    penalty_factor: int
    penalty_points: int
    columns: bool
    rows: bool
    later_round_starter: LaterRoundStarter
    on_leave: OnLeave
    turn_cap: int
    dealing: Dealing
    def __init__(self, players: _Optional[int] = ..., target: _Optional[int] = ..., rounds: _Optional[int] = ..., initial_flips: _Optional[int] = ..., penalty_factor: _Optional[int] = ..., penalty_points: _Optional[int] = ..., columns: _Optional[bool] = ..., rows: _Optional[bool] = ..., later_round_starter: _Optional[_Union[LaterRoundStarter, str]] = ..., on_leave: _Optional[_Union[OnLeave, str]] = ..., turn_cap: _Optional[int] = ..., dealing: _Optional[_Union[Dealing, str]] = ...) -> None: ...

class ClockRules(_message.Message):
    __slots__ = ("preset", "bank_ms", "increment_ms", "start_up_ms", "grace_ms", "pauses", "illegal_cost", "illegal_limit", "empty_bank_cost", "strike_limit", "strike_games", "network_cap_ms")
    PRESET_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    START_UP_MS_FIELD_NUMBER: _ClassVar[int]
    GRACE_MS_FIELD_NUMBER: _ClassVar[int]
    PAUSES_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_COST_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_LIMIT_FIELD_NUMBER: _ClassVar[int]
    EMPTY_BANK_COST_FIELD_NUMBER: _ClassVar[int]
    STRIKE_LIMIT_FIELD_NUMBER: _ClassVar[int]
    STRIKE_GAMES_FIELD_NUMBER: _ClassVar[int]
    NETWORK_CAP_MS_FIELD_NUMBER: _ClassVar[int]
    preset: ClockPreset
    bank_ms: int
    increment_ms: int
    start_up_ms: int
    grace_ms: int
    pauses: int
    illegal_cost: FaultCost
    illegal_limit: int
    empty_bank_cost: FaultCost
    strike_limit: int
    strike_games: int
    network_cap_ms: int
    def __init__(self, preset: _Optional[_Union[ClockPreset, str]] = ..., bank_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ..., start_up_ms: _Optional[int] = ..., grace_ms: _Optional[int] = ..., pauses: _Optional[int] = ..., illegal_cost: _Optional[_Union[FaultCost, str]] = ..., illegal_limit: _Optional[int] = ..., empty_bank_cost: _Optional[_Union[FaultCost, str]] = ..., strike_limit: _Optional[int] = ..., strike_games: _Optional[int] = ..., network_cap_ms: _Optional[int] = ...) -> None: ...
