"""``python -m bench.indices``: strike a game at each of its events and decisions, one game each.

The server is killed, the connection cut, a reply torn in two, the bot's program killed. The record
of every game is compared with the record of one that nothing befell.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.bot_program import BotProgram
from bench.decisions import answered
from bench.proxy import Proxy
from bench.struck_games import RULES, Moment, comparable, play_bot, play_seats
from bench.victim import Victim
from skyjo_engine.record import Record
from skyjo_engine.replay import replay

GAME_SECONDS: Final = 120.0
"""Longest time that one game may take, with what befalls it."""
TORN_BYTES: Final = 50
"""A reply is torn within so many bytes of what the server says next."""


@dataclass
class Blow:
    """A way to strike. ``play`` plays a game that is struck there and returns its record."""

    name: str
    play: Callable[[int | None], Awaitable[Record]]
    at_decisions: bool = False


@dataclass(frozen=True)
class Result:
    """What came of the games of one blow: how many there were, and where the record differed."""

    blow: str
    games: int
    different: list[int]


@asynccontextmanager
async def blows() -> AsyncIterator[list[Blow]]:
    """Everything that can befall a game."""
    async with a_server() as server:
        program = BotProgram(server.address, RULES.players)
        strikes = _Strikes(server.address, program)
        try:
            yield [
                Blow("server killed", kill_server),
                Blow("connection cut", strikes.cut),
                Blow("reply torn", strikes.tear),
                Blow("bot killed", strikes.kill_bot, at_decisions=True),
            ]
        finally:
            await program.kill()


@asynccontextmanager
async def a_server() -> AsyncIterator[Victim]:
    """A server with a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        victim = Victim(Path(folder))
        await victim.start()
        try:
            yield victim
        finally:
            await victim.kill()


async def kill_server(number: int | None) -> Record:
    """Kill a server when its players have heard of that event, and start it again."""
    async with a_server() as server:

        async def again() -> None:
            await server.kill()
            await server.start()

        return await play_seats(server.address, server.address, Moment(number, again))


class _Strikes:
    """What befalls games of a server that lives on."""

    def __init__(self, address: str, program: BotProgram) -> None:
        self._address = address
        self._program = program

    async def cut(self, number: int | None) -> Record:
        return await self._through_a_proxy(number, 0)

    async def tear(self, number: int | None) -> Record:
        return await self._through_a_proxy(number, 1 + (number or 0) % TORN_BYTES)

    async def _through_a_proxy(self, number: int | None, after: int) -> Record:
        async with Proxy(self._address) as proxy:

            async def cut() -> None:
                proxy.cut(after)

            return await play_seats(self._address, proxy.address, Moment(number, cut))

    async def kill_bot(self, number: int | None) -> Record:
        if not self._program.runs:
            await self._program.start()
        return await play_bot(self._address, self._program, Moment(number, self._again))

    async def _again(self) -> None:
        await self._program.kill()
        await self._program.start()


async def strike_everywhere(blow: Blow, step: int) -> Result:
    """Play a game that nothing befalls, and one for every ``step``-th number of it."""
    calm = await _played(blow, None)
    numbers = (_decisions(calm) if blow.at_decisions else _events(calm))[::step]
    struck = [(number, await _played(blow, number)) for number in numbers]
    expected = comparable(calm)
    different = [number for number, record in struck if comparable(record) != expected]
    return Result(blow.name, len(numbers), different)


async def _played(blow: Blow, number: int | None) -> Record:
    try:
        async with asyncio.timeout(GAME_SECONDS):
            return await blow.play(number)
    except TimeoutError:
        sys.exit(f"{blow.name} at {number}: the game did not end in {GAME_SECONDS:.0f} s")


def _events(record: Record) -> Sequence[int]:
    return range(1, 1 + sum(len(step.events) for step in replay(record).steps))


def _decisions(record: Record) -> Sequence[int]:
    return sorted({number for _, number in answered(record)})


async def run(step: int) -> bool:
    """Strike with everything everywhere and print what came of it; whether nothing differed."""
    good = True
    async with blows() as all_blows:
        for blow in all_blows:
            result = await strike_everywhere(blow, step)
            at = "decisions" if blow.at_decisions else "events"
            counted = f"at {result.games} {at}: {result.games} games compared"
            print(f"{blow.name:<15} {counted}, {len(result.different)} different", flush=True)
            good &= not result.different
            if result.different:
                print(f"  different when struck at {result.different}")
    return good


def main() -> None:
    """Strike as often as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--step", type=int, default=1, help="strike at every so many-th only")
    sys.exit(not asyncio.run(run(parser.parse_args().step)))


if __name__ == "__main__":
    main()
