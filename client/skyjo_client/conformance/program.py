"""The bot as a program: its environment, what it writes and how it ends."""

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

from skyjo_client import environment
from skyjo_client.child_process import Child, child_process
from skyjo_client.last_words import excerpt
from skyjo_client.program_output import Output
from skyjo_client.spellings import Search


class Program:
    """A bot that runs. ``writes`` knows whether it has written a secret."""

    def __init__(
        self, child: Child, output: Output, writes: Search, stack: contextlib.AsyncExitStack
    ) -> None:
        """Made by :func:`start`."""
        self._child = child
        self._output = output
        self._stack = stack
        self._end = asyncio.create_task(self._ended())
        self.writes = writes

    @property
    def status(self) -> int | None:
        """The exit status, once its last words are read; below 0 the signal that ended it."""
        return self._child.process.returncode if self._end.done() else None

    def last_lines(self) -> str:
        """The end of what it has written to standard output and error, without secrets."""
        return "\n".join(excerpt(self._output.end()))

    def ask_to_end(self, number: signal.Signals) -> None:
        """Send it and its children a signal."""
        self._child.send(number)

    async def end(self) -> None:
        """End it by force."""
        self._child.kill()
        await self._end
        await self._stack.aclose()

    async def ends(self, within: float) -> bool:
        """Whether it ends by itself ``within`` so many seconds."""
        await asyncio.wait({self._end}, timeout=within)
        return self._end.done()

    async def tell(self, ended: Callable[[], None]) -> None:
        """Call ``ended`` when it has ended."""
        await self._end
        ended()

    async def _ended(self) -> None:
        await self._child.exited.wait()
        await self._output.close()


async def start(
    command: Sequence[str], variables: Mapping[str, str], secrets: AbstractSet[bytes], folder: Path
) -> Program:
    """Start a bot with these SKYJO_ variables and no others.

    ``secrets``, which may become more, are what it must not write. What it keeps between its runs
    lies in ``folder``, and cases are not the bot's to keep. Raises :class:`NotStartedError`.
    """
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("SKYJO_")}
    own = {environment.STATE: str(folder / "state"), environment.CASES: "0"}
    writes = Search(secrets)
    output = Output(writes, secrets)
    stack = contextlib.AsyncExitStack()
    started = child_process(command, {**inherited, **own, **variables}, subprocess.STDOUT)
    child = await stack.enter_async_context(started)
    assert child.process.stdout is not None  # noqa: S101  # it is a pipe
    output.follow(child.process.stdout)
    return Program(child, output, writes, stack)
