"""House bots as a program: one level, many seats, one connection."""

import contextlib
from dataclasses import replace
from typing import Final

from skyjo.v1.error_pb2 import (
    ERROR_REASON_NOT_ATTACHED,
    ERROR_REASON_NOT_YOUR_TURN,
    ERROR_REASON_TOKEN_UNKNOWN,
    Refusal,
)
from skyjo.v1.event_pb2 import SEAT_CHANGE_BOT_TOOK_OVER, SeatChanged
from skyjo.v1.table_pb2 import Goodbye
from skyjo_bots.levels import house
from skyjo_bots.strategy import Strategy
from skyjo_client.bot import Bot, Decision
from skyjo_client.bot_options import BotWishes
from skyjo_client.errors import ServerStoppedError
from skyjo_client.notices import LinkChanged
from skyjo_client.report import Report
from skyjo_client.running import engagement, run_engagement
from skyjo_engine.actions import Action

SEATS: Final = 64
"""Seats that one program plays at once, unless told otherwise."""

_RELIEVED: Final = (
    ERROR_REASON_TOKEN_UNKNOWN,
    ERROR_REASON_NOT_ATTACHED,
    ERROR_REASON_NOT_YOUR_TURN,
)


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

    def sent_away(self, name: str, goodbye: Goodbye) -> None:
        """Not worth a line."""

    def link(self, change: LinkChanged) -> None:
        """Not worth a line where the server, which started the program, ends on purpose."""
        if change.back_after is None:
            super().link(change)

    def lost(self, game_id: str, change: SeatChanged, case: str = "") -> None:
        """Not worth a line where a stand-in is, which may be this program itself."""
        if change.change != SEAT_CHANGE_BOT_TOOK_OVER:
            super().lost(game_id, change, case)

    def refused(self, seat: int, refusal: Refusal) -> None:
        """Not worth a line where the player came back while the stand-in was about to play."""
        if refusal.reason not in _RELIEVED:
            super().refused(seat, refusal)


def run_house(level: str, wishes: BotWishes) -> None:
    """Play with a house bot: at a table, or waiting for work until ended.

    Started by the server it has the level's name, for which SKYJO_KEY holds the key, and ends with
    the server. Raises :class:`UnknownLevelError` and :class:`ClientError`.
    """
    strategy = house(level)
    wanted = engagement(wishes, level)
    ends: contextlib.AbstractContextManager[object] = contextlib.nullcontext()
    if wanted.code is None and wanted.name == level:
        ends = contextlib.suppress(ServerStoppedError)
        wanted = replace(wanted, seats=wishes["seats"] or SEATS, report=_HouseReport())
    with ends:
        run_engagement(lambda: HouseBot(strategy), replace(wanted, receipts=None, cases=None))
