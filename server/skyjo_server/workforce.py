"""Bots that wait for work, and the seats they are to play.

House bots, stand-ins and bots from outside are all given seats in this one way. A bot is known by
its name; the key that first enlisted under a name holds it.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from skyjo.v1 import enlist_pb2, error_pb2, lobby_pb2, table_pb2
from skyjo.v1.rules_pb2 import ClockRules
from skyjo_server.frames import ASSIGNED, ENLISTED, GOODBYE, Link, frame
from skyjo_server.greeting import SERVER_VERSION
from skyjo_server.quarantine import BotBuild, Quarantine
from skyjo_server.seating import BotRef, Holder, Occupant
from skyjo_server.table import Table
from skyjo_server.text import check_build, clean_name, player_name
from skyjo_server.tokens import token_hash
from skyjo_wire import from_engine
from skyjo_wire.bot_seeds import bot_seed
from skyjo_wire.errors import RefusalError
from skyjo_wire.version import check_version, protocol_version

HOUSE_LEVELS: Final = ("random", "beginner", "casual", "skilled")
"""House bots by strength, weakest first."""
STAND_IN_LEVEL: Final = "skilled"
KEY_LENGTH: Final = (16, 64)
MOST_SEATS: Final = 1024


@dataclass(slots=True, eq=False)
class Job:
    """A seat for a bot. ``given`` says that the bot was told of it."""

    table: Table
    occupant: Occupant
    holder: Holder
    given: bool = False


@dataclass(slots=True, eq=False)
class Bot:
    """A bot by name: its enlistment, while it has one, and its seats."""

    name: str
    key_hash: bytes
    link: Link | None = None
    build: bytes = b""
    seats: int = 0
    jobs: list[Job] = field(default_factory=list)

    @property
    def free_seats(self) -> int:
        """Seats it can be given now."""
        return max(0, self.seats - len(self.jobs)) if self.link else 0


class Workforce:
    """All bots that have enlisted, and the house levels."""

    def __init__(self, house_key: bytes, rekey: Callable[[Job], bytes], heartbeat_ms: int) -> None:
        """``rekey`` makes a new token for a job's seat; it replaces the one before."""
        key = token_hash(house_key)
        self._bots = {level: Bot(level, key) for level in HOUSE_LEVELS}
        self._rekey = rekey
        self._heartbeat_ms = heartbeat_ms
        self._quarantine = Quarantine()

    def enlisted(self) -> list[Bot]:
        """Bots from outside that wait for work now, by name."""
        waiting = (bot for bot in self._bots.values() if bot.link)
        return sorted((b for b in waiting if b.name not in HOUSE_LEVELS), key=lambda b: b.name)

    def idle_levels(self) -> list[str]:
        """House levels that have seats to play and no program that plays them."""
        return [level for level in HOUSE_LEVELS if self._bots[level].jobs and not self._on(level)]

    def _on(self, level: str) -> bool:
        return self._bots[level].link is not None

    def enlist(self, message: enlist_pb2.Enlist, link: Link, known: Bot | None = None) -> Bot:
        """Let a bot wait for work on ``link``; its live seats are given again. RefusalError.

        ``known`` is the bot that waits on ``link`` already: only the seats it offers may change.
        """
        check_version(message.version, "enlist.version")
        check_build(message.build_hash, "enlist.build_hash")
        bot = self._recognised(message)
        if known not in (None, bot):
            raise RefusalError(error_pb2.ERROR_REASON_FRAME_NUMBER_USED, field="number")
        if not 1 <= message.seats <= MOST_SEATS:
            raise RefusalError(
                error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE,
                field="enlist.seats",
                value=message.seats,
                limits=(1, MOST_SEATS),
            )
        if BotBuild(bot.key_hash, message.build_hash) in self._quarantine:
            raise RefusalError(error_pb2.ERROR_REASON_BOT_SUSPENDED)
        self._bots[bot.name] = bot
        bot.build = message.build_hash
        bot.seats = message.seats
        if bot.link is not link:
            if bot.link:
                superseded = table_pb2.Goodbye(reason=table_pb2.GOODBYE_REASON_SUPERSEDED)
                bot.link.deliver(frame(GOODBYE, superseded))
            bot.link = link
            self._welcome(bot, link)
        self._give(bot)
        return bot

    def _welcome(self, bot: Bot, link: Link) -> None:
        live = [job for job in bot.jobs if job.given]
        enlisted = enlist_pb2.Enlisted(
            version=protocol_version(),
            server_version=SERVER_VERSION,
            seats=bot.seats,
            returned=len(live),
            heartbeat_ms=self._heartbeat_ms,
        )
        link.deliver(frame(ENLISTED, enlisted))
        for job in live:
            self._assign(bot, job, returned=True)

    def _recognised(self, message: enlist_pb2.Enlist) -> Bot:
        """The bot of that name, if the key is its own or nobody has the name."""
        low, high = KEY_LENGTH
        if not low <= len(message.key) <= high:
            raise RefusalError(
                error_pb2.ERROR_REASON_KEY_UNKNOWN,
                field="enlist.key",
                value=len(message.key),
                limits=KEY_LENGTH,
            )
        name = player_name(message.name, "enlist.name")
        bot = self._bots.get(name) or Bot(name, token_hash(message.key))
        if not hmac.compare_digest(bot.key_hash, token_hash(message.key)):
            raise RefusalError(error_pb2.ERROR_REASON_NAME_TAKEN, field="enlist.name")
        return bot

    def dropped(self, bot: Bot, link: Link) -> None:
        """The bot's stream is gone; its seats stay its own."""
        if bot.link is link:
            bot.link = None
            self._forget_if_idle(bot)

    def _forget_if_idle(self, bot: Bot) -> None:
        """Give up the name of a bot from outside that is gone and has no seat to come back to."""
        if bot.link is None and not bot.jobs and bot.name not in HOUSE_LEVELS:
            self._bots.pop(bot.name, None)

    def say_goodbye(self, goodbye: table_pb2.Goodbye) -> None:
        """Tell every bot that waits for work that it waits in vain."""
        for bot in self._bots.values():
            if bot.link:
                bot.link.deliver(frame(GOODBYE, goodbye))
                bot.link = None

    def available(self, name: str, seats: int = 1) -> bool:
        """Whether a bot of this name can be given that many seats; house bots always can."""
        return name in HOUSE_LEVELS or (name in self._bots and self._bots[name].free_seats >= seats)

    def chosen(self, choice: lobby_pb2.BotChoice) -> str:
        """The name of a bot that was chosen and can be had. Raises RefusalError (BOT_UNKNOWN)."""
        if choice.WhichOneof("bot") is None:
            raise RefusalError(error_pb2.ERROR_REASON_FIELD_MISSING, field="bot")
        if choice.WhichOneof("bot") == "house_level":
            if choice.house_level in HOUSE_LEVELS:
                return choice.house_level
        elif choice.enlisted_name not in HOUSE_LEVELS:
            name = clean_name(choice.enlisted_name, "bot.enlisted_name")
            if self.available(name):
                return name
        raise RefusalError(error_pb2.ERROR_REASON_BOT_UNKNOWN, field="bot")

    def employ(self, name: str, job: Job) -> None:
        """Have the bot of that name play a seat, as soon as it waits for work."""
        bot = self._bots[name]
        job.holder.bot = BotRef(name, bot.key_hash)
        bot.jobs.append(job)
        self._give(bot)

    def employ_again(self, reference: BotRef, job: Job) -> None:
        """Let a bot have the seat again that it had before a restart."""
        known = Bot(reference.name, reference.key_hash)
        job.given = True
        self._bots.setdefault(reference.name, known).jobs.append(job)

    def played(self, reference: BotRef, rules: ClockRules, *, forfeited: bool) -> None:
        """A bot's game is over or forfeited: too many forfeits suspend a bot from outside."""
        bot = self._bots.get(reference.name)
        if bot is None or bot.name in HOUSE_LEVELS:
            return
        build = BotBuild(bot.key_hash, bot.build)
        if self._quarantine.note(build, rules, forfeited=forfeited) and bot.link:
            suspended = table_pb2.Goodbye(reason=table_pb2.GOODBYE_REASON_SUSPENDED)
            bot.link.deliver(frame(GOODBYE, suspended))
            bot.link = None

    def done(self, holder: Holder) -> None:
        """A seat is no longer played; the bot has a place for the next."""
        bot = self._bots.get(holder.bot.name) if holder.bot else None
        if bot is None:
            return
        rest = [job for job in bot.jobs if job.holder is not holder]
        if len(rest) < len(bot.jobs):
            bot.jobs = rest
            self._give(bot)
            self._forget_if_idle(bot)

    def _give(self, bot: Bot) -> None:
        """Give the bot its waiting seats, as many as it can play."""
        given = sum(job.given for job in bot.jobs)
        for job in bot.jobs:
            if not job.given and bot.link and given < bot.seats:
                given += 1
                self._assign(bot, job, returned=False)

    def _assign(self, bot: Bot, job: Job, *, returned: bool) -> None:
        assert bot.link is not None  # noqa: S101  # only a bot that waits is assigned
        job.given = True
        plan, attempt = job.table.plan, job.table.attempt
        message = enlist_pb2.Assigned(
            seat_token=self._rekey(job),
            table_id=plan.table_id,
            code=plan.code,
            seat=job.occupant.index,
            rules=from_engine.rules(attempt.rules),
            game_id=attempt.game_id,
            commitment=attempt.commitment,
            returned=returned,
            bot_seed=bot_seed(plan.bot_seed, job.occupant.index),
        )
        job.table.tell_of_seat(job.occupant, bot.link, frame(ASSIGNED, message))
