"""A network between a client and a server that breaks off when it is told to."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Self

_PIECE = 1 << 16


class Proxy:
    """Carries bytes between whoever connects to its ``address`` and a server.

    ``cuts`` counts the times it broke off.
    """

    def __init__(self, server: str) -> None:
        """Lead to the server at that address, host:port."""
        self.address = ""
        self.cuts = 0
        self._host, _, self._port = server.rpartition(":")
        self._left: int | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        """Listen on loopback."""
        self._listening = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._listening.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        """Break off for good."""
        self._listening.close()
        self._abort()
        await self._listening.wait_closed()

    def cut(self, after: int = 0) -> None:
        """Break every connection off, once so many more bytes have come from the server."""
        self._left = after
        if not after:
            self._break_off()

    def _break_off(self) -> None:
        self._left = None
        self.cuts += 1
        self._abort()

    def _abort(self) -> None:
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()

    async def _connected(
        self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter
    ) -> None:
        try:
            server, to_server = await asyncio.open_connection(self._host, self._port)
        except OSError:
            to_client.transport.abort()
            return
        both = {to_client, to_server}
        self._open |= both
        await _first_ends(self._carry(client, to_server), self._deliver(server, to_client))
        for writer in both & self._open:
            writer.transport.abort()
        self._open -= both

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(_PIECE):
            writer.write(data)
            await writer.drain()

    async def _deliver(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry what comes from the server, as far as it may come."""
        while data := await reader.read(_PIECE):
            left = self._left
            writer.write(data if left is None else data[:left])
            if left is not None:
                self._left = left - len(data)
                if self._left <= 0:
                    self._break_off()
                    return
            await writer.drain()


async def _first_ends(*ways: Coroutine[Any, Any, None]) -> None:
    """Carry both ways until one ends."""
    tasks = [asyncio.create_task(way) for way in ways]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    with suppress(OSError):
        await asyncio.gather(*tasks, return_exceptions=True)
