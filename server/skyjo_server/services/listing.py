"""What the lobby shows: bots and open tables page by page, or all tables and then every change."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice

from skyjo.v1 import lobby_pb2, table_pb2
from skyjo_server.hall import MOST_TABLES, Hall
from skyjo_server.room import Room
from skyjo_server.services import paging
from skyjo_server.workforce import HOUSE_LEVELS, Workforce
from skyjo_wire import enums, from_engine


def page(
    hall: Hall, request: lobby_pb2.ListTablesRequest, *, unlisted: bool
) -> lobby_pb2.ListTablesResponse:
    """The tables that are asked for, oldest first. Raises RefusalError."""
    size = paging.size(request.page_size, paging.MOST)
    after = paging.place(request.page_token) or 0
    found = (
        table
        for table in hall.listed(unlisted=unlisted)
        if table.ordinal > after and (table.free_seats() or not request.joinable_only)
    )
    shown = list(islice(found, size))
    more = next(found, None) is not None
    return lobby_pb2.ListTablesResponse(
        tables=map(summary, shown), next_page_token=str(shown[-1].ordinal) if more else ""
    )


def bots(workforce: Workforce, request: lobby_pb2.ListBotsRequest) -> lobby_pb2.ListBotsResponse:
    """The house levels, and the enlisted bots that are asked for, by name. Raises RefusalError."""
    size = paging.size(request.page_size, paging.MOST)
    found = (bot for bot in workforce.enlisted() if bot.name > request.page_token)
    shown = list(islice(found, size))
    more = next(found, None) is not None
    return lobby_pb2.ListBotsResponse(
        house_levels=HOUSE_LEVELS,
        enlisted=[lobby_pb2.EnlistedBot(name=b.name, free_seats=b.free_seats) for b in shown],
        next_page_token=shown[-1].name if more else "",
    )


async def news(hall: Hall, *, unlisted: bool) -> AsyncIterator[lobby_pb2.WatchTablesResponse]:
    """The open tables, and then every change."""
    changes = _Changes(hall, unlisted=unlisted)
    hall.observers.append(changes.note)
    try:
        while True:
            for message in await changes.take():
                yield message
    finally:
        hall.observers.remove(changes.note)


class _Changes:
    """Tables that have changed and that one watcher of the lobby has not been told of.

    A watcher who does not read for so long that too many have changed is told everything anew.
    """

    def __init__(self, hall: Hall, *, unlisted: bool) -> None:
        self._hall = hall
        self._unlisted = unlisted
        self._all = True
        self._ids: dict[str, None] = {}
        self._some = asyncio.Event()
        self._some.set()

    def note(self, table: Room | None) -> None:
        """A table has changed; with None, all that is to be told is that the server stops."""
        if table is None:
            self._some.set()
            return
        if table.plan.unlisted and not self._unlisted:
            return
        self._ids[table.plan.table_id] = None
        if len(self._ids) > MOST_TABLES:
            self._all = True
            self._ids = {}
        self._some.set()

    async def take(self) -> list[lobby_pb2.WatchTablesResponse]:
        """Wait for changes and tell them, in messages of bounded size."""
        await self._some.wait()
        self._some.clear()
        ids, self._ids = self._ids, {}
        complete, self._all = self._all, False
        shown, gone = self._everything() if complete else self._open(ids)
        messages = [lobby_pb2.WatchTablesResponse(tables=part) for part in _parts(shown)]
        messages[0].complete = complete
        messages[0].gone.extend(gone)
        if self._hall.stop:
            messages[0].stopping.CopyFrom(self._hall.stop.notice(self._hall.now()))
        return messages

    def _everything(self) -> tuple[list[Room], list[str]]:
        return list(self._hall.listed(unlisted=self._unlisted)), []

    def _open(self, ids: Iterable[str]) -> tuple[list[Room], list[str]]:
        """Those of the tables that are open, and the identifiers of those that are gone."""
        shown: list[Room] = []
        gone: list[str] = []
        for table_id in ids:
            table = self._hall.tables.get(table_id)
            if table is None or table.stage == table_pb2.TABLE_STAGE_CLOSED:
                gone.append(table_id)
            else:
                shown.append(table)
        return shown, gone


def _parts(tables: list[Room]) -> Iterator[list[lobby_pb2.TableSummary]]:
    """Summaries of ``tables`` in parts of bounded size; one part where there are none."""
    for first in range(0, max(1, len(tables)), paging.MOST):
        yield [summary(table) for table in tables[first : first + paging.MOST]]


def summary(table: Room) -> lobby_pb2.TableSummary:
    """What everybody may know of a table from outside."""
    plan, standing = table.plan, table.standing()
    return lobby_pb2.TableSummary(
        table_id=plan.table_id,
        code=plan.code,
        title=plan.title,
        stage=table.stage,
        rules=from_engine.rules(table.attempt.rules),
        clock=plan.clock,
        players=standing.players,
        host=standing.host,
        free_seats=len(table.free_seats()),
        watchable=not plan.watching_closed and not table.attempt.withheld,
        spectators=standing.spectators,
        round=table.play.round if table.play else 0,
        deal_source=enums.DEAL_SOURCE[plan.source],
        event_id=plan.event_id,
    )
