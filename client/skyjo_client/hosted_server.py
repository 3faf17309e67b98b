"""The server of ``skyjo host``: a process of its own, which outlives the program that started it.

What is needed to find it again and to end it is written down (:mod:`skyjo_client.known_server`).
"""

import asyncio
import contextlib
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Any, Final

import grpc

from skyjo.v1 import lobby_pb2, table_pb2
from skyjo_client import environment
from skyjo_client.address import host_and_port
from skyjo_client.channel import open_channel
from skyjo_client.errors import ClientError, ServerFailedError, UnreachableError
from skyjo_client.known_server import KnownServer, known_server, server_file, write_down
from skyjo_client.lobby import Lobby
from skyjo_client.private_file import write_private
from skyjo_client.private_server import last_words
from skyjo_client.trust import introduce

_EVERYWHERE: Final = "0.0.0.0"  # noqa: S104  # that others can join is what it is for
_END_SECONDS: Final = 10.0
_APART: Final = ("CREATE_NEW_PROCESS_GROUP", "DETACHED_PROCESS")
_MID_GAME: Final = (table_pb2.TABLE_STAGE_PLAYING, table_pb2.TABLE_STAGE_BETWEEN_ROUNDS)
_LOG: Final = "server.log"
_READY: Final = grpc.ChannelConnectivity.READY


class HostedServer(KnownServer):
    """The same, to be talked to."""

    __slots__ = ()

    async def others(self, code: str, seat: int) -> int:
        """How many people sit there now, besides one's own seat. Raises :class:`ClientError`."""
        tables = await self._tables()
        return sum(people_at(t, None if t.code != code else seat) for t in tables)

    async def playing(self) -> int:
        """How many people are in the middle of a game there. Raises :class:`ClientError`."""
        tables = await self._tables()
        return sum(people_at(table) for table in tables if table.stage in _MID_GAME)

    async def codes_in_play(self) -> set[str]:
        """The codes of tables that are in the middle of a game. Raises :class:`ClientError`."""
        return {table.code for table in await self._tables() if table.stage in _MID_GAME}

    async def _tables(self) -> list[lobby_pb2.TableSummary]:
        key = bytes.fromhex(self.operator_key)
        async with Lobby(self.address, operator_key=key) as lobby:
            return await lobby.list_tables()

    async def end(self) -> None:
        """Let the server end, and wait until it does not answer. Raises :class:`ClientError`."""
        key = bytes.fromhex(self.operator_key)
        async with (
            open_channel(self.address) as channel,
            Lobby(self.address, channel, operator_key=key) as lobby,
        ):
            with contextlib.suppress(UnreachableError, TimeoutError):  # it is gone already
                await lobby.drain(0, None)
                async with asyncio.timeout(_END_SECONDS):
                    while channel.get_state() is _READY:
                        await channel.wait_for_state_change(_READY)
        with contextlib.suppress(OSError):
            write_down(replace(self, operator_key=""))


def people_at(table: lobby_pb2.TableSummary, besides: int | None = None) -> int:
    """How many people are at a table now, besides a seat, and not a stand-in for them."""
    people = (one for one in table.players if one.kind == table_pb2.PLAYER_KIND_HUMAN)
    return sum(one.connected and not one.stand_in and one.seat != besides for one in people)


async def running_server() -> HostedServer | None:
    """The server that was left running, if it answers."""
    known = known_server()
    if known is None or known.ended:
        return None
    server = HostedServer(**asdict(known))
    try:
        await introduce(server.link())
        async with Lobby(server.address) as lobby:
            await lobby.get_server()
    except ClientError:
        return None
    return server


async def start_server(name: str, data: Path) -> HostedServer:
    """Start a server for the network that keeps its games in ``data``, and meet it.

    Whoever is interrupted meanwhile leaves none. Raises :class:`ServerFailedError`, and OSError
    where its files cannot be written.
    """
    key = secrets.token_hex(16)
    known = known_server()
    # A server that nobody can find again must not begin, and one that still runs not be forgotten.
    write_private(server_file(), json.dumps(asdict(known) if known else {}).encode())
    with _log(data) as log, _started(name, data, key, log) as process:
        said = await _greeting(process, log)
        port = host_and_port(said["address"])[1]
        host = next(iter(said["hosts"]), "127.0.0.1")
        address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        shown = said.get("fingerprint", ""), said.get("words", "")
        server = HostedServer(address, *shown, data=_place(data), operator_key=key)
        write_down(server)
    await introduce(server.link())
    return server


def _place(data: Path) -> str:
    """Name a folder so that it is the same one from everywhere."""
    return str(data.absolute())


def _log(data: Path) -> IO[bytes]:
    data.mkdir(parents=True, exist_ok=True)
    return (data / _LOG).open("w+b")


@contextlib.contextmanager
def _started(name: str, data: Path, key: str, log: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is ended again unless all goes well until the context is left."""
    command = [sys.executable, "-m", "skyjo_server", "--host", _EVERYWHERE, "--greeting", "json"]
    if environment.insecure():
        command.append("--insecure")
    process = subprocess.Popen(
        [*command, "--name", name, "--data", str(data)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=log,
        # Neither an interrupt nor the end of this terminal is for the server.
        start_new_session=True,
        creationflags=sum(getattr(subprocess, flag, 0) for flag in _APART),
        env={**os.environ, environment.OPERATOR_KEY: key},
    )
    try:
        yield process
    except BaseException:
        process.kill()  # nobody has sat down there yet
        process.wait()
        raise


async def _greeting(process: subprocess.Popen[bytes], log: IO[bytes]) -> dict[str, Any]:
    """What it says when it serves. Raises :class:`ServerFailedError`."""
    assert process.stdout is not None  # noqa: S101  # it is a pipe
    line = await asyncio.to_thread(process.stdout.readline)
    process.stdout.close()
    if not line:
        await asyncio.to_thread(process.wait, _END_SECONDS)
        raise ServerFailedError(last_words(log))
    said: dict[str, Any] = json.loads(line)
    return said
