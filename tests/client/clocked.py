"""Tables with a clock of one's own, on a real server."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest, CreateTableResponse
from skyjo.v1.rules_pb2 import (
    CLOCK_PRESET_CUSTOM,
    FAULT_COST_STAND_IN,
    ClockRules,
    FaultCost,
    Rules,
)
from skyjo_client.lobby import Lobby


def clock(cost: FaultCost = FAULT_COST_STAND_IN, **rules: int) -> ClockRules:
    """A clock of which an empty bank costs ``cost``."""
    made = ClockRules(preset=CLOCK_PRESET_CUSTOM, empty_bank_cost=cost)
    for name, value in rules.items():
        setattr(made, name, value)
    return made


HASTY = clock(bank_ms=1)
"""A clock that nobody can keep to: each decision of a person goes to a stand-in at once."""

_HANGS = """
import sys
if "--house" in sys.orig_argv:
    sys.stdin.read()
"""


@contextlib.contextmanager
def server_without_house(folder: Path) -> Iterator[str]:
    """The address of a server whose house bots start and then hang: games stand still for them."""
    (folder / "sitecustomize.py").write_text(_HANGS, encoding="utf-8")
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    with subprocess.Popen(
        [sys.executable, "-m", "skyjo_server", "--private"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    ) as server:
        assert server.stdout
        yield json.loads(server.stdout.readline())["address"]


async def table(
    lobby: Lobby,
    rules: ClockRules,
    *levels: str,
    seats: int,
    rounds: int = 1,
    seed: int | None = None,
) -> CreateTableResponse:
    """A table that begins when the seats which bots of ``levels`` leave free are taken."""
    request = CreateTableRequest(
        rules=Rules(players=seats, rounds=rounds),
        games=1,
        seed=seed,
        start_when_full=True,
        clock=rules,
        bots=[BotChoice(house_level=level) for level in levels],
    )
    return await lobby.create_table(request)
