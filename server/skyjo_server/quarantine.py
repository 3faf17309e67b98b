"""Which bots may not wait for work any more, because they forfeit too many games."""

from collections import deque
from dataclasses import dataclass

from skyjo.v1.rules_pb2 import ClockRules


@dataclass(frozen=True, slots=True)
class BotBuild:
    """One build of one bot, by the hash of its key. Another build has a clean sheet."""

    key_hash: bytes
    build: bytes


class Quarantine:
    """The latest games of each build, forfeited or not, as long as the server runs."""

    def __init__(self) -> None:
        """Start with a clean sheet for all."""
        self._games: dict[BotBuild, deque[bool]] = {}
        self._suspended: set[BotBuild] = set()

    def __contains__(self, bot: BotBuild) -> bool:
        return bot in self._suspended

    def note(self, bot: BotBuild, rules: ClockRules, *, forfeited: bool) -> bool:
        """Count a game under ``rules``; return whether the bot is suspended with it."""
        if not rules.HasField("strike_limit"):
            return False
        games = self._games.get(bot, deque[bool]())
        self._games[bot] = games = deque([*games, forfeited], maxlen=rules.strike_games or None)
        if sum(games) >= rules.strike_limit:
            self._suspended.add(bot)
        return bot in self._suspended
