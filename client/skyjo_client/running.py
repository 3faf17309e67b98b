"""The way of a bot's program: to its seats, through their games, to an exit status."""

import asyncio
import contextlib
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Unpack, cast

import click

from skyjo_client import environment
from skyjo_client.arriving import arrive
from skyjo_client.bot import Bot
from skyjo_client.bot_options import BotWishes, bot_options
from skyjo_client.bot_seat import SeatOutcome
from skyjo_client.cases import chosen_cases
from skyjo_client.connection import Connection
from skyjo_client.engagement import Bots, Engagement
from skyjo_client.errors import ClientError
from skyjo_client.explained import Explained
from skyjo_client.player import Player
from skyjo_client.present.names import NAME_COLUMNS
from skyjo_client.stdin_watch import end_when_asked, end_with_stdin


def run(
    bot_class: Callable[[], Bot],
    *,
    server: str | None = None,
    code: str | None = None,
    name: str | None = None,
    seats: int | None = None,
    arguments: Sequence[str] | None = None,
) -> None:
    """Be the program of a bot: play until all its seats have ended; see :class:`Engagement`.

    ``arguments``, those of the command line by default, are the options of ``skyjo bot`` and go
    before what is given here; ``server`` is an address or a join link. What neither says comes from
    the environment. A server on another machine must be known, see :mod:`skyjo_client.trust`.
    Returns when all went well, else says why on standard error and exits with a status of
    :mod:`exit_codes`.
    """
    given = BotWishes(server=server, code=code, name=name, seats=seats, cases=None)

    @click.command(cls=Explained, help="Play on the server until ended, or at one table.")
    @bot_options
    def program(**typed: Unpack[BotWishes]) -> None:
        play_bot(bot_class, cast("BotWishes", given | {k: v for k, v in typed.items() if v}))

    try:
        program.main(arguments)
    except SystemExit as end:
        if end.code:
            raise


def play_bot(bot_class: Callable[[], Bot], wishes: BotWishes) -> None:
    """Play with a bot, which is called like its class. Raises :class:`ClientError`."""
    name = getattr(bot_class, "__name__", "bot")[:NAME_COLUMNS]
    run_engagement(bot_class, engagement(wishes, name))


def engagement(wishes: BotWishes, name: str) -> Engagement:
    """What was asked for, ``name`` where no other was; the rest comes from the environment."""
    return Engagement(
        server=wishes["server"] or environment.server(),
        name=wishes["name"] or environment.text(environment.NAME) or name,
        code=wishes["code"] or environment.text(environment.CODE),
        token=environment.secret(environment.TOKEN),
        key=environment.secret(environment.KEY),
        seats=wishes["seats"] or environment.seats() or 1,
        seed=environment.seed(),
        cases=chosen_cases(wishes["cases"]),
    )


def run_engagement(make: Callable[[], Bot], engagement: Engagement) -> None:
    """Play in an event loop of its own. Raises :class:`ClientError`; exits when a bot failed."""
    run_bots(contextlib.nullcontext(Bots(make)), engagement)


def run_bots(bots: AbstractAsyncContextManager[Bots], engagement: Engagement) -> None:
    """The same with bots that something has to be kept for while they play."""
    end_when_asked()
    with contextlib.suppress(KeyboardInterrupt):
        if any(outcome.failed for outcome in asyncio.run(_until_stdin_ends(bots, engagement))):
            sys.exit(1)


async def _until_stdin_ends(
    bots: AbstractAsyncContextManager[Bots], engagement: Engagement
) -> list[SeatOutcome]:
    playing = asyncio.create_task(_play_all(bots, engagement))
    if environment.ends_with_stdin():
        loop = asyncio.get_running_loop()
        end_with_stdin(lambda: loop.call_soon_threadsafe(playing.cancel))
    with contextlib.suppress(asyncio.CancelledError):
        return await playing
    return []


async def _play_all(
    bots: AbstractAsyncContextManager[Bots], engagement: Engagement
) -> list[SeatOutcome]:
    async with bots as ready, contextlib.AsyncExitStack() as stack:
        arrived = await arrive(engagement, stack, ready.over)
        if arrived is not None:
            there, connection = arrived
            return await _played(Player(connection, ready, there))
        if ready.over is not None and (reason := ready.over.result()):
            engagement.report.bots_over(reason)
        return [SeatOutcome(failed=True)]


async def play(bots: Callable[[], Bot] | Bots, engagement: Engagement) -> list[SeatOutcome]:
    """Play to the end of all seats, on one connection. Raises :class:`ClientError`."""
    if not isinstance(bots, Bots):
        bots = Bots(bots)
    async with Connection(engagement.server, receipts=engagement.receipts) as connection:
        return await _played(Player(connection, bots, engagement))


async def _played(player: Player) -> list[SeatOutcome]:
    try:
        return await player.play()
    except BaseExceptionGroup as group:  # seats that end together with one reason
        for error in group.exceptions:
            if isinstance(error, ClientError):
                raise error from None
        raise
