"""Where finished games come from: a server, or the folders of this machine."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

from skyjo.v1 import error_pb2, record_pb2
from skyjo_client import environment
from skyjo_client.data_folder import data_folder
from skyjo_client.errors import RefusedError
from skyjo_client.hosted_server import running_server
from skyjo_client.lobby import Lobby
from skyjo_client.meeting import meet
from skyjo_client.private_server import private_server
from skyjo_client.record_choice import Games, all_games

_DATABASE: Final = "games.sqlite3"


class _Together:
    """The games of several servers as if they were those of one."""

    def __init__(self, servers: Sequence[Lobby]) -> None:
        self._servers = servers

    async def list_games(
        self, request: record_pb2.ListGamesRequest
    ) -> record_pb2.ListGamesResponse:
        """All of them at once, latest first, however many are asked for."""
        del request
        games = [game for server in self._servers async for game in all_games(server)]
        games.sort(key=lambda game: game.ended_unix_s, reverse=True)
        return record_pb2.ListGamesResponse(games=games)

    async def get_game(self, game_id: str) -> record_pb2.GameRecord:
        """The record of a game. Raises :class:`RefusedError`."""
        for server in self._servers:
            try:
                return await server.get_game(game_id)
            except RefusedError as error:
                if error.reason != error_pb2.ERROR_REASON_GAME_UNKNOWN:
                    raise
        raise RefusedError(error_pb2.Refusal(reason=error_pb2.ERROR_REASON_GAME_UNKNOWN))


@contextlib.asynccontextmanager
async def kept_records(data: Path | None) -> AsyncIterator[Games]:
    """Ask for the games of ``skyjo play`` and of one's own server: servers read their folders."""
    own = data_folder(data).absolute()
    folders = {own: _records_in, own / "server": _hosted_records}
    async with contextlib.AsyncExitStack() as stack:
        yield _Together(
            [
                await stack.enter_async_context(records(folder))
                for folder, records in folders.items()
                # One look at a local disk. Of a file in a folder's place the server says so.
                if (folder / _DATABASE).exists() or folder.is_file()
            ]
        )


@contextlib.asynccontextmanager
async def _records_in(folder: Path) -> AsyncIterator[Lobby]:
    async with private_server(data=folder) as address, Lobby(address) as lobby:
        yield lobby


@contextlib.asynccontextmanager
async def _hosted_records(folder: Path) -> AsyncIterator[Lobby]:
    """Ask one's own server while it runs: no other can have its folder meanwhile."""
    running = await running_server()
    if running is None or Path(running.data) != folder:
        async with _records_in(folder) as lobby:
            yield lobby
    else:
        key = bytes.fromhex(running.operator_key)
        async with Lobby(running.address, operator_key=key) as lobby:
            yield lobby


@contextlib.asynccontextmanager
async def server_records(server: str, *, operator: bool = False) -> AsyncIterator[Lobby]:
    """Ask a server for its games, as its ``operator`` also for those that are withheld."""
    key = environment.operator_key() if operator else b""
    async with Lobby((await meet(server)).address, operator_key=key) as lobby:
        yield lobby
