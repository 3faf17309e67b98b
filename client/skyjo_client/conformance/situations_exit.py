"""How the bot ends when it is asked to, and when it cannot begin."""

import os
import signal
from collections.abc import Iterable
from typing import ClassVar, Final

from skyjo.v1.error_pb2 import ERROR_REASON_BOT_SUSPENDED, Refusal
from skyjo.v1.play_pb2 import ServerFrame
from skyjo.v1.rules_pb2 import Rules
from skyjo_client import environment
from skyjo_client.child_process import how
from skyjo_client.conformance.ledger import Failed
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import Situation
from skyjo_client.conformance.watched import Watched
from skyjo_client.exit_codes import REFUSED
from skyjo_client.versions import client_name

_IN_VAIN: Final = 1
"""The exit status of a bot that cannot begin."""
_BY_SHELLS: Final = 128
"""What shells and JVMs add to the number of the signal that ended a program."""


class Terminated(Situation):
    """While it waits for work, and in a game."""

    rows = ("sigterm",)
    sent: ClassVar[signal.Signals] = signal.SIGTERM

    async def run(self) -> None:
        """End."""
        bench, asked = self.bench, self.sent
        if os.name == "nt":
            self.impossible[self.row] = "this system ends programs without asking them"
            return
        if signal.getsignal(asked) is signal.SIG_IGN:  # so do the programs that it starts
            self.impossible[self.row] = f"check-bot was started so that it ignores {asked.name}"
            return
        await self._ends("while it waited for work")
        await bench.wait_for_work()
        await self.full_table(1, Rules(players=2, target=1000))
        (seat,) = self.seats()
        await bench.until(self.row, lambda: self.lacking()[1], lambda: bool(seat.ids))
        await self._ends("in a game")

    async def _ends(self, moment: str) -> None:
        program, asked = self.bench.program, self.sent
        assert program is not None  # noqa: S101  # it has said something
        program.ask_to_end(asked)
        if not await program.ends(self.bench.patience):
            text = f"it did not end within {self.bench.patience:g} s of {asked.name} {moment}"
            raise Failed(self.row, text)
        if program.status not in (0, -asked, _BY_SHELLS + asked):
            raise Failed(self.row, f"it {how(program.status)} at {asked.name} {moment}")


class Interrupted(Terminated):
    """The same from a terminal."""

    rows = ("sigint",)
    sent = signal.SIGINT


class RefusedEnlistment(Situation):
    """The bot is told that it is suspended."""

    rows = ("refused-enlistment",)
    enlisted = False

    def down(
        self, passage: Watched, seat: Seat | None, frame: ServerFrame
    ) -> Iterable[ServerFrame]:
        """Refuse it."""
        if frame.HasField("enlisted"):
            refusal = Refusal(frame="enlist", reason=ERROR_REASON_BOT_SUSPENDED)
            return (ServerFrame(number=frame.number, refused=refusal),)
        return super().down(passage, seat, frame)

    async def run(self) -> None:
        """End, and say by the exit status that it was in vain."""
        bench = self.bench
        await bench.enlist_bot()
        lacking = "it did not enlist with the key in SKYJO_KEY"
        await bench.until(self.row, lacking, lambda: bench.refusal is not None)
        await ends_refused(self, "after its enlistment was refused for good")


_WRONG: Final = (
    (environment.KEY, "no key"),
    (environment.TOKEN, "no token"),
    (environment.SEATS, "0"),
    (environment.SEED, "-1"),
    (environment.CA, "nowhere/authority.pem"),
    (environment.SERVER, "127.0.0.1:99999"),
)
"""Variables with values that they cannot have."""


class WrongEnvironment(Situation):
    """One variable after another has a value that it cannot have."""

    rows = ("wrong-environment",)
    enlisted = False

    async def run(self) -> None:
        """End before anything is connected."""
        for name, value in _WRONG:
            await self._try(name, value)

    async def _try(self, name: str, value: str) -> None:
        bench, front = self.bench, self.bench.relay.front
        before, key = front.visitors, {environment.KEY: bench.key.hex()}
        usual = {} if name == environment.TOKEN else key
        await bench.run_bot(bench.relay.address, **(usual | {name: value}))
        cause = f"when {name} was {value!r}"
        await _ends_in_vain(self, cause, _IN_VAIN)
        if front.visitors > before:
            raise Failed(self.row, f"it connected to SKYJO_SERVER {cause}")
        if name not in bench.last_lines():
            raise Failed(self.row, f"it did not name {name} {cause}")


async def ends_refused(situation: Situation, cause: str) -> None:
    """See that it ends by itself, with the exit status for that. Raises :class:`Failed`.

    Programs of the SDK say by theirs that it was the server: docs/bots-in-python.md.
    """
    of_sdk = situation.bench.calls_itself == client_name()
    await _ends_in_vain(situation, cause, REFUSED if of_sdk else _IN_VAIN)


async def _ends_in_vain(situation: Situation, cause: str, status: int) -> None:
    program = situation.bench.program
    assert program is not None  # noqa: S101  # it was started
    if not await program.ends(3 * situation.bench.patience):
        raise Failed(situation.row, f"it did not end {cause}")
    if program.status != status:
        raise Failed(situation.row, f"it {how(program.status)} {cause}")
