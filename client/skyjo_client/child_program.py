"""A program that this one starts and talks to, and that ends with it, however that ends."""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final

from skyjo_client.child_process import Child, child_process, how
from skyjo_client.environment import KEY, OPERATOR_KEY, SECRETS, TOKEN
from skyjo_client.spellings import MARGIN, blotted, blotted_end

_LAST_WORDS: Final = 4096
_CHUNK: Final = 4096
_END_SECONDS: Final = 2.0


class ChildProgram:
    """A running program with pipes; what it says on standard error goes through."""

    def __init__(self, child: Child, secrets: frozenset[bytes]) -> None:
        """Made by :func:`child_program`. What it says is kept without ``secrets``."""
        self._secrets = secrets
        process = child.process
        assert process.stdin and process.stdout and process.stderr  # noqa: S101, PT018  # pipes
        self._child = child
        self.stdin = process.stdin
        self.stdout = process.stdout
        self._said = bytearray()
        self._listening = asyncio.create_task(self._listen(process.stderr))
        self._hanging_up = asyncio.create_task(self._hang_up())

    async def _listen(self, errors: asyncio.StreamReader) -> None:
        while chunk := await errors.read(_CHUNK):
            self._said = (self._said + chunk)[-_LAST_WORDS - MARGIN :]
            sys.stderr.buffer.write(chunk)
            sys.stderr.buffer.flush()

    def last_words(self) -> str:
        """The end of what it said on standard error, at most 4 KiB, without secrets."""
        return blotted_end(bytes(self._said), self._secrets, _LAST_WORDS)

    def clean(self, line: bytes) -> str:
        """What it said, without secrets."""
        return blotted(line.decode(errors="replace"), self._secrets)

    async def ending(self) -> str:
        """How it ended, in a few words, once it has nothing more to say on standard output."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await self._child.exited.wait()
                await asyncio.shield(self._listening)
        if self._child.exited.is_set():
            return how(self._child.process.returncode)
        return "closed its standard output"

    async def _hang_up(self) -> None:
        """End standard output with it, even where something that it started holds that open."""
        await self._child.exited.wait()
        await asyncio.sleep(_END_SECONDS)  # all that it has said is read by then
        self._child.hang_up()

    async def heard(self) -> None:
        """Hear the last of what it says, once it has ended."""
        await asyncio.wait({self._listening}, timeout=_END_SECONDS)
        self._hanging_up.cancel()
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
        told = dict(extra or {})
        started = child_process(command, kept | told, subprocess.PIPE)
        known = _secrets(os.environ) | _secrets(told)
        program = ChildProgram(await stack.enter_async_context(started), known)
        try:
            yield program
        finally:
            await stack.aclose()
            await program.heard()


def _secrets(env: Mapping[str, str]) -> frozenset[bytes]:
    """Those that an environment tells."""
    with contextlib.suppress(ValueError):  # whoever uses it says so
        return frozenset(bytes.fromhex(env.get(name, "")) for name in (KEY, TOKEN, OPERATOR_KEY))
    return frozenset()
