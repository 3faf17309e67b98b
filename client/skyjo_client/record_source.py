"""Where finished games come from: a server, or the folder of private games."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from skyjo_client import environment
from skyjo_client.data_folder import data_folder
from skyjo_client.lobby import Lobby
from skyjo_client.meeting import meet
from skyjo_client.private_server import private_server


@contextlib.asynccontextmanager
async def private_records(data: Path | None) -> AsyncIterator[Lobby]:
    """Ask for private games: a server of one's own reads their folder."""
    async with private_server(data=data_folder(data)) as address, Lobby(address) as lobby:
        yield lobby


@contextlib.asynccontextmanager
async def server_records(server: str, *, operator: bool = False) -> AsyncIterator[Lobby]:
    """Ask a server for its games, as its ``operator`` also for those that are withheld."""
    key = environment.operator_key() if operator else b""
    async with Lobby((await meet(server)).address, operator_key=key) as lobby:
        yield lobby
