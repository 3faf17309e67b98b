"""Connections that are dead without a word: both sides notice, and the game goes on."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from skyjo.v1.play_pb2 import ServerFrame
from skyjo.v1.table_pb2 import GOODBYE_REASON_FINISHED
from skyjo.v1.watch_pb2 import WatchFrame
from skyjo_client.connection import Connection
from skyjo_client.errors import UnreachableError
from skyjo_client.lobby import Lobby
from skyjo_client.notices import LinkChanged
from skyjo_client.session import SeatSession
from skyjo_client.versions import joiner
from skyjo_engine.rules import Rules
from tests.client.half_open import Direction, Way, forgetting, swallowing
from tests.client.tabling import make_table
from tests.client.test_reconnect import Seat

PATIENCE = 60.0


@pytest.fixture(params=[swallowing, forgetting], ids=["relay", "namespace"])
async def way(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Way]:
    monkeypatch.setenv("SKYJO_INSECURE", "1")
    async with request.param() as way:
        yield way


class Noticing(Seat):
    """Loses its way at its first decision, and notices."""

    def __init__(self, session: SeatSession, way: Way, direction: Direction) -> None:
        super().__init__(session)
        self._way = way
        self._direction: Direction | None = direction
        self.lost = asyncio.Event()

    def _take(self, frame: ServerFrame) -> None:
        if self._direction and frame.HasField("decision"):
            self._way.lose(self._direction)
            self._direction = None
        super()._take(frame)

    def link(self, changed: LinkChanged) -> None:
        super().link(changed)
        if not changed.connected:
            self.lost.set()


async def until_connected(watched: AsyncIterator[WatchFrame], *, connected: bool) -> None:
    """Watch until seat 0 is attached, or is not."""
    async for frame in watched:
        if frame.HasField("presence") and frame.presence.players[0].connected == connected:
            return


async def test_a_spectator_notices(way: Way) -> None:
    async with asyncio.timeout(PATIENCE), Lobby(way.address) as lobby, Lobby(way.steady) as steady:
        table = await make_table(steady, Rules(players=2))
        watched = lobby.watch(table.code)
        await anext(watched)
        way.lose("down")
        with pytest.raises(UnreachableError):
            [_ async for _ in watched]


@pytest.mark.slow
@pytest.mark.parametrize("direction", ["up", "down", "both"])
async def test_both_sides_notice_and_the_game_goes_on(way: Way, direction: Direction) -> None:
    async with (
        asyncio.timeout(PATIENCE),
        Connection(way.address) as shaky,
        Connection(way.steady) as steady,
    ):
        table = await make_table(steady.lobby, Rules(players=2, rounds=1), seed=3)
        seatings = [await steady.lobby.join_table(table.code, joiner(n)) for n in ("shaky", "ok")]
        watched = steady.lobby.watch(table.code)
        await anext(watched)
        noticing = Noticing(await shaky.attach(seatings[0], auto_ready=True), way, direction)
        other = Seat(await steady.attach(seatings[1], auto_ready=True))
        playing = asyncio.gather(noticing.play(), other.play())
        await until_connected(watched, connected=True)
        await until_connected(watched, connected=False)
        await noticing.lost.wait()
        way.mend()
        await until_connected(watched, connected=True)
        await playing
    for seat in (noticing, other):
        assert seat.goodbye is not None
        assert seat.goodbye.goodbye.reason == GOODBYE_REASON_FINISHED
        assert sorted(seat.events) == list(range(1, len(other.events) + 1))
