"""Which finished game is meant: one by its identifier, or the latest of a kind."""

from collections.abc import AsyncIterator, Callable
from typing import Final, Protocol

from skyjo.v1 import error_pb2, record_pb2, table_pb2
from skyjo_client.errors import ClientError, RefusedError
from skyjo_client.present.messages import _
from skyjo_client.receipts import Receipts
from skyjo_engine.record import Record
from skyjo_wire.records import RecordMessageError, from_message

_PAGE: Final = 500


class Games(Protocol):
    """Whoever has finished games; both raise :class:`ClientError`."""

    async def list_games(
        self, request: record_pb2.ListGamesRequest
    ) -> record_pb2.ListGamesResponse:
        """Some of them, latest first."""

    async def get_game(self, game_id: str) -> record_pb2.GameRecord:
        """The record of one."""


Kind = Callable[[record_pb2.GameSummary], bool]
"""Says of a game whether it is of the kind looked for."""


class NoGameError(ClientError):
    """There is no finished game of the kind looked for."""

    def __init__(self) -> None:
        """Say so, and what else is possible."""
        super().__init__(
            _(
                "No finished game of yours is kept here; skyjo record list shows those that are, "
                "--demo means the latest of bots only"
            )
        )


class SeveralGamesError(ClientError):
    """What was typed begins the identifiers of several games; ``found`` are some of them."""

    def __init__(self, beginning: str, found: list[str]) -> None:
        """Keep the identifiers."""
        text = _("Several games begin with {beginning}: {games}")
        super().__init__(text.format(beginning=beginning, games=", ".join(found)))
        self.found = found


class NoRecordError(ClientError):
    """What a server sent as the record of a game is none."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(_("What the server sent is not the record of a game"))


def read(message: record_pb2.GameRecord) -> Record:
    """The record that a server sent. Raises :class:`NoRecordError`."""
    try:
        return from_message(message)
    except RecordMessageError:
        raise NoRecordError from None


def of_people(game: record_pb2.GameSummary) -> bool:
    """Whether a person played."""
    return bool(_people(game))


def of_bots(game: record_pb2.GameSummary) -> bool:
    """Whether nobody but bots played."""
    return not _people(game)


def of_this_player(game: record_pb2.GameSummary) -> bool:
    """Whether a person on this machine played: there is a receipt for that seat."""
    return any(receipt.seat in _people(game) for receipt in Receipts().find(game.game_id))


def _people(game: record_pb2.GameSummary) -> set[int]:
    kind = table_pb2.PLAYER_KIND_HUMAN
    return {player.seat for player in game.players if player.kind == kind}


async def latest(games: Games, kind: Kind) -> record_pb2.GameRecord:
    """The record of the latest game of that kind. Raises :class:`NoGameError`."""
    async for game in all_games(games):
        if kind(game):
            return await games.get_game(game.game_id)
    raise NoGameError


async def named(games: Games, name: str) -> record_pb2.GameRecord:
    """The record of the game whose identifier is ``name`` or is the only one to begin with it.

    Raises :class:`SeveralGamesError`, and :class:`RefusedError` when there is none.
    """
    try:
        return await games.get_game(name)
    except RefusedError as error:
        if error.reason != error_pb2.ERROR_REASON_GAME_UNKNOWN:
            raise
        found = [game.game_id async for game in all_games(games) if game.game_id.startswith(name)]
        if len(found) > 1:
            raise SeveralGamesError(name, found[:5]) from None
        if not found:
            raise
        return await games.get_game(found[0])


async def all_games(
    games: Games, *, table_id: str = "", page: int = _PAGE
) -> AsyncIterator[record_pb2.GameSummary]:
    """All finished games, latest first; of one table only where it is named.

    They are asked for in steps of ``page``, which need not be large where only the latest count.
    """
    request = record_pb2.ListGamesRequest(page_size=page, table_id=table_id)
    while True:
        answer = await games.list_games(request)
        for game in answer.games:
            yield game
        if not answer.next_page_token:
            return
        request.page_token = answer.next_page_token
