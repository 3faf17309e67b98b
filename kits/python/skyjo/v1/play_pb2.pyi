from skyjo.v1 import enlist_pb2 as _enlist_pb2
from skyjo.v1 import error_pb2 as _error_pb2
from skyjo.v1 import event_pb2 as _event_pb2
from skyjo.v1 import game_pb2 as _game_pb2
from skyjo.v1 import table_pb2 as _table_pb2
from skyjo.v1 import talk_pb2 as _talk_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DecisionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_KIND_UNSPECIFIED: _ClassVar[DecisionKind]
    DECISION_KIND_FLIP: _ClassVar[DecisionKind]
    DECISION_KIND_TURN: _ClassVar[DecisionKind]
    DECISION_KIND_PLACE: _ClassVar[DecisionKind]

class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERDICT_UNSPECIFIED: _ClassVar[Verdict]
    VERDICT_ACCEPTED: _ClassVar[Verdict]
    VERDICT_DUPLICATE: _ClassVar[Verdict]
    VERDICT_ILLEGAL: _ClassVar[Verdict]
    VERDICT_MALFORMED: _ClassVar[Verdict]
    VERDICT_LATE: _ClassVar[Verdict]
    VERDICT_UNKNOWN: _ClassVar[Verdict]
DECISION_KIND_UNSPECIFIED: DecisionKind
DECISION_KIND_FLIP: DecisionKind
DECISION_KIND_TURN: DecisionKind
DECISION_KIND_PLACE: DecisionKind
VERDICT_UNSPECIFIED: Verdict
VERDICT_ACCEPTED: Verdict
VERDICT_DUPLICATE: Verdict
VERDICT_ILLEGAL: Verdict
VERDICT_MALFORMED: Verdict
VERDICT_LATE: Verdict
VERDICT_UNKNOWN: Verdict

class PlayRequest(_message.Message):
    __slots__ = ("frames",)
    FRAMES_FIELD_NUMBER: _ClassVar[int]
    frames: _containers.RepeatedCompositeFieldContainer[ClientFrame]
    def __init__(self, frames: _Optional[_Iterable[_Union[ClientFrame, _Mapping]]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("frames",)
    FRAMES_FIELD_NUMBER: _ClassVar[int]
    frames: _containers.RepeatedCompositeFieldContainer[ServerFrame]
    def __init__(self, frames: _Optional[_Iterable[_Union[ServerFrame, _Mapping]]] = ...) -> None: ...

class ClientFrame(_message.Message):
    __slots__ = ("number", "act", "pong", "ready", "attach", "enlist", "resign", "detach", "note", "say", "vote")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ACT_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    ATTACH_FIELD_NUMBER: _ClassVar[int]
    ENLIST_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    DETACH_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    SAY_FIELD_NUMBER: _ClassVar[int]
    VOTE_FIELD_NUMBER: _ClassVar[int]
    number: int
    act: Act
    pong: Pong
    ready: Ready
    attach: Attach
    enlist: _enlist_pb2.Enlist
    resign: Resign
    detach: Detach
    note: Note
    say: _talk_pb2.Say
    vote: _talk_pb2.Vote
    def __init__(self, number: _Optional[int] = ..., act: _Optional[_Union[Act, _Mapping]] = ..., pong: _Optional[_Union[Pong, _Mapping]] = ..., ready: _Optional[_Union[Ready, _Mapping]] = ..., attach: _Optional[_Union[Attach, _Mapping]] = ..., enlist: _Optional[_Union[_enlist_pb2.Enlist, _Mapping]] = ..., resign: _Optional[_Union[Resign, _Mapping]] = ..., detach: _Optional[_Union[Detach, _Mapping]] = ..., note: _Optional[_Union[Note, _Mapping]] = ..., say: _Optional[_Union[_talk_pb2.Say, _Mapping]] = ..., vote: _Optional[_Union[_talk_pb2.Vote, _Mapping]] = ...) -> None: ...

class ServerFrame(_message.Message):
    __slots__ = ("number", "events", "decision", "receipt", "heartbeat", "welcome", "opening", "assigned", "goodbye", "refused", "presence", "chat", "ballot", "enlisted")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    OPENING_FIELD_NUMBER: _ClassVar[int]
    ASSIGNED_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    PRESENCE_FIELD_NUMBER: _ClassVar[int]
    CHAT_FIELD_NUMBER: _ClassVar[int]
    BALLOT_FIELD_NUMBER: _ClassVar[int]
    ENLISTED_FIELD_NUMBER: _ClassVar[int]
    number: int
    events: _event_pb2.Events
    decision: Decision
    receipt: Receipt
    heartbeat: _table_pb2.Heartbeat
    welcome: _table_pb2.Welcome
    opening: Opening
    assigned: _enlist_pb2.Assigned
    goodbye: _table_pb2.Goodbye
    refused: _error_pb2.Refusal
    presence: _table_pb2.Presence
    chat: _talk_pb2.Chat
    ballot: _talk_pb2.Ballot
    enlisted: _enlist_pb2.Enlisted
    def __init__(self, number: _Optional[int] = ..., events: _Optional[_Union[_event_pb2.Events, _Mapping]] = ..., decision: _Optional[_Union[Decision, _Mapping]] = ..., receipt: _Optional[_Union[Receipt, _Mapping]] = ..., heartbeat: _Optional[_Union[_table_pb2.Heartbeat, _Mapping]] = ..., welcome: _Optional[_Union[_table_pb2.Welcome, _Mapping]] = ..., opening: _Optional[_Union[Opening, _Mapping]] = ..., assigned: _Optional[_Union[_enlist_pb2.Assigned, _Mapping]] = ..., goodbye: _Optional[_Union[_table_pb2.Goodbye, _Mapping]] = ..., refused: _Optional[_Union[_error_pb2.Refusal, _Mapping]] = ..., presence: _Optional[_Union[_table_pb2.Presence, _Mapping]] = ..., chat: _Optional[_Union[_talk_pb2.Chat, _Mapping]] = ..., ballot: _Optional[_Union[_talk_pb2.Ballot, _Mapping]] = ..., enlisted: _Optional[_Union[_enlist_pb2.Enlisted, _Mapping]] = ...) -> None: ...

class Attach(_message.Message):
    __slots__ = ("version", "seat_token", "resume", "omit_views", "client_name", "build_hash")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    RESUME_FIELD_NUMBER: _ClassVar[int]
    OMIT_VIEWS_FIELD_NUMBER: _ClassVar[int]
    CLIENT_NAME_FIELD_NUMBER: _ClassVar[int]
    BUILD_HASH_FIELD_NUMBER: _ClassVar[int]
    version: _table_pb2.ProtocolVersion
    seat_token: bytes
    resume: _table_pb2.Resume
    omit_views: bool
    client_name: str
    build_hash: bytes
    def __init__(self, version: _Optional[_Union[_table_pb2.ProtocolVersion, _Mapping]] = ..., seat_token: _Optional[bytes] = ..., resume: _Optional[_Union[_table_pb2.Resume, _Mapping]] = ..., omit_views: _Optional[bool] = ..., client_name: _Optional[str] = ..., build_hash: _Optional[bytes] = ...) -> None: ...

class Ready(_message.Message):
    __slots__ = ("entropy_hash", "entropy", "round", "commitment")
    ENTROPY_HASH_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    entropy_hash: bytes
    entropy: bytes
    round: int
    commitment: bytes
    def __init__(self, entropy_hash: _Optional[bytes] = ..., entropy: _Optional[bytes] = ..., round: _Optional[int] = ..., commitment: _Optional[bytes] = ...) -> None: ...

class SeatOpening(_message.Message):
    __slots__ = ("seat", "name", "entropy_hash")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_HASH_FIELD_NUMBER: _ClassVar[int]
    seat: int
    name: str
    entropy_hash: bytes
    def __init__(self, seat: _Optional[int] = ..., name: _Optional[str] = ..., entropy_hash: _Optional[bytes] = ...) -> None: ...

class Opening(_message.Message):
    __slots__ = ("game_id", "commitment", "seats")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    commitment: bytes
    seats: _containers.RepeatedCompositeFieldContainer[SeatOpening]
    def __init__(self, game_id: _Optional[str] = ..., commitment: _Optional[bytes] = ..., seats: _Optional[_Iterable[_Union[SeatOpening, _Mapping]]] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("bank_ms", "increment_ms", "deadline_ms")
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    bank_ms: int
    increment_ms: int
    deadline_ms: int
    def __init__(self, bank_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ..., deadline_ms: _Optional[int] = ...) -> None: ...

class Decision(_message.Message):
    __slots__ = ("decision_id", "kind", "legal", "clock", "event_number", "view")
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    EVENT_NUMBER_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    decision_id: int
    kind: DecisionKind
    legal: _game_pb2.LegalActions
    clock: Clock
    event_number: int
    view: _game_pb2.View
    def __init__(self, decision_id: _Optional[int] = ..., kind: _Optional[_Union[DecisionKind, str]] = ..., legal: _Optional[_Union[_game_pb2.LegalActions, _Mapping]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., event_number: _Optional[int] = ..., view: _Optional[_Union[_game_pb2.View, _Mapping]] = ...) -> None: ...

class Act(_message.Message):
    __slots__ = ("decision_id", "flip", "take", "draw", "keep", "discard", "note")
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    FLIP_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    KEEP_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    decision_id: int
    flip: _game_pb2.Flip
    take: _game_pb2.Take
    draw: _game_pb2.Draw
    keep: _game_pb2.Keep
    discard: _game_pb2.Discard
    note: str
    def __init__(self, decision_id: _Optional[int] = ..., flip: _Optional[_Union[_game_pb2.Flip, _Mapping]] = ..., take: _Optional[_Union[_game_pb2.Take, _Mapping]] = ..., draw: _Optional[_Union[_game_pb2.Draw, _Mapping]] = ..., keep: _Optional[_Union[_game_pb2.Keep, _Mapping]] = ..., discard: _Optional[_Union[_game_pb2.Discard, _Mapping]] = ..., note: _Optional[str] = ...) -> None: ...

class Receipt(_message.Message):
    __slots__ = ("decision_id", "verdict", "reason", "charged_ms", "network_ms", "bank_ms", "strikes")
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CHARGED_MS_FIELD_NUMBER: _ClassVar[int]
    NETWORK_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    decision_id: int
    verdict: Verdict
    reason: _error_pb2.ErrorReason
    charged_ms: int
    network_ms: int
    bank_ms: int
    strikes: int
    def __init__(self, decision_id: _Optional[int] = ..., verdict: _Optional[_Union[Verdict, str]] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., charged_ms: _Optional[int] = ..., network_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., strikes: _Optional[int] = ...) -> None: ...

class Pong(_message.Message):
    __slots__ = ("nonce", "latest_number")
    NONCE_FIELD_NUMBER: _ClassVar[int]
    LATEST_NUMBER_FIELD_NUMBER: _ClassVar[int]
    nonce: int
    latest_number: int
    def __init__(self, nonce: _Optional[int] = ..., latest_number: _Optional[int] = ...) -> None: ...

class Resign(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Detach(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Note(_message.Message):
    __slots__ = ("decision_id", "text")
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    decision_id: int
    text: str
    def __init__(self, decision_id: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...
