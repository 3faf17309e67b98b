"""A server of one's own, for as long as this program lives."""

import asyncio
import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO, Final

from skyjo_client.errors import ServerFailedError
from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _
from skyjo_client.present.reasons import reason
from skyjo_client.printed import show
from skyjo_client.trust import own_server

_START_SECONDS: Final = 20.0
_END_SECONDS: Final = 5.0
_LAST_WORDS: Final = 2_000


@contextlib.asynccontextmanager
async def private_server(*arguments: str, data: Path | None = None) -> AsyncIterator[str]:
    """Start ``python -m skyjo_server --private``; give its address, end it on leaving.

    Finished games are kept in the folder ``data``. Where it cannot be used that is said, and the
    server keeps them as long as it lives, as it does without a folder.

    The server ends when its standard input does. Only this process holds the other end, which
    later children do not inherit, so the server ends however this process dies. Raises
    :class:`ServerFailedError` when it does not start.
    """
    with tempfile.TemporaryFile() as errors:
        server = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "skyjo_server",
            "--private",
            *arguments,
            *_keeping(data),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            # An interrupt from the terminal is for this program, which then ends the server.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        try:
            address = await _address(server, errors)
            with own_server(address):
                yield address
        finally:
            await _end(server)


def _keeping(data: Path | None) -> tuple[str, ...]:
    """What tells the server to keep games in the folder, if they can be kept there."""
    if data is None:
        return ()
    try:
        data.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=data):
            pass
    except OSError as error:
        text = _("skyjo: No finished games are kept, because {folder} cannot be used: {reason}.")
        show(text.format(folder=escape(str(data)), reason=reason(error)), err=True)
        return ()
    return "--data", str(data)


async def _address(server: asyncio.subprocess.Process, errors: IO[bytes]) -> str:
    assert server.stdout is not None  # noqa: S101  # it is a pipe
    try:
        async with asyncio.timeout(_START_SECONDS):
            line = await server.stdout.readline()
        return str(json.loads(line)["address"])
    except (TimeoutError, ValueError, KeyError, TypeError):
        raise ServerFailedError(last_words(errors)) from None


def last_words(errors: IO[bytes]) -> str:
    """The end of what a server said in its log."""
    size = errors.seek(0, 2)
    errors.seek(max(0, size - _LAST_WORDS))
    return errors.read().decode(errors="replace").strip()


async def _end(server: asyncio.subprocess.Process) -> None:
    """Close its input and wait; end it by force if it does not."""
    if server.stdin is not None:
        server.stdin.close()
    try:
        async with asyncio.timeout(_END_SECONDS):
            await server.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            server.kill()
        await server.wait()
