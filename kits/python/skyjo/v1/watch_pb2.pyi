from skyjo.v1 import event_pb2 as _event_pb2
from skyjo.v1 import game_pb2 as _game_pb2
from skyjo.v1 import table_pb2 as _table_pb2
from skyjo.v1 import talk_pb2 as _talk_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WatchRequest(_message.Message):
    __slots__ = ("version", "code", "table_id", "resume", "client_name")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    RESUME_FIELD_NUMBER: _ClassVar[int]
    CLIENT_NAME_FIELD_NUMBER: _ClassVar[int]
    version: _table_pb2.ProtocolVersion
    code: str
    table_id: str
    resume: _table_pb2.Resume
    client_name: str
    def __init__(self, version: _Optional[_Union[_table_pb2.ProtocolVersion, _Mapping]] = ..., code: _Optional[str] = ..., table_id: _Optional[str] = ..., resume: _Optional[_Union[_table_pb2.Resume, _Mapping]] = ..., client_name: _Optional[str] = ...) -> None: ...

class WatchResponse(_message.Message):
    __slots__ = ("frames",)
    FRAMES_FIELD_NUMBER: _ClassVar[int]
    frames: _containers.RepeatedCompositeFieldContainer[WatchFrame]
    def __init__(self, frames: _Optional[_Iterable[_Union[WatchFrame, _Mapping]]] = ...) -> None: ...

class WatchFrame(_message.Message):
    __slots__ = ("events", "heartbeat", "welcome", "snapshot", "presence", "chat", "goodbye")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    PRESENCE_FIELD_NUMBER: _ClassVar[int]
    CHAT_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    events: _event_pb2.Events
    heartbeat: _table_pb2.Heartbeat
    welcome: _table_pb2.Welcome
    snapshot: Snapshot
    presence: _table_pb2.Presence
    chat: _talk_pb2.Chat
    goodbye: _table_pb2.Goodbye
    def __init__(self, events: _Optional[_Union[_event_pb2.Events, _Mapping]] = ..., heartbeat: _Optional[_Union[_table_pb2.Heartbeat, _Mapping]] = ..., welcome: _Optional[_Union[_table_pb2.Welcome, _Mapping]] = ..., snapshot: _Optional[_Union[Snapshot, _Mapping]] = ..., presence: _Optional[_Union[_table_pb2.Presence, _Mapping]] = ..., chat: _Optional[_Union[_talk_pb2.Chat, _Mapping]] = ..., goodbye: _Optional[_Union[_table_pb2.Goodbye, _Mapping]] = ...) -> None: ...

class Snapshot(_message.Message):
    __slots__ = ("view",)
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view: _game_pb2.View
    def __init__(self, view: _Optional[_Union[_game_pb2.View, _Mapping]] = ...) -> None: ...
