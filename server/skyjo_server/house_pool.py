"""Programs that play the house bots: started when seats want them, ended with the server.

A house bot is a client like any other, on an address of this machine alone. Its program gets the
address and the house key through its environment and an open pipe as standard input: when the
server is gone, however it went, the pipe closes and the program ends.
"""

import asyncio
import logging
import os
import sys
from typing import Final

from skyjo_server.settings import OPERATOR_KEY, OPERATOR_KEY_FILE
from skyjo_server.workforce import Workforce

_LOG: Final = logging.getLogger(__name__)
_NOT_PASSED: Final = frozenset(
    {OPERATOR_KEY, OPERATOR_KEY_FILE}
    | {f"SKYJO_{name}" for name in ("CODE", "NAME", "SEATS", "SEED", "TOKEN")}
)
"""What this server was told that is no business of its bots."""
RETRY_SECONDS: Final = 1.0
"""Pause before a program that ended by itself is started again."""


class HousePool:
    """Starts one program a house level, as soon as that level has a seat to play.

    ``restarts`` counts the programs that ended by themselves.
    """

    def __init__(self, workforce: Workforce, address: str, house_key: bytes) -> None:
        """Serve ``workforce`` on the server at ``address``."""
        self._workforce = workforce
        passed = {name: value for name, value in os.environ.items() if name not in _NOT_PASSED}
        self._environment = {
            **passed,
            "SKYJO_SERVER": address,
            "SKYJO_INSECURE": "1",
            "SKYJO_KEY": house_key.hex(),
            "SKYJO_END_WITH_STDIN": "1",
        }
        self.restarts = 0
        self._retired = False
        self._running: dict[str, asyncio.Task[None]] = {}

    def fill(self) -> None:
        """Start what is missing."""
        for level in self._workforce.idle_levels():
            if level not in self._running and not self._retired:
                self._running[level] = asyncio.create_task(self._run(level))

    async def _run(self, level: str) -> None:
        """Run the program of a level, again and again while it has seats to play."""
        try:
            await self._run_once(level)
        except OSError as error:
            _LOG.warning("the %s bots could not be started: %s", level, error)
        await asyncio.sleep(RETRY_SECONDS)
        del self._running[level]
        self.fill()

    async def _run_once(self, level: str) -> None:
        program = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "skyjo_client", "bot", "--house", level),
            env=self._environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        assert program.stderr is not None  # noqa: S101  # started with a pipe
        try:
            status, _ = await asyncio.gather(program.wait(), _relay(level, program.stderr))
        except asyncio.CancelledError:
            await _end(program)
            raise
        if self._retired:
            return
        self.restarts += 1
        _LOG.warning("the %s bots ended with status %d and are started again", level, status)

    def retire(self) -> None:
        """Miss no program that ends from now on: they are about to be told goodbye."""
        self._retired = True

    async def close(self) -> None:
        """End every program."""
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)


async def _relay(level: str, lines: asyncio.StreamReader) -> None:
    """Put what a program says into the log, which may have to be JSON on every line."""
    async for line in lines:
        said = line.decode(errors="replace").rstrip()
        _LOG.info("the %s bots: %s", level, said, extra={"bots": level})


async def _end(program: asyncio.subprocess.Process) -> None:
    """Close the program's standard input and see it end; kill it if it does not."""
    assert program.stdin is not None  # noqa: S101  # started with a pipe
    program.stdin.close()
    try:
        await asyncio.wait_for(program.wait(), timeout=2)
    except TimeoutError:
        program.kill()
        await program.wait()
