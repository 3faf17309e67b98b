"""A server under attack, a table on it that plays on, and what both have to say in the end."""

import asyncio
import json
import urllib.request
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeVar

import grpc

from skyjo_engine.rules import Rules
from tests.server.attacker import Attacker
from tests.server.desk import Desk
from tests.server.mortal import MortalServer
from tests.server.raw import PATIENCE, RawStream
from tests.server.simple_player import SimplePlayer
from tests.server.witness import Witness

OPTIONS = ("--metrics", "127.0.0.1:0", "--log-format", "json", "--guesses", "1000000")
NO_SETTINGS = b"\0\0\0\x04\0\0\0\0\0"
"""How a server of HTTP/2 says that it has no wishes."""
_Result = TypeVar("_Result")


class Besieged:
    """Runs in an event loop of its own, between the steps of a synchronous test."""

    def __init__(self, folder: Path) -> None:
        self.server = MortalServer(folder, *OPTIONS)
        self.opening = b""
        self.secrets: list[bytes] = []
        self.received: list[bytes] = []
        self._runner = asyncio.Runner()

    def __enter__(self) -> Self:
        self.run(self.server.start())
        self.run(self._connect())
        return self

    async def _connect(self) -> None:
        self._channel = self.server.channel()
        self._witnessed = self.server.channel()
        self.witness = Witness(Desk(self._witnessed))
        (seat, _) = await Desk(self._channel).seats(Rules(players=2))
        self.opening = await opening_bytes(seat.seat_token)

    def __exit__(self, *_: object) -> None:
        self.run(self._disconnect())
        self.server.kill()
        self._runner.close()

    async def _disconnect(self) -> None:
        self.witness.close()
        await self._channel.close()
        await self._witnessed.close()

    def run(self, deed: Coroutine[Any, Any, _Result]) -> _Result:
        return self._runner.run(deed)

    async def attacker(self) -> Attacker:
        """Another attacker."""
        return Attacker(self._channel)

    async def connect(self, sent: bytes) -> None:
        """Connect, send some bytes, and wait until the server has enough of it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        with suppress(OSError):
            writer.write(sent)
            writer.write_eof()
            async with asyncio.timeout(PATIENCE):
                while await reader.read(1 << 16):
                    pass
        writer.close()

    def metrics(self) -> str:
        """What the server counts."""
        serving = next(line for line in self.log() if line["message"].startswith("serving"))
        address = serving["fields"]["metrics"]
        with urllib.request.urlopen(f"http://{address}/metrics") as page:
            return str(page.read().decode())

    def log(self) -> list[dict[str, Any]]:
        """What the server logged."""
        return [json.loads(line) for line in self.server.log.read_text().splitlines()]


async def opening_bytes(token: bytes) -> bytes:
    """What a client sends, from its first byte on, to take up a seat: HTTP/2, gRPC and a frame."""
    heard = bytearray()
    complete = asyncio.Event()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(NO_SETTINGS)
        while token not in heard:
            heard.extend(await reader.read(1 << 16))
        complete.set()
        writer.close()

    listening = await asyncio.start_server(listen, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    async with listening, grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stream = RawStream(channel)
        await stream.send(SimplePlayer(token).attach())
        await complete.wait()
        stream.cancel()
    return bytes(heard)
