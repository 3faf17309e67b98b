"""The server in its network's multicast DNS, so that clients find it without an address."""

import asyncio
import ipaddress
import logging
import secrets
import socket
from contextlib import suppress
from typing import Final

from zeroconf import Error, InterfaceChoice
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from skyjo.v1 import table_pb2
from skyjo_server.hall import Hall
from skyjo_server.identity import Identity
from skyjo_server.reach import addresses, shown_hosts
from skyjo_server.room import Room
from skyjo_server.settings import Settings
from skyjo_wire.announced import SERVICE, Announced
from skyjo_wire.fingerprint import fingerprint

_LOG: Final = logging.getLogger(__name__)
_PAUSE_SECONDS: Final = 1.0
"""Between two announcements: tables may come and go much faster."""
_ENDED: Final = (table_pb2.TABLE_STAGE_GAME_OVER, table_pb2.TABLE_STAGE_CLOSED)


class Announcement:
    """Announces a server while it runs. Where that cannot be, the log says so and nothing else."""

    def __init__(
        self, settings: Settings, port: int, identity: Identity | None, hall: Hall
    ) -> None:
        """Announce the server on ``port`` and the tables that ``hall`` lists."""
        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # it logs what others send
        self._host = settings.host
        self._port = port
        self._name = settings.name or socket.gethostname().partition(".")[0]
        self._fingerprint = fingerprint(identity.anchor) if identity else ""
        self._hall = hall
        self._label = f"skyjo-{secrets.token_hex(4)}"
        self._changed = asyncio.Event()
        hall.observers.append(self._note)
        self._task = asyncio.create_task(self._announce())

    async def close(self) -> None:
        """Say that the server is gone."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    def _note(self, _: Room | None) -> None:
        self._changed.set()

    async def _announce(self) -> None:
        try:
            async with AsyncZeroconf(_interfaces(self._host)) as network:
                await self._keep_current(network)
        except (OSError, RuntimeError, Error) as error:
            _LOG.warning("the network is not told of this server: %s", error)

    async def _keep_current(self, network: AsyncZeroconf) -> None:
        codes = self._codes()
        # The label is random, so nobody needs to be asked whether it is free.
        await network.async_register_service(self._info(codes), cooperating_responders=True)
        while True:
            await asyncio.sleep(_PAUSE_SECONDS)
            await self._changed.wait()
            self._changed.clear()
            if (now := self._codes()) != codes:
                codes = now
                await network.async_update_service(self._info(codes))

    def _codes(self) -> tuple[str, ...]:
        return tuple(table.plan.code for table in self._hall.listed() if table.stage not in _ENDED)

    def _info(self, codes: tuple[str, ...]) -> AsyncServiceInfo:
        text = Announced(self._name, self._fingerprint, codes).text()
        return AsyncServiceInfo(
            SERVICE,
            f"{self._label}.{SERVICE}",
            port=self._port,
            properties=text,
            server=f"{self._label}.local.",
            parsed_addresses=[*filter(_is_ip, shown_hosts(self._host))] or addresses(),
        )


def _interfaces(host: str) -> list[str] | InterfaceChoice:
    """Where to announce: in the network of the one address that is served, else in all."""
    served = _is_ip(host) and not ipaddress.ip_address(host).is_unspecified
    return [host] if served else InterfaceChoice.All


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
