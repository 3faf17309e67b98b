from skyjo.v1 import event_pb2 as _event_pb2
from skyjo.v1 import game_pb2 as _game_pb2
from skyjo.v1 import rules_pb2 as _rules_pb2
from skyjo.v1 import table_pb2 as _table_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GameRecord(_message.Message):
    __slots__ = ("game_id", "rules", "players", "deal", "entries", "key")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    rules: _rules_pb2.Rules
    players: _containers.RepeatedCompositeFieldContainer[RecordedPlayer]
    deal: RecordedDeal
    entries: _containers.RepeatedCompositeFieldContainer[RecordEntry]
    key: bytes
    def __init__(self, game_id: _Optional[str] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., players: _Optional[_Iterable[_Union[RecordedPlayer, _Mapping]]] = ..., deal: _Optional[_Union[RecordedDeal, _Mapping]] = ..., entries: _Optional[_Iterable[_Union[RecordEntry, _Mapping]]] = ..., key: _Optional[bytes] = ...) -> None: ...

class RecordedPlayer(_message.Message):
    __slots__ = ("seat", "name", "kind", "house_level", "build_hash")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    HOUSE_LEVEL_FIELD_NUMBER: _ClassVar[int]
    BUILD_HASH_FIELD_NUMBER: _ClassVar[int]
    seat: int
    name: str
    kind: _table_pb2.PlayerKind
    house_level: str
    build_hash: bytes
    def __init__(self, seat: _Optional[int] = ..., name: _Optional[str] = ..., kind: _Optional[_Union[_table_pb2.PlayerKind, str]] = ..., house_level: _Optional[str] = ..., build_hash: _Optional[bytes] = ...) -> None: ...

class SeatEntropy(_message.Message):
    __slots__ = ("entropy",)
    ENTROPY_FIELD_NUMBER: _ClassVar[int]
    entropy: bytes
    def __init__(self, entropy: _Optional[bytes] = ...) -> None: ...

class RecordedDeal(_message.Message):
    __slots__ = ("scheme", "source", "commitment", "entropy", "restarts")
    SCHEME_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_FIELD_NUMBER: _ClassVar[int]
    RESTARTS_FIELD_NUMBER: _ClassVar[int]
    scheme: str
    source: _table_pb2.DealSource
    commitment: bytes
    entropy: _containers.RepeatedCompositeFieldContainer[SeatEntropy]
    restarts: _containers.RepeatedCompositeFieldContainer[RecordedRestart]
    def __init__(self, scheme: _Optional[str] = ..., source: _Optional[_Union[_table_pb2.DealSource, str]] = ..., commitment: _Optional[bytes] = ..., entropy: _Optional[_Iterable[_Union[SeatEntropy, _Mapping]]] = ..., restarts: _Optional[_Iterable[_Union[RecordedRestart, _Mapping]]] = ...) -> None: ...

class RecordedRestart(_message.Message):
    __slots__ = ("commitment", "key", "seat")
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    commitment: bytes
    key: bytes
    seat: int
    def __init__(self, commitment: _Optional[bytes] = ..., key: _Optional[bytes] = ..., seat: _Optional[int] = ...) -> None: ...

class RecordEntry(_message.Message):
    __slots__ = ("deck", "action", "turn", "reshuffle", "seat_changed", "round_ended", "game_ended", "note")
    DECK_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    RESHUFFLE_FIELD_NUMBER: _ClassVar[int]
    SEAT_CHANGED_FIELD_NUMBER: _ClassVar[int]
    ROUND_ENDED_FIELD_NUMBER: _ClassVar[int]
    GAME_ENDED_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    deck: RecordedDeck
    action: RecordedAction
    turn: _event_pb2.TurnStarted
    reshuffle: RecordedReshuffle
    seat_changed: _event_pb2.SeatChanged
    round_ended: _event_pb2.RoundEnded
    game_ended: _event_pb2.GameEnded
    note: RecordedNote
    def __init__(self, deck: _Optional[_Union[RecordedDeck, _Mapping]] = ..., action: _Optional[_Union[RecordedAction, _Mapping]] = ..., turn: _Optional[_Union[_event_pb2.TurnStarted, _Mapping]] = ..., reshuffle: _Optional[_Union[RecordedReshuffle, _Mapping]] = ..., seat_changed: _Optional[_Union[_event_pb2.SeatChanged, _Mapping]] = ..., round_ended: _Optional[_Union[_event_pb2.RoundEnded, _Mapping]] = ..., game_ended: _Optional[_Union[_event_pb2.GameEnded, _Mapping]] = ..., note: _Optional[_Union[RecordedNote, _Mapping]] = ...) -> None: ...

class RecordedDeck(_message.Message):
    __slots__ = ("round", "cards")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    round: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, round: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class RecordedAction(_message.Message):
    __slots__ = ("seat", "by_server", "flip", "take", "draw", "keep", "discard", "card", "charged_ms")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BY_SERVER_FIELD_NUMBER: _ClassVar[int]
    FLIP_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    KEEP_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    CHARGED_MS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    by_server: bool
    flip: _game_pb2.Flip
    take: _game_pb2.Take
    draw: _game_pb2.Draw
    keep: _game_pb2.Keep
    discard: _game_pb2.Discard
    card: int
    charged_ms: int
    def __init__(self, seat: _Optional[int] = ..., by_server: _Optional[bool] = ..., flip: _Optional[_Union[_game_pb2.Flip, _Mapping]] = ..., take: _Optional[_Union[_game_pb2.Take, _Mapping]] = ..., draw: _Optional[_Union[_game_pb2.Draw, _Mapping]] = ..., keep: _Optional[_Union[_game_pb2.Keep, _Mapping]] = ..., discard: _Optional[_Union[_game_pb2.Discard, _Mapping]] = ..., card: _Optional[int] = ..., charged_ms: _Optional[int] = ...) -> None: ...

class RecordedNote(_message.Message):
    __slots__ = ("seat", "text")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    text: str
    def __init__(self, seat: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class RecordedReshuffle(_message.Message):
    __slots__ = ("pile",)
    PILE_FIELD_NUMBER: _ClassVar[int]
    pile: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, pile: _Optional[_Iterable[int]] = ...) -> None: ...

class GameSummary(_message.Message):
    __slots__ = ("game_id", "table_id", "title", "ended_unix_s", "rounds", "players", "results", "reason", "deal_source", "event_id")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    ENDED_UNIX_S_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DEAL_SOURCE_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    table_id: str
    title: str
    ended_unix_s: int
    rounds: int
    players: _containers.RepeatedCompositeFieldContainer[RecordedPlayer]
    results: _containers.RepeatedCompositeFieldContainer[_event_pb2.SeatResult]
    reason: _event_pb2.GameEndReason
    deal_source: _table_pb2.DealSource
    event_id: str
    def __init__(self, game_id: _Optional[str] = ..., table_id: _Optional[str] = ..., title: _Optional[str] = ..., ended_unix_s: _Optional[int] = ..., rounds: _Optional[int] = ..., players: _Optional[_Iterable[_Union[RecordedPlayer, _Mapping]]] = ..., results: _Optional[_Iterable[_Union[_event_pb2.SeatResult, _Mapping]]] = ..., reason: _Optional[_Union[_event_pb2.GameEndReason, str]] = ..., deal_source: _Optional[_Union[_table_pb2.DealSource, str]] = ..., event_id: _Optional[str] = ...) -> None: ...

class ListGamesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "table_id", "player_name", "event_id")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_NAME_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    table_id: str
    player_name: str
    event_id: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., table_id: _Optional[str] = ..., player_name: _Optional[str] = ..., event_id: _Optional[str] = ...) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[GameSummary]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[GameSummary, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetGameRequest(_message.Message):
    __slots__ = ("game_id", "operator_key")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_KEY_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    operator_key: bytes
    def __init__(self, game_id: _Optional[str] = ..., operator_key: _Optional[bytes] = ...) -> None: ...

class GetGameResponse(_message.Message):
    __slots__ = ("record",)
    RECORD_FIELD_NUMBER: _ClassVar[int]
    record: GameRecord
    def __init__(self, record: _Optional[_Union[GameRecord, _Mapping]] = ...) -> None: ...
