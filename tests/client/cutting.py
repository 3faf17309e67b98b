"""A way to a server that can be cut."""

import asyncio
import contextlib
from types import TracebackType
from typing import Self


class Cutting:
    """Relays connections to ``address``; each can be broken off without a word.

    While it is ``down`` new ones are broken off at once.
    """

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._target = (host, int(port))
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.address = ""
        self.cuts = 0
        self.down = False

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._server.close()
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Break off all connections; new ones are possible at once."""
        self.cuts += 1
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _relay(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        if self.down:
            back.transport.abort()
            return
        far, forth = await asyncio.open_connection(*self._target)
        self._writers += [back, forth]
        for reader, writer in ((near, forth), (far, back)):
            task = asyncio.create_task(_copy(reader, writer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()
