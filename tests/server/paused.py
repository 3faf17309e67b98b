"""A game that stands still at somebody's turn, so that a test may try things, and then goes on."""

from collections.abc import Iterator

from skyjo.v1.play_pb2 import DECISION_KIND_FLIP, ClientFrame, Decision
from skyjo.v1.table_pb2 import GOODBYE_REASON_FINISHED
from skyjo_engine.verify import verify
from tests.server.desk import Desk, short
from tests.server.raw import RawStream
from tests.server.simple_player import SimplePlayer


class Holding(SimplePlayer):
    """Turns up its first cards, and then waits with its answer."""

    asked: Decision | None = None
    held = True

    def _asked(self, decision: Decision) -> Iterator[ClientFrame]:
        if self.held and decision.kind != DECISION_KIND_FLIP:
            self.asked = decision
            return iter(())
        return super()._asked(decision)


class PausedGame:
    """Two seats under the numbers 1 and 2 of a stream; ``actor`` has a decision, ``other`` none."""

    def __init__(self, desk: Desk, stream: RawStream) -> None:
        self.desk = desk
        self.stream = stream
        self.players: list[Holding] = []

    async def begin(self) -> None:
        seats = await self.desk.seats(short(2, initial_flips=8))
        self.players = [Holding(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
        asked = lambda: any(player.asked for player in self.players)  # noqa: E731
        await self.stream.play(*self.players, until=asked)

    @property
    def actor(self) -> Holding:
        return next(player for player in self.players if player.asked)

    @property
    def other(self) -> Holding:
        return next(player for player in self.players if not player.asked)

    @property
    def decision_id(self) -> int:
        assert self.actor.asked
        return self.actor.asked.decision_id

    async def finish(self) -> None:
        """Answer what was asked and play to the end; nothing is amiss."""
        decision = self.actor.asked
        assert decision
        for player in self.players:
            player.held = False
        await self.stream.send(self.actor.frame(act=self.actor.choose(decision)))
        await self.stream.go_on(*self.players)
        await self._check()

    async def finish_elsewhere(self) -> None:
        """Play to the end on another stream; nothing is amiss."""
        for player in self.players:
            player.held = False
        async with RawStream(self.desk.channel) as stream:
            await stream.play(*self.players, resume=True)
        await self._check()

    async def _check(self) -> None:
        assert {player.goodbye for player in self.players} == {GOODBYE_REASON_FINISHED}
        verify(await self.desk.record(self.players[0].welcome.game_id))
