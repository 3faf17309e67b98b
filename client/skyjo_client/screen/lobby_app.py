"""The lobby in the full screen: tables come and go while one looks at them."""

import asyncio
import importlib
from collections.abc import Sequence
from typing import Final

from skyjo_client.screen.canvas_app import CanvasApp
from skyjo_client.screen.lobby_answers import Wish
from skyjo_client.screen.lobby_view import LobbyView
from skyjo_client.seats_kept import KeptSeat

_SILENT_SECONDS: Final = 3.0
"""After so long a lobby without tables says what may be in the way."""


class LobbyApp(CanvasApp):
    """Shows the tables of the server at ``address``, or without one of all that are found.

    ``lobby`` has the player's wish.
    """

    def __init__(
        self,
        address: str,
        kept: Sequence[KeptSeat],
        notice: str,
        *,
        ended: str = "",
        away: bool = False,
    ) -> None:
        """Look for tables as soon as it runs."""
        super().__init__()
        self._address = address
        self.lobby = LobbyView(address, kept, notice, self.exit, self.redraw, ended=ended)
        if away:
            self.lobby.let_go_home()
        self.show(self.lobby)
        self._watching: asyncio.Task[None] | None = None

    def on_mount(self) -> None:
        """Begin to look."""
        self._watching = asyncio.create_task(self._watch(), name="skyjo lobby")
        self.set_timer(_SILENT_SECONDS, self.lobby.silent)

    async def on_unmount(self) -> None:
        """Look no more."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def _watch(self) -> None:
        # What it takes to talk to a server is loaded while the first frame is shown.
        watching = await asyncio.to_thread(importlib.import_module, "skyjo_client.lobby_watch")
        if self._address:
            await watching.follow(self._address, self.lobby)
        else:
            await watching.follow_around(self.lobby)


async def show_lobby(
    address: str,
    kept: Sequence[KeptSeat],
    notice: str,
    *,
    ended: str = "",
    away: bool = False,
) -> Wish:
    """Show the lobby until the player wants something.

    One's own server that has ended is recognised by ``ended``. ``away``: one can go back from this
    server to where one came from.
    """
    app = LobbyApp(address, kept, notice, ended=ended, away=away)
    await app.show_until_left()
    return app.lobby.wish or Wish("quit")
