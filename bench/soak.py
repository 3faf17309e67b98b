"""``python -m bench.soak``: whether memory levels off under streams that break and games that end.

One server that keeps its games in a folder, and beside it the bare stub with as many streams: gRPC
itself loses some memory with every stream that is cancelled, and that is not ours to mend.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # before grpc is imported: its core prints

import grpc

from bench.broken_streams import BrokenStreams, stub_hellos, taken_seats
from bench.metrics_page import figure
from bench.process import Served, served
from bench.struck_games import Moment, play_seats
from bench.stub import METHOD

_PLAY: Final = "/skyjo.v1.PlayService/Play"
_STEPS: Final = 10
_AT_ONCE: Final = 10
"""Games, and groups of streams, at a time."""
_STREAM_KB: Final = 0.5
_GAME_KB: Final = 2.0
"""What a stream more than with the stub, and a game, may cost for good in the second half, when
memory has levelled off. A leak of ours would cost more: a stream's objects are some 5 kB, a game's
some 30."""


@dataclass(frozen=True)
class Point:
    """Resident memory in kB, ours and the stub's, after ``count`` streams or games."""

    count: int
    own: int
    stub: int


class Soak:
    """A server and the stub, loaded step by step, with their memory printed after each."""

    def __init__(self, own: Served, stub: Served) -> None:
        """Measure these two."""
        self._own = own
        self._stub = stub

    async def step_by_step(
        self, what: str, total: int, do: Callable[[int], Awaitable[None]]
    ) -> list[Point]:
        """Do ``total`` in steps; what memory there was after each of the second half."""
        print(f"{what:>12} {'server kB':>10} {'stub kB':>9}")
        points = [self._point(0)]
        for step in range(1, _STEPS + 1):
            await do(total // _STEPS)
            points.append(self._point(step * (total // _STEPS)))
        return points[_STEPS // 2 :]

    def _point(self, count: int) -> Point:
        point = Point(count, _resident(self._own.pid), _resident(self._stub.pid))
        print(f"{count:>12,} {point.own:>10,} {point.stub:>9,}", flush=True)
        return point


def _resident(pid: int) -> int:
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") // 1024


async def soak(streams: int, games: int) -> bool:
    """Break so many streams, play so many games; whether memory levelled off."""
    with tempfile.TemporaryDirectory() as folder:
        options = ("--port", "0", "--log-format", "json", "--end-with-stdin", "--data", folder)
        async with (
            served("skyjo_server", *options, "--metrics", "127.0.0.1:0") as own,
            served("bench.stub") as stub,
            grpc.aio.insecure_channel(own.address) as channel,
            grpc.aio.insecure_channel(stub.address) as stub_channel,
        ):
            ours = BrokenStreams(channel, _PLAY, await taken_seats(channel, _AT_ONCE))
            theirs = BrokenStreams(stub_channel, METHOD, stub_hellos(_AT_ONCE))

            async def break_streams(count: int) -> None:
                await ours.open_and_cancel(count)
                await theirs.open_and_cancel(count)

            async def play(count: int) -> None:
                await _play(own.address, count)
                await _until_forgotten(own)

            run = Soak(own, stub)
            broken = await run.step_by_step("streams", streams, break_streams)
            played = await run.step_by_step("games", games, play)
    return _judge(broken, played)


async def _play(address: str, games: int) -> None:
    """Play so many games, each on a connection of its own."""

    async def one_after_another() -> None:
        for _ in range(games // _AT_ONCE):
            await play_seats(address, address, Moment.never())

    await asyncio.gather(*[one_after_another() for _ in range(_AT_ONCE)])


async def _until_forgotten(server: Served) -> None:
    """Wait until the server has forgotten every table whose games are over."""
    while await figure(server.metrics, "skyjo_tables", 'stage="closed"'):  # noqa: ASYNC110
        await asyncio.sleep(0.5)  # another process counts


def _judge(broken: list[Point], played: list[Point]) -> bool:
    """Print what a stream and a game cost at last, and whether that is next to nothing."""
    own = _each(broken, [point.own for point in broken])
    stub = _each(broken, [point.stub for point in broken])
    game = _each(played, [point.own for point in played])
    good = own - stub <= _STREAM_KB and game <= _GAME_KB
    print(f"a stream, in the second half: {own:.2f} kB, the stub's {stub:.2f} kB")
    print(f"a game, in the second half: {game:.2f} kB")
    print("memory levels off" if good else "memory does not level off")
    return good


def _each(points: list[Point], memory: list[int]) -> float:
    """What each stream or game added, in kB."""
    return (memory[-1] - memory[0]) / (points[-1].count - points[0].count)


def main() -> None:
    """Soak as long as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--streams", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=1_000)
    options = parser.parse_args()
    if not Path("/proc/self/statm").exists():
        sys.exit("soak: what memory a process has is read from /proc, which only Linux has")
    sys.exit(not asyncio.run(soak(options.streams, options.games)))


if __name__ == "__main__":
    main()
