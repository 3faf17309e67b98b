"""The whole check: one situation after another, each with a bot that waits for work."""

from collections.abc import Iterable, Sequence
from typing import Final

from skyjo_client.cases import Cases
from skyjo_client.conformance.bench import Bench
from skyjo_client.conformance.judge import GaveUpError
from skyjo_client.conformance.ledger import Failed, Ledger
from skyjo_client.conformance.report import Finding, Progress
from skyjo_client.conformance.rows import Row
from skyjo_client.conformance.situation import Situation
from skyjo_client.conformance.situations_drop import (
    DropBetweenRounds,
    DropFlip,
    DropGameOver,
    DropGathering,
    DropOpening,
    DropPlace,
    DropTurn,
)
from skyjo_client.conformance.situations_end import (
    Draining,
    DrainingElsewhere,
    DrainingForGood,
    Superseded,
    UnknownGoodbye,
)
from skyjo_client.conformance.situations_exit import (
    Interrupted,
    RefusedEnlistment,
    Terminated,
    WrongEnvironment,
)
from skyjo_client.conformance.situations_given import Code, Insecure, Ip6, RefusedToken, UsualPort
from skyjo_client.conformance.situations_gone import Away, HeartbeatAhead, ServerKilled, Silence
from skyjo_client.conformance.situations_odd import (
    MissingEvents,
    RepeatedDecision,
    RepeatedEvents,
    RepeatedWelcome,
    UnknownEnum,
    UnknownEvent,
    UnknownField,
    UnknownFrame,
)
from skyjo_client.conformance.situations_play import (
    Listed,
    Often,
    Plain,
    RoundEnd,
    SeveralSeats,
    TableSizes,
)
from skyjo_client.conformance.situations_rare import Column, Reshuffle
from skyjo_client.conformance.situations_start import (
    Encrypted,
    EncryptedByAnother,
    EncryptedForAnother,
    EncryptedForHost,
    SameSeed,
    Token,
)
from skyjo_client.conformance.situations_trouble import (
    EmptyClock,
    RefusedAction,
    RefusedAgain,
)
from skyjo_client.conformance.situations_unfair import ForgedOpening, NoOpening, SecondOpening

_SITUATIONS: Final[tuple[type[Situation], ...]] = (
    Plain, Often, Listed, RoundEnd, SeveralSeats, TableSizes, Column, Reshuffle, RefusedAction,
    RefusedAgain, EmptyClock, ForgedOpening, SecondOpening, NoOpening, RepeatedWelcome,
    RepeatedEvents, RepeatedDecision, MissingEvents, HeartbeatAhead, UnknownEvent, UnknownFrame,
    UnknownEnum, UnknownField, DropGathering, DropOpening, DropFlip, DropTurn, DropPlace,
    DropBetweenRounds, DropGameOver, ServerKilled, Away, UnknownGoodbye, Draining,
    DrainingElsewhere, DrainingForGood, Superseded, Terminated, Interrupted, RefusedEnlistment,
    RefusedToken, WrongEnvironment, Silence, Token, Code, SameSeed, UsualPort, Ip6, Insecure,
    Encrypted, EncryptedForHost, EncryptedByAnother, EncryptedForAnother,
)  # fmt: skip

_HINT: Final = ". One that reads and writes JSON lines is started by skyjo bot --stdio -- COMMAND"


def _why(failed: Failed) -> str:
    """Why a situation shows nothing of its other rows."""
    if isinstance(failed, GaveUpError):
        return "the bot resigned after a mistake of its own"
    return "it came to no end"


class Check:
    """Tries one bot."""

    def __init__(
        self,
        command: Sequence[str],
        rows: Iterable[Row],
        patience: float,
        progress: Progress,
        cases: Cases | None = None,
    ) -> None:
        """``patience`` is how many seconds the bot may take for one thing.

        Decisions that it does wrong are kept in ``cases``, if any.
        """
        self._ledger = Ledger(rows)
        self._bench = Bench(command, self._ledger, patience, cases)
        self._progress = progress
        self._said = ""

    async def run(self) -> Finding:
        """Try all that was asked for. Raises :class:`ClientError` where that cannot begin."""
        async with self._bench:
            try:
                await self._try_all()
            finally:
                await self._bench.end_bot()
                self._look_for_secrets()
        return self.finding

    @property
    def finding(self) -> Finding:
        """What has been found so far."""
        return Finding(self._ledger, self._said)

    async def _try_all(self) -> None:
        if await self._starts():
            for kind in _SITUATIONS:
                if self._ledger.asked.intersection(kind.rows):
                    await self._try(kind)

    async def _starts(self) -> bool:
        """Whether the bot, started before its server is there, comes to wait for work."""
        self._progress("slow-start")
        bench, front = self._bench, self._bench.relay.front
        front.turned_away = "slow-start" in self._ledger.asked
        try:
            await bench.enlist_bot()
            if front.turned_away:
                lacking = f"it did not connect to SKYJO_SERVER, which was {bench.relay.address},"
                await bench.until("slow-start", lacking, lambda: front.visitors > 0)
                front.turned_away = False
                lacking = "it did not enlist once the server was there"
                await bench.until("slow-start", lacking, lambda: bool(bench.enlistments))
            self._ledger.passes("slow-start")
            await bench.until_enlisted()
            self._check_enlist()
        except Failed as failed:
            if not front.visitors:
                failed.reason += _HINT
            self._fails(failed)
            reason = f"the bot never waited for work: {self._pointer(failed)}"
            self._ledger.not_reached(reason, *self._ledger.asked)
            return False
        return True

    def _check_enlist(self) -> None:
        bench = self._bench
        enlist = bench.enlistments[-1]
        if enlist.key != bench.key:
            raise Failed("enlist", "it enlisted with another key than that in SKYJO_KEY")
        if enlist.name != bench.name:
            text = f"it enlisted as {enlist.name!r}, and SKYJO_NAME was {bench.name!r}"
            raise Failed("enlist", text)

    async def _try(self, kind: type[Situation]) -> None:
        self._progress(kind.rows[0])
        bench = self._bench
        situation = kind(bench)
        try:
            if kind.enlisted:
                await bench.wait_for_work()
            bench.situation = situation
            await situation.run()
            for row, reason in situation.impossible.items():
                self._ledger.excuse(reason, row)
            for row, reason in situation.unreached.items():
                self._ledger.not_reached(reason, row)
            untried = situation.unreached | situation.impossible
            self._ledger.passes(*(row for row in kind.rows if row not in untried))
        except Failed as failed:
            self._fails(failed)
            self._ledger.not_reached(f"{_why(failed)}: {self._pointer(failed)}", *kind.rows)
            await bench.end_bot()
        bench.situation, bench.judge.halted = Situation(bench), None
        await situation.leave()

    def _fails(self, failed: Failed) -> None:
        self._ledger.fail(failed.row, failed.reason, about_row=failed.about_row)
        self._said = self._said or self._bench.last_lines()

    def _pointer(self, failed: Failed) -> str:
        """Where to read what went wrong, or that itself where its row is not shown."""
        return f"see {failed.row}" if failed.row in self._ledger.asked else failed.reason

    def _look_for_secrets(self) -> None:
        bench = self._bench
        if any(program.writes.found for program in bench.programs):
            text = "it wrote its key or the token of a seat to standard output or error"
            self._ledger.fail("secrets", text)
        elif bench.secrets != {bench.key}:
            self._ledger.passes("secrets")
