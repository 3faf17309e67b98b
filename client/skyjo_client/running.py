"""The way of a bot's program: to its seats, through their games, to an exit status."""

import asyncio
import contextlib
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from skyjo.v1.enlist_pb2 import Assigned
from skyjo.v1.lobby_pb2 import Seating
from skyjo.v1.table_pb2 import PLAYER_KIND_BOT
from skyjo_client import environment
from skyjo_client.bot import Bot
from skyjo_client.bot_seat import BotSeat, SeatOutcome
from skyjo_client.connection import Connection
from skyjo_client.errors import ClientError, RefusedError
from skyjo_client.meeting import meet
from skyjo_client.receipts import DEFAULT_RECEIPTS, Receipts
from skyjo_client.report import Report
from skyjo_client.stdin_watch import end_with_stdin
from skyjo_client.versions import joiner

_NAME_COLUMNS = 20
_KEY_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Engagement:
    """Where a bot plays.

    With ``code`` it joins that table, ``seats`` times. Else with ``token`` it takes up that seat.
    Else it waits for work under ``name``, as many seats at once, until it is ended; ``key``, 16 to
    64 bytes, holds the name (None: one for this run). ``seed`` makes random sources repeatable
    where the table does not say.
    """

    server: str
    name: str
    code: str | None = None
    token: bytes | None = None
    key: bytes | None = None
    seats: int = 1
    seed: int | None = None
    receipts: Receipts | None = DEFAULT_RECEIPTS
    report: Report = field(default_factory=Report)


def run(
    bot_class: Callable[[], Bot],
    *,
    server: str | None = None,
    code: str | None = None,
    name: str | None = None,
    seats: int = 1,
) -> None:
    """Play with a bot until all its seats have ended; see :class:`Engagement`.

    ``server`` is an address or a join link. What is not given comes from the environment:
    SKYJO_SERVER, SKYJO_TOKEN, SKYJO_KEY, SKYJO_SEED. A server on another machine must be known; see
    :mod:`skyjo_client.trust`.
    Exits with status 1 when a bot failed or the server refused or was not there, and says why on
    standard error.
    """
    try:
        engagement = Engagement(
            server=server or environment.server(),
            name=name or getattr(bot_class, "__name__", "bot")[:_NAME_COLUMNS],
            code=code,
            token=environment.secret(environment.TOKEN),
            key=environment.secret(environment.KEY),
            seats=seats,
            seed=environment.seed(),
        )
        run_engagement(bot_class, engagement)
    except ClientError as error:
        sys.exit(f"skyjo: {error}")


def run_engagement(make: Callable[[], Bot], engagement: Engagement) -> None:
    """Play in an event loop of its own. Raises :class:`ClientError`; exits when a bot failed."""
    try:
        outcomes = asyncio.run(_until_stdin_ends(make, engagement))
    except KeyboardInterrupt:
        sys.exit(130)
    if any(outcome.failed for outcome in outcomes):
        sys.exit(1)


async def _until_stdin_ends(make: Callable[[], Bot], engagement: Engagement) -> list[SeatOutcome]:
    met = await meet(engagement.server)
    engagement = replace(engagement, server=met.address, code=engagement.code or met.code or None)
    playing = asyncio.create_task(play(make, engagement))
    if environment.ends_with_stdin():
        loop = asyncio.get_running_loop()
        end_with_stdin(lambda: loop.call_soon_threadsafe(playing.cancel))
    with contextlib.suppress(asyncio.CancelledError):
        return await playing
    return []


async def play(make: Callable[[], Bot], engagement: Engagement) -> list[SeatOutcome]:
    """Play to the end of all seats, on one connection. Raises :class:`ClientError`."""
    try:
        async with Connection(engagement.server, receipts=engagement.receipts) as connection:
            return await _Player(connection, make, engagement).play()
    except BaseExceptionGroup as group:  # seats that end together with one reason
        for error in group.exceptions:
            if isinstance(error, ClientError):
                raise error from None
        raise


class _Player:
    def __init__(
        self, connection: Connection, make: Callable[[], Bot], engagement: Engagement
    ) -> None:
        self._connection = connection
        self._make = make
        self._engagement = engagement

    async def play(self) -> list[SeatOutcome]:
        """Play wherever the engagement says."""
        one = self._engagement
        if one.code is not None:
            return await self._join(one.code)
        if one.token is not None:
            return [await self._seat(Seating(seat_token=one.token), one.seed)]
        return await self._wait_for_work()

    async def _join(self, code: str) -> list[SeatOutcome]:
        """Join a table as often as asked for, and play all seats."""
        one = self._engagement
        names = [one.name] + [
            f"{one.name[: _NAME_COLUMNS - 4]} {n}" for n in range(2, one.seats + 1)
        ]
        lobby = self._connection.lobby
        seatings = [await lobby.join_table(code, joiner(name, PLAYER_KIND_BOT)) for name in names]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._seat(seating, one.seed)) for seating in seatings]
        return [task.result() for task in tasks]

    async def _wait_for_work(self) -> list[SeatOutcome]:
        """Play every seat that is assigned."""
        one = self._engagement
        key = one.key or secrets.token_bytes(_KEY_BYTES)
        enlistment = await self._connection.enlist(key, one.name, one.seats)
        one.report.waiting(one.name, one.server)
        total = SeatOutcome()
        async with asyncio.TaskGroup() as group:
            async for assigned in enlistment:
                group.create_task(self._assigned(assigned, total))
        return [total]

    async def _assigned(self, assigned: Assigned, total: SeatOutcome) -> None:
        """Play one seat; what befalls it alone does not end the others."""
        seed = assigned.bot_seed if assigned.HasField("bot_seed") else self._engagement.seed
        try:
            outcome = await self._seat(assigned, seed)
        except RefusedError as error:
            self._engagement.report.refused(assigned.seat, error.refusal)
            return
        total.games += outcome.games
        total.failed |= outcome.failed

    async def _seat(self, seating: Seating | Assigned, seed: int | None) -> SeatOutcome:
        """Play one seat to its end."""
        session = await self._connection.attach(seating, auto_ready=True)
        return await BotSeat(session, self._make, seed, self._engagement.report).play()
