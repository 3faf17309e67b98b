"""A relay before a server that cuts connections, as bad networks do."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


@asynccontextmanager
async def breaking(
    address: str, *, after: int, times: int, host: str = "127.0.0.1"
) -> AsyncIterator[str]:
    """The address of a relay that cuts connections ``after`` bytes of answers, ``times`` over.

    It is at the address ``host`` of this machine.
    """
    server_host, _, server_port = address.rpartition(":")
    left = times
    open_: set[asyncio.Task[None]] = set()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal left
        from_server, to_server = await asyncio.open_connection(server_host, int(server_port))
        up = asyncio.create_task(pump(reader, to_server))
        down = asyncio.create_task(pump(from_server, writer, after if left else None))
        try:
            await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
        finally:
            left -= down.done() and left > 0
            for pumping, end in ((up, to_server), (down, writer)):
                pumping.cancel()
                end.transport.abort()
            await asyncio.wait((up, down))

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(relay(reader, writer))
        open_.add(task)
        task.add_done_callback(open_.discard)

    async with await asyncio.start_server(accept, host, 0) as server:
        shown = f"[{host}]" if ":" in host else host
        yield f"{shown}:{server.sockets[0].getsockname()[1]}"
        for task in open_:
            task.cancel()
        await asyncio.gather(*open_, return_exceptions=True)


async def pump(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int | None = None
) -> None:
    """Pass on what comes, until it ends or was ``most`` bytes."""
    passed = 0
    with suppress(ConnectionError):
        while (most is None or passed < most) and (data := await reader.read(65536)):
            writer.write(data)
            passed += len(data)
