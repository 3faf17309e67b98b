"""The lobby in the full screen: tables come and go while one looks at them."""

import asyncio
import importlib

from skyjo_client.backoff import Backoff
from skyjo_client.screen.canvas_app import CanvasApp
from skyjo_client.screen.lobby_view import LobbyView, Wish
from skyjo_client.seats_kept import KeptSeat


class LobbyApp(CanvasApp):
    """Shows the tables of the server at ``address``; ``lobby`` has the player's wish."""

    def __init__(self, address: str, kept: KeptSeat | None, notice: str) -> None:
        """Look for tables as soon as it runs."""
        super().__init__()
        self._address = address
        self.lobby = LobbyView(address, kept, notice, self.exit, self.redraw)
        self.show(self.lobby)
        self._watching: asyncio.Task[None] | None = None

    def on_mount(self) -> None:
        """Begin to look."""
        self._watching = asyncio.create_task(self._watch(), name="skyjo lobby")

    async def on_unmount(self) -> None:
        """Look no more."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def _watch(self) -> None:
        """Follow the server's tables; one that is lost or not there yet may come."""
        # What it takes to talk to a server is loaded while the first frame is shown.
        await asyncio.to_thread(importlib.import_module, "skyjo_client.lobby")
        from skyjo_client.errors import ClientError
        from skyjo_client.lobby import Lobby
        from skyjo_client.trouble import explain
        from skyjo_client.trust import introduce

        backoff = Backoff()
        while True:
            try:
                address = (await introduce(self._address)).address
                async with Lobby(address) as lobby:
                    async for news in lobby.watch_tables():
                        backoff.reset()
                        self.lobby.take(address, news)
            except ClientError as error:
                self.lobby.note(explain(error)[0])
            self.lobby.lost(self._address)
            await asyncio.sleep(backoff.next())


async def show_lobby(address: str, kept: KeptSeat | None, notice: str) -> Wish:
    """Show the lobby until the player wants something."""
    app = LobbyApp(address, kept, notice)
    await app.run_async()
    return app.lobby.wish or Wish("quit")
