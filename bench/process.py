"""A server under measurement: a process of its own, and the CPU time it has used."""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench import metered
from bench.load import LoadError

_ROOT: Final = Path(__file__).parents[1]
_START_SECONDS: Final = 30.0
_STOP_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Served:
    """A running server: where it listens, its process, and the line to its meter.

    ``metrics`` is where it serves metrics, if it does.
    """

    address: str
    metrics: str
    pid: int
    _lines: asyncio.StreamReader
    _ask: asyncio.StreamWriter

    async def cpu_seconds(self) -> float:
        """User and system time of the process since its start."""
        return (await self._usage())[0]

    async def memory_bytes(self) -> float:
        """Resident memory of the process; 0 where the system does not tell."""
        return (await self._usage())[1]

    async def _usage(self) -> tuple[float, float]:
        self._ask.write(b"\n")
        seconds, memory = (await self._lines.readline()).split()
        return float(seconds), float(memory)


@contextlib.asynccontextmanager
async def served(module: str, *arguments: str) -> AsyncIterator[Served]:
    """Start ``python -m MODULE`` and end it on leaving.

    The module says where it listens in a line of JSON, and ends with its standard input.
    """
    meters: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await meters.put((reader, writer))

    async with await asyncio.start_server(connected, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.metered", module, *arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=_ROOT,
            env={**os.environ, metered.PORT: str(port)},
        )
        assert process.stdin
        assert process.stdout
        try:
            async with asyncio.timeout(_START_SECONDS):
                where = await _where(process.stdout)
                reader, writer = await meters.get()
            yield Served(**where, pid=process.pid, _lines=reader, _ask=writer)
            writer.close()
        finally:
            process.stdin.close()
            await _ended(process)


async def _where(said: asyncio.StreamReader) -> dict[str, str]:
    """Where a server listens: in what the stub prints, or in the fields of a server's log."""
    while line := await said.readline():
        values = json.loads(line)
        values = values.get("fields", values)
        if "address" in values:
            return {"address": values["address"], "metrics": values.get("metrics", "")}
    raise LoadError("a server ended at once")


async def _ended(process: asyncio.subprocess.Process) -> None:
    try:
        async with asyncio.timeout(_STOP_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
