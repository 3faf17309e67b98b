"""``python -m bench.crowd``: many streams at one instant, at rest and while games run flat out.

The same is asked of the bare stub in the same run. It fails when the server left anybody out.
"""

import argparse
import asyncio
import contextlib
import os
import shlex
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # before grpc is imported: its core prints

import grpc

from bench.contest import GAME_SERVER, STUB_SERVER
from bench.encryption import Certificate, open_channel
from bench.game_load import SEATS, game_load
from bench.load import Load, LoadError
from bench.newcomers import Admission, newcomers
from bench.process import served
from bench.report import machine
from bench.stub_load import stub_load

MOST_KILOBYTES: Final = 40.0
"""Memory of an attached seat at which P7 is reached."""
MOST_SECONDS: Final = 2.0
"""Time in which newcomers are to be admitted while games run."""
_SETTLE_SECONDS: Final = 1.0
_COLUMNS: Final = "{:<32} {:<7} {:>8} {:>8} {:>7} {:>7}  {}"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a server: streams at once, and while so many games run."""

    streams: int
    connections: int
    games: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """How the streams were admitted, on how many connections; memory is in bytes, of all streams.

    ``before`` and ``meanwhile`` are moves a second.
    """

    admission: Admission
    connections: int
    memory: float = 0.0
    before: float = 0.0
    meanwhile: float = 0.0


async def ask(asked: Asked, certificate: Certificate | None, *, of_stub: bool) -> Result:
    """Start a server and have the newcomers come. Raises :class:`bench.load.LoadError`.

    With a ``certificate`` all is encrypted.
    """
    arguments, cert = (certificate.arguments, certificate.file) if certificate else ((), None)
    async with served(*(STUB_SERVER if of_stub else GAME_SERVER), *arguments) as server:
        crowd = newcomers(
            server.address,
            asked.streams,
            connections=asked.connections,
            of_stub=of_stub,
            cert=cert,
        )
        async with (
            open_channel(server.address, cert) as channel,
            _playing(channel, asked.games, of_stub=of_stub) as load,
            crowd as coming,
        ):
            before = await _rate(load)
            memory, moves, began = await server.memory_bytes(), load.moves, time.perf_counter()
            admission = await coming.come()
            meanwhile = (load.moves - moves) / (time.perf_counter() - began)
            await asyncio.sleep(_SETTLE_SECONDS)
            memory = await server.memory_bytes() - memory
            return Result(admission, coming.connections, memory, before, meanwhile)


@contextlib.asynccontextmanager
async def _playing(channel: grpc.aio.Channel, games: int, *, of_stub: bool) -> AsyncIterator[Load]:
    if of_stub:
        players = stub_load(channel, games)
    else:
        players = game_load(channel, games, games * SEATS, omit_views=False)
    async with players if games else contextlib.nullcontext(Load()) as load:
        await load.release()
        yield load


async def _rate(load: Load) -> float:
    """Moves a second when nobody else is there."""
    await asyncio.sleep(_SETTLE_SECONDS)
    moves, began = load.moves, time.perf_counter()
    await asyncio.sleep(_SETTLE_SECONDS)
    return (load.moves - moves) / (time.perf_counter() - began)


def main() -> None:
    """Measure, print, and fail when a stream was left out."""
    parser = argparse.ArgumentParser(prog="python -m bench.crowd", description=__doc__)
    parser.add_argument("--streams", type=int, default=5_000, help="opened at once")
    parser.add_argument("--connections", type=int, default=4, help="that they share")
    parser.add_argument("--newcomers", type=int, default=256, help="opened while games run")
    parser.add_argument("--games", type=int, default=64, help="games that run meanwhile")
    parser.add_argument("--tls", action="store_true", help="encrypt everything")
    options = parser.parse_args()
    rest = Asked(options.streams, options.connections)
    busy = Asked(options.newcomers, 1, options.games)
    print(shlex.join(["python", "-m", "bench.crowd", *sys.argv[1:]]), machine(), sep="\n")
    print(_COLUMNS.format("", "", "streams", "admitted", "median", "last", ""))
    try:
        with tempfile.TemporaryDirectory() as folder:
            certificate = Certificate.made(Path(folder)) if options.tls else None
            good = [asyncio.run(_compared(asked, certificate)) for asked in (rest, busy)]
    except LoadError as error:
        sys.exit(f"bench: {error}")
    sys.exit(not all(good))


async def _compared(asked: Asked, certificate: Certificate | None) -> bool:
    """Ask the stub and the server, and print both. Returns whether the server admitted all."""
    await _asked(asked, certificate, of_stub=True)
    return await _asked(asked, certificate, of_stub=False)


async def _asked(asked: Asked, certificate: Certificate | None, *, of_stub: bool) -> bool:
    result = await ask(asked, certificate, of_stub=of_stub)
    print(_line(asked, result, of_stub=of_stub), flush=True)
    if result.connections < asked.connections:
        print(f"this machine allows no more than {result.connections} connections (ulimit -n)")
    return result.admission.admitted == asked.streams


def _line(asked: Asked, result: Result, *, of_stub: bool) -> str:
    admission = result.admission
    what = f"while {asked.games} games run" if asked.games else "at rest"
    others = ", ".join(f"{count} {how}" for how, count in admission.others.items())
    return _COLUMNS.format(
        f"{asked.streams:,} at once, {what}",
        "stub" if of_stub else "server",
        f"{asked.streams:,}",
        f"{admission.admitted:,}",
        f"{admission.median:.2f} s",
        f"{admission.last:.2f} s",
        "; ".join(filter(None, [_rest(asked, result, of_stub=of_stub), others])),
    ).rstrip()


def _rest(asked: Asked, result: Result, *, of_stub: bool) -> str:
    if asked.games:
        rates = f"moves/s {result.before:,.0f} before, {result.meanwhile:,.0f} meanwhile"
        return rates if of_stub else f"{rates}; {_target(result.admission.last, MOST_SECONDS, 's')}"
    if not result.memory or not result.admission.admitted:
        return ""
    kilobytes = result.memory / result.admission.admitted / 1000
    each = f"{kilobytes:.1f} kB each"
    return each if of_stub else f"{each}; P7 {_target(kilobytes, MOST_KILOBYTES, 'kB')}"


def _target(value: float, most: float, unit: str) -> str:
    return f"<= {most:.0f} {unit} {'reached' if value <= most else 'missed'}"


if __name__ == "__main__":
    main()
