"""A bot on somebody's real server: whether it gets in there, and plays a game."""

import asyncio
import contextlib
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from skyjo.v1.error_pb2 import ERROR_REASON_NAME_TAKEN
from skyjo.v1.event_pb2 import SeatChanged
from skyjo.v1.fault_pb2 import FaultKind
from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest
from skyjo.v1.rules_pb2 import ClockPreset, ClockRules, Rules
from skyjo_client import environment
from skyjo_client.address import with_port
from skyjo_client.child_process import how
from skyjo_client.conformance.ledger import Failed, Ledger
from skyjo_client.conformance.program import Program, start
from skyjo_client.conformance.report import Finding, Progress
from skyjo_client.conformance.rows import Row
from skyjo_client.connection import Connection
from skyjo_client.enlistment import Application
from skyjo_client.errors import ClientError, RefusedError
from skyjo_client.lobby import Lobby
from skyjo_client.swept_folder import swept_folder
from skyjo_client.trust import door
from skyjo_wire.errors import reason_name

_LOOK_SECONDS: Final = 0.2
_LONGEST_GAME: Final = 60
"""A game may take so many times the patience."""


class AtWorkError(ClientError):
    """A bot of that name is at work there, and to try its key would end it."""

    def __init__(self, name: str) -> None:
        """Say what to do."""
        super().__init__(
            f"a bot named {name!r} waits for work there, and to try another under its name would "
            "end it: stop that bot first, or give this one another name with --name"
        )


class RealServerCheck:
    """Tries one bot under its own name and key."""

    def __init__(
        self,
        command: Sequence[str],
        server: str,
        application: Application,
        *,
        rows: Iterable[Row],
        patience: float,
        progress: Progress,
    ) -> None:
        """``server`` has been met; ``patience`` is how many seconds the bot may take to get in.

        All is tried in any case, and the ledger has what was asked for.
        """
        self._command = command
        self._server = with_port(server)
        self._key = application.key
        self._name = application.name
        self._patience = patience
        self._progress = progress
        self._ledger = Ledger(rows)
        self._program: Program | None = None
        self._said = ""

    @property
    def finding(self) -> Finding:
        """What has been found so far."""
        return Finding(self._ledger, self._said)

    async def run(self) -> Finding:
        """Try it all. Raises :class:`NotStartedError`, and :class:`AtWorkError` before that."""
        with swept_folder() as folder:
            try:
                async with Lobby(self._server) as lobby:
                    await self._try(lobby, folder.path)
            except Failed as failed:
                self._ledger.fail(failed.row, failed.reason, about_row=failed.about_row)
                self._said = self._program.last_lines() if self._program else ""
                reason = f"it did not come to that: see {failed.row}"
                self._ledger.not_reached(reason, *self._ledger.asked)
            finally:
                if self._program is not None:
                    await self._program.end()
        return self.finding

    async def _try(self, lobby: Lobby, folder: Path) -> None:
        self._progress("reach")
        try:
            await lobby.get_server()
        except ClientError as error:
            raise Failed("reach", str(error)) from None
        self._ledger.passes("reach")
        await self._check_alone(lobby)
        self._progress("key")
        await self._try_key()
        self._progress("enlist")
        variables = self._variables(folder)
        self._program = await start(self._command, variables, {self._key}, folder)
        await self._enlisted(lobby)
        self._progress("practice-game")
        await self._play(lobby)

    async def _check_alone(self, lobby: Lobby) -> None:
        """End nobody's bot: who enlists with its name and key takes its place."""
        name = unicodedata.normalize("NFC", self._name.strip())  # as the server has it
        if any(bot.name == name for bot in (await lobby.list_bots()).enlisted):
            raise AtWorkError(self._name)

    async def _try_key(self) -> None:
        """Enlist with it, and leave again."""
        try:
            async with Connection(self._server, receipts=None) as connection:
                enlistment = await connection.enlist(self._key, self._name)
                enlistment.detach()
                async for _ in enlistment:
                    pass
        except RefusedError as error:
            text = f"the server refused it for {self._name!r}: {reason_name(error.reason)}"
            taken = error.reason == ERROR_REASON_NAME_TAKEN
            text += ": a house bot or somebody else has that name, try another --name" * taken
            raise Failed("key", text, about_row=not taken) from None
        except ClientError as error:
            raise Failed("key", str(error)) from None
        self._ledger.passes("key")

    def _variables(self, folder: Path) -> dict[str, str]:
        way = door(self._server)
        variables = {
            environment.SERVER: self._server,
            environment.KEY: self._key.hex(),
            "SKYJO_NAME": self._name,
        }
        if way.encrypted and way.roots is not None:
            trusted = folder / "trusted.pem"
            trusted.write_bytes(way.roots)
            variables[environment.CA] = str(trusted)
        elif not way.encrypted:
            variables[environment.INSECURE] = "1"
        return variables

    async def _enlisted(self, lobby: Lobby) -> None:
        assert self._program is not None  # noqa: S101  # it was just started
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._patience):
                while not await self._waits(lobby):
                    if self._program.status is not None:
                        text = f"the bot {how(self._program.status)} before it had enlisted"
                        raise Failed("enlist", text, about_row=False)
                    await asyncio.sleep(_LOOK_SECONDS)  # the server tells nobody who enlists
                self._ledger.passes("enlist")
                return
        text = f"no bot {self._name!r} waited for work within {self._patience:g} s"
        raise Failed("enlist", text)

    async def _waits(self, lobby: Lobby) -> bool:
        bots = await lobby.list_bots()
        return any(bot.name == self._name and bot.free_seats for bot in bots.enlisted)

    async def _play(self, lobby: Lobby) -> None:
        request = CreateTableRequest(
            rules=Rules(players=2),
            games=1,
            start_when_full=True,
            bots=[BotChoice(enlisted_name=self._name), BotChoice(house_level="casual")],
        )
        try:
            made = await lobby.create_table(request)
        except RefusedError as error:
            reason = f"the server makes no table for it: {reason_name(error.reason)}"
            self._ledger.not_reached(reason, "clock", "practice-game")
            return
        try:
            async with asyncio.timeout(self._patience * _LONGEST_GAME):
                await self._watch(lobby, made.code)
        except TimeoutError:
            text = f"the game was not over after {self._patience * _LONGEST_GAME:g} s"
            raise Failed("practice-game", text) from None
        finally:
            with contextlib.suppress(ClientError):
                await lobby.close_table(made.host_token)

    async def _watch(self, lobby: Lobby, code: str) -> None:
        over = False
        async for frame in lobby.watch(code):
            if frame.HasField("welcome"):
                self._ledger.passes("clock")
                self._ledger.remark("clock", described(frame.welcome.clock))
            for event in frame.events.events:
                if event.HasField("seat_changed"):
                    raise Failed("practice-game", _fault(event.seat_changed))
                over = over or event.HasField("game_ended")
        if not over:
            raise Failed("practice-game", "the table was closed before the game was over")
        self._ledger.passes("practice-game")


def _fault(changed: SeatChanged) -> str:
    kind = FaultKind.Name(changed.fault.kind).removeprefix("FAULT_KIND_")
    return f"seat {changed.seat} did not play to the end: {kind}"


def described(clock: ClockRules) -> str:
    """A clock in a sentence.

    >>> described(ClockRules(preset=3, bank_ms=5000, increment_ms=20))
    'BOT_FAST: 5 s at the start and 0.02 s for each decision'
    """
    preset = ClockPreset.Name(clock.preset).removeprefix("CLOCK_PRESET_")
    if not clock.HasField("bank_ms"):
        return f"{preset}: no limit"
    bank, more = clock.bank_ms / 1000, clock.increment_ms / 1000
    return f"{preset}: {bank:g} s at the start and {more:g} s for each decision"
