"""A table that plays on while others misbehave, and notices whatever harms it."""

from skyjo.v1.event_pb2 import Event
from skyjo.v1.table_pb2 import GOODBYE_REASON_FINISHED
from skyjo_engine.record import Record
from skyjo_engine.replay import replay
from skyjo_engine.rules import Rules
from skyjo_engine.verify import verify
from skyjo_engine.view import redact
from skyjo_wire import from_events
from tests.server.conftest import OPERATOR_KEY
from tests.server.desk import Desk
from tests.server.raw import RawStream
from tests.server.simple_player import SimplePlayer


class Witness:
    """Plays game after game, each on a stream of its own. ``games`` counts those that ended."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._stream = RawStream(desk.channel)
        self._players: list[SimplePlayer] = []
        self.tokens: list[bytes] = []
        self.received: list[bytes] = []
        self.games = 0

    async def step(self) -> None:
        """Play until something more has happened at the table."""
        if all(player.done for player in self._players):
            await self._end()
            await self._begin()
        first = self._players[0]
        before = first.latest
        await self._stream.go_on(*self._players, until=lambda: first.latest > before)

    async def _begin(self) -> None:
        self.received += self._stream.received
        self._stream.cancel()
        self._stream = RawStream(self._desk.channel)
        rules = Rules(players=2, rounds=2)
        seats = await self._desk.seats(rules, operator_key=OPERATOR_KEY)
        self._players = [SimplePlayer(seat.seat_token, n) for n, seat in enumerate(seats, 1)]
        self.tokens += [seat.seat_token for seat in seats]
        await self._stream.send(*(player.attach() for player in self._players))

    async def _end(self) -> None:
        """Every seat was told the whole game, and nothing else, as it may see it."""
        if not self._players:
            return
        assert {player.goodbye for player in self._players} == {GOODBYE_REASON_FINISHED}
        record = await self._desk.record(self._players[0].welcome.game_id)
        verify(record)
        for player in self._players:
            assert player.events == _shown(record, player.welcome.seat)
        self.games += 1

    def close(self) -> None:
        self._stream.cancel()


def _shown(record: Record, seat: int) -> list[Event]:
    """All events of a game as a seat may see them."""
    happened = [event for step in replay(record).steps for event in step.events]
    key = record.key
    last = len(happened) - 1
    return [
        from_events.event(redact(event, seat), key=key if place == last else None)
        for place, event in enumerate(happened)
    ]
