"""What ``skyjo doctor`` finds out about the network and a server in it."""

import asyncio
import contextlib
import errno
import os
import platform
import secrets
import socket
import subprocess
import sys
from pathlib import Path
from typing import Final

from zeroconf import Error, InterfaceChoice, ServiceStateChange
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from skyjo.v1 import lobby_pb2
from skyjo_client import environment
from skyjo_client.address import DEFAULT_PORT, LOCAL, host_and_port, target
from skyjo_client.checkup import Check, Status, firewall
from skyjo_client.discovery import FoundServer, NoMulticastError, look_around
from skyjo_client.errors import ClientError
from skyjo_client.lobby import Lobby
from skyjo_client.present.escape import escape, escape_name
from skyjo_client.present.messages import _, mark, plural
from skyjo_client.present.reasons import reason
from skyjo_client.present.words import listed
from skyjo_client.trouble import explain
from skyjo_client.trust import introduce
from skyjo_client.versions import client_name
from skyjo_wire.version import MAJOR, MINOR

_GROUP: Final = ("224.0.0.251", 5353)
_PROBE: Final = "_skyjo-check._tcp.local."
_ECHO_SECONDS: Final = 3.0
_BY_ADDRESS: Final = mark(
    "Tables are not found by their code alone: use links and addresses, which work without it."
)


def versions() -> Check:
    """What this client is."""
    text = _("{client}, protocol {major}.{minor}, Python {python} on {system}")
    says = text.format(
        client=client_name(),
        major=MAJOR,
        minor=MINOR,
        python=platform.python_version(),
        system=platform.system(),
    )
    return Check("client", Status.OK, says)


async def port(number: int = DEFAULT_PORT) -> Check:
    """Whether a server could listen for others."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind(("", number))
    except OSError as error:
        return await _taken(number, error)
    return Check("port", Status.OK, _("{port} is free for skyjo host").format(port=number))


async def _taken(number: int, error: OSError) -> Check:
    if error.errno != errno.EADDRINUSE:
        text = _("{port} cannot be used: {reason}")
        says = text.format(port=number, reason=reason(error))
        return Check("port", Status.FAIL, says, _("Choose another: skyjo serve --port NUMBER."))
    with contextlib.suppress(ClientError):
        async with Lobby((await introduce(LOCAL)).address) as lobby:
            await lobby.get_server()
        return Check("port", Status.OK, _("a server serves at {port}").format(port=number))
    says = _("{port} is taken by another program, or by a server not met yet").format(port=number)
    todo = _("skyjo host takes the next free one; others then need its link or address.")
    return Check("port", Status.WARN, says, todo)


def firewall_here() -> Check:
    """Whether a firewall of this machine is on."""
    return firewall(sys.platform, DEFAULT_PORT, Path("/"), _answer)


def _answer(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode(errors="replace")


def local_network(system: str, error: OSError | None) -> Check | None:
    """Whether macOS lets this terminal into the local network; ``error`` is of sending there.

    None where there is no such permission.
    """
    if system != "darwin":
        return None
    if error is None or error.errno != errno.EHOSTUNREACH:
        return Check("local network", Status.OK, _("macOS allows it"))
    return Check(
        "local network",
        Status.FAIL,
        _("macOS does not let this terminal into the local network"),
        _(
            "System Settings, Privacy & Security, Local Network: switch your terminal on, "
            "and start it anew."
        ),
    )


def sending_error() -> OSError | None:
    """What the system says to a packet for everybody in the local network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.sendto(bytes(12), _GROUP)
    except OSError as error:
        return error
    return None


async def multicast() -> Check:
    """Whether servers can be found, and which are."""
    if not environment.discovers():
        return Check("multicast", Status.WARN, _("switched off by SKYJO_DISCOVER"), _(_BY_ADDRESS))
    try:
        heard, found = await asyncio.gather(_hears_itself(), look_around())
    except (OSError, RuntimeError, Error, NoMulticastError) as error:
        reason = error.reason if isinstance(error, NoMulticastError) else str(error)
        says = _("cannot be used: {reason}").format(reason=escape(reason))
        return Check("multicast", Status.WARN, says, _(_BY_ADDRESS))
    if not heard and not found:
        says = _("what this machine announces does not even come back to itself")
        return Check("multicast", Status.WARN, says, _(_BY_ADDRESS))
    return Check("multicast", Status.OK, _found_line(found))


def _found_line(found: tuple[FoundServer, ...]) -> str:
    count = plural("works; {count} server is found", "works; {count} servers are found", len(found))
    if not found:
        return count
    named = (f"{escape_name(one.says.name)} {escape(one.addresses[0])}" for one in found)
    return _("{count}: {servers}").format(count=count, servers=listed(named))


async def _hears_itself() -> bool:
    """Whether an announcement of this machine is heard on it."""
    name = f"{secrets.token_hex(4)}.{_PROBE}"
    heard = asyncio.Event()

    def note(*, state_change: ServiceStateChange, **seen: object) -> None:
        if seen["name"] == name and state_change is ServiceStateChange.Added:
            heard.set()

    async with (
        AsyncZeroconf(InterfaceChoice.All) as ear,
        AsyncZeroconf(InterfaceChoice.All) as mouth,
    ):
        browser = AsyncServiceBrowser(ear.zeroconf, _PROBE, handlers=[note])
        info = AsyncServiceInfo(_PROBE, name, port=9, server=f"{name[:8]}.local.")
        await mouth.async_register_service(info, cooperating_responders=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_ECHO_SECONDS):
                await heard.wait()
        await browser.async_cancel()
    return heard.is_set()


async def server(named: str) -> list[Check]:
    """Whether a server that is named can be reached, is believed and speaks this version."""
    try:
        address = target(named).address
        connected = await _connects(address)
    except ClientError as error:
        return [Check("server", Status.FAIL, explain(error)[0])]
    if connected:
        return [Check("server", Status.FAIL, connected, _(_TO_REACH).format(address=address))]
    reached = Check("server", Status.OK, _("{address} is reached").format(address=escape(address)))
    try:
        await introduce(named)
        async with Lobby(address) as lobby:
            return [reached, server_version(await lobby.get_server())]
    except ClientError as error:
        return [reached, Check("server version", Status.FAIL, explain(error)[0])]


def server_version(said: lobby_pb2.GetServerResponse) -> Check:
    """Whether client and server understand each other, and else which of them is old."""
    text = _("skyjo-terminal {program}, protocol {major}.{minor}")
    says = text.format(
        program=escape(said.server_version), major=said.version.major, minor=said.version.minor
    )
    if said.version.major == MAJOR:
        return Check("server version", Status.OK, says)
    if said.version.major > MAJOR:
        todo = _("This client is too old for it: install a newer one.")
    else:
        todo = _("The server is too old for this client: ask its host for a newer one.")
    return Check("server version", Status.FAIL, says, todo)


_TO_REACH: Final = mark(
    "Ask its host whether it runs, whether the address is still {address}, and whether a "
    "firewall there lets others in; are both machines in the same network?"
)


async def _connects(address: str) -> str:
    """Why no connection to a server comes about; empty: one does."""
    host, number = host_and_port(address)
    try:
        async with asyncio.timeout(_ECHO_SECONDS):
            _reader, writer = await asyncio.open_connection(host, number)
            writer.close()
    except TimeoutError:
        return _("{address} does not answer at all").format(address=escape(address))
    except OSError as error:
        # asyncio puts its own words, several lines at times, in front of the system's.
        plain = OSError(error.errno, os.strerror(error.errno)) if error.errno else error
        return _("{address}: {reason}").format(address=escape(address), reason=reason(plain))
    return ""
