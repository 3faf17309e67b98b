"""``python -m bench``: the server's speed as ratios to a bare gRPC stub, measured side by side."""

import argparse
import asyncio
import os
import shlex
import sys

os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # before grpc is imported: its core prints

from bench.contest import contest
from bench.figures import NAMES, Group, Result, groups
from bench.load import LoadError
from bench.report import table
from bench.rounds import Plan


def main() -> None:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few games, short rounds: a trial")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each contender")
    parser.add_argument("--window", type=float, default=1.5, help="seconds of a round")
    parser.add_argument("--only", nargs="*", default=list(NAMES), help="figures to measure")
    options = parser.parse_args()
    plan, chosen = Plan(options.rounds, 0.5, options.window), groups(64, 256)
    if options.quick:
        plan, chosen = Plan(3, 0.1, 0.2), groups(4, 16)
    command = shlex.join(["python", "-m", "bench", *sys.argv[1:]])
    try:
        results = asyncio.run(_all(chosen, plan, options.only))
    except LoadError as error:
        sys.exit(f"bench: {error}")
    print(table(results, plan, command))


async def _all(chosen: tuple[Group, ...], plan: Plan, only: list[str]) -> list[Result]:
    results = []
    for group in chosen:
        if wanted := group.only(only):
            results += await contest(wanted, plan)
    return results


if __name__ == "__main__":
    main()
