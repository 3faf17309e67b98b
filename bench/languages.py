"""``python -m bench.languages``: games in which every seat is played by another language.

Each starter kit is built and takes one seat of one table. The exit status is 0 when there was no
fault: every bot was told goodbye and ended well by itself, the server refused nothing, cut no
stream and blamed no seat, and every record replays.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.contest import GAME_SERVER
from bench.metrics_page import figure, total
from bench.process import Served, served
from bench.report import machine
from skyjo.v1.lobby_pb2 import CreateTableRequest
from skyjo.v1.record_pb2 import ListGamesRequest
from skyjo.v1.rules_pb2 import Rules
from skyjo_client.lobby import Lobby
from tests.kits.building import BuildError, building
from tests.kits.program import Program, played
from tests.kits.toolchains import KITS

_MOST: Final = 500
_COUNTERS: Final = {
    "refusals": "skyjo_refusals_total",
    "faults of seats": "skyjo_faults_total",
    "streams cut": "skyjo_cuts_total",
}


@dataclass(frozen=True)
class Outcome:
    """What came of the games. ``wins`` has first places by player, ``wrong`` a line for a fault."""

    games: int
    moves: int
    wins: Counter[str]
    wrong: list[str]


async def play(programs: Sequence[Program], games: int) -> Outcome:
    """Play games at one table, with a seat for each bot."""
    async with (
        served(*GAME_SERVER, "--metrics", "127.0.0.1:0") as server,
        Lobby(server.address) as lobby,
    ):
        rules = Rules(players=len(programs))
        request = CreateTableRequest(rules=rules, games=games, start_when_full=True)
        table = await lobby.create_table(request)
        asked = {"SKYJO_SERVER": server.address, "SKYJO_CODE": table.code}
        ended = await asyncio.gather(*[program.ends(**asked) for program in programs])
        wrong = [line for one in zip(programs, ended, strict=True) for line in _complaints(*one)]
        wrong += await _counted(server)
        moves = round(await figure(server.metrics, "skyjo_moves_total"))
        replayed = len(await played(lobby, table.table_id))
        return Outcome(replayed, moves, await _wins(lobby, table.table_id), wrong)


def _complaints(program: Program, ended: tuple[int | None, bytes]) -> list[str]:
    """What a bot said beside its goodbye, and how it ended if not well."""
    status, report = ended
    lines = [line for line in report.decode().splitlines() if not line.startswith("goodbye: ")]
    if status != 0:
        lines.append(f"exit status {status}")
    return [f"{program.kit.language}: {line}" for line in lines]


async def _counted(server: Served) -> list[str]:
    """What the server had to refuse, to blame on somebody or to cut."""
    counted = {what: await total(server.metrics, name) for what, name in _COUNTERS.items()}
    return [f"{what}: {count}" for what, count in counted.items() if count]


async def _wins(lobby: Lobby, table_id: str) -> Counter[str]:
    wins: Counter[str] = Counter()
    for game in (await lobby.list_games(ListGamesRequest(table_id=table_id, page_size=500))).games:
        for player, result in zip(game.players, game.results, strict=True):
            wins[player.name] += result.rank == 1
    return wins


def main() -> int:
    """Build, play and tell; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench.languages", description=__doc__)
    parser.add_argument("--games", type=int, default=50, help="games to play, at most 500")
    options = parser.parse_args()
    if not 1 <= options.games <= _MOST:
        parser.error(f"--games is a number from 1 to {_MOST}")
    print(f"python -m bench.languages --games {options.games}\n{machine()}")
    kits = [kit for kit in KITS if not kit.missing]
    for kit in KITS:
        if kit.missing:
            print(f"left out: {kit.missing}")
    with tempfile.TemporaryDirectory() as folder, building(kits, Path(folder)) as made:
        try:
            programs = [Program(kit, made[kit.language].result()) for kit in kits]
        except BuildError as error:
            sys.exit(f"bench: {error}")
        began = time.perf_counter()
        outcome = asyncio.run(play(programs, options.games))
        seconds = time.perf_counter() - began
    seats = ", ".join(f"{one.kit.language} {outcome.wins[one.kit.player]}" for one in programs)
    games = f"{outcome.games} games of {len(programs)} seats"
    print(f"{games} in {seconds:.0f} s: {outcome.moves:,} moves")
    print(f"won by {seats}", *outcome.wrong or ["no fault"], sep="\n")
    return 1 if outcome.wrong or outcome.games != options.games else 0


if __name__ == "__main__":
    sys.exit(main())
