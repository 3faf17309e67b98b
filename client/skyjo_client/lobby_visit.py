"""``skyjo`` alone: to the lobby, to a table, and back again until the player quits."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skyjo_client import exit_codes
from skyjo_client.address import with_port
from skyjo_client.display_options import Mode
from skyjo_client.echo import hidden
from skyjo_client.errors import ClientError, KeptServerError
from skyjo_client.known_server import known_server
from skyjo_client.screen.lobby_answers import Wish
from skyjo_client.screen.lobby_app import show_lobby
from skyjo_client.seats_kept import KeptSeat, SeatsKept
from skyjo_client.settings import settings
from skyjo_client.trust import may_be_at

if TYPE_CHECKING:
    from skyjo_client.table_choice import TableChoice


class LobbyVisit:
    """An evening in the lobby of the network or of one server after the other."""

    def __init__(self, data: Path) -> None:
        """Begin at the server that is set, if one is; games are kept in ``data``."""
        self._data = data
        server = settings()["server"]
        self._home = with_port(server) if server else ""
        self._address = self._home

    async def run(self) -> int:
        """Show the lobby and do what the player wants, again and again; returns an exit code."""
        with hidden():
            notice = ""
            while True:
                wish = await self._wish(notice)
                if wish.kind == "quit":
                    return exit_codes.FINISHED
                notice = await self._after(wish)

    async def _wish(self, notice: str) -> Wish:
        """Show the lobby with something to tell; returns what the player wants."""
        own = known_server()
        ended = own.recognised_by if own and own.ended else ""
        kept = [*filter(_may_be_there, SeatsKept().everywhere())]
        away = self._address != self._home
        return await show_lobby(self._address, kept, notice, ended=ended, away=away)

    async def _after(self, wish: Wish) -> str:
        """Do what the player wants; returns what the lobby is to tell then."""
        try:
            await self._fulfil(wish)
        except click.Abort:
            return ""
        except ClientError as error:
            from skyjo_client.lobby_trouble import explain_in_lobby

            return explain_in_lobby(error)
        return ""

    async def _fulfil(self, wish: Wish) -> None:
        """Do what the player wants; only this needs what a connection needs."""
        from skyjo_client.joining import make_table
        from skyjo_client.player_name import asked_name, player_name
        from skyjo_client.private_play import play_private

        match wish.kind:
            case "play":
                choice = _choice(wish, player_name(None), private=True)
                await play_private(choice, Mode.SCREEN, self._data)
            case "make" if wish.address:
                choice = _choice(wish, asked_name(None), private=False)
                await make_table(wish.address, choice, Mode.SCREEN)
            case "make":
                await self._host(wish)
            case "watch":
                await self._watch(wish)
            case "back" if kept := SeatsKept().find(wish.address, wish.code):
                await self._come_back(replace(kept, address=wish.seen_at or kept.address))
            case "join":
                await self._join(wish)
            case "home":
                self._address = self._home

    async def _host(self, wish: Wish) -> None:
        from skyjo_client.hosting import host
        from skyjo_client.player_name import asked_name

        choice = _choice(wish, asked_name(None), private=False)
        await host(choice, Mode.SCREEN, self._data / "server")

    async def _come_back(self, kept: KeptSeat) -> None:
        from skyjo_client.hosted_server import running_server
        from skyjo_client.hosting import return_home
        from skyjo_client.joining import come_back
        from skyjo_client.player_name import player_name

        own = known_server()
        if own is not None and own.keeps(kept) and await running_server() is None:
            await return_home(kept, own, player_name(None), Mode.SCREEN)
        else:
            await come_back(kept, Mode.SCREEN)

    async def _watch(self, wish: Wish) -> None:
        from skyjo_client.front_end import show
        from skyjo_client.lobby import Lobby
        from skyjo_client.meeting import meet
        from skyjo_client.watching import frames

        async with Lobby((await meet(wish.address)).address) as lobby:
            await show(lobby, frames(lobby, wish.code), Mode.SCREEN)

    async def _join(self, wish: Wish) -> None:
        """Join a table; by the address of a server one comes to its lobby."""
        from skyjo_client.address import looks_like_address
        from skyjo_client.joining import join_code
        from skyjo_client.lobby import Lobby
        from skyjo_client.meeting import meet

        if not looks_like_address(wish.code):
            address = wish.address or self._address or None
            await join_code(address, wish.code, None, Mode.SCREEN)
            return
        met = await meet(wish.code)
        if met.code:
            await join_code(met.address, met.code, None, Mode.SCREEN)
        else:
            async with Lobby(met.address) as lobby:
                await lobby.get_server()
        self._address = met.address


def _may_be_there(kept: KeptSeat) -> bool:
    """Whether the seat's server may be where it was: not where another one was met since."""
    try:
        return may_be_at(kept.address, kept.server)
    except KeptServerError:
        return True  # of which more is told when the seat is wanted


def _choice(wish: Wish, name: str, *, private: bool) -> "TableChoice":
    from skyjo_client.table_choice import TableChoice

    bots = wish.seats - 1 if private else wish.bots
    return TableChoice(
        seats=wish.seats,
        levels=(wish.level,) * bots,
        name=name,
        target=wish.to,
        rounds=wish.rounds,
        games=0,
        private=private,
        start_when_full=bots == wish.seats - 1,
        clock=wish.clock or None,
    )
