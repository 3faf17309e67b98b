"""Tables on a real server, for the tests of bots."""

import asyncio
import io

from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest, CreateTableResponse
from skyjo.v1.record_pb2 import ListGamesRequest
from skyjo_client.bot import Bot, Decision
from skyjo_client.engagement import Engagement
from skyjo_client.lobby import Lobby
from skyjo_client.report import Report
from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep
from skyjo_engine.record import Record
from skyjo_engine.rules import Rules
from skyjo_wire import from_engine, records


class Plain(Bot):
    """Draws, and keeps low cards."""

    def choose(self, decision: Decision) -> Action:
        legal, view = decision.legal, decision.view
        if legal.flip_count:
            return Flip(tuple(self.random.sample(legal.flip, legal.flip_count)))
        if legal.draw:
            return Draw()
        assert view.drawn is not None
        if view.drawn < 5 or not legal.discard:
            return Keep(self.random.choice(legal.keep))
        return Discard(self.random.choice(legal.discard))


class Announced(Report):
    """Tells when a bot waits for work."""

    def __init__(self) -> None:
        self._said = io.StringIO()
        super().__init__(self._said)
        self.enlisted = asyncio.Event()

    def waiting(self, name: str, server: str) -> None:
        super().waiting(name, server)
        self.enlisted.set()

    def text(self) -> str:
        """All that was said."""
        return self._said.getvalue()


async def make_table(
    lobby: Lobby,
    rules: Rules,
    *,
    bots: tuple[BotChoice, ...] = (),
    seed: int | None = None,
    games: int = 1,
) -> CreateTableResponse:
    """A table without a seat for its maker, which begins when it is full."""
    request = CreateTableRequest(
        rules=from_engine.rules(rules), games=games, start_when_full=True, bots=bots, seed=seed
    )
    return await lobby.create_table(request)


async def finished(lobby: Lobby, table_id: str) -> list[Record]:
    """The records of the games that ended at a table, the latest first."""
    games = (await lobby.list_games(ListGamesRequest(table_id=table_id))).games
    return [records.from_message(await lobby.get_game(game.game_id)) for game in games]


def engaged(
    address: str, code: str, *, seats: int = 1, name: str = "plain", seed: int | None = None
) -> tuple[Engagement, io.StringIO]:
    """An engagement at a table, and what its report says."""
    out = io.StringIO()
    report = Report(out)
    one = Engagement(server=address, name=name, code=code, seats=seats, seed=seed, report=report)
    return one, out
