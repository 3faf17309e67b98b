"""Ways to a server on which, from one moment on, nothing arrives and nobody is told."""

import asyncio
import contextlib
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from typing import Literal, Protocol

import pytest

from tests.server.program import program

Direction = Literal["up", "down", "both"]
"""Where bytes are lost: towards the server, towards the client, or both."""
HEARTBEAT = ("--heartbeat", "0.5")
NOWHERE = "02:00:00:00:00:01"
"""A hardware address that nobody has."""


class Way(Protocol):
    """``address`` leads over the way that can be lost, ``steady`` past it."""

    address: str
    steady: str

    def lose(self, direction: Direction) -> None:
        """From now on nothing arrives; no connection ends by that."""

    def mend(self) -> None:
        """New connections arrive again."""


class Swallowing:
    """A relay that goes on reading and passes nothing on, on the connections there are."""

    def __init__(self, steady: str) -> None:
        self.address = ""
        self.steady = steady
        self._lost: list[set[str]] = []
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: list[asyncio.Task[None]] = []

    def lose(self, direction: Direction) -> None:
        for lost in self._lost:
            lost.update({"up", "down"} if direction == "both" else {direction})

    def mend(self) -> None:
        """New connections arrive anyhow."""

    async def relay(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, forth = await asyncio.open_connection(*self.steady.rsplit(":", 1))
        lost: set[str] = set()
        self._lost.append(lost)
        self._writers += [back, forth]
        for way, reader, writer in (("up", near, forth), ("down", far, back)):
            self._tasks.append(asyncio.create_task(_copy(reader, writer, way, lost)))

    async def close(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _copy(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str, lost: set[str]
) -> None:
    """Copy until one side ends, or for ever where bytes are lost."""
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(1 << 16):
            if way not in lost:
                writer.write(data)
                await writer.drain()
    if not lost:
        writer.transport.abort()


@contextlib.asynccontextmanager
async def swallowing() -> AsyncIterator[Way]:
    """A server behind a relay."""
    async with program("--port", "0", *HEARTBEAT) as server:
        way = Swallowing(server.address)
        async with await asyncio.start_server(way.relay, "127.0.0.1", 0) as relay:
            way.address = f"127.0.0.1:{relay.sockets[0].getsockname()[1]}"
            yield way
            await way.close()


class Namespace:
    """A network of its own for the server, on a wire of which the ends may forget each other."""

    def __init__(self) -> None:
        self.name = f"skyjo-{os.getpid()}"
        self.address = self.steady = ""
        self._wire = f"skyjo{os.getpid() % 10_000_000}"
        self._inside = ("-n", self.name)
        self._lost: set[str] = set()

    def set_up(self) -> None:
        _ip("netns", "add", self.name)
        inner = ("peer", "name", "inner", "netns", self.name)
        _ip("link", "add", self._wire, "type", "veth", *inner)
        for way, device, host in (((), self._wire, 1), (self._inside, "inner", 2)):
            for network in (0, 4):
                _ip(*way, "addr", "add", f"198.18.0.{network + host}/30", "dev", device)
            _ip(*way, "link", "set", device, "up")
        _ip(*self._inside, "link", "set", "lo", "up")

    def take_down(self) -> None:
        _ip("link", "del", self._wire)
        _ip("netns", "del", self.name)

    def lose(self, direction: Direction) -> None:
        self._lost = {"up", "down"} if direction == "both" else {direction}
        self._neighbour("replace", "lladdr", NOWHERE, "nud", "permanent")

    def mend(self) -> None:
        self._neighbour("del")

    def _neighbour(self, *change: str) -> None:
        does, *what = change
        if "up" in self._lost:
            _ip("neigh", does, "198.18.0.2", "dev", self._wire, *what)
        if "down" in self._lost:
            _ip(*self._inside, "neigh", does, "198.18.0.1", "dev", "inner", *what)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def why_no_namespaces() -> str:
    """What this machine lacks for networks of our own; empty when nothing."""
    if shutil.which("ip") is None:
        return "there is no command ip"
    probe = ["ip", "netns", "add", f"skyjo-probe-{os.getpid()}"]
    tried = subprocess.run(probe, check=False, capture_output=True, encoding="utf-8")
    if tried.returncode:
        return f"no network namespaces: {tried.stderr.strip()}"
    _ip("netns", "del", probe[-1])
    return ""


@contextlib.asynccontextmanager
async def forgetting() -> AsyncIterator[Way]:
    """A server in a network namespace, where packets can be dropped."""
    if why := why_no_namespaces():
        pytest.skip(why)
    way = Namespace()
    way.set_up()
    try:
        arguments = ("--host", "0.0.0.0", "--port", "0", "--insecure", *HEARTBEAT)  # noqa: S104
        async with program(*arguments, under=("ip", "netns", "exec", way.name)) as server:
            port = server.address.rpartition(":")[2]
            way.address, way.steady = f"198.18.0.2:{port}", f"198.18.0.6:{port}"
            yield way
    finally:
        way.take_down()
