"""A bot's program on a connection: it takes its seats and plays them."""

import asyncio
import contextlib
import secrets
from typing import Final

from skyjo.v1.enlist_pb2 import Assigned
from skyjo.v1.error_pb2 import ERROR_REASON_BOT_SUSPENDED, Refusal
from skyjo.v1.lobby_pb2 import Seating
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_DETACHED,
    GOODBYE_REASON_SUSPENDED,
    PLAYER_KIND_BOT,
)
from skyjo_client.bot_keys import BotKeys
from skyjo_client.bot_seat import BotSeat, SeatOutcome
from skyjo_client.case_file import Author
from skyjo_client.connection import Connection
from skyjo_client.engagement import Bots, Engagement
from skyjo_client.enlistment import Enlistment
from skyjo_client.errors import ClientError, RefusedError
from skyjo_client.goodbyes import check_served
from skyjo_client.present.names import NAME_COLUMNS
from skyjo_client.seat_cases import SeatCases
from skyjo_client.versions import joiner
from skyjo_wire.bot_seeds import told_seed

_KEY_BYTES: Final = 32


class Player:
    """The seats of a program, wherever its engagement says."""

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
        stem, more = one.name[: NAME_COLUMNS - 4], range(2, one.seats + 1)
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
