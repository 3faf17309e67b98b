"""A bot's program that waits for work, is killed and started again."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]
_FILE: Final = Path(__file__).with_name("asking_bot.py")


class BotProgram:
    """The program of ``asking_bot.py``, under the name ``name`` with a key of its own."""

    name: Final = "asked"

    def __init__(self, server: str, seats: int) -> None:
        """Let it play so many seats at once at ``server``."""
        command = ("-m", "skyjo_client", "bot", str(_FILE), "--server", server)
        self._command = (sys.executable, *command, "--name", self.name, "--seats", str(seats))
        self._environment = {**os.environ, "SKYJO_KEY": os.urandom(32).hex()}
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it. Soon it waits for work and takes up the seats that it has."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=_ROOT,
            env=self._environment,
        )

    @property
    def runs(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    async def kill(self) -> None:
        """Kill it, if it runs, without a chance to tidy up."""
        if self._process and self.runs:
            self._process.kill()
            await self._process.wait()

    async def asked(self) -> int:
        """The number of the decision that it is asked next; it waits until :meth:`go_on`."""
        assert self._process
        assert self._process.stdout
        return int(await self._process.stdout.readline())

    def go_on(self) -> None:
        """Let it answer."""
        assert self._process
        assert self._process.stdin
        self._process.stdin.write(b"\n")
