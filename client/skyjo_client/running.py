"""The way of a bot's program: to its seats, through their games, to an exit status."""

import asyncio
import contextlib
import secrets
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from typing import Final, Unpack, cast

import click

from skyjo.v1.enlist_pb2 import Assigned
from skyjo.v1.error_pb2 import ERROR_REASON_BOT_SUSPENDED, Refusal
from skyjo.v1.lobby_pb2 import Seating
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_DETACHED,
    GOODBYE_REASON_SUSPENDED,
    PLAYER_KIND_BOT,
)
from skyjo_client import environment
from skyjo_client.bot import Bot
from skyjo_client.bot_keys import BotKeys
from skyjo_client.bot_options import BotWishes, bot_options
from skyjo_client.bot_seat import BotSeat, SeatOutcome
from skyjo_client.case_file import Author
from skyjo_client.cases import Cases, chosen_cases
from skyjo_client.connection import Connection
from skyjo_client.enlistment import Enlistment
from skyjo_client.errors import ClientError, RefusedError
from skyjo_client.explained import Explained
from skyjo_client.goodbyes import check_served
from skyjo_client.meeting import meet
from skyjo_client.receipts import DEFAULT_RECEIPTS, Receipts
from skyjo_client.report import Report
from skyjo_client.seat_cases import SeatCases
from skyjo_client.stdin_watch import end_when_asked, end_with_stdin
from skyjo_client.versions import joiner
from skyjo_wire.bot_seeds import told_seed

_NAME_COLUMNS: Final = 20
_KEY_BYTES: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Engagement:
    """Where a bot plays.

    With ``code`` it joins that table, ``seats`` times. Else with ``token`` it takes up that seat.
    Else it waits for work under ``name``, as many seats at once, until it is ended; ``key``, 16 to
    64 bytes, holds the name (None: the one that is kept for it on this machine). ``seed`` makes
    random sources repeatable where the table does not say. Faults are kept in ``cases``, if any.
    """

    server: str
    name: str
    code: str | None = None
    token: bytes | None = None
    key: bytes | None = None
    seats: int = 1
    seed: int | None = None
    receipts: Receipts | None = DEFAULT_RECEIPTS
    cases: Cases | None = field(default_factory=Cases)
    report: Report = field(default_factory=Report)


@dataclass(frozen=True, slots=True)
class Bots:
    """Where bots come from: ``make`` makes one for each game of each seat.

    Once ``over`` is done, none of them can play any more; its result is the reason in English,
    empty where it was told. ``last_words`` gives the end of what their program said.
    """

    make: Callable[[], Bot]
    over: asyncio.Future[str] | None = None
    last_words: Callable[[], str] = str


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
    name = getattr(bot_class, "__name__", "bot")[:_NAME_COLUMNS]
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
    met = await meet(engagement.server)
    engagement = replace(engagement, server=met.address, code=engagement.code or met.code or None)
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
    async with bots as ready:
        return await play(ready, engagement)


async def play(bots: Callable[[], Bot] | Bots, engagement: Engagement) -> list[SeatOutcome]:
    """Play to the end of all seats, on one connection. Raises :class:`ClientError`."""
    if not isinstance(bots, Bots):
        bots = Bots(bots)
    try:
        async with Connection(engagement.server, receipts=engagement.receipts) as connection:
            return await _Player(connection, bots, engagement).play()
    except BaseExceptionGroup as group:  # seats that end together with one reason
        for error in group.exceptions:
            if isinstance(error, ClientError):
                raise error from None
        raise


class _Player:
    def __init__(self, connection: Connection, bots: Bots, engagement: Engagement) -> None:
        self._connection = connection
        self._bots = bots
        self._engagement = engagement
        self._seats: set[BotSeat] = set()
        self._enlistment: Enlistment | None = None

    async def play(self) -> list[SeatOutcome]:
        """Play wherever the engagement says, for as long as the bots can."""
        if self._bots.over is None:
            return await self._play()
        giving_up = asyncio.create_task(self._give_up_after(self._bots.over))
        try:
            return [*await self._play(), SeatOutcome(failed=self._bots.over.done())]
        finally:
            giving_up.cancel()

    async def _give_up_after(self, over: asyncio.Future[str]) -> None:
        if reason := await over:
            self._engagement.report.bots_over(reason)
        self._give_up_if_over()

    def _give_up_if_over(self) -> None:
        """Called at the end of the bots, and whenever there is something new to give up."""
        if self._bots.over is None or not self._bots.over.done():
            return
        for seat in self._seats:
            seat.give_up()
        if self._enlistment is not None:
            self._enlistment.detach()

    async def _play(self) -> list[SeatOutcome]:
        one = self._engagement
        if one.code is not None:
            return await self._join(one.code)
        if one.token is not None:
            return [await self._seat(Seating(seat_token=one.token))]
        return await self._wait_for_work()

    async def _join(self, code: str) -> list[SeatOutcome]:
        """Join a table as often as asked for, and play all seats."""
        one = self._engagement
        stem, more = one.name[: _NAME_COLUMNS - 4], range(2, one.seats + 1)
        seatings = await self._seatings(code, [one.name, *(f"{stem} {n}" for n in more)])
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._seat(seating)) for seating in seatings]
        return [task.result() for task in tasks]

    async def _seatings(self, code: str, names: list[str]) -> list[Seating]:
        """Take a seat for each name; where one is refused, those taken are given back."""
        lobby = self._connection.lobby
        seatings: list[Seating] = []
        try:
            for name in names:  # one by one: those before a refusal must be known
                seating = await lobby.join_table(code, joiner(name, PLAYER_KIND_BOT))
                seatings.append(seating)
        except ClientError:
            for seating in seatings:
                with contextlib.suppress(ClientError):
                    await lobby.leave_table(seating.seat_token)
            raise
        return seatings

    async def _wait_for_work(self) -> list[SeatOutcome]:
        """Play every seat that is assigned."""
        one = self._engagement
        enlistment = await self._connection.enlist(one.key or self._key(), one.name, one.seats)
        self._enlistment = enlistment
        self._give_up_if_over()
        one.report.waiting(one.name, one.server)
        total = SeatOutcome()
        async with asyncio.TaskGroup() as group:
            async for assigned in enlistment:
                group.create_task(self._assigned(enlistment, assigned, total))
        if enlistment.goodbye.reason == GOODBYE_REASON_SUSPENDED:
            raise RefusedError(Refusal(reason=ERROR_REASON_BOT_SUSPENDED))
        check_served(enlistment.goodbye)
        if enlistment.goodbye.reason != GOODBYE_REASON_DETACHED:  # it is its own wish then
            one.report.sent_away(one.name, enlistment.goodbye)
        return [total]

    def _key(self) -> bytes:
        """The key kept for the bot's name, or one for this run where none can be kept."""
        keys = BotKeys()
        try:
            return keys.key(self._engagement.name)
        except OSError as error:
            self._engagement.report.key_not_kept(keys.folder, error)
            return secrets.token_bytes(_KEY_BYTES)

    async def _assigned(
        self, enlistment: Enlistment, assigned: Assigned, total: SeatOutcome
    ) -> None:
        """Play one seat; what befalls it does not end the others, but after a failure none come."""
        try:
            outcome = await self._seat(assigned)
        except RefusedError as error:
            self._engagement.report.refused(assigned.seat, error.refusal)
            return
        total.games += outcome.games
        total.failed |= outcome.failed
        if outcome.failed:
            enlistment.detach()

    async def _seat(self, seating: Seating | Assigned) -> SeatOutcome:
        """Play one seat to its end."""
        session = await self._connection.attach(seating, auto_ready=True)
        one = self._engagement
        bot_seed = told_seed(seating) if isinstance(seating, Assigned) else None
        bot = Author(name=one.name, seed=one.seed, bot_seed=bot_seed)
        seed = one.seed if bot_seed is None else bot_seed
        cases = SeatCases(session, one.cases, bot, self._bots.last_words)
        playing = BotSeat(session, self._bots.make, seed, one.report, cases)
        self._seats.add(playing)
        self._give_up_if_over()
        try:
            return await playing.play()
        finally:
            self._seats.remove(playing)
