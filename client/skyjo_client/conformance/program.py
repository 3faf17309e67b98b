"""The bot as a program: its environment, what it writes and how it ends."""

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from skyjo_client import environment
from skyjo_client.conformance.spellings import masked
from skyjo_client.errors import ClientError

_LAST_LINES: Final = 12
_LAST_BYTES: Final = 4_000
_GROUPS: Final = hasattr(os, "killpg")
"""Whether a program's own children can be reached, too: many bots are started by a script."""


class CommandError(ClientError):
    """The command cannot be started."""


class Program:
    """A bot that runs. ``status`` is its exit status, None as long as it lives."""

    def __init__(self, process: asyncio.subprocess.Process, written: Path) -> None:
        """Made by :func:`start`."""
        self._process = process
        self._written = written

    @property
    def status(self) -> int | None:
        """The exit status; below 0 the signal that ended it."""
        return self._process.returncode

    def output(self) -> bytes:
        """All that it has written to standard output and error."""
        return self._written.read_bytes()

    def last_lines(self, secrets: Iterable[bytes]) -> str:
        """The end of that, without ``secrets``."""
        written = masked(secrets, self.output()[-2 * _LAST_BYTES :])
        text = written[-_LAST_BYTES:].decode(errors="replace")
        return "\n".join(text.splitlines()[-_LAST_LINES:])

    def ask_to_end(self, number: signal.Signals) -> None:
        """Send it and its children a signal."""
        self._signal(number, lambda: self._process.send_signal(number))

    async def end(self) -> None:
        """End it by force."""
        kill = signal.SIGKILL if _GROUPS else signal.SIGTERM
        self._signal(kill, self._process.kill)
        await self._process.wait()

    async def ends(self, within: float) -> bool:
        """Whether it ends by itself ``within`` so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._process.wait()
        return self.status is not None

    async def tell(self, ended: Callable[[], None]) -> None:
        """Call ``ended`` when it has ended."""
        await self._process.wait()
        ended()

    def _signal(self, number: int, alone: Callable[[], None]) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if _GROUPS:
                os.killpg(self._process.pid, number)
            elif self.status is None:
                alone()


async def start(command: Sequence[str], variables: Mapping[str, str], written: Path) -> Program:
    """Start a bot with these SKYJO_ variables and no others; what it writes goes to a file.

    What it keeps between its runs lies beside that file, and cases are not the bot's to keep.
    Raises :class:`CommandError`.
    """
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("SKYJO_")}
    own = {environment.STATE: str(written.with_name("state")), environment.CASES: "0"}
    try:
        with written.open("ab") as output:
            process = await asyncio.create_subprocess_exec(
                *command,
                env={**inherited, **own, **variables},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(f"the command {command[0]!r} cannot be started: {why}") from None
    return Program(process, written)


def ending(status: int | None) -> str:
    """How a program ended, in words.

    >>> ending(3), ending(-9)
    ('ended with exit status 3', 'was ended by signal 9')
    """
    if status is not None and status < 0:
        return f"was ended by signal {-status}"
    return f"ended with exit status {status}"
