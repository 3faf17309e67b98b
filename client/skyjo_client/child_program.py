"""A program that this one starts and talks to, and that ends with it, however that ends."""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final

from skyjo_client.child_process import Child, child_process, how
from skyjo_client.environment import SECRETS

_LAST_WORDS: Final = 4096
_CHUNK: Final = 4096
_END_SECONDS: Final = 2.0


class ChildProgram:
    """A running program with pipes; what it says on standard error goes through."""

    def __init__(self, child: Child) -> None:
        """Made by :func:`child_program`."""
        process = child.process
        assert process.stdin and process.stdout and process.stderr  # noqa: S101, PT018  # pipes
        self._child = child
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
                await self._child.exited.wait()
                await asyncio.shield(self._listening)
        if self._child.exited.is_set():
            return how(self._child.process.returncode)
        return "closed its standard output"

    async def heard(self) -> None:
        """Hear the last of what it says, once it has ended."""
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
    async with contextlib.AsyncExitStack() as stack:
        started = child_process(command, kept | dict(extra or {}), subprocess.PIPE)
        program = ChildProgram(await stack.enter_async_context(started))
        try:
            yield program
        finally:
            await stack.aclose()
            await program.heard()
