"""Tables as they come and go: at one server, or at all that are found in the network."""

import asyncio
import contextlib
from collections.abc import Iterable
from typing import Protocol

from skyjo.v1 import lobby_pb2
from skyjo_client import environment
from skyjo_client.address import LOCAL, target
from skyjo_client.backoff import Backoff
from skyjo_client.discovery import FoundServer, NoMulticastError, watch_servers
from skyjo_client.errors import ClientError, DistrustError, RefusedError, UnreachableError
from skyjo_client.finding import way_to
from skyjo_client.lobby import Lobby
from skyjo_client.lobby_trouble import explain_in_lobby
from skyjo_client.trust import introduce, recognised_by

_Key = tuple[tuple[str, ...], str]
"""What a server that is found is the same one by: where it is, and its certificate."""


class Listener(Protocol):
    """Whoever lists tables."""

    def take(
        self, address: str, news: lobby_pb2.WatchTablesResponse, name: str = "", known_by: str = ""
    ) -> None:
        """A server that was met, and is recognised by ``known_by``, says what is new."""

    def announced(self, address: str, name: str, codes: Iterable[str]) -> None:
        """One that was not met has these tables."""

    def lost(self, address: str) -> None:
        """A server is not heard any more."""

    def note(self, sentence: str) -> None:
        """What the player is to know."""


async def follow(server: str, listener: Listener) -> None:
    """Follow a server's tables; one that is lost or not there yet may come. Does not end."""
    backoff = Backoff()
    while True:
        try:
            await _listen(server, listener, backoff)
        except ClientError as error:
            listener.note(explain_in_lobby(error))
        await asyncio.sleep(backoff.next())


async def follow_around(listener: Listener) -> None:
    """Follow the tables of this machine and of every server that is found. Does not end."""
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_follow_local(listener))
        if environment.discovers():
            tasks.create_task(_follow_found(listener))


async def _listen(server: str, listener: Listener, backoff: Backoff, name: str = "") -> None:
    """Tell what a server says until it is lost. Raises :class:`ClientError`."""
    address = (await introduce(server)).address
    known_by = recognised_by(address)
    try:
        async with Lobby(address) as lobby:
            async for news in lobby.watch_tables():
                backoff.reset()
                listener.take(address, news, name, known_by)
    finally:
        listener.lost(address)


async def _follow_local(listener: Listener) -> None:
    """A server that serves this machine only announces itself to nobody."""
    backoff = Backoff()
    while True:
        # There is none, or it is one for the network, which is found there.
        with contextlib.suppress(ClientError):
            await _listen(LOCAL, listener, backoff)
        await asyncio.sleep(backoff.next())


async def _follow_found(listener: Listener) -> None:
    following: dict[_Key, _Found] = {}
    try:
        async with contextlib.aclosing(watch_servers()) as watched:
            async for servers in watched:
                seen = {(one.addresses, one.says.fingerprint): one for one in servers}
                for key in following.keys() - seen.keys():
                    await following.pop(key).close()
                for key, server in seen.items():
                    if key in following:
                        following[key].update(server)
                    else:
                        following[key] = _Found(server, listener)
    except NoMulticastError as error:
        listener.note(explain_in_lobby(error))
    finally:
        for one in following.values():
            await one.close()


class _Found:
    """A server that announces itself, for as long as it does."""

    def __init__(self, server: FoundServer, listener: Listener) -> None:
        self._server = server
        self._listener = listener
        self._unmet = ""
        self._task = asyncio.create_task(self._follow(), name="skyjo server found")

    def update(self, server: FoundServer) -> None:
        """It announces something else."""
        self._server = server
        if self._unmet:
            self._announce()

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._unmet:
            self._listener.lost(self._unmet)

    def _announce(self) -> None:
        says = self._server.says
        self._listener.announced(self._unmet, says.name, says.codes)

    async def _follow(self) -> None:
        """Follow its tables if it was met and answers; else show what it announces."""
        backoff = Backoff()
        while True:
            with contextlib.suppress(UnreachableError, RefusedError):  # it may be there soon
                way = await way_to(self._server)
                if not self._server.speaks_ours or not await self._is_met(way):
                    self._unmet = target(way).address
                    self._announce()
                    return
                await _listen(way, self._listener, backoff, self._server.says.name)
            await asyncio.sleep(backoff.next())

    async def _is_met(self, way: str) -> bool:
        """Whether the server is believed without asking anybody."""
        try:
            await introduce(way)
        except DistrustError:
            return False
        return True
