"""A table on a server of one's own: against house bots, or with house bots only."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from skyjo.v1 import watch_pb2
from skyjo_client.connection import Connection
from skyjo_client.display_options import Mode
from skyjo_client.errors import ClientError, UnreachableError
from skyjo_client.front_end import attach, play_seat, show
from skyjo_client.lobby import Lobby
from skyjo_client.pace import paced
from skyjo_client.present.messages import _
from skyjo_client.present.place import Place
from skyjo_client.private_server import private_server
from skyjo_client.table_choice import TableChoice
from skyjo_client.watching import frames

_GIVE_UP_SECONDS: Final = 5.0


class ServerStoppedError(ClientError):
    """The private server ended in the middle of a game."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(_("The private server has stopped, and the game with it"))


@contextlib.asynccontextmanager
async def _own_server(data: Path) -> AsyncIterator[str]:
    async with private_server(data=data) as address:
        try:
            yield address
        except UnreachableError:
            raise ServerStoppedError from None


async def play_private(choice: TableChoice, mode: Mode, data: Path) -> int:
    """Sit down against house bots; server and bots end with this program."""
    async with (
        _own_server(data) as address,
        Connection(address, give_up_after=_GIVE_UP_SECONDS) as connection,
    ):
        seating = (await connection.lobby.create_table(choice.request())).seating
        session = await attach(connection, seating, mode)
        farewell = _("The game ends here, unfinished.")
        place = Place(private=True, begins_full=True)
        return await play_seat(connection, session, seating, mode, place, farewell)


async def demonstrate(choice: TableChoice, mode: Mode, data: Path, pause: float) -> int:
    """Watch house bots play a whole game, from its first card; ``pause`` seconds after each event.

    Returns an exit code.
    """
    async with _own_server(data) as address, Lobby(address) as lobby:
        table = await lobby.create_table(choice.request())
        watched = _begun(lobby, table.code, table.host_token)
        return await show(lobby, paced(watched, pause) if pause else watched, mode)


async def _begun(lobby: Lobby, code: str, token: bytes) -> AsyncIterator[watch_pb2.WatchFrame]:
    """Yield the frames of a table that begins once it is watched."""
    begun = False
    async for frame in frames(lobby, code):
        yield frame
        if not begun:
            begun = True
            await lobby.start_game(token)
