"""What a bot's program is to do, and with which bots."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from skyjo_client.bot import Bot
from skyjo_client.cases import Cases
from skyjo_client.receipts import DEFAULT_RECEIPTS, Receipts
from skyjo_client.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Engagement:
    """Where a bot plays.

    With ``code`` it joins that table, ``seats`` times. Else with ``token`` it takes up that seat.
    Else it waits for work under ``name``, as many seats at once, until it is ended; ``key``, 16 to
    64 bytes, holds the name (None: the one that is kept for it on this machine). ``seed`` makes
    random sources repeatable where the table does not say. Faults are kept in ``cases``, if any.
    """

    server: str
    name: str
    code: str | None = None
    token: bytes | None = None
    key: bytes | None = None
    seats: int = 1
    seed: int | None = None
    receipts: Receipts | None = DEFAULT_RECEIPTS
    cases: Cases | None = field(default_factory=Cases)
    report: Report = field(default_factory=Report)


@dataclass(frozen=True, slots=True)
class Bots:
    """Where bots come from: ``make`` makes one for each game of each seat.

    Once ``over`` is done, none of them can play any more; its result is the reason in English,
    empty where it was told. ``last_words`` gives the end of what their program said.
    """

    make: Callable[[], Bot]
    over: asyncio.Future[str] | None = None
    last_words: Callable[[], str] = str
