from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class CloseEventRequest(_message.Message):
    __slots__ = ("operator_key", "event_id")
    OPERATOR_KEY_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    operator_key: bytes
    event_id: str
    def __init__(self, operator_key: _Optional[bytes] = ..., event_id: _Optional[str] = ...) -> None: ...

class CloseEventResponse(_message.Message):
    __slots__ = ("games",)
    GAMES_FIELD_NUMBER: _ClassVar[int]
    games: int
    def __init__(self, games: _Optional[int] = ...) -> None: ...

class DrainRequest(_message.Message):
    __slots__ = ("operator_key", "wait_ms", "retry_after_ms", "address")
    OPERATOR_KEY_FIELD_NUMBER: _ClassVar[int]
    WAIT_MS_FIELD_NUMBER: _ClassVar[int]
    RETRY_AFTER_MS_FIELD_NUMBER: _ClassVar[int]
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    operator_key: bytes
    wait_ms: int
    retry_after_ms: int
    address: str
    def __init__(self, operator_key: _Optional[bytes] = ..., wait_ms: _Optional[int] = ..., retry_after_ms: _Optional[int] = ..., address: _Optional[str] = ...) -> None: ...

class DrainResponse(_message.Message):
    __slots__ = ("games", "kept")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    games: int
    kept: bool
    def __init__(self, games: _Optional[int] = ..., kept: _Optional[bool] = ...) -> None: ...

class OrganiserDeals(_message.Message):
    __slots__ = ("event_id", "keys")
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    event_id: str
    keys: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, event_id: _Optional[str] = ..., keys: _Optional[_Iterable[bytes]] = ...) -> None: ...
