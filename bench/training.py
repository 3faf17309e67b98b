"""``python -m bench.training``: how fast games run in one process, without a server."""

import argparse
import time

import numpy as np

from skyjo_bots.levels import LEVELS
from skyjo_client.pettingzoo_env import SkyjoEnv
from skyjo_client.training import play_game
from skyjo_engine.record import ActionEntry
from skyjo_engine.rules import Rules


def main() -> None:
    """Play games of each house level for a while and print one line for each."""
    parser = argparse.ArgumentParser(prog="python -m bench.training", description=__doc__)
    parser.add_argument("--seats", type=int, default=4, help="seats at the table")
    parser.add_argument("--seconds", type=float, default=3, help="CPU seconds for each level")
    options = parser.parse_args()
    print(f"games to 100 of {options.seats} seats, for each second of CPU")
    for level in LEVELS:
        games, decisions, seconds = _played(level, options.seats, options.seconds)
        print(f"{level:>9} {games / seconds:9.1f} games {decisions / seconds:10,.0f} decisions")
    steps, seconds = _stepped(options.seats, options.seconds)
    print(f"SkyjoEnv, agents that choose by chance: {steps / seconds:,.0f} steps")


def _played(level: str, seats: int, seconds: float) -> tuple[int, int, float]:
    """Games and decisions, and the CPU seconds that they took."""
    began, games, decisions = time.process_time(), 0, 0
    while (used := time.process_time() - began) < seconds:
        entries = play_game([level] * seats, seed=games).record().entries
        decisions += sum(isinstance(entry, ActionEntry) for entry in entries)
        games += 1
    return games, decisions, used


def _stepped(seats: int, seconds: float) -> tuple[int, float]:
    """Steps of the environment with all observations, and the CPU seconds that they took."""
    table, chance = SkyjoEnv(Rules(players=seats)), np.random.default_rng(0)
    began, steps = time.process_time(), 0
    while (used := time.process_time() - began) < seconds:
        table.reset(seed=steps)
        while not any(table.terminations.values()):
            allowed = np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
            table.step(int(chance.choice(allowed)))
            steps += 1
    return steps, used


if __name__ == "__main__":
    main()
