from skyjo.v1 import game_pb2 as _game_pb2
from skyjo.v1 import rules_pb2 as _rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PlayerKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PLAYER_KIND_UNSPECIFIED: _ClassVar[PlayerKind]
    PLAYER_KIND_HUMAN: _ClassVar[PlayerKind]
    PLAYER_KIND_BOT: _ClassVar[PlayerKind]
    PLAYER_KIND_HOUSE_BOT: _ClassVar[PlayerKind]

class TableStage(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TABLE_STAGE_UNSPECIFIED: _ClassVar[TableStage]
    TABLE_STAGE_GATHERING: _ClassVar[TableStage]
    TABLE_STAGE_OPENING: _ClassVar[TableStage]
    TABLE_STAGE_PLAYING: _ClassVar[TableStage]
    TABLE_STAGE_BETWEEN_ROUNDS: _ClassVar[TableStage]
    TABLE_STAGE_GAME_OVER: _ClassVar[TableStage]
    TABLE_STAGE_CLOSED: _ClassVar[TableStage]

class DealSource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DEAL_SOURCE_UNSPECIFIED: _ClassVar[DealSource]
    DEAL_SOURCE_PLAYERS: _ClassVar[DealSource]
    DEAL_SOURCE_SEED: _ClassVar[DealSource]
    DEAL_SOURCE_ORGANISER: _ClassVar[DealSource]

class GoodbyeReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GOODBYE_REASON_UNSPECIFIED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_FINISHED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_RESIGNED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_KICKED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_TABLE_CLOSED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_NOT_READY: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_FORFEITED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_SUSPENDED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_DETACHED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_SUPERSEDED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_SLOW_READER: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_SILENT: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_DRAINING: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_STORAGE_FAILED: _ClassVar[GoodbyeReason]
PLAYER_KIND_UNSPECIFIED: PlayerKind
PLAYER_KIND_HUMAN: PlayerKind
PLAYER_KIND_BOT: PlayerKind
PLAYER_KIND_HOUSE_BOT: PlayerKind
TABLE_STAGE_UNSPECIFIED: TableStage
TABLE_STAGE_GATHERING: TableStage
TABLE_STAGE_OPENING: TableStage
TABLE_STAGE_PLAYING: TableStage
TABLE_STAGE_BETWEEN_ROUNDS: TableStage
TABLE_STAGE_GAME_OVER: TableStage
TABLE_STAGE_CLOSED: TableStage
DEAL_SOURCE_UNSPECIFIED: DealSource
DEAL_SOURCE_PLAYERS: DealSource
DEAL_SOURCE_SEED: DealSource
DEAL_SOURCE_ORGANISER: DealSource
GOODBYE_REASON_UNSPECIFIED: GoodbyeReason
GOODBYE_REASON_FINISHED: GoodbyeReason
GOODBYE_REASON_RESIGNED: GoodbyeReason
GOODBYE_REASON_KICKED: GoodbyeReason
GOODBYE_REASON_TABLE_CLOSED: GoodbyeReason
GOODBYE_REASON_NOT_READY: GoodbyeReason
GOODBYE_REASON_FORFEITED: GoodbyeReason
GOODBYE_REASON_SUSPENDED: GoodbyeReason
GOODBYE_REASON_DETACHED: GoodbyeReason
GOODBYE_REASON_SUPERSEDED: GoodbyeReason
GOODBYE_REASON_SLOW_READER: GoodbyeReason
GOODBYE_REASON_SILENT: GoodbyeReason
GOODBYE_REASON_DRAINING: GoodbyeReason
GOODBYE_REASON_STORAGE_FAILED: GoodbyeReason

class ProtocolVersion(_message.Message):
    __slots__ = ("major", "minor")
    MAJOR_FIELD_NUMBER: _ClassVar[int]
    MINOR_FIELD_NUMBER: _ClassVar[int]
    major: int
    minor: int
    def __init__(self, major: _Optional[int] = ..., minor: _Optional[int] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("seat", "name", "kind", "house_level", "connected", "ready", "stand_in", "bank_ms", "grace_left_ms")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    HOUSE_LEVEL_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    STAND_IN_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    GRACE_LEFT_MS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    name: str
    kind: PlayerKind
    house_level: str
    connected: bool
    ready: bool
    stand_in: bool
    bank_ms: int
    grace_left_ms: int
    def __init__(self, seat: _Optional[int] = ..., name: _Optional[str] = ..., kind: _Optional[_Union[PlayerKind, str]] = ..., house_level: _Optional[str] = ..., connected: _Optional[bool] = ..., ready: _Optional[bool] = ..., stand_in: _Optional[bool] = ..., bank_ms: _Optional[int] = ..., grace_left_ms: _Optional[int] = ...) -> None: ...

class Joiner(_message.Message):
    __slots__ = ("name", "kind", "client_name", "build_hash", "version")
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CLIENT_NAME_FIELD_NUMBER: _ClassVar[int]
    BUILD_HASH_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    name: str
    kind: PlayerKind
    client_name: str
    build_hash: bytes
    version: ProtocolVersion
    def __init__(self, name: _Optional[str] = ..., kind: _Optional[_Union[PlayerKind, str]] = ..., client_name: _Optional[str] = ..., build_hash: _Optional[bytes] = ..., version: _Optional[_Union[ProtocolVersion, _Mapping]] = ...) -> None: ...

class Presence(_message.Message):
    __slots__ = ("players", "host", "stage", "spectators", "next_round_ms", "starting", "stopping")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    NEXT_ROUND_MS_FIELD_NUMBER: _ClassVar[int]
    STARTING_FIELD_NUMBER: _ClassVar[int]
    STOPPING_FIELD_NUMBER: _ClassVar[int]
    players: _containers.RepeatedCompositeFieldContainer[Player]
    host: int
    stage: TableStage
    spectators: int
    next_round_ms: int
    starting: bool
    stopping: Stopping
    def __init__(self, players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., host: _Optional[int] = ..., stage: _Optional[_Union[TableStage, str]] = ..., spectators: _Optional[int] = ..., next_round_ms: _Optional[int] = ..., starting: _Optional[bool] = ..., stopping: _Optional[_Union[Stopping, _Mapping]] = ...) -> None: ...

class Stopping(_message.Message):
    __slots__ = ("within_ms", "goodbye")
    WITHIN_MS_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    within_ms: int
    goodbye: Goodbye
    def __init__(self, within_ms: _Optional[int] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("version", "server_version", "table_id", "code", "title", "seat", "game_id", "game_index", "next_number", "rules", "rules_digest", "clock", "heartbeat_ms", "between_rounds_ms", "deal_source", "commitment", "event_id", "phrases_allowed", "text_allowed", "presence", "view")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SERVER_VERSION_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_INDEX_FIELD_NUMBER: _ClassVar[int]
    NEXT_NUMBER_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    RULES_DIGEST_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_MS_FIELD_NUMBER: _ClassVar[int]
    BETWEEN_ROUNDS_MS_FIELD_NUMBER: _ClassVar[int]
    DEAL_SOURCE_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    PHRASES_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    TEXT_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    PRESENCE_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    version: ProtocolVersion
    server_version: str
    table_id: str
    code: str
    title: str
    seat: int
    game_id: str
    game_index: int
    next_number: int
    rules: _rules_pb2.Rules
    rules_digest: bytes
    clock: _rules_pb2.ClockRules
    heartbeat_ms: int
    between_rounds_ms: int
    deal_source: DealSource
    commitment: bytes
    event_id: str
    phrases_allowed: bool
    text_allowed: bool
    presence: Presence
    view: _game_pb2.View
    def __init__(self, version: _Optional[_Union[ProtocolVersion, _Mapping]] = ..., server_version: _Optional[str] = ..., table_id: _Optional[str] = ..., code: _Optional[str] = ..., title: _Optional[str] = ..., seat: _Optional[int] = ..., game_id: _Optional[str] = ..., game_index: _Optional[int] = ..., next_number: _Optional[int] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., rules_digest: _Optional[bytes] = ..., clock: _Optional[_Union[_rules_pb2.ClockRules, _Mapping]] = ..., heartbeat_ms: _Optional[int] = ..., between_rounds_ms: _Optional[int] = ..., deal_source: _Optional[_Union[DealSource, str]] = ..., commitment: _Optional[bytes] = ..., event_id: _Optional[str] = ..., phrases_allowed: _Optional[bool] = ..., text_allowed: _Optional[bool] = ..., presence: _Optional[_Union[Presence, _Mapping]] = ..., view: _Optional[_Union[_game_pb2.View, _Mapping]] = ...) -> None: ...

class Resume(_message.Message):
    __slots__ = ("game_id", "after")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    after: int
    def __init__(self, game_id: _Optional[str] = ..., after: _Optional[int] = ...) -> None: ...

class Heartbeat(_message.Message):
    __slots__ = ("latest_number", "nonce")
    LATEST_NUMBER_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    latest_number: int
    nonce: int
    def __init__(self, latest_number: _Optional[int] = ..., nonce: _Optional[int] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("reason", "retry_after_ms", "address")
    REASON_FIELD_NUMBER: _ClassVar[int]
    RETRY_AFTER_MS_FIELD_NUMBER: _ClassVar[int]
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    reason: GoodbyeReason
    retry_after_ms: int
    address: str
    def __init__(self, reason: _Optional[_Union[GoodbyeReason, str]] = ..., retry_after_ms: _Optional[int] = ..., address: _Optional[str] = ...) -> None: ...
