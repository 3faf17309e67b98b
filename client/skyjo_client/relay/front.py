"""The address at which a relay is met: connections that can be turned away and broken off."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Final

_CHUNK: Final = 1 << 16
_HANDSHAKE: Final = 0x16
"""What the first byte of a TLS connection says (RFC 8446, 5.1)."""


class Front:
    """Passes the bytes of connections on to ``inner_port`` of this machine.

    ``visits`` are the moments of all connections that were tried, in seconds of the monotonic
    clock; ``in_the_clear`` is how many of them did not begin with a TLS handshake. While
    ``turned_away`` each new one is broken off at once, as if nobody were there yet.
    """

    def __init__(self, inner_port: int, visited: Callable[[], None]) -> None:
        """Prepare; :meth:`open` makes it reachable.

        ``visited`` is called for each visitor, and when one begins in the clear.
        """
        self.visits: list[float] = []
        self.in_the_clear = 0
        self.turned_away = False
        self._inner_port = inner_port
        self._visited = visited
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @property
    def visitors(self) -> int:
        """How many connections have been tried."""
        return len(self.visits)

    async def open(self, host: str = "127.0.0.1", port: int = 0) -> int:
        """Listen on a port of loopback, or some port (0); return which. Raises OSError."""
        self._server = await asyncio.start_server(self._visit, host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Listen no more, and break off what is connected."""
        if self._server is not None:
            self._server.close()
        self.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def abort(self) -> None:
        """Break off every connection without a word; new ones are possible at once."""
        for writer in self._writers:
            writer.transport.abort()

    async def _visit(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        self.visits.append(time.monotonic())
        self._visited()
        if self.turned_away:
            back.transport.abort()
            return
        far, forth = await asyncio.open_connection("127.0.0.1", self._inner_port)
        for reader, writer in ((near, forth), (far, back)):
            self._writers.add(writer)
            task = asyncio.create_task(self._copy(reader, writer, back))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _copy(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        visitor: asyncio.StreamWriter,
    ) -> None:
        begins = writer is not visitor
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(_CHUNK):
                if begins and data[0] != _HANDSHAKE:
                    self.in_the_clear += 1
                    self._visited()
                begins = False
                writer.write(data)
                await writer.drain()
        # A side that is broken off takes the other one with it; one that ends has said all.
        if visitor.transport.is_closing():
            writer.transport.abort()
        else:
            writer.close()
        self._writers.discard(writer)
