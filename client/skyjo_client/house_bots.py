"""House bots as a program: one level, many seats, one connection."""

from typing import Final

from skyjo_bots.levels import house
from skyjo_bots.strategy import Strategy
from skyjo_client import environment
from skyjo_client.bot import Bot, Decision
from skyjo_client.report import Report
from skyjo_client.running import Engagement, run_engagement
from skyjo_engine.actions import Action

SEATS: Final = 64
"""Seats that one program plays at once, unless told otherwise."""


class HouseBot(Bot):
    """A strategy as a bot."""

    def __init__(self, strategy: Strategy) -> None:
        """Play with ``strategy``."""
        self._strategy = strategy

    def choose(self, decision: Decision) -> Action:
        """What the strategy chooses."""
        return self._strategy(decision.view, decision.legal, self.random)


class _HouseReport(Report):
    """Says nothing while all is well: the server that started the program has its own log."""

    def waiting(self, name: str, server: str) -> None:
        """Not worth a line."""


def run_house(level: str, *, server: str | None = None, seats: int = SEATS) -> None:
    """Wait for work under the level's name and play it, until ended.

    SKYJO_KEY has the key that the server gave. Raises :class:`UnknownLevelError` and
    :class:`ClientError`.
    """
    strategy = house(level)
    engagement = Engagement(
        server=server or environment.server(),
        name=level,
        key=environment.secret(environment.KEY),
        seats=seats,
        seed=environment.seed(),
        receipts=None,
        report=_HouseReport(),
    )
    run_engagement(lambda: HouseBot(strategy), engagement)
