"""A server that can be killed at any moment and comes back at the same address with its folder."""

import asyncio
import os
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import grpc

from tests.server.raw import PATIENCE


class MortalServer:
    """A server process with a data folder; ``start`` again after ``kill``."""

    def __init__(self, folder: Path, *options: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.log = folder.parent / f"{folder.name}.log"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def channel(self) -> grpc.aio.Channel:
        options = [("grpc.use_local_subchannel_pool", 1)]
        return grpc.aio.insecure_channel(f"127.0.0.1:{self.port}", options=options)

    async def start(self) -> None:
        """Start it and wait until it listens."""
        command = (sys.executable, "-m", "skyjo_server", "--port", str(self.port))
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: ASYNC220  # kill -9 must not wait for a loop
                (*command, "--data", str(self.folder), *self._options),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                env=os.environ.copy(),
            )
        async with asyncio.timeout(PATIENCE):
            while not await self._listens():
                assert self._process.poll() is None, self.log.read_text()

    async def _listens(self) -> bool:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.close()
            return True
        return False

    def kill(self) -> None:
        """Kill it, without a chance to tidy up."""
        assert self._process
        self._process.kill()
        self._process.wait()

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def wait(self) -> int:
        """Wait until it has ended by itself and return its exit status."""
        assert self._process
        return self._process.wait(PATIENCE)

    def terminate(self) -> int:
        """Ask it to stop and return its exit status."""
        assert self._process
        self._process.terminate()
        return self._process.wait(PATIENCE)
