"""Where finished games come from: a server, or the folder of private games."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from skyjo.v1 import record_pb2
from skyjo_client.address import with_port
from skyjo_client.data_folder import data_folder
from skyjo_client.errors import ClientError
from skyjo_client.lobby import Lobby
from skyjo_client.private_server import private_server
from skyjo_engine.record_text import dumps
from skyjo_wire.records import from_message


class NoGameError(ClientError):
    """There is no finished game to export."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("No finished games are kept here")


@contextlib.asynccontextmanager
async def private_records(data: Path | None) -> AsyncIterator[Lobby]:
    """Ask for private games: a server of one's own reads their folder."""
    async with private_server(data=data_folder(data)) as address, Lobby(address) as lobby:
        yield lobby


@contextlib.asynccontextmanager
async def server_records(server: str) -> AsyncIterator[Lobby]:
    """Ask a server for its games."""
    async with Lobby(with_port(server)) as lobby:
        yield lobby


async def export_text(lobby: Lobby, game_id: str | None) -> bytes:
    """Return the text of a record, the latest unless named. Raises :class:`NoGameError`."""
    if game_id is None:
        latest = await lobby.list_games(record_pb2.ListGamesRequest(page_size=1))
        if not latest.games:
            raise NoGameError
        game_id = latest.games[0].game_id
    return dumps(from_message(await lobby.get_game(game_id)))
