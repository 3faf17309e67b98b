"""Tables on a server: making one, joining one, and coming back to a seat."""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from skyjo.v1 import error_pb2, lobby_pb2
from skyjo_client import exit_codes
from skyjo_client.address import with_port
from skyjo_client.connection import Connection
from skyjo_client.console import is_interactive
from skyjo_client.display_options import Mode
from skyjo_client.errors import RefusedError
from skyjo_client.finding import find_again, found_at, meet_named
from skyjo_client.front_end import attach, diagnose, play_seat
from skyjo_client.goodbyes import ends_the_seat
from skyjo_client.inviting import as_host, by_link
from skyjo_client.lobby import Lobby
from skyjo_client.meeting import meet
from skyjo_client.player_name import asked_name, keep_name, other_name, player_name
from skyjo_client.present.escape import SafeText, escape, escape_name
from skyjo_client.present.messages import _
from skyjo_client.present.place import Place
from skyjo_client.present.reasons import reason
from skyjo_client.present.table_lines import table_line
from skyjo_client.seats_kept import KeptSeat, SeatsKept
from skyjo_client.session import SeatSession
from skyjo_client.table_choice import TableChoice
from skyjo_client.trust import link_to, may_be_at, recognised_by
from skyjo_client.versions import joiner

_NEED_NOT_BE_NAMED: Final = (with_port("127.0.0.1"), with_port("localhost"))
"""Servers that ``skyjo join`` finds without being told."""
_SEATS_TRIED: Final = 3
"""Each seat that is gone counts with the server as a wrong guess."""


async def make_table(
    server: str,
    choice: TableChoice,
    mode: Mode,
    invite: Callable[[str, lobby_pb2.Seating], Callable[[], list[str]]] | None = None,
) -> int:
    """Make a table on a server and play there; returns an exit code.

    ``invite`` is called with the server's address and one's seat, and returns what tells how others
    come there, in the language that is spoken then.
    """
    address = (await meet(server)).address
    async with _connection(address) as connection:
        seating = (await connection.lobby.create_table(choice.request())).seating
        _keep(choice.name)
        invitation = (invite or _invite)(address, seating)
        for line in invitation():
            diagnose(line)
        session = await attach(connection, seating, mode)
        place = replace(
            _place(address, seating),
            invitation=invitation,
            begins_full=choice.start_when_full,
        )
        return await _play(connection, address, session, seating, mode, place)


def _connection(address: str) -> Connection:
    """A player waits for a server that is lost, and looks for it, whoever stands in its place."""
    return Connection(address, find_again=partial(find_again, recognised_by(address)))


def _invite(address: str, seating: lobby_pb2.Seating) -> Callable[[], list[str]]:
    return as_host(address, seating.code) or partial(by_link, address, seating.code)


def _place(address: str, seating: lobby_pb2.Seating) -> Place:
    return Place(
        server=SafeText("") if address in _NEED_NOT_BE_NAMED else escape(address),
        link=escape(link_to(address, seating.code)),
        invitation=as_host(address, seating.code) or list,
    )


async def join_code(server: str | None, code: str, name: str | None, mode: Mode) -> int:
    """Join a table by its code, or come back to the seat there; returns an exit code.

    ``name`` is the one given; a person without one is asked, and so is one whose name is taken.
    Without ``server`` it is the one that SKYJO_SERVER names, that a seat is kept at, or that is
    found.
    """
    address = (await meet_named(server, code)).address
    async with _connection(address) as connection:
        return await _join(connection, address, code, name, mode)


async def join_server(server: str, name: str | None, mode: Mode) -> int:
    """Join the table of a link, or come back to a seat at the server, or join its only open table.

    Where several tables are open it is told which. Returns an exit code.
    """
    met = await meet(server)
    address = met.address
    async with _connection(address) as connection:
        if met.code:
            return await _join(connection, address, met.code, name, mode)
        for kept in SeatsKept().at(recognised_by(address))[:_SEATS_TRIED]:
            if (session := await _come_back(connection, kept, mode)) is not None:
                return await _play(connection, address, session, kept.seating, mode)
        tables = await connection.lobby.list_tables(joinable_only=True)
        if len(tables) == 1:
            return await _join(connection, address, tables[0].code, name, mode)
    if not tables:
        text = _("No open table at {address}. Make one with: skyjo play --server {address}")
        diagnose(text.format(address=address))
    else:
        text = _("Several tables are open. Choose one with: skyjo join CODE --server {address}")
        diagnose(text.format(address=address))
        for table in tables:
            diagnose(table_line(table))
    return exit_codes.USAGE


async def come_back(kept: KeptSeat, mode: Mode) -> int:
    """Take up a seat that was left, and no other; returns an exit code."""
    address = (await meet(await found_at(kept))).address
    may_be = may_be_at(address, kept.server)  # else the seat is nothing to this server
    async with _connection(address) as connection:
        session = await _come_back(connection, kept, mode) if may_be else None
        if session is None:
            raise RefusedError(error_pb2.Refusal(reason=error_pb2.ERROR_REASON_TOKEN_UNKNOWN))
        return await _play(connection, address, session, kept.seating, mode)


async def _join(
    connection: Connection, address: str, code: str, name: str | None, mode: Mode
) -> int:
    kept = SeatsKept().find(recognised_by(address), code)
    if kept is not None:
        session = await _come_back(connection, kept, mode)
        if session is not None:
            return await _play(connection, address, session, kept.seating, mode)
    seating = await _sit_down(connection.lobby, code, name, mode)
    session = await attach(connection, seating, mode)
    return await _play(connection, address, session, seating, mode)


async def _sit_down(lobby: Lobby, code: str, given: str | None, mode: Mode) -> lobby_pb2.Seating:
    """Take a seat; a person is asked for another name until one can be had, which is kept."""
    if mode is Mode.JSON:
        return await lobby.join_table(code, joiner(player_name(given)))
    name = asked_name(given)
    seating: lobby_pb2.Seating | None = None
    while seating is None:
        try:
            seating = await lobby.join_table(code, joiner(name))
        except RefusedError as error:
            name = other_name(error)
    _keep(name)
    return seating


def _keep(name: str | None) -> None:
    """Keep the name of a person here that a server has taken."""
    if name and is_interactive():
        with contextlib.suppress(OSError):  # then it is asked for again
            keep_name(name)


async def _come_back(connection: Connection, kept: KeptSeat, mode: Mode) -> SeatSession | None:
    """Take up a seat that was left; None where the server no longer knows it."""
    try:
        return await attach(connection, kept.seating, mode)
    except RefusedError as error:
        if error.reason != error_pb2.ERROR_REASON_TOKEN_UNKNOWN:
            raise
        SeatsKept().forget(kept)
        return None


async def _play(
    connection: Connection,
    address: str,
    session: SeatSession,
    seating: lobby_pb2.Seating,
    mode: Mode,
    place: Place | None = None,
) -> int:
    place = place or _place(address, seating)
    kept = KeptSeat(recognised_by(address), address, seating)
    try:
        SeatsKept().keep(kept)
    except OSError as error:
        text = _("Your seat could not be stored ({reason}): once you leave you cannot come back.")
        diagnose(text.format(reason=reason(error)))
        farewell = _("You have left the table.")
    else:
        text = _("Your seat is kept for a while. Come back with: {command}")
        command = f"skyjo join {escape_name(seating.code)} --server {escape(address)}"
        farewell = text.format(command=command)
    code = await play_seat(connection, session, seating, mode, place, farewell)
    if ends_the_seat(session.goodbye):
        SeatsKept().forget(kept)
    return code
