"""A connection that is cut again and again loses nothing and repeats nothing."""

import asyncio
import random

import pytest

from skyjo.v1.event_pb2 import Event
from skyjo.v1.lobby_pb2 import BotChoice
from skyjo.v1.play_pb2 import ServerFrame
from skyjo.v1.table_pb2 import GOODBYE_REASON_FINISHED
from skyjo_bots.levels import house
from skyjo_client.bot import Decision
from skyjo_client.connection import Connection
from skyjo_client.engagement import Engagement
from skyjo_client.notices import LinkChanged
from skyjo_client.running import play
from skyjo_client.session import SeatSession
from skyjo_client.versions import joiner
from skyjo_engine.actions import Action
from skyjo_engine.events import GameEnded
from skyjo_engine.rules import Rules
from skyjo_wire import to_engine
from tests.client.cutting import Cutting
from tests.client.tabling import Announced, Plain, make_table


class Seat:
    """Plays casually, and writes down every event."""

    def __init__(self, session: SeatSession) -> None:
        self._session = session
        self._source = random.Random(1)
        self.events: dict[int, Event] = {}
        self.losses = 0
        self.goodbye: ServerFrame | None = None

    async def play(self, way: Cutting | None = None) -> None:
        """Play to the goodbye; with ``way``, cut it after every event that comes."""
        async for item in self._session:
            if isinstance(item, ServerFrame):
                self._take(item)
                if way is not None and item.HasField("events"):
                    way.cut()
            elif isinstance(item, LinkChanged):
                self.link(item)

    def link(self, changed: LinkChanged) -> None:
        """The server is heard again, or no longer."""
        self.losses += not changed.connected

    def _take(self, frame: ServerFrame) -> None:
        match frame.WhichOneof("frame"):
            case "events":
                for number, event in enumerate(frame.events.events, frame.events.first_number):
                    assert number not in self.events
                    self.events[number] = event
            case "decision":
                legal = to_engine.legal(frame.decision.legal)
                view = to_engine.view(frame.decision.view, self._session.rules)
                action = house("casual")(view, legal, self._source)
                self._session.act(frame.decision.decision_id, action)
            case "goodbye":
                self.goodbye = frame


@pytest.mark.slow
async def test_a_seat_cut_off_after_every_event_plays_the_same_game(address: str) -> None:
    async with (
        Cutting(address) as way,
        Connection(way.address) as shaky,
        Connection(address) as steady,
    ):
        table = await make_table(steady.lobby, Rules(players=2, rounds=1), seed=3)
        seats = []
        for connection, name in ((shaky, "shaky"), (steady, "steady")):
            seating = await steady.lobby.join_table(table.code, joiner(name))
            seats.append(Seat(await connection.attach(seating, auto_ready=True)))
        await asyncio.gather(seats[0].play(way), seats[1].play())
    cut, whole = seats
    assert way.cuts > 10
    assert cut.losses > 10
    assert sorted(cut.events) == list(range(1, len(whole.events) + 1))
    for number, event in whole.events.items():
        if not event.HasField("drew"):  # each sees its own drawn card only
            assert cut.events[number] == event
    for seat in seats:
        assert seat.goodbye is not None
        assert seat.goodbye.goodbye.reason == GOODBYE_REASON_FINISHED


async def test_an_enlisted_bot_that_is_cut_off_comes_back_to_its_seats(address: str) -> None:
    over: asyncio.Queue[GameEnded] = asyncio.Queue()
    async with Cutting(address) as way, Connection(address) as steady:

        class Shaky(Plain):
            def choose(self, decision: Decision) -> Action:
                if way.cuts < 5:
                    way.cut()
                return super().choose(decision)

            def game_ended(self, result: GameEnded) -> None:
                over.put_nowait(result)

        report = Announced()
        engagement = Engagement(server=way.address, name="shaky", seats=2, report=report)
        working = asyncio.create_task(play(Shaky, engagement))
        bots = (BotChoice(enlisted_name="shaky"), BotChoice(house_level="random"))
        await report.enlisted.wait()
        await make_table(steady.lobby, Rules(players=2, rounds=1), bots=bots)
        await over.get()
        assert way.cuts == 5
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
