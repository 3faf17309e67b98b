"""A bot that is a program: started, watched, and ended with all that it has started."""

import asyncio
import contextlib
import os
import secrets
import subprocess
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from skyjo_client import environment
from skyjo_client.case_watch import CaseWatch
from skyjo_client.cases import Cases
from skyjo_client.child_process import Child, child_process, how
from skyjo_client.duel.entrants import Entrant
from skyjo_client.duel.folder import Folder
from skyjo_client.duel.tap import Tap, Watched
from skyjo_client.program_output import Output
from skyjo_client.relay.relay import Relay

_KEY_BYTES: Final = 32
_OURS: Final = "SKYJO_"


class Program:
    """A running bot: what it does, says and how it ends.

    ``end`` is done when its process is gone, with the exit status.
    """

    def __init__(
        self,
        entrant: Entrant,
        watched: Watched,
        output: Output,
        end: "asyncio.Task[int | None]",
    ) -> None:
        """Made by :func:`program`."""
        self.entrant = entrant
        self.watched = watched
        self.output = output
        self.end = end

    def ending(self, when: str) -> str:
        """How it ended, as a sentence, and its last words."""
        return f"{self.entrant.name} {how(self.end.result())} {when}.{self.said()}"

    def last_words(self) -> str:
        """Its last lines, harmless and without secrets."""
        return self.output.last_words()

    def said(self) -> str:
        """Its last words, to be put behind a sentence."""
        words = self.last_words()
        return f" It wrote at last:\n{words}" if words else " It wrote nothing."


@contextlib.asynccontextmanager
async def program(
    entrant: Entrant, server: str, seats: int, seed: int, folder: Folder | None
) -> AsyncIterator[Program]:
    """Start a bot, and end it on leaving. It finds ``server`` through a relay that listens.

    Raises :class:`NotStartedError`.
    """
    async with contextlib.AsyncExitStack() as stack:
        log = stack.enter_context(folder.log(entrant.name)) if folder else None
        state = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        own_cases = Path(state) / "cases"  # a bot is not told where the logs lie
        if folder:
            stack.callback(folder.take_cases, own_cases)
        known = {key := secrets.token_bytes(_KEY_BYTES)}
        output = Output(log, known)
        watched = Watched(known, logging=folder is not None, spoken=output.heard)
        cases = Cases(folder.cases) if folder else None

        def tap() -> Tap:
            return Tap(watched, _case_watch(cases, output, entrant.name, seed))

        relay = await stack.enter_async_context(Relay(server, tap))
        env = told(entrant, relay.address, key, seats, seed, Path(state))
        env[environment.CASES] = str(own_cases) if folder else "0"
        stack.push_async_callback(watched.settle)
        stack.push_async_callback(output.close)
        started = child_process(entrant.command, env, subprocess.STDOUT)
        child = await stack.enter_async_context(started)
        assert child.process.stdout is not None  # noqa: S101  # it is a pipe
        output.follow(child.process.stdout)
        end = asyncio.create_task(_ended(child, output))
        try:
            yield Program(entrant, watched, output, end)
        finally:
            end.cancel()
            for one in watched.taps:
                one.forget()
            with contextlib.suppress(ProcessLookupError):
                child.process.terminate()  # not every bot knows that its input has ended


async def _ended(child: Child, output: Output) -> int | None:
    """Wait for the end of a process and for what it said last."""
    await child.exited.wait()
    await output.heard()
    return child.process.returncode


def _case_watch(cases: Cases | None, output: Output, name: str, seed: int) -> CaseWatch | None:
    if cases is None:
        return None
    return CaseWatch(cases, name=name, seed=seed, last_words=output.end, told=output.line)


def told(
    entrant: Entrant, server: str, key: bytes, seats: int, seed: int, state: Path
) -> dict[str, str]:
    """The environment of a bot, as the starter kits understand it, without what is for others.

    ``state`` is the folder where it may keep what it likes.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    return kept | {
        environment.SERVER: server,
        environment.INSECURE: "1",
        environment.NAME: entrant.name,
        environment.KEY: key.hex(),
        environment.SEATS: str(seats),
        environment.SEED: str(seed),
        environment.END_WITH_STDIN: "1",
        environment.STATE: str(state),
    }
