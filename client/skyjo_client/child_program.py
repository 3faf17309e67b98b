"""A program that this one starts and talks to, and that ends with it, however that ends."""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

from skyjo_client import guard
from skyjo_client.environment import SECRETS
from skyjo_client.errors import ClientError

LINE_BYTES: Final = 64 * 1024
"""The longest line that is read from a program."""
_LAST_WORDS: Final = 4096
_CHUNK: Final = 4096
_END_SECONDS: Final = 2.0


class NotStartedError(ClientError):
    """A command cannot be started."""

    def __init__(self, command: str, error: OSError) -> None:
        """Keep the command's first word."""
        super().__init__(f"{command} cannot be started: {error.strerror or error}")
        self.command = command


class ChildProgram:
    """A running program with pipes; what it says on standard error goes through."""

    def __init__(
        self, process: asyncio.subprocess.Process, guarding: asyncio.subprocess.Process
    ) -> None:
        """Made by :func:`child_program`."""
        assert process.stdin and process.stdout and process.stderr  # noqa: S101, PT018  # pipes
        self._process = process
        self._guarding = guarding
        self.stdin = process.stdin
        self.stdout = process.stdout
        self._said = bytearray()
        self._listening = asyncio.create_task(self._listen(process.stderr))

    async def _listen(self, errors: asyncio.StreamReader) -> None:
        while chunk := await errors.read(_CHUNK):
            self._said = (self._said + chunk)[-_LAST_WORDS:]
            sys.stderr.buffer.write(chunk)
            sys.stderr.buffer.flush()

    def last_words(self) -> str:
        """The end of what it said on standard error, at most 4 KiB."""
        return self._said.decode(errors="replace")

    async def ending(self) -> str:
        """How it ended, in a few words, once it has nothing more to say on standard output."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await self._process.wait()
                await self._listening
        match self._process.returncode:
            case None:
                return "closed its standard output"
            case status if status < 0:
                return f"was ended by signal {-status}"
            case status:
                return f"ended with exit status {status}"

    async def end(self) -> None:
        """Close its standard input and wait a little; then end it, and all that it started."""
        self.stdin.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await self._process.wait()
        guard.end_group(self._guarding.pid, self._process.pid)
        await self._process.wait()
        await asyncio.wait({self._listening}, timeout=_END_SECONDS)
        self._listening.cancel()  # where something that it started got away and holds the pipe


@contextlib.asynccontextmanager
async def child_program(
    command: Sequence[str], extra: Mapping[str, str] | None = None
) -> AsyncIterator[ChildProgram]:
    """Start a command, without this program's secrets and with ``extra`` in its environment.

    It is ended on leaving. Raises :class:`NotStartedError`.
    """
    kept = {name: value for name, value in os.environ.items() if name not in SECRETS}
    async with _guard() as guarding:
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                limit=LINE_BYTES,
                env=kept | dict(extra or {}),
                **_group(guarding.pid),
            )
        except OSError as error:
            raise NotStartedError(command[0], error) from None
        assert guarding.stdin is not None  # noqa: S101  # a pipe
        guarding.stdin.write(b"%d\n" % process.pid)
        child = ChildProgram(process, guarding)
        try:
            yield child
        finally:
            await child.end()


@contextlib.asynccontextmanager
async def _guard() -> AsyncIterator[asyncio.subprocess.Process]:
    """Let another process end the programs of its group, should this one die."""
    watcher = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-S", guard.__file__),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **_group(0),
    )
    try:
        yield watcher
    finally:
        with contextlib.suppress(ProcessLookupError):
            watcher.kill()
        await watcher.wait()


def _group(leader: int) -> dict[str, Any]:
    """Apart from this program, which an interrupt from the terminal is for; 0: a new group."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"process_group": leader}
