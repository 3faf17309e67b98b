"""Tables with a clock of one's own, on a real server."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from skyjo.v1.event_pb2 import SeatChanged
from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest, CreateTableResponse
from skyjo.v1.play_pb2 import ServerFrame
from skyjo.v1.rules_pb2 import (
    CLOCK_PRESET_CUSTOM,
    FAULT_COST_STAND_IN,
    ClockRules,
    FaultCost,
    Rules,
)
from skyjo_bots.levels import house
from skyjo_client.lobby import Lobby
from skyjo_client.notices import Item
from skyjo_client.session import SeatSession
from skyjo_wire import to_engine


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


async def punctual(session: SeatSession) -> AsyncIterator[Item]:
    """The items of a seat that is played casually and without delay."""
    async for item in session:
        if isinstance(item, ServerFrame) and item.HasField("decision"):
            view = to_engine.view(item.decision.view, session.rules)
            legal = to_engine.legal(item.decision.legal)
            session.act(item.decision.decision_id, house("casual")(view, legal, Random(1)))
        yield item


async def changed(items: AsyncIterator[Item], change: int) -> SeatChanged:
    """Read on until a seat has changed like this."""
    (event, *_) = await heard(
        items,
        lambda frame: [
            event.seat_changed
            for event in frame.events.events
            if event.HasField("seat_changed") and event.seat_changed.change == change
        ],
    )
    assert isinstance(event, SeatChanged)
    return event


async def heard(items: AsyncIterator[Item], wanted: Callable[[ServerFrame], Any]) -> Any:
    """Read on until a frame has what is wanted."""
    async for item in items:
        if isinstance(item, ServerFrame) and (found := wanted(item)):
            return found
    raise AssertionError("the session has ended")
