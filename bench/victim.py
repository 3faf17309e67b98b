"""A server that is killed and started again, at one port with one folder."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from skyjo_client.errors import UnreachableError
from skyjo_client.lobby import Lobby

START_SECONDS: Final = 30.0
_Answer = TypeVar("_Answer")


class Victim:
    """The server: started, killed, and started again."""

    def __init__(self, folder: Path) -> None:
        """Keep its games in ``folder``."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None

    @property
    def address(self) -> str:
        """Where it serves."""
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start it and wait until it accepts connections."""
        command = (sys.executable, "-m", "skyjo_server", "--port", str(self.port))
        self._process = await asyncio.create_subprocess_exec(
            *(*command, "--data", str(self._folder)),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        async with asyncio.timeout(START_SECONDS):
            while True:
                with suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.close()
                    return
                if self._process.returncode is not None:
                    sys.exit("the server did not start again")
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """Kill it, if it still runs, without a chance to tidy up."""
        assert self._process
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()


async def insist(address: str, call: Callable[[Lobby], Awaitable[_Answer]]) -> _Answer:
    """Call the lobby until the server, which may be dead at the moment, has answered."""
    while True:
        try:
            async with Lobby(address) as lobby:
                return await call(lobby)
        except UnreachableError:
            await asyncio.sleep(0.05)
