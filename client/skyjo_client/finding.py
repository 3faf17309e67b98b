"""From what the network announces to a server that is met: by a table's code, or all of them."""

import asyncio
import contextlib
from dataclasses import dataclass, field

from skyjo.v1 import lobby_pb2
from skyjo_client import environment
from skyjo_client.address import LOCAL, BadCodeError, Target, host_and_port, may_be_code
from skyjo_client.certificates import NotEncryptedError, look
from skyjo_client.discovery import LOOK_SECONDS, FoundServer, NoMulticastError, look_around
from skyjo_client.errors import (
    ClientError,
    TableNotFoundError,
    UnknownServerError,
    UnreachableError,
)
from skyjo_client.lobby import Lobby
from skyjo_client.meeting import meet
from skyjo_client.seats_kept import KeptSeat, SeatsKept
from skyjo_client.settings import settings
from skyjo_client.trust import introduce, known_as, recognised_by


@dataclass(frozen=True, slots=True)
class Seen:
    """A server of this network at ``address``, met or not.

    ``tables`` are its open ones; None: it was not met yet, and ``codes`` is what it announces.
    ``known_by`` is what one that was met is recognised by: see ``trust.recognised_by``.
    """

    address: str
    name: str = ""
    tables: list[lobby_pb2.TableSummary] | None = None
    codes: tuple[str, ...] = field(default=())
    known_by: str = ""

    def is_also(self, other: "Seen") -> bool:
        """Whether this is the same server at another address: by certificate, else by its tables.

        Without a certificate there is nothing better than the tables' identifiers to tell by.
        """
        if self.tables is None or other.tables is None:
            return False
        if self.known_by != self.address or other.known_by != other.address:
            return self.known_by == other.known_by
        ports = {host_and_port(seen.address)[1] for seen in (self, other)}
        return len(ports) == 1 and _identifiers(self.tables) == _identifiers(other.tables)


def _identifiers(tables: list[lobby_pb2.TableSummary]) -> set[str]:
    return {table.table_id for table in tables}


async def meet_named(server: str | None, code: str) -> Target:
    """Meet the server of a table.

    It is the one that is named, here or by a setting, that a seat is kept at, or that is found.
    Nobody is asked to believe a server that was not named and does not announce the table. Raises
    :class:`ClientError`.
    """
    if named := server or settings()["server"]:
        return await meet(named)
    kept = SeatsKept().latest(code)
    if kept is None and not may_be_code(code):
        raise BadCodeError(code)
    if not environment.discovers():
        return await (meet(kept.address) if kept else _meet_here(code))
    if kept and await _seen_at(kept.address):
        return await meet(kept.address)
    if await _is_local(code):
        return await meet(LOCAL)
    return await _meet_around(code, kept)


async def _meet_around(code: str, kept: KeptSeat | None) -> Target:
    """Meet the server that has a table, of all that announce themselves."""

    def may_have(server: FoundServer) -> bool:
        return server.has(code) or (kept is not None and server.says.fingerprint == kept.server)

    try:
        found = await look_around(lambda servers: any(map(may_have, servers)))
    except NoMulticastError:
        found = ()
    having = [one for one in found if may_have(one)]
    if len(having) == 1:
        return await meet_found(having[0])
    if not having and kept:
        return await meet(kept.address)
    if not having and _is_met(await _seen_at(LOCAL)):
        return await meet(LOCAL)
    if not having and len(found) == 1 and _is_met(await _seen(found[0])):
        return await meet_found(found[0])
    candidates = [(one.addresses[0], one.says.name) for one in having or found]
    raise TableNotFoundError(code, candidates, announced=bool(having))


async def _meet_here(code: str) -> Target:
    """Meet the server of this machine, unless it is a stranger."""
    here = await _seen_at(LOCAL)
    if here is None or _is_met(here):
        return await meet(LOCAL)
    raise TableNotFoundError(code, [(LOCAL, "")], announced=False)


async def find_again(known_by: str, seconds: float) -> str | None:
    """Look so long for the server that is recognised by ``known_by``; returns its address.

    None: it is not found, or shows no certificate to tell it by.
    """

    def is_it(server: FoundServer) -> bool:
        return server.says.fingerprint == known_by

    if ":" in known_by:  # an address
        return None
    with contextlib.suppress(ClientError):  # what is announced need not be true
        found = await look_around(lambda servers: any(map(is_it, servers)), seconds)
        if server := next(filter(is_it, found), None):
            return (await introduce(await way_to(server))).address
    return None


async def found_at(kept: KeptSeat) -> str:
    """Where the server of a seat is: where it was, or where it is found; else where it was."""
    seen = await _seen_at(kept.address)
    if seen is not None and seen.known_by == kept.server:
        return kept.address
    return await find_again(kept.server, LOOK_SECONDS) or kept.address


async def meet_found(server: FoundServer) -> Target:
    """Meet a server that was found. Raises :class:`ClientError`."""
    return await meet(await way_to(server))


async def around() -> list[Seen]:
    """All servers that are found, each once, those that were met before with their tables.

    Nobody is asked anything. Raises :class:`NoMulticastError` when there is no way to look and no
    server on this machine.
    """
    here = await _seen_at(LOCAL)
    try:
        found = await look_around()
    except NoMulticastError:
        if here is None:
            raise
        found = ()
    seen: list[Seen] = []
    for one in await asyncio.gather(*map(_seen, found)):
        if not any(map(one.is_also, seen)):
            seen.append(one)
    # What is not known on loopback is a server for the network, and was found there.
    if here is not None and (here.tables is not None or not seen):
        return [*([] if any(map(here.is_also, seen)) else [here]), *seen]
    return seen


async def _seen(server: FoundServer) -> Seen:
    """What is to be seen of a server without asking anybody."""
    unmet = Seen(server.addresses[0], server.says.name, None, server.says.codes)
    if not server.speaks_ours:
        return unmet
    try:
        address = (await introduce(await way_to(server))).address
        async with Lobby(address) as lobby:
            tables = await lobby.list_tables()
        return Seen(address, server.says.name, tables, known_by=recognised_by(address))
    except ClientError:
        return unmet


async def _seen_at(address: str) -> Seen | None:
    """The same of an address; None where no server answers."""
    try:
        await introduce(address)
        async with Lobby(address) as lobby:
            tables = await lobby.list_tables()
        return Seen(address, tables=tables, known_by=recognised_by(address))
    except UnknownServerError:
        return Seen(address)
    except ClientError:
        return None


def _is_met(seen: Seen | None) -> bool:
    """Whether a server is there and believed: one that lists no table may have it all the same."""
    return seen is not None and seen.tables is not None


async def _is_local(code: str) -> bool:
    """Whether a server of this machine lists the table."""
    here = await _seen_at(LOCAL)
    tables = (here.tables if here else None) or ()
    return any(table.code.casefold() == code.casefold() for table in tables)


async def way_to(server: FoundServer) -> str:
    """An address that leads to a server that was found, as a link if it is known.

    A machine has addresses that do not lead to it from everywhere. What it shows tells which do;
    whether that is to be believed is another question. Raises :class:`UnreachableError`.
    """
    known = {address: known_as(address, server.says.fingerprint) for address in server.addresses}
    for address in sorted(server.addresses, key=lambda address: not known[address]):
        try:
            shown = await look(address)
        except NotEncryptedError:
            if not server.says.fingerprint:
                return address
            continue
        if shown is not None and shown.fingerprint == server.says.fingerprint:
            fingerprint = server.says.fingerprint if known[address] else ""
            return Target(address, fingerprint=fingerprint).link() if fingerprint else address
    raise UnreachableError(server.addresses[0])
