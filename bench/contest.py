"""A group's servers started, its rounds measured, and everything ended again."""

import contextlib
import tempfile
from typing import Final

from bench.figures import STUB, Group, Result, Setup
from bench.game_load import game_load
from bench.process import served
from bench.rounds import Contender, Plan, measured
from bench.stub_load import stub_load

_STUB_SERVER: Final = ("bench.stub",)
_GAME_SERVER: Final = (
    "skyjo_server",
    *("--port", "0", "--log-format", "json", "--end-with-stdin"),
)


async def contest(group: Group, plan: Plan) -> list[Result]:
    """Measure every figure of a group. Raises :class:`bench.load.LoadError`."""
    async with contextlib.AsyncExitStack() as running:
        contenders = [await _contender(setup, running) for setup in group.setups]
        samples = await measured(contenders, plan)
    return [Result(figure, samples[figure.contender], samples[STUB]) for figure in group.figures]


async def _contender(setup: Setup, running: contextlib.AsyncExitStack) -> Contender:
    if setup.streams:
        command = [*_GAME_SERVER]
        if setup.journal:
            command += ["--data", running.enter_context(tempfile.TemporaryDirectory())]
        server = await running.enter_async_context(served(*command))
        players = game_load(server.address, setup.games, setup.streams, omit_views=setup.omit_views)
    else:
        server = await running.enter_async_context(served(*_STUB_SERVER))
        players = stub_load(server.address, setup.games)
    return Contender(setup.name, server, await running.enter_async_context(players))
