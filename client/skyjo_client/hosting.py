"""An evening at one's own server for the network: opened, played, and left running or ended."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from skyjo.v1 import lobby_pb2
from skyjo_client import exit_codes
from skyjo_client.console import is_interactive, one_line
from skyjo_client.display_options import Mode
from skyjo_client.errors import ClientError, OwnServerEndedError, UnreachableError
from skyjo_client.front_end import diagnose
from skyjo_client.hosted_server import HostedServer, running_server, start_server
from skyjo_client.inviting import invitation
from skyjo_client.joining import come_back, join_code, make_table
from skyjo_client.known_server import KnownServer, known_server
from skyjo_client.player_name import player_name
from skyjo_client.present.escape import escape_name
from skyjo_client.present.messages import _, plural
from skyjo_client.present.reasons import reason
from skyjo_client.present.yes_or_no import yes_or_no
from skyjo_client.seats_kept import KeptSeat, SeatsKept
from skyjo_client.table_choice import TableChoice
from skyjo_client.typed_lines import typed_here

_MOMENT: Final = 1.0
"""Seconds that a server may take to start before that is said."""

Ask = Callable[[], Awaitable[str]]
"""Waits for one line of the player; "" where the input ends, which answers like Enter."""


class NoPlaceError(ClientError):
    """A server of one's own has nowhere to keep what it needs."""

    def __init__(self, error: OSError) -> None:
        """Say what cannot be used, and what to do."""
        text = _(
            "Your own server keeps its games and its key in files, and {file} cannot be used: "
            "{reason}. Name other folders in SKYJO_DATA_DIR and SKYJO_STATE_DIR"
        )
        super().__init__(text.format(file=error.filename, reason=reason(error)))


@dataclass(slots=True)
class _Own:
    """One's own seat, once there is one."""

    seating: lobby_pb2.Seating | None = None


async def host_or_return(choice: TableChoice, mode: Mode, data: Path) -> int:
    """Do what :func:`host` does, unless a game of one's own is unfinished there.

    Who sits at a terminal is asked whether to go back to it; others are told. Returns an exit code.
    """
    assert choice.name is not None  # noqa: S101  # a host has a seat
    server = await running_server() or await _started(choice.name, data)
    kept = await _unfinished(server)
    if kept is not None and await _goes_back(kept, _asking(mode) if is_interactive() else None):
        return await _return(server, kept, mode)
    return await host(choice, mode, data)


async def _unfinished(server: HostedServer) -> KeptSeat | None:
    """A seat of one's own in the middle of a game there, the latest."""
    codes = await server.codes_in_play()
    seats = SeatsKept().at(server.recognised_by)
    return next((kept for kept in seats if kept.seating.code in codes), None)


async def _goes_back(kept: KeptSeat, ask: Ask | None) -> bool:
    code = escape_name(kept.seating.code)
    if ask is None:
        text = _("Your game at table {code} is unfinished. Go back to it with: skyjo join {code}")
        diagnose(text.format(code=code))
        return False
    text = _(
        "Your game at table {code} is unfinished. Do you want to go back to it? Yes or no; "
        "Enter is yes."
    )
    return await answered(text.format(code=code), ask, default=True)


async def host(choice: TableChoice, mode: Mode, data: Path) -> int:
    """Make a table on a server of one's own, which is started unless it still runs, and play there.

    Leaving decides whether the server stays. Returns an exit code.
    """
    assert choice.name is not None  # noqa: S101  # a host has a seat
    server = await running_server() or await _started(choice.name, data)
    own = _Own()

    def invite(_address: str, seating: lobby_pb2.Seating) -> Callable[[], list[str]]:
        own.seating = seating
        return partial(invitation, server, seating.code)

    asks = _asking(mode) if is_interactive() else None
    async with _left_well(server, own, asks):
        return await make_table(server.link(), choice, mode, invite)


async def join_or_return_home(server: str | None, code: str, name: str | None, mode: Mode) -> int:
    """Join a table as ``joining.join_code`` does; returns an exit code.

    Where a seat is kept there, on one's own server that has ended, who sits at a terminal is asked
    whether to start that again. Raises :class:`OwnServerEndedError` for everybody else.
    """
    try:
        return await join_code(server, code, name, mode)
    except UnreachableError as error:
        kept, own = SeatsKept().latest(code), known_server()
        if kept is None or own is None or not own.keeps(kept):
            raise
        if error.address not in (kept.address, own.address):
            raise
    ask = _asking(mode) if is_interactive() else None
    if ask is None:
        raise OwnServerEndedError(own.address, code)
    text = _(
        "Table {code} is on your own server, which has ended. Shall it start again? Yes or no; "
        "Enter is yes."
    )
    if not await answered(text.format(code=escape_name(code)), ask, default=True):
        return exit_codes.UNREACHABLE
    return await return_home(kept, own, player_name(name), mode)


async def return_home(kept: KeptSeat, ended: KnownServer, name: str, mode: Mode) -> int:
    """Start one's own server again, and come back to a seat there; returns an exit code."""
    return await _return(await _started(name, Path(ended.data)), kept, mode)


async def _return(server: HostedServer, kept: KeptSeat, mode: Mode) -> int:
    asks = _asking(mode) if is_interactive() else None
    async with _left_well(server, _Own(kept.seating), asks):
        return await come_back(replace(kept, address=server.link()), mode)


async def _started(name: str, data: Path) -> HostedServer:
    slow = asyncio.get_running_loop().call_later(_MOMENT, _ask_for_patience)
    try:
        return await start_server(name, data)
    except OSError as error:
        raise NoPlaceError(error) from None
    finally:
        slow.cancel()


def _ask_for_patience() -> None:
    diagnose(_("Your server is starting ..."))


def _asking(mode: Mode) -> Ask | None:
    """How to ask the player something once the table is left; None: programs are not asked."""
    if mode is Mode.LINES:
        return lambda: anext(aiter(typed_here()), "")  # which still reads what is typed
    return one_line if mode is Mode.SCREEN else None


@contextlib.asynccontextmanager
async def _left_well(server: HostedServer, own: _Own, ask: Ask | None) -> AsyncIterator[None]:
    """Afterwards let the server stay or end; a player who was not interrupted is asked."""
    left = False
    try:
        yield
        left = True
    finally:
        await _leave(server, own, ask if left else None)


async def _leave(server: HostedServer, own: _Own, ask: Ask | None) -> None:
    seating = own.seating or lobby_pb2.Seating()
    try:
        others = await server.others(seating.code, seating.seat)
    except ClientError:
        diagnose(_("Your server has stopped. skyjo starts it again, on the way back to your seat."))
        return
    stays = await _answer(others, ask) if ask else others > 0
    if not stays:
        await server.end()
        text = _("Your server has ended. skyjo host starts it again, with what was played there.")
        diagnose(text)
        return
    text = _(
        "Your server goes on. Come back with: skyjo join {code} --server {address}. "
        "End it with: skyjo host --stop"
    )
    diagnose(text.format(code=escape_name(seating.code), address=server.address))


async def _answer(others: int, ask: Ask) -> bool:
    """Ask whether the server is to stay, by default while others sit there."""
    stays = others > 0
    if stays:
        text = plural(
            "{count} other still sits at your server. Shall it go on? Yes or no; Enter is yes.",
            "{count} others still sit at your server. Shall it go on? Yes or no; Enter is yes.",
            others,
        )
    else:
        text = _("Nobody else sits at your server. Shall it go on? Yes or no; Enter is no.")
    return await answered(text, ask, default=stays)


async def answered(question: str, ask: Ask, *, default: bool) -> bool:
    """Ask until the answer is yes or no; an empty one is the ``default``."""
    diagnose(question)
    while word := (await ask()).strip():
        if (answer := yes_or_no(word)) is not None:
            return answer
        diagnose(_("Please type yes or no, or press Enter."))
    return default
