"""Runs a duel: a server of its own, the bots' programs, and games at several tables at once."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from skyjo.v1.error_pb2 import ERROR_REASON_BOT_UNKNOWN
from skyjo_client.duel.folder import Folder
from skyjo_client.duel.game import SeatLostError, Table, play
from skyjo_client.duel.plan import Plan, StoppedError
from skyjo_client.duel.program import Program
from skyjo_client.duel.programs import programs
from skyjo_client.duel.report import SILENT, Fault, Report
from skyjo_client.duel.schedule import Fixture, fixtures
from skyjo_client.duel.tally import RESIGNED, Conduct, Played, played, rows
from skyjo_client.errors import RefusedError, UnreachableError
from skyjo_client.lobby import Lobby
from skyjo_client.private_server import private_server
from skyjo_engine.record import Record
from skyjo_engine.record_text import dumps

_LAST_GAMES_SECONDS: Final = 2.0
"""For games that are over already when a bot's program ends, and for a program to end."""


class Duel:
    """One duel. ``report`` tells at any time what came of it so far."""

    def __init__(self, plan: Plan, folder: Folder | None, progress: Callable[[int], None]) -> None:
        """Tell ``progress`` how many games are over."""
        self._plan = plan
        self._folder = folder
        self._progress = progress
        self._played: list[Played] = []
        self._conduct = [Conduct() for _ in plan.entrants]
        self._running: dict[int, tuple[Fixture, Table]] = {}
        self._moved = time.monotonic()
        self._halted = ""
        self._fault: Fault | None = None

    def report(self, stopped: str = "") -> Report:
        """What came of it so far, and why that is not all."""
        plan, names = self._plan, [entrant.name for entrant in self._plan.entrants]
        games = sorted(self._played, key=lambda game: game.fixture.number)
        table = rows(names, games, self._conduct)
        return Report(plan, table, games, self._fault, stopped)

    async def run(self) -> None:
        """Play all games. Raises :class:`StoppedError`, and ClientError for what is no bot's."""
        try:
            async with (
                private_server() as address,
                programs(self._plan, address, self._folder) as self._programs,
                Lobby(address) as lobby,
            ):
                await self._programs.enlisted()
                await self._play(lobby)
        except UnreachableError:
            raise StoppedError("The private server has stopped, and the games with it.") from None
        except StoppedError as error:
            for index, kind in error.blamed.items():
                self._conduct[index].faults[kind] += 1
            raise

    async def _play(self, lobby: Lobby) -> None:
        plan, bots = self._plan, self._programs
        planned = fixtures(plan.games, len(plan.entrants), plan.seed)
        self._games_left = Counter(fixture.deal for fixture in planned)
        waiting = iter(planned)
        games = asyncio.gather(*(self._work(lobby, waiting) for _ in range(bots.seats)))
        stall = asyncio.create_task(self._stall())
        first: set[asyncio.Future[Any]] = {games, stall, *bots.ends}
        try:
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            if not games.done() and not stall.done():
                self._halted = "A bot has ended."
                await self._last_games(games, stall)
            elif self._halted:
                await asyncio.wait(bots.ends, timeout=_LAST_GAMES_SECONDS)
            if self._halted and not (bots.suspended and len(self._played) == plan.games):
                bots.check()
                raise StoppedError(self._halted)
            await (games if games.done() else stall)
        finally:
            games.cancel()
            stall.cancel()
            await asyncio.gather(games, stall, return_exceptions=True)

    async def _last_games(self, games: asyncio.Future[Any], stall: asyncio.Future[Any]) -> None:
        """Wait for the games that are played; without a suspended bot they take a while."""
        within = None if self._programs.suspended else _LAST_GAMES_SECONDS
        await asyncio.wait({games, stall}, timeout=within, return_when=asyncio.FIRST_COMPLETED)

    async def _work(self, lobby: Lobby, waiting: Iterator[Fixture]) -> None:
        """Play one game after another. Raises :class:`StoppedError`."""
        for fixture in waiting:
            try:
                await self._game(lobby, fixture)
            except RefusedError as error:
                if error.reason != ERROR_REASON_BOT_UNKNOWN:
                    raise
                self._halted = "A bot takes no more work, though its program goes on."
            if self._halted:
                return

    async def _game(self, lobby: Lobby, fixture: Fixture) -> None:
        record = None
        bots = [self._programs.choice(bot) for bot in fixture.order]
        request = self._plan.request(fixture.seed, bots)
        try:
            record = await play(lobby, request, partial(self._see, fixture))
            game = played(fixture, record)
            self._played.append(game)
        except SeatLostError as error:
            raise self._lost(fixture, error.seat) from None
        finally:
            self._keep(fixture, record)
        for bot, kind in game.faults:
            self._note(fixture, bot, kind)
        self._progress(len(self._played))

    def _lost(self, fixture: Fixture, seat: int) -> StoppedError:
        """Why a game did not begin: somebody's seat is free again."""
        bot, table = fixture.order[seat], self._running[fixture.number][1]
        name, one = self._plan.entrants[bot].name, self._programs.of(bot)
        words = one.said() if one else ""
        if one and one.watched.seat(table.table_id).resigned:
            text = f"{name} gave up its seat before game {fixture.number} began.{words}"
            return StoppedError(text, {bot: RESIGNED})
        text = f"{name} was not ready for game {fixture.number} within the time for that.{words}"
        return StoppedError(text, {bot: "not_ready"})

    def _see(self, fixture: Fixture, table: Table) -> None:
        """Something has happened at a table."""
        self._moved = time.monotonic()
        if fixture.number not in self._running:
            self._running[fixture.number] = (fixture, table)
            for seat, _, one in self._seated(fixture):
                where = f"deal {fixture.deal}, seat {seat}, table {table.code}"
                one.output.line(f"game {fixture.number} begins: {where}")

    def _seated(self, fixture: Fixture) -> Iterator[tuple[int, int, Program]]:
        """Seat, index and program of each bot that is a program."""
        for seat, bot in enumerate(fixture.order):
            if one := self._programs.of(bot):
                yield seat, bot, one

    def _keep(self, fixture: Fixture, record: Record | None) -> None:
        """Keep what a game has shown of the bots, however it ended."""
        if fixture.number not in self._running:
            return
        _, table = self._running.pop(fixture.number)
        if record and self._folder:
            self._folder.record(fixture.deal, fixture.number, dumps(record))
        for seat, bot, one in self._seated(fixture):
            own = one.watched.leave(table.table_id)
            self._conduct[bot].seconds += own.seconds
            self._conduct[bot].faults += own.faults
            for kind in own.faults:
                self._note(fixture, bot, kind)
            one.output.line(f"game {fixture.number} {'ends' if record else 'is broken off'}")
            if self._folder:
                name = one.entrant.name
                game = {"game": fixture.number, "deal": fixture.deal, "seat": seat, "bot": name}
                self._folder.decisions(fixture.deal, fixture.number, name, own.lines(game))
        self._games_left[fixture.deal] -= 1
        if self._folder and not self._games_left[fixture.deal]:
            self._folder.deal_over(fixture.deal)

    def _note(self, fixture: Fixture, bot: int, kind: str) -> None:
        """Keep what the first fault of a program was, with what it has written by now."""
        one = self._programs.of(bot)
        if one is not None and self._fault is None:
            silent = not one.watched.answered
            self._fault = Fault(one.entrant.name, fixture.number, kind, one.last_words(), silent)

    async def _stall(self) -> None:
        """Wait until nothing has happened for too long. Raises :class:`StoppedError`."""
        limit = self._plan.longest_wait()
        left = limit
        while left > 0:
            await asyncio.sleep(left)
            left = self._moved + limit - time.monotonic()
        self._blame_the_idle(limit)

    def _blame_the_idle(self, seconds: float) -> None:
        """Raise :class:`StoppedError` for those who keep the games waiting."""
        lines, blamed = [f"Nothing has happened for {seconds:.0f} seconds."], {}
        for fixture, table in self._running.values():
            for seat, bot, one in self._seated(fixture):
                asked = one.watched.seat(table.table_id).open
                if asked or seat in table.unready:
                    what = f"answered decision {max(asked)} of" if asked else "been ready for"
                    text = f"{one.entrant.name} has not {what} game {fixture.number}."
                    hint = f" {SILENT}" if asked and not one.watched.answered else ""
                    lines.append(text + hint)
                    blamed[bot] = "hung"
                    for tap in one.watched.taps:
                        tap.hangs()
        raise StoppedError("\n".join(lines), blamed)
