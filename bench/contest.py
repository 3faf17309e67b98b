"""A group's servers started, its rounds measured, and everything ended again."""

import contextlib
import tempfile
from pathlib import Path
from typing import Final

from bench.encryption import Certificate, open_channel
from bench.figures import STUB, Group, Result, Setup
from bench.game_load import game_load
from bench.process import served
from bench.rounds import Contender, Plan, measured
from bench.stub_load import stub_load

STUB_SERVER: Final = ("bench.stub",)
GAME_SERVER: Final = (
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
    command = [*(GAME_SERVER if setup.streams else STUB_SERVER)]
    folder = running.enter_context(tempfile.TemporaryDirectory())
    if setup.journal:
        command += ["--data", folder]
    shown = None
    if setup.tls:
        certificate = Certificate.made(Path(folder))
        command += certificate.arguments
        shown = certificate.file
    server = await running.enter_async_context(served(*command))
    channel = await running.enter_async_context(open_channel(server.address, shown))
    if setup.streams:
        players = game_load(channel, setup.games, setup.streams, omit_views=setup.omit_views)
    else:
        players = stub_load(channel, setup.games)
    return Contender(setup.name, server, await running.enter_async_context(players))
