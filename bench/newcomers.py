"""Clients that open all their streams at one instant: ``python -m bench.newcomers``.

A process of its own, so that it waits for nobody but the server. Each stream takes one seat and is
admitted when the server has answered. The parent says when, by a line on standard input; with its
end all streams end.
"""

import argparse
import asyncio
import contextlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # before grpc is imported: its core prints

import grpc

from bench import stub
from bench.encryption import open_channel
from bench.game_load import METHOD, seated
from bench.load import LoadError
from bench.messages import Move
from skyjo.v1 import play_pb2
from skyjo_wire.version import protocol_version

_ROOT: Final = Path(__file__).parents[1]
_PATIENCE_SECONDS: Final = 60.0
_SEATS: Final = 8
_SPARE_FILES: Final = 64
_Call = grpc.aio.StreamStreamCall[bytes, bytes]
_OPTIONS: Final = (("grpc.use_local_subchannel_pool", 1),)


@dataclass(frozen=True, slots=True)
class Admission:
    """How many streams were admitted, and the seconds until the median and the last one were.

    ``others`` says how the others ended, and how many ended so.
    """

    admitted: int
    median: float
    last: float
    others: dict[str, int]


class Newcomers:
    """The process, seen from its parent. ``connections`` is how many it has."""

    def __init__(self, process: asyncio.subprocess.Process, connections: int) -> None:
        """Hold a process that waits for its line."""
        self.connections = connections
        self._process = process

    async def come(self) -> Admission:
        """Have all streams opened, and wait until each is admitted or given up."""
        assert self._process.stdin
        self._process.stdin.write(b"\n")
        return Admission(**await _told(self._process))


@contextlib.asynccontextmanager
async def newcomers(
    address: str, streams: int, *, connections: int, of_stub: bool, cert: Path | None = None
) -> AsyncIterator[Newcomers]:
    """Prepare so many newcomers; their seats are taken, but nobody is there yet.

    ``cert`` is the file of the certificate that the server shows, None where it does not encrypt.
    """
    arguments = [address, str(streams), "--connections", str(connections)]
    if cert:
        arguments += ["--cert", str(cert)]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.newcomers", *arguments, *["--stub"] * of_stub),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=_ROOT,
    )
    try:
        yield Newcomers(process, (await _told(process))["connections"])
    finally:
        assert process.stdin
        process.stdin.close()
        await process.wait()


async def _told(process: asyncio.subprocess.Process) -> dict[str, Any]:
    assert process.stdout
    line = await process.stdout.readline()
    if not line:
        raise LoadError("the newcomers could not be prepared")
    told: dict[str, Any] = json.loads(line)
    return told


def main() -> None:
    """Be the process."""
    parser = argparse.ArgumentParser(prog="python -m bench.newcomers", description=__doc__)
    parser.add_argument("address")
    parser.add_argument("streams", type=int)
    parser.add_argument("--connections", type=int, default=1)
    parser.add_argument("--stub", action="store_true")
    parser.add_argument("--cert", type=Path)
    options = parser.parse_args()
    connections = min(options.connections, _most_files() - _SPARE_FILES)
    one = partial(open_channel, options.address, options.cert, _OPTIONS)
    asyncio.run(_come(one, options.streams, connections, of_stub=options.stub))


def _most_files() -> int:
    """Files, and so connections, that this process may have open."""
    if sys.platform == "win32":
        return 1 << 16
    import resource  # noqa: PLC0415  # not everywhere

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


async def _come(
    one: Callable[[], grpc.aio.Channel], streams: int, connections: int, *, of_stub: bool
) -> None:
    async with contextlib.AsyncExitStack() as opened:
        channels = [await opened.enter_async_context(one()) for _ in range(connections)]
        await asyncio.gather(*(channel.channel_ready() for channel in channels))
        first = _joins(streams) if of_stub else await _attaches(channels[0], streams)
        method = stub.METHOD if of_stub else METHOD
        _say({"connections": connections})
        await asyncio.to_thread(sys.stdin.readline)
        calls: list[_Call] = [
            channels[number % connections].stream_stream(method)() for number in range(streams)
        ]
        _say(asdict(await _admission(calls, first)))
        await asyncio.to_thread(sys.stdin.read)


def _say(told: dict[str, object]) -> None:
    print(json.dumps(told), flush=True)


def _joins(streams: int) -> list[bytes]:
    joins = (divmod(number, stub.SEATS) for number in range(streams))
    return [Move(game=1_000_000 + game, seat=seat).SerializeToString() for game, seat in joins]


async def _attaches(channel: grpc.aio.Channel, streams: int) -> list[bytes]:
    tokens = await seated(channel, -(-streams // _SEATS), _SEATS)
    version = protocol_version()
    attaches = (play_pb2.Attach(version=version, seat_token=token) for token in tokens[:streams])
    frames = (play_pb2.ClientFrame(number=1, attach=attach) for attach in attaches)
    return [play_pb2.PlayRequest(frames=[frame]).SerializeToString() for frame in frames]


async def _admission(calls: list[_Call], first: list[bytes]) -> Admission:
    began = time.perf_counter()
    others: Counter[str] = Counter()
    seconds = []

    async def be_admitted(call: _Call, message: bytes) -> None:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await call.write(message)
                if await call.read() is grpc.aio.EOF:
                    others["ended"] += 1
                    return
        except TimeoutError:
            others["still waiting"] += 1
        except grpc.aio.AioRpcError as error:
            others[error.code().name] += 1
        else:
            seconds.append(time.perf_counter() - began)

    await asyncio.gather(*map(be_admitted, calls, first))
    seconds.sort()
    last = seconds[-1] if seconds else 0.0
    median = seconds[len(seconds) // 2] if seconds else 0.0
    return Admission(len(seconds), median, last, dict(others))


if __name__ == "__main__":
    main()
