from skyjo.v1 import operator_pb2 as _operator_pb2
from skyjo.v1 import rules_pb2 as _rules_pb2
from skyjo.v1 import table_pb2 as _table_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Seating(_message.Message):
    __slots__ = ("table_id", "code", "seat", "seat_token", "game_id", "commitment", "rules", "clock")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    code: str
    seat: int
    seat_token: bytes
    game_id: str
    commitment: bytes
    rules: _rules_pb2.Rules
    clock: _rules_pb2.ClockRules
    def __init__(self, table_id: _Optional[str] = ..., code: _Optional[str] = ..., seat: _Optional[int] = ..., seat_token: _Optional[bytes] = ..., game_id: _Optional[str] = ..., commitment: _Optional[bytes] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., clock: _Optional[_Union[_rules_pb2.ClockRules, _Mapping]] = ...) -> None: ...

class BotChoice(_message.Message):
    __slots__ = ("house_level", "enlisted_name")
    HOUSE_LEVEL_FIELD_NUMBER: _ClassVar[int]
    ENLISTED_NAME_FIELD_NUMBER: _ClassVar[int]
    house_level: str
    enlisted_name: str
    def __init__(self, house_level: _Optional[str] = ..., enlisted_name: _Optional[str] = ...) -> None: ...

class CreateTableRequest(_message.Message):
    __slots__ = ("joiner", "title", "rules", "clock", "between_rounds_ms", "games", "start_when_full", "unlisted", "watching_closed", "chat_closed", "phrases_only", "bots", "seed", "organiser_deals", "operator_key", "bot_seed")
    JOINER_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    BETWEEN_ROUNDS_MS_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    START_WHEN_FULL_FIELD_NUMBER: _ClassVar[int]
    UNLISTED_FIELD_NUMBER: _ClassVar[int]
    WATCHING_CLOSED_FIELD_NUMBER: _ClassVar[int]
    CHAT_CLOSED_FIELD_NUMBER: _ClassVar[int]
    PHRASES_ONLY_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    ORGANISER_DEALS_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_KEY_FIELD_NUMBER: _ClassVar[int]
    BOT_SEED_FIELD_NUMBER: _ClassVar[int]
    joiner: _table_pb2.Joiner
    title: str
    rules: _rules_pb2.Rules
    clock: _rules_pb2.ClockRules
    between_rounds_ms: int
    games: int
    start_when_full: bool
    unlisted: bool
    watching_closed: bool
    chat_closed: bool
    phrases_only: bool
    bots: _containers.RepeatedCompositeFieldContainer[BotChoice]
    seed: int
    organiser_deals: _operator_pb2.OrganiserDeals
    operator_key: bytes
    bot_seed: int
    def __init__(self, joiner: _Optional[_Union[_table_pb2.Joiner, _Mapping]] = ..., title: _Optional[str] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., clock: _Optional[_Union[_rules_pb2.ClockRules, _Mapping]] = ..., between_rounds_ms: _Optional[int] = ..., games: _Optional[int] = ..., start_when_full: _Optional[bool] = ..., unlisted: _Optional[bool] = ..., watching_closed: _Optional[bool] = ..., chat_closed: _Optional[bool] = ..., phrases_only: _Optional[bool] = ..., bots: _Optional[_Iterable[_Union[BotChoice, _Mapping]]] = ..., seed: _Optional[int] = ..., organiser_deals: _Optional[_Union[_operator_pb2.OrganiserDeals, _Mapping]] = ..., operator_key: _Optional[bytes] = ..., bot_seed: _Optional[int] = ...) -> None: ...

class CreateTableResponse(_message.Message):
    __slots__ = ("table_id", "code", "seating", "host_token")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    SEATING_FIELD_NUMBER: _ClassVar[int]
    HOST_TOKEN_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    code: str
    seating: Seating
    host_token: bytes
    def __init__(self, table_id: _Optional[str] = ..., code: _Optional[str] = ..., seating: _Optional[_Union[Seating, _Mapping]] = ..., host_token: _Optional[bytes] = ...) -> None: ...

class TableSummary(_message.Message):
    __slots__ = ("table_id", "code", "title", "stage", "rules", "clock", "players", "host", "free_seats", "watchable", "spectators", "round", "deal_source", "event_id")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    FREE_SEATS_FIELD_NUMBER: _ClassVar[int]
    WATCHABLE_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    DEAL_SOURCE_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    code: str
    title: str
    stage: _table_pb2.TableStage
    rules: _rules_pb2.Rules
    clock: _rules_pb2.ClockRules
    players: _containers.RepeatedCompositeFieldContainer[_table_pb2.Player]
    host: int
    free_seats: int
    watchable: bool
    spectators: int
    round: int
    deal_source: _table_pb2.DealSource
    event_id: str
    def __init__(self, table_id: _Optional[str] = ..., code: _Optional[str] = ..., title: _Optional[str] = ..., stage: _Optional[_Union[_table_pb2.TableStage, str]] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., clock: _Optional[_Union[_rules_pb2.ClockRules, _Mapping]] = ..., players: _Optional[_Iterable[_Union[_table_pb2.Player, _Mapping]]] = ..., host: _Optional[int] = ..., free_seats: _Optional[int] = ..., watchable: _Optional[bool] = ..., spectators: _Optional[int] = ..., round: _Optional[int] = ..., deal_source: _Optional[_Union[_table_pb2.DealSource, str]] = ..., event_id: _Optional[str] = ...) -> None: ...

class ListTablesRequest(_message.Message):
    __slots__ = ("joinable_only", "operator_key", "page_size", "page_token")
    JOINABLE_ONLY_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_KEY_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    joinable_only: bool
    operator_key: bytes
    page_size: int
    page_token: str
    def __init__(self, joinable_only: _Optional[bool] = ..., operator_key: _Optional[bytes] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTablesResponse(_message.Message):
    __slots__ = ("tables", "next_page_token")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[TableSummary]
    next_page_token: str
    def __init__(self, tables: _Optional[_Iterable[_Union[TableSummary, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class WatchTablesRequest(_message.Message):
    __slots__ = ("operator_key",)
    OPERATOR_KEY_FIELD_NUMBER: _ClassVar[int]
    operator_key: bytes
    def __init__(self, operator_key: _Optional[bytes] = ...) -> None: ...

class WatchTablesResponse(_message.Message):
    __slots__ = ("complete", "tables", "gone", "stopping")
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    GONE_FIELD_NUMBER: _ClassVar[int]
    STOPPING_FIELD_NUMBER: _ClassVar[int]
    complete: bool
    tables: _containers.RepeatedCompositeFieldContainer[TableSummary]
    gone: _containers.RepeatedScalarFieldContainer[str]
    stopping: _table_pb2.Stopping
    def __init__(self, complete: _Optional[bool] = ..., tables: _Optional[_Iterable[_Union[TableSummary, _Mapping]]] = ..., gone: _Optional[_Iterable[str]] = ..., stopping: _Optional[_Union[_table_pb2.Stopping, _Mapping]] = ...) -> None: ...

class JoinTableRequest(_message.Message):
    __slots__ = ("code", "table_id", "joiner", "seat")
    CODE_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    JOINER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    code: str
    table_id: str
    joiner: _table_pb2.Joiner
    seat: int
    def __init__(self, code: _Optional[str] = ..., table_id: _Optional[str] = ..., joiner: _Optional[_Union[_table_pb2.Joiner, _Mapping]] = ..., seat: _Optional[int] = ...) -> None: ...

class JoinTableResponse(_message.Message):
    __slots__ = ("seating",)
    SEATING_FIELD_NUMBER: _ClassVar[int]
    seating: Seating
    def __init__(self, seating: _Optional[_Union[Seating, _Mapping]] = ...) -> None: ...

class LeaveTableRequest(_message.Message):
    __slots__ = ("seat_token",)
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    seat_token: bytes
    def __init__(self, seat_token: _Optional[bytes] = ...) -> None: ...

class LeaveTableResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetServerRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetServerResponse(_message.Message):
    __slots__ = ("version", "server_version")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SERVER_VERSION_FIELD_NUMBER: _ClassVar[int]
    version: _table_pb2.ProtocolVersion
    server_version: str
    def __init__(self, version: _Optional[_Union[_table_pb2.ProtocolVersion, _Mapping]] = ..., server_version: _Optional[str] = ...) -> None: ...

class ListBotsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class EnlistedBot(_message.Message):
    __slots__ = ("name", "free_seats")
    NAME_FIELD_NUMBER: _ClassVar[int]
    FREE_SEATS_FIELD_NUMBER: _ClassVar[int]
    name: str
    free_seats: int
    def __init__(self, name: _Optional[str] = ..., free_seats: _Optional[int] = ...) -> None: ...

class ListBotsResponse(_message.Message):
    __slots__ = ("house_levels", "enlisted", "next_page_token")
    HOUSE_LEVELS_FIELD_NUMBER: _ClassVar[int]
    ENLISTED_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    house_levels: _containers.RepeatedScalarFieldContainer[str]
    enlisted: _containers.RepeatedCompositeFieldContainer[EnlistedBot]
    next_page_token: str
    def __init__(self, house_levels: _Optional[_Iterable[str]] = ..., enlisted: _Optional[_Iterable[_Union[EnlistedBot, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class AddBotRequest(_message.Message):
    __slots__ = ("token", "bot", "seat")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    token: bytes
    bot: BotChoice
    seat: int
    def __init__(self, token: _Optional[bytes] = ..., bot: _Optional[_Union[BotChoice, _Mapping]] = ..., seat: _Optional[int] = ...) -> None: ...

class AddBotResponse(_message.Message):
    __slots__ = ("seat", "name")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    seat: int
    name: str
    def __init__(self, seat: _Optional[int] = ..., name: _Optional[str] = ...) -> None: ...

class StartGameRequest(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: bytes
    def __init__(self, token: _Optional[bytes] = ...) -> None: ...

class StartGameResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class KickSeatRequest(_message.Message):
    __slots__ = ("token", "seat")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    token: bytes
    seat: int
    def __init__(self, token: _Optional[bytes] = ..., seat: _Optional[int] = ...) -> None: ...

class KickSeatResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class HandOverRequest(_message.Message):
    __slots__ = ("token", "seat")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    token: bytes
    seat: int
    def __init__(self, token: _Optional[bytes] = ..., seat: _Optional[int] = ...) -> None: ...

class HandOverResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CloseTableRequest(_message.Message):
    __slots__ = ("token", "table_id")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    token: bytes
    table_id: str
    def __init__(self, token: _Optional[bytes] = ..., table_id: _Optional[str] = ...) -> None: ...

class CloseTableResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
