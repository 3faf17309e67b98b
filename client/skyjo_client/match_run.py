"""A match: bots of a server play games at one table, and whoever asked follows them."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from skyjo.v1 import table_pb2
from skyjo.v1.error_pb2 import ERROR_REASON_BOT_UNKNOWN
from skyjo.v1.lobby_pb2 import BotChoice, CreateTableResponse, ListBotsResponse
from skyjo.v1.record_pb2 import GameSummary
from skyjo.v1.watch_pb2 import WatchFrame
from skyjo_client.bot_choice import bot_choice
from skyjo_client.lobby import Lobby
from skyjo_client.match_results import NOT_READY, Results
from skyjo_client.present.bot_lines import bots_there
from skyjo_client.present.escape import escape_name
from skyjo_client.present.refusals import reason_sentence
from skyjo_client.present.sentences import goodbye_sentence
from skyjo_client.present.words import listed
from skyjo_client.record_choice import all_games, read
from skyjo_client.table_choice import TableChoice
from skyjo_client.watching import frames, presence_of

_LATEST: Final = 5
"""So many games are asked for at once; seldom more than one has ended since the last time."""


class MatchStoppedError(Exception):
    """The table was closed before all games were played; the text says why."""


class BotsMissingError(Exception):
    """Some of the bots do not wait for work there; the text says which, and who does."""


class Match:
    """A match of ``bots``, one for each seat: names of bots that wait for work, or house levels."""

    def __init__(
        self, bots: Sequence[str], choice: TableChoice, ended: Callable[[GameSummary], None]
    ) -> None:
        """Play as ``choice`` says; ``ended`` is told each game that is over."""
        self.results = Results(bots, choice.games)
        self._choice = choice
        self._ended = ended
        self._told: set[str] = set()
        self._game = 0

    async def make(self, lobby: Lobby) -> CreateTableResponse:
        """Make the table, at which the bots begin at once.

        Raises :class:`BotsMissingError`, and what the lobby raises.
        """
        request = self._choice.request()
        request.bots.extend(_chosen(await lobby.list_bots(), self.results.bots))
        called = [bot.house_level or bot.enlisted_name for bot in request.bots]
        self.results = Results(called, self._choice.games)
        return await lobby.create_table(request)

    async def follow(self, lobby: Lobby, made: CreateTableResponse) -> None:
        """Follow the games to the last.

        Raises :class:`MatchStoppedError` where one of them was not played, and what the lobby
        raises.
        """
        async for frame in frames(lobby, made.code):
            if gone := self._gone(frame):
                await lobby.close_table(made.host_token)
                raise MatchStoppedError(
                    f"{listed(map(escape_name, gone))}: not ready for the first game."
                )
            if any(event.HasField("game_ended") for event in frame.events.events):
                await self._tell(lobby, made.table_id)
            if frame.HasField("goodbye"):
                await self._tell(lobby, made.table_id)
                if frame.goodbye.reason != table_pb2.GOODBYE_REASON_FINISHED:
                    raise MatchStoppedError(goodbye_sentence(frame.goodbye))

    def _gone(self, frame: WatchFrame) -> list[str]:
        """Bots that have lost their seats before the first game, which nobody would begin then."""
        if frame.HasField("welcome"):
            self._game = frame.welcome.game_index
        presence = presence_of(frame)
        if presence is None:
            return []
        self.results.seated(presence.players)
        if self._game or presence.stage != table_pb2.TABLE_STAGE_GATHERING:
            return []
        there = {player.seat for player in presence.players}
        gone = [bot for seat, bot in enumerate(self.results.bots) if seat not in there]
        for bot in gone:
            self.results.faults[bot][NOT_READY] += 1
        return gone

    async def _tell(self, lobby: Lobby, table_id: str) -> None:
        """Count and tell the games that have ended since the last time."""
        found = []
        async for game in all_games(lobby, table_id=table_id, page=_LATEST):
            if game.game_id in self._told:
                break
            found.append(game)
        for game in reversed(found):
            self._told.add(game.game_id)
            self.results.add(read(await lobby.get_game(game.game_id)))
            self._ended(game)


def _chosen(there: ListBotsResponse, bots: Sequence[str]) -> list[BotChoice]:
    """Those who are meant. Raises :class:`BotsMissingError` for all who have no place for that."""
    found = [(bot, bot_choice(there, bot)) for bot in bots]
    chosen = [choice for _, choice in found if choice is not None]
    left = Counter({bot.name: bot.free_seats for bot in there.enlisted})
    left.subtract(choice.enlisted_name for choice in chosen if choice.enlisted_name)
    missing = [bot for bot, choice in found if choice is None or left[choice.enlisted_name] < 0]
    if missing:
        names = listed(map(escape_name, dict.fromkeys(missing)))
        sentence = reason_sentence(ERROR_REASON_BOT_UNKNOWN)
        raise BotsMissingError(" ".join([f"{names}: {sentence}", *bots_there(there)]))
    return chosen
