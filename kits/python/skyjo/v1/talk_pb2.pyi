from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ChatPhrase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHAT_PHRASE_UNSPECIFIED: _ClassVar[ChatPhrase]
    CHAT_PHRASE_HELLO: _ClassVar[ChatPhrase]
    CHAT_PHRASE_GOOD_LUCK: _ClassVar[ChatPhrase]
    CHAT_PHRASE_WELL_PLAYED: _ClassVar[ChatPhrase]
    CHAT_PHRASE_THANKS: _ClassVar[ChatPhrase]
    CHAT_PHRASE_BAD_LUCK: _ClassVar[ChatPhrase]
    CHAT_PHRASE_WOW: _ClassVar[ChatPhrase]
    CHAT_PHRASE_SORRY: _ClassVar[ChatPhrase]
    CHAT_PHRASE_ONE_MOMENT: _ClassVar[ChatPhrase]
    CHAT_PHRASE_I_AM_BACK: _ClassVar[ChatPhrase]
    CHAT_PHRASE_YOUR_TURN: _ClassVar[ChatPhrase]
    CHAT_PHRASE_ANOTHER_GAME: _ClassVar[ChatPhrase]
    CHAT_PHRASE_GOOD_GAME: _ClassVar[ChatPhrase]
    CHAT_PHRASE_GOODBYE: _ClassVar[ChatPhrase]
    CHAT_PHRASE_YES: _ClassVar[ChatPhrase]
    CHAT_PHRASE_NO: _ClassVar[ChatPhrase]

class BallotKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BALLOT_KIND_UNSPECIFIED: _ClassVar[BallotKind]
    BALLOT_KIND_PLAY_AGAIN: _ClassVar[BallotKind]
    BALLOT_KIND_REMOVE_SEAT: _ClassVar[BallotKind]

class BallotOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BALLOT_OUTCOME_UNSPECIFIED: _ClassVar[BallotOutcome]
    BALLOT_OUTCOME_OPEN: _ClassVar[BallotOutcome]
    BALLOT_OUTCOME_CARRIED: _ClassVar[BallotOutcome]
    BALLOT_OUTCOME_FAILED: _ClassVar[BallotOutcome]
    BALLOT_OUTCOME_INTERRUPTED: _ClassVar[BallotOutcome]
CHAT_PHRASE_UNSPECIFIED: ChatPhrase
CHAT_PHRASE_HELLO: ChatPhrase
CHAT_PHRASE_GOOD_LUCK: ChatPhrase
CHAT_PHRASE_WELL_PLAYED: ChatPhrase
CHAT_PHRASE_THANKS: ChatPhrase
CHAT_PHRASE_BAD_LUCK: ChatPhrase
CHAT_PHRASE_WOW: ChatPhrase
CHAT_PHRASE_SORRY: ChatPhrase
CHAT_PHRASE_ONE_MOMENT: ChatPhrase
CHAT_PHRASE_I_AM_BACK: ChatPhrase
CHAT_PHRASE_YOUR_TURN: ChatPhrase
CHAT_PHRASE_ANOTHER_GAME: ChatPhrase
CHAT_PHRASE_GOOD_GAME: ChatPhrase
CHAT_PHRASE_GOODBYE: ChatPhrase
CHAT_PHRASE_YES: ChatPhrase
CHAT_PHRASE_NO: ChatPhrase
BALLOT_KIND_UNSPECIFIED: BallotKind
BALLOT_KIND_PLAY_AGAIN: BallotKind
BALLOT_KIND_REMOVE_SEAT: BallotKind
BALLOT_OUTCOME_UNSPECIFIED: BallotOutcome
BALLOT_OUTCOME_OPEN: BallotOutcome
BALLOT_OUTCOME_CARRIED: BallotOutcome
BALLOT_OUTCOME_FAILED: BallotOutcome
BALLOT_OUTCOME_INTERRUPTED: BallotOutcome

class Say(_message.Message):
    __slots__ = ("phrase", "text")
    PHRASE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    phrase: ChatPhrase
    text: str
    def __init__(self, phrase: _Optional[_Union[ChatPhrase, str]] = ..., text: _Optional[str] = ...) -> None: ...

class Chat(_message.Message):
    __slots__ = ("seat", "phrase", "text")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PHRASE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    phrase: ChatPhrase
    text: str
    def __init__(self, seat: _Optional[int] = ..., phrase: _Optional[_Union[ChatPhrase, str]] = ..., text: _Optional[str] = ...) -> None: ...

class Vote(_message.Message):
    __slots__ = ("kind", "seat", "yes")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    YES_FIELD_NUMBER: _ClassVar[int]
    kind: BallotKind
    seat: int
    yes: bool
    def __init__(self, kind: _Optional[_Union[BallotKind, str]] = ..., seat: _Optional[int] = ..., yes: _Optional[bool] = ...) -> None: ...

class Ballot(_message.Message):
    __slots__ = ("kind", "seat", "yes", "no", "needed", "closes_ms", "outcome")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    YES_FIELD_NUMBER: _ClassVar[int]
    NO_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    CLOSES_MS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    kind: BallotKind
    seat: int
    yes: _containers.RepeatedScalarFieldContainer[int]
    no: _containers.RepeatedScalarFieldContainer[int]
    needed: int
    closes_ms: int
    outcome: BallotOutcome
    def __init__(self, kind: _Optional[_Union[BallotKind, str]] = ..., seat: _Optional[int] = ..., yes: _Optional[_Iterable[int]] = ..., no: _Optional[_Iterable[int]] = ..., needed: _Optional[int] = ..., closes_ms: _Optional[int] = ..., outcome: _Optional[_Union[BallotOutcome, str]] = ...) -> None: ...
