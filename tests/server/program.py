"""The server as its users start it: a process with options, a log in JSON, and an end."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import grpc

from tests.server.raw import PATIENCE

SERVER = ("-m", "skyjo_server")


class Program:
    """A server with ``--log-format json``. ``lines`` is the log as far as it was read."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[dict[str, Any]] = []
        self.address = ""
        self.metrics = ""

    def _note(self, raw: bytes) -> None:
        try:
            self.lines.append(json.loads(raw))
        except ValueError:
            raise AssertionError(f"the log has a line that is not JSON: {raw!r}") from None

    async def logged(self, begin: str) -> dict[str, Any]:
        """Read the log until a message begins like this."""
        assert self.process.stderr
        async with asyncio.timeout(PATIENCE):
            while raw := await self.process.stderr.readline():
                self._note(raw)
                if self.lines[-1]["message"].startswith(begin):
                    return self.lines[-1]
        raise AssertionError(f"{begin!r} is not in {self.lines}")

    async def status(self) -> int:
        """Read the log to its end; how the program ended."""
        assert self.process.stderr
        async with asyncio.timeout(PATIENCE):
            while raw := await self.process.stderr.readline():
                self._note(raw)
            return await self.process.wait()

    def channel(self) -> grpc.aio.Channel:
        return grpc.aio.insecure_channel(self.address)


@asynccontextmanager
async def program(
    *arguments: str,
    env: Mapping[str, str] | None = None,
    module: tuple[str, ...] = SERVER,
    under: tuple[str, ...] = (),
) -> AsyncIterator[Program]:
    """Start a server, by the command ``under`` if any, and kill it if it still runs at the end."""
    process = await asyncio.create_subprocess_exec(
        *(*under, sys.executable, *module, "--log-format", "json", *arguments),
        env={**os.environ, **(env or {})},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    running = Program(process)
    try:
        fields = (await running.logged("serving; "))["fields"]
        running.address, running.metrics = fields["address"], fields["metrics"]
        yield running
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
