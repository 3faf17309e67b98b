"""The lobby as others see it, over a real socket."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from skyjo.v1.error_pb2 import ERROR_REASON_FIELD_OUT_OF_RANGE
from skyjo.v1.lobby_pb2 import ListTablesRequest, WatchTablesRequest, WatchTablesResponse
from skyjo.v1.rules_pb2 import CLOCK_PRESET_LAN
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_TABLE_CLOSED,
    PLAYER_KIND_HUMAN,
    TABLE_STAGE_GAME_OVER,
    TABLE_STAGE_PLAYING,
)
from skyjo_engine.rules import Rules
from skyjo_server.hall import MOST_TABLES
from skyjo_server.outbox import MOST_BYTES
from skyjo_server.room import Room
from skyjo_server.services import listing, paging
from tests.server.conftest import OPERATOR_KEY
from tests.server.desk import Desk, joiner, short
from tests.server.inside import Inside
from tests.server.raw import PATIENCE, RawStream, refused
from tests.server.simple_player import SimplePlayer

LONG = "\u6797" * 10
"""As long as a name may be."""


class LobbyWatch:
    """A stream of the lobby's changes, put together to what there is now."""

    def __init__(self, desk: Desk, key: bytes = b"") -> None:
        self._call: Any = desk.lobby.WatchTables(WatchTablesRequest(operator_key=key))
        self.tables: dict[str, Any] = {}

    async def until(self, table_id: str, **fields: object) -> None:
        """Read until a table has these fields."""
        async with asyncio.timeout(PATIENCE):
            while not self._shows(table_id, fields):
                news: WatchTablesResponse = await self._call.read()
                if news.complete:
                    self.tables = {}
                self.tables |= {table.table_id: table for table in news.tables}
                for gone in news.gone:
                    self.tables.pop(gone, None)

    async def until_gone(self, table_id: str) -> None:
        while table_id in self.tables:
            async with asyncio.timeout(PATIENCE):
                news = await self._call.read()
            if table_id in news.gone:
                del self.tables[table_id]

    def _shows(self, table_id: str, fields: dict[str, object]) -> bool:
        table = self.tables.get(table_id)
        return table is not None and all(getattr(table, n) == v for n, v in fields.items())

    def close(self) -> None:
        self._call.cancel()


async def test_the_lobby_shows_every_change_of_a_table(desk: Desk, stream: RawStream) -> None:
    watch = LobbyWatch(desk)
    made = await desk.create(short(2), title="Evening", joiner=joiner("Ada", PLAYER_KIND_HUMAN))
    await watch.until(made.table_id, free_seats=1, title="Evening", host=0)
    guest = await desk.join(made.code, "Ben")
    await watch.until(made.table_id, free_seats=0)
    await desk.start(made.seating.seat_token)
    players = [
        SimplePlayer(token, number)
        for number, token in enumerate((made.seating.seat_token, guest.seat_token), 1)
    ]
    await stream.play(*players, until=lambda: players[0].latest > 4)
    await watch.until(made.table_id, stage=TABLE_STAGE_PLAYING, round=1)
    await stream.go_on(*players, until=lambda: players[1].last == "game_ended")
    await watch.until(made.table_id, stage=TABLE_STAGE_GAME_OVER)
    await desk.close(made.seating.seat_token)
    await watch.until_gone(made.table_id)
    watch.close()


async def test_an_unlisted_table_is_shown_to_the_operator_alone(desk: Desk) -> None:
    operator, others = LobbyWatch(desk, OPERATOR_KEY), LobbyWatch(desk)
    hidden = await desk.create(Rules(players=2), unlisted=True)
    shown = await desk.create(Rules(players=2))
    await operator.until(hidden.table_id)
    await others.until(shown.table_id)
    assert hidden.table_id not in others.tables
    assert (await desk.join(hidden.code, "Ada")).table_id == hidden.table_id
    operator.close()
    others.close()


async def test_only_tables_with_a_free_seat_when_asked(desk: Desk) -> None:
    full = await desk.seats(Rules(players=2), start_when_full=False)
    free = await desk.create(Rules(players=2))
    request = ListTablesRequest(joinable_only=True)
    listed = await desk.lobby.ListTables(request, timeout=PATIENCE)
    ids = [table.table_id for table in listed.tables]
    assert free.table_id in ids
    assert full[0].table_id not in ids


async def test_a_code_is_found_however_it_is_typed(desk: Desk) -> None:
    made = await desk.create(Rules(players=4))
    word, digits = made.code.split("-")
    for name, code in enumerate((f"{word.lower()}{digits}", f" {word} {digits} ", made.code)):
        assert (await desk.join(code, f"P{name}")).table_id == made.table_id


async def test_tables_are_listed_page_by_page(desk: Desk) -> None:
    made = [(await desk.create(Rules(players=2))).table_id for _ in range(5)]
    request = ListTablesRequest(page_size=2)
    ids: list[str] = []
    while not ids or request.page_token:
        page = await desk.lobby.ListTables(request, timeout=PATIENCE)
        assert 0 < len(page.tables) <= 2
        ids += [table.table_id for table in page.tables]
        request.page_token = page.next_page_token
        if len(ids) == 2:  # one that was shown, and one that comes later, are gone
            await desk.close(OPERATOR_KEY, ids[0])
            await desk.close(OPERATOR_KEY, made.pop(2))
    assert [table_id for table_id in ids if table_id in made] == made
    assert len(set(ids)) == len(ids)


async def test_a_page_that_cannot_be_is_refused(desk: Desk) -> None:
    too_large, nowhere = ListTablesRequest(page_size=501), ListTablesRequest()
    nowhere.page_token = "-1"  # noqa: S105  # names a page
    for wrong in (too_large, nowhere):
        refusal = await refused(desk.lobby.ListTables(wrong, timeout=PATIENCE))
        assert refusal.reason == ERROR_REASON_FIELD_OUT_OF_RANGE
        assert refusal.field in {"page_size", "page_token"}


async def test_a_watcher_who_did_not_read_for_long_is_told_everything_anew() -> None:
    inside = Inside()
    news = listing.news(inside.hall, unlisted=False)
    assert (await anext(news)).complete
    one, other = (inside.create(Rules(players=2))[0] for _ in range(2))
    assert {table.table_id for table in (await anext(news)).tables} == {
        one.plan.table_id,
        other.plan.table_id,
    }
    one.close(GOODBYE_REASON_TABLE_CLOSED)
    changed = await anext(news)
    assert not changed.complete
    assert list(changed.gone) == [one.plan.table_id]
    for number in range(MOST_TABLES + 1):
        for observer in inside.hall.observers:
            observer(cast("Room", SimpleNamespace(plan=replace(one.plan, table_id=str(number)))))
    anew = await anext(news)
    assert anew.complete
    assert [table.table_id for table in anew.tables] == [other.plan.table_id]
    assert not anew.gone


async def test_many_tables_come_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "MOST", 3)
    inside = Inside()
    made = [inside.create(Rules(players=2))[0].plan.table_id for _ in range(7)]
    news = listing.news(inside.hall, unlisted=False)
    messages = [await anext(news) for _ in range(3)]
    assert [message.complete for message in messages] == [True, False, False]
    assert [table.table_id for message in messages for table in message.tables] == made


def test_a_page_of_the_largest_tables_fits_into_a_message() -> None:
    inside = Inside()
    table, _ = inside.create(Rules(players=8), title=LONG, clock={"preset": CLOCK_PRESET_LAN})
    for number, occupant in enumerate(table.seats.taken()):
        occupant.name = LONG[:-1] + str(number)
    assert listing.summary(table).ByteSize() * paging.MOST < MOST_BYTES
