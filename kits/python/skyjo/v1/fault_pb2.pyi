from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FaultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_KIND_UNSPECIFIED: _ClassVar[FaultKind]
    FAULT_KIND_ILLEGAL: _ClassVar[FaultKind]
    FAULT_KIND_MALFORMED: _ClassVar[FaultKind]
    FAULT_KIND_TIMED_OUT: _ClassVar[FaultKind]
    FAULT_KIND_STALLED: _ClassVar[FaultKind]
    FAULT_KIND_DISCONNECTED: _ClassVar[FaultKind]
    FAULT_KIND_CRASHED: _ClassVar[FaultKind]
    FAULT_KIND_RESOURCE_LIMIT: _ClassVar[FaultKind]
    FAULT_KIND_NOT_STARTED: _ClassVar[FaultKind]
    FAULT_KIND_OPERATOR: _ClassVar[FaultKind]
    FAULT_KIND_INFRASTRUCTURE: _ClassVar[FaultKind]

class FaultOwner(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_OWNER_UNSPECIFIED: _ClassVar[FaultOwner]
    FAULT_OWNER_PLAYER: _ClassVar[FaultOwner]
    FAULT_OWNER_OPERATOR: _ClassVar[FaultOwner]
    FAULT_OWNER_INFRASTRUCTURE: _ClassVar[FaultOwner]
FAULT_KIND_UNSPECIFIED: FaultKind
FAULT_KIND_ILLEGAL: FaultKind
FAULT_KIND_MALFORMED: FaultKind
FAULT_KIND_TIMED_OUT: FaultKind
FAULT_KIND_STALLED: FaultKind
FAULT_KIND_DISCONNECTED: FaultKind
FAULT_KIND_CRASHED: FaultKind
FAULT_KIND_RESOURCE_LIMIT: FaultKind
FAULT_KIND_NOT_STARTED: FaultKind
FAULT_KIND_OPERATOR: FaultKind
FAULT_KIND_INFRASTRUCTURE: FaultKind
FAULT_OWNER_UNSPECIFIED: FaultOwner
FAULT_OWNER_PLAYER: FaultOwner
FAULT_OWNER_OPERATOR: FaultOwner
FAULT_OWNER_INFRASTRUCTURE: FaultOwner

class Fault(_message.Message):
    __slots__ = ("kind", "owner")
    KIND_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    kind: FaultKind
    owner: FaultOwner
    def __init__(self, kind: _Optional[_Union[FaultKind, str]] = ..., owner: _Optional[_Union[FaultOwner, str]] = ...) -> None: ...
