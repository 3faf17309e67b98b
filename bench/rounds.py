"""Interleaved rounds: every contender is measured for a moment, then the next, again and again."""

import asyncio
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bench.load import Load, LoadError
from bench.process import Served


@dataclass(frozen=True, slots=True)
class Contender:
    """A server process with players that wait for the gate."""

    name: str
    server: Served
    load: Load


@dataclass(frozen=True, slots=True)
class Plan:
    """How to measure: rounds, and the seconds of each one's warm-up and window."""

    rounds: int
    warm_up: float
    window: float


@dataclass(frozen=True, slots=True)
class Sample:
    """One window: moves confirmed in it, CPU and wall seconds, median seconds of a move."""

    moves: int
    cpu: float
    wall: float
    delay: float

    @property
    def moves_per_cpu_second(self) -> float:
        """Moves for each second of the server process's own CPU time."""
        return self.moves / self.cpu

    @property
    def moves_per_second(self) -> float:
        """Moves for each second on the wall, with the load on the same machine."""
        return self.moves / self.wall


async def measured(contenders: Sequence[Contender], plan: Plan) -> dict[str, list[Sample]]:
    """A sample of every contender in every round, by name. The order turns with each round."""
    samples: dict[str, list[Sample]] = {contender.name: [] for contender in contenders}
    for number in range(plan.rounds):
        for place in range(len(contenders)):
            contender = contenders[(number + place) % len(contenders)]
            samples[contender.name].append(await _window(contender, plan))
    return samples


async def _window(contender: Contender, plan: Plan) -> Sample:
    server, load = contender.server, contender.load
    await load.release()
    await asyncio.sleep(plan.warm_up)
    load.delays.clear()
    moves, cpu, wall = load.moves, await server.cpu_seconds(), time.perf_counter()
    await asyncio.sleep(plan.window)
    moves, cpu = load.moves - moves, await server.cpu_seconds() - cpu
    wall = time.perf_counter() - wall
    await load.hold()
    if not moves or not cpu:
        raise LoadError(f"{contender.name}: nothing moved in a window of {plan.window} s")
    return Sample(moves, cpu, wall, statistics.median(load.delays))
