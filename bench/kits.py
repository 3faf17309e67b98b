"""``python -m bench.kits``: what each starter kit carries on one stream with many games.

A kit's bot plays all four seats of every game. The server is a process of its own beside it, so the
moves for each second are those of both on one machine; the CPU of a move is told for each.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.contest import GAME_SERVER
from bench.game_load import MANY, SEATS, TARGET
from bench.metrics_page import figure
from bench.process import Served, served
from bench.report import machine
from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest
from skyjo.v1.rules_pb2 import Rules
from skyjo_client.lobby import Lobby
from tests.kits.building import BuildError, building
from tests.kits.program import Program, reads
from tests.kits.toolchains import KITS

_MOST: Final = 256
_COLUMNS: Final = "{:<12} {:>9} {:>11} {:>14}"
_MICROS: Final = 1e6


@dataclass(frozen=True)
class Sample:
    """Moves confirmed so far, and CPU seconds of the bot and of the server."""

    moves: float
    moment: float
    bot: float
    server: float

    @classmethod
    async def now(cls, server: Served, pid: int) -> "Sample":
        """What has been counted by now."""
        moves = await figure(server.metrics, "skyjo_moves_total")
        return cls(moves, time.perf_counter(), _cpu_seconds(pid), await server.cpu_seconds())


async def measure(program: Program, games: int, window: float) -> str:
    """Let a kit play so many games at once; its line of the table."""
    async with (
        served(*GAME_SERVER, "--metrics", "127.0.0.1:0") as server,
        Lobby(server.address) as lobby,
        program.running(
            SKYJO_SERVER=server.address,
            SKYJO_KEY=os.urandom(32).hex(),
            SKYJO_SEATS=str(SEATS * games),
        ) as bot,
    ):
        await reads(bot, b"waiting for work")
        for _ in range(games):
            await lobby.create_table(_table(program.kit.player))
        await asyncio.sleep(window / 4)
        first = await Sample.now(server, bot.pid)
        await asyncio.sleep(window)
        last = await Sample.now(server, bot.pid)
    moves = last.moves - first.moves
    return _COLUMNS.format(
        program.kit.language,
        f"{moves / (last.moment - first.moment):,.0f}",
        f"{_MICROS * (last.bot - first.bot) / moves:,.0f}",
        f"{_MICROS * (last.server - first.server) / moves:,.0f}",
    )


def _table(player: str) -> CreateTableRequest:
    """A table whose games go on for longer than anybody measures."""
    return CreateTableRequest(
        rules=Rules(players=SEATS, target=TARGET),
        games=MANY,
        start_when_full=True,
        unlisted=True,
        bots=SEATS * [BotChoice(enlisted_name=player)],
    )


def _cpu_seconds(pid: int) -> float:
    """User and system time of a process, as Linux tells it; 0 elsewhere."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Build the kits whose tools are here, measure one after another, and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.kits", description=__doc__)
    parser.add_argument("--games", type=int, default=64, help="games at once, at most 256")
    parser.add_argument("--window", type=float, default=10.0, help="seconds of a measurement")
    options = parser.parse_args()
    if not 1 <= options.games <= _MOST:
        parser.error(f"--games is a number from 1 to {_MOST}")
    print(f"python -m bench.kits {' '.join(sys.argv[1:])}".rstrip())
    print(f"{machine()}; {options.games} games of four on one stream")
    print(_COLUMNS.format("kit", "moves/s", "bot's CPU", "server's CPU"), "(us of a move)")
    kits = [kit.optimised for kit in KITS if not kit.missing]
    with tempfile.TemporaryDirectory() as folder, building(kits, Path(folder)) as made:
        try:
            programs = [Program(kit, made[kit.language].result()) for kit in kits]
        except BuildError as error:
            sys.exit(f"bench: {error}")
        for program in programs:
            print(asyncio.run(measure(program, options.games, options.window)), flush=True)


if __name__ == "__main__":
    main()
