"""How the bot ends when it is asked to, and when it cannot begin."""

import os
import signal
from collections.abc import Iterable
from typing import ClassVar

from skyjo.v1.error_pb2 import ERROR_REASON_BOT_SUSPENDED, Refusal
from skyjo.v1.play_pb2 import ServerFrame
from skyjo_client import environment
from skyjo_client.child_process import how
from skyjo_client.conformance.ledger import Failed
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import Situation
from skyjo_client.conformance.watched import Watched

_BY_SHELLS = 128
"""What shells and JVMs add to the number of the signal that ended a program."""


class Terminated(Situation):
    """While it waits for work."""

    rows = ("sigterm",)
    sent: ClassVar[signal.Signals] = signal.SIGTERM

    async def run(self) -> None:
        """End."""
        program, asked = self.bench.program, self.sent
        assert program is not None  # noqa: S101  # it waits for work
        if os.name == "nt":
            self.unreached[self.row] = "this system ends programs without asking them"
            return
        if signal.getsignal(asked) is signal.SIG_IGN:  # so do the programs that it starts
            self.unreached[self.row] = f"check-bot was started so that it ignores {asked.name}"
            return
        program.ask_to_end(asked)
        if not await program.ends(self.bench.patience):
            text = f"it did not end within {self.bench.patience:g} s of {asked.name}"
            raise Failed(self.row, text)
        if program.status not in (0, -asked, _BY_SHELLS + asked):
            raise Failed(self.row, f"it {how(program.status)} at {asked.name}")


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
        await _ends_in_vain(self, "after its enlistment was refused for good")


class WrongEnvironment(Situation):
    """The key has letters that no hexadecimal number has."""

    rows = ("wrong-environment",)
    enlisted = False

    async def run(self) -> None:
        """End before anything is connected."""
        bench, front = self.bench, self.bench.relay.front
        before = front.visitors
        await bench.run_bot(bench.relay.address, **{environment.KEY: "no key"})
        await _ends_in_vain(self, "when SKYJO_KEY was 'no key'")
        if front.visitors > before:
            raise Failed(self.row, "it connected to SKYJO_SERVER when SKYJO_KEY was 'no key'")


async def _ends_in_vain(situation: Situation, cause: str) -> None:
    """See that it ends by itself, with a status that is not 0. Raises :class:`Failed`."""
    program = situation.bench.program
    assert program is not None  # noqa: S101  # it was started
    if not await program.ends(3 * situation.bench.patience):
        raise Failed(situation.row, f"it did not end {cause}")
    if program.status is None or program.status <= 0:
        raise Failed(situation.row, f"it {how(program.status)} {cause}")
