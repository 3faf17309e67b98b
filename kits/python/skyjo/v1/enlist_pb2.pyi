from skyjo.v1 import rules_pb2 as _rules_pb2
from skyjo.v1 import table_pb2 as _table_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Enlist(_message.Message):
    __slots__ = ("version", "key", "name", "client_name", "build_hash", "seats")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    CLIENT_NAME_FIELD_NUMBER: _ClassVar[int]
    BUILD_HASH_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    version: _table_pb2.ProtocolVersion
    key: bytes
    name: str
    client_name: str
    build_hash: bytes
    seats: int
    def __init__(self, version: _Optional[_Union[_table_pb2.ProtocolVersion, _Mapping]] = ..., key: _Optional[bytes] = ..., name: _Optional[str] = ..., client_name: _Optional[str] = ..., build_hash: _Optional[bytes] = ..., seats: _Optional[int] = ...) -> None: ...

class Enlisted(_message.Message):
    __slots__ = ("version", "server_version", "seats", "returned", "heartbeat_ms")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SERVER_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    RETURNED_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_MS_FIELD_NUMBER: _ClassVar[int]
    version: _table_pb2.ProtocolVersion
    server_version: str
    seats: int
    returned: int
    heartbeat_ms: int
    def __init__(self, version: _Optional[_Union[_table_pb2.ProtocolVersion, _Mapping]] = ..., server_version: _Optional[str] = ..., seats: _Optional[int] = ..., returned: _Optional[int] = ..., heartbeat_ms: _Optional[int] = ...) -> None: ...

class Assigned(_message.Message):
    __slots__ = ("seat_token", "table_id", "code", "seat", "rules", "game_id", "commitment", "returned", "bot_seed")
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    RETURNED_FIELD_NUMBER: _ClassVar[int]
    BOT_SEED_FIELD_NUMBER: _ClassVar[int]
    seat_token: bytes
    table_id: str
    code: str
    seat: int
    rules: _rules_pb2.Rules
    game_id: str
    commitment: bytes
    returned: bool
    bot_seed: int
    def __init__(self, seat_token: _Optional[bytes] = ..., table_id: _Optional[str] = ..., code: _Optional[str] = ..., seat: _Optional[int] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., game_id: _Optional[str] = ..., commitment: _Optional[bytes] = ..., returned: _Optional[bool] = ..., bot_seed: _Optional[int] = ...) -> None: ...
