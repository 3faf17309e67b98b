"""What a table is to be: the part of a table that never changes."""

from dataclasses import dataclass

from skyjo.v1 import error_pb2, lobby_pb2
from skyjo.v1.rules_pb2 import ClockPreset, ClockRules
from skyjo_engine.fair import KEY_BYTES, seed_key
from skyjo_engine.record import DealSource
from skyjo_engine.rules import Rules
from skyjo_server.text import clean_name, clean_title
from skyjo_server.tokens import SecretSource
from skyjo_wire import clocks, to_engine
from skyjo_wire.errors import RefusalError

PEOPLE_BETWEEN_ROUNDS_MS = 30_000
"""Longest wait between rounds when a person plays, unless the table's maker chose another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Settings of a table; ``lobby.CreateTableRequest`` says what each one means.

    ``games`` is 0 for a table whose host starts every game; ``seed`` is None for deals that
    server and players make together; ``organiser_keys`` has a key for each game, or is empty.
    """

    table_id: str
    code: str
    title: str
    rules: Rules
    clock: ClockRules
    between_rounds_ms: int | None = None
    games: int = 0
    start_when_full: bool = False
    unlisted: bool = False
    watching_closed: bool = False
    chat_closed: bool = False
    phrases_only: bool = False
    seed: int | None = None
    organiser_keys: tuple[bytes, ...] = ()
    event_id: str = ""
    bot_seed: int | None = None

    @property
    def source(self) -> DealSource:
        """Who chooses the cards."""
        if self.organiser_keys:
            return DealSource.ORGANISER
        return DealSource.PLAYERS if self.seed is None else DealSource.SEED

    def key(self, game_index: int, secrets: SecretSource) -> bytes:
        """The key K of the table's game of that index, from 0."""
        if self.organiser_keys:
            return self.organiser_keys[game_index]
        return secrets.key() if self.seed is None else seed_key(self.seed, game_index)


def plan_of(
    request: lobby_pb2.CreateTableRequest, table_id: str, code: str, clock: ClockPreset
) -> Plan:
    """Read a request; ``clock`` is the preset of a table whose maker asks for none.

    Raises RefusalError for settings that are impossible.
    """
    seed = request.seed if request.HasField("seed") else None
    keys = _organiser_keys(request)
    return Plan(
        table_id=table_id,
        code=code,
        title=clean_title(request.title, "title") if request.title else code,
        rules=to_engine.rules(request.rules),
        clock=clocks.clock_rules(request.clock, clock),
        between_rounds_ms=request.between_rounds_ms
        if request.HasField("between_rounds_ms")
        else None,
        games=request.games or len(keys),
        start_when_full=request.start_when_full,
        unlisted=request.unlisted,
        watching_closed=request.watching_closed,
        chat_closed=request.chat_closed,
        phrases_only=request.phrases_only,
        organiser_keys=keys,
        event_id=request.organiser_deals.event_id,
        seed=seed,
        bot_seed=request.bot_seed if request.HasField("bot_seed") else seed,
    )


def _organiser_keys(request: lobby_pb2.CreateTableRequest) -> tuple[bytes, ...]:
    if not request.HasField("organiser_deals"):
        return ()
    deals, field = request.organiser_deals, "organiser_deals"
    if request.HasField("seed"):
        raise RefusalError(error_pb2.ERROR_REASON_FIELDS_CONFLICT, field="seed")
    if not deals.event_id:
        raise RefusalError(error_pb2.ERROR_REASON_FIELD_MISSING, field=f"{field}.event_id")
    clean_name(deals.event_id, f"{field}.event_id")
    wrong = [len(key) for key in deals.keys if len(key) != KEY_BYTES]
    if wrong or not deals.keys:
        raise RefusalError(
            error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE,
            field=f"{field}.keys",
            value=wrong[0] if wrong else 0,
            limits=(KEY_BYTES, KEY_BYTES),
        )
    if request.games not in (0, len(deals.keys)):
        raise RefusalError(
            error_pb2.ERROR_REASON_FIELDS_CONFLICT,
            field="games",
            value=request.games,
            limits=(len(deals.keys), len(deals.keys)),
        )
    return tuple(deals.keys)
