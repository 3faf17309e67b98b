"""The bots of a duel that are programs."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final

from skyjo.v1.lobby_pb2 import BotChoice
from skyjo_client.duel.folder import Folder
from skyjo_client.duel.plan import Plan, StoppedError
from skyjo_client.duel.program import Program, program
from skyjo_client.duel.schedule import program_seed
from skyjo_client.errors import RefusedError
from skyjo_client.present.refusals import refusal_sentence

_WHY_SUSPENDED: Final = (
    "The faults are counted, and --logs FOLDER keeps a case of each: see them with skyjo case show."
)


class Programs:
    """All of them, by the index of the bot. ``seats`` is how many each can play at once."""

    def __init__(self, plan: Plan, running: dict[int, Program]) -> None:
        """Made by :func:`programs`."""
        self.seats = plan.at_once
        self._plan = plan
        self._running = running

    @property
    def ends(self) -> set[asyncio.Future[Any]]:
        """Each is done when its program has ended."""
        return {one.end for one in self._running.values()}

    def of(self, index: int) -> Program | None:
        """The program of a bot; None: it is one of the house."""
        return self._running.get(index)

    def choice(self, index: int) -> BotChoice:
        """The bot as a table wants it named."""
        if one := self._running.get(index):
            return BotChoice(enlisted_name=one.watched.name)
        return BotChoice(house_level=self._plan.entrants[index].level)

    @property
    def suspended(self) -> bool:
        """Whether the server gives one of them no more work."""
        return any(one.watched.suspended for one in self._running.values())

    def check(self) -> None:
        """Raise :class:`StoppedError` for a bot that is suspended or whose program has ended."""
        for index, one in self._running.items():
            if one.watched.suspended:
                text = f"The server suspended {one.entrant.name}: it forfeited too many games."
                raise StoppedError(f"{text} {_WHY_SUSPENDED}")
            if one.end.done():
                raise StoppedError(one.ending("in the middle of the duel"), {index: "crashed"})

    async def enlisted(self) -> None:
        """Wait until all wait for work. Raises :class:`StoppedError`."""
        for index, one in self._running.items():
            waits: set[asyncio.Future[Any]] = {one.watched.enlisted, one.end}
            patience = self._plan.patience
            await asyncio.wait(waits, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            self.seats = min(self.seats, self._seats(index, one))

    def _seats(self, index: int, one: Program) -> int:
        name, blamed = one.entrant.name, {index: "not_started"}
        if not one.watched.enlisted.done():
            if one.end.done():
                raise StoppedError(one.ending("before it waited for work"), blamed)
            text = (
                f"{name} did not wait for work within {self._plan.patience} seconds. A bot enlists "
                "at SKYJO_SERVER with the key in SKYJO_KEY and then waits; one that reads and "
                "writes JSON lines is started by skyjo bot --stdio -- COMMAND."
            )
            raise StoppedError(f"{text}{one.said()}", blamed)
        try:
            return one.watched.enlisted.result()
        except RefusedError as error:
            why = refusal_sentence(error.refusal)
            raise StoppedError(f"{name} cannot wait for work. {why}", blamed) from None


@contextlib.asynccontextmanager
async def programs(plan: Plan, server: str, folder: Folder | None) -> AsyncIterator[Programs]:
    """Start them all; they end on leaving. Raises :class:`NotStartedError` and OSError."""
    if folder:
        folder.begin()
    async with contextlib.AsyncExitStack() as stack:
        running = {}
        for index, entrant in enumerate(plan.entrants):
            if entrant.command:
                seed = program_seed(plan.seed, index)
                own = program(entrant, server, plan.at_once, seed, folder)
                running[index] = await stack.enter_async_context(own)
        yield Programs(plan, running)
