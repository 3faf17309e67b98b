"""Servers that announce themselves in this network, found by multicast DNS.

Where multicast does not get through, as in guest Wi-Fi and many containers, nothing is found and
nothing is wrong: servers are reached by their address all the same. What is found was said by
anybody in the network: it has to be escaped before it is shown, and trusted as little as an address
that somebody called across the room.
"""

import asyncio
import contextlib
import ipaddress
import logging
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Final

from zeroconf import Error, InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from skyjo_client import environment
from skyjo_client.errors import ClientError
from skyjo_client.present.messages import _
from skyjo_wire.announced import SERVICE, Announced, read
from skyjo_wire.version import MAJOR

LOOK_SECONDS: Final = 2.0
"""How long to wait for servers that nobody can know to be there."""
_ANSWER_MS: Final = 3000
_MOST_SERVERS: Final = 100
_MOST_ADDRESSES: Final = 8


class NoMulticastError(ClientError):
    """This machine cannot look for servers; ``reason`` says why."""

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        text = _("The network cannot be searched for servers: {reason}")
        super().__init__(text.format(reason=reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server that says it is at one of ``addresses`` (HOST:PORT); the likeliest first.

    All texts of ``says`` are those of others.
    """

    addresses: tuple[str, ...]
    says: Announced

    @property
    def speaks_ours(self) -> bool:
        """Whether it speaks this client's version of the contract."""
        return self.says.major == MAJOR

    def has(self, code: str) -> bool:
        """Whether it says that it has a table with this code."""
        return _plain(code) in map(_plain, self.says.codes)


class _Sightings:
    """The servers seen, by the label of their service."""

    def __init__(self, network: Zeroconf) -> None:
        self._network = network
        self._seen: dict[str, FoundServer] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}
        self.changed = asyncio.Event()
        self.changed.set()

    def servers(self) -> tuple[FoundServer, ...]:
        return tuple(self._seen.values())

    def note(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """What the browser calls, by these names, when a service comes, changes or goes."""
        del zeroconf, service_type
        if asking := self._asking.pop(name, None):
            asking.cancel()
        if state_change is ServiceStateChange.Removed:
            if self._seen.pop(name, None):
                self.changed.set()
        elif len(self._asking.keys() | self._seen.keys() | {name}) <= _MOST_SERVERS:
            self._asking[name] = asyncio.create_task(self._ask(name))

    async def _ask(self, name: str) -> None:
        with contextlib.suppress(Error):  # a name that is none
            info = AsyncServiceInfo(SERVICE, name)
            if await info.async_request(self._network, _ANSWER_MS):
                self._see(name, info)
        self._asking.pop(name, None)

    def _see(self, name: str, info: AsyncServiceInfo) -> None:
        ips = info.parsed_addresses(IPVersion.V4Only) + info.parsed_addresses(IPVersion.V6Only)
        usable = list(filter(_elsewhere, ips))[:_MOST_ADDRESSES]
        if usable and info.port:
            addresses = (
                f"[{ip}]:{info.port}" if ":" in ip else f"{ip}:{info.port}" for ip in usable
            )
            self._seen[name] = FoundServer(tuple(addresses), read(info.properties))
            self.changed.set()

    async def close(self) -> None:
        asking = list(self._asking.values())
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


async def watch_servers() -> AsyncGenerator[tuple[FoundServer, ...], None]:
    """All servers seen so far, at once and after every change; it does not end by itself.

    Close it (``contextlib.aclosing``) when no more is wanted. Raises :class:`NoMulticastError`.
    """
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # it logs what others send
    try:
        network = AsyncZeroconf(InterfaceChoice.All)
    except (OSError, RuntimeError) as error:
        raise NoMulticastError(str(error)) from None
    async with network:
        sightings = _Sightings(network.zeroconf)
        browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[sightings.note])
        try:
            while True:
                await sightings.changed.wait()
                sightings.changed.clear()
                yield sightings.servers()
        finally:
            await browser.async_cancel()
            await sightings.close()


async def look_around(
    enough: Callable[[tuple[FoundServer, ...]], bool] = lambda _: False,
    seconds: float = LOOK_SECONDS,
) -> tuple[FoundServer, ...]:
    """The servers seen within ``seconds``, or earlier when those are ``enough``.

    Where SKYJO_DISCOVER is 0 nobody looks, and none is found. Raises :class:`NoMulticastError`.
    """
    found: tuple[FoundServer, ...] = ()
    if not environment.discovers():
        return found
    async with contextlib.aclosing(watch_servers()) as watched:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                async for found in watched:
                    if enough(found):
                        break
    return found


def _elsewhere(ip: str) -> bool:
    """Whether another machine can be at an address that somebody announced."""
    address = ipaddress.ip_address(ip)
    nowhere = address.is_loopback or address.is_unspecified or address.is_multicast
    return not (nowhere or (address.version == 6 and address.is_link_local))  # noqa: PLR2004


def _plain(code: str) -> str:
    return "".join(filter(str.isalnum, code)).casefold()
