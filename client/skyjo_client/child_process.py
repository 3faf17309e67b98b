"""A process that ends with this program, however that ends, and all of its process group, too.

On Windows that is all that it has started. Elsewhere a program that leaves the group gets away.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from asyncio.subprocess import Process, SubprocessStreamProtocol
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from skyjo_client import guard
from skyjo_client.errors import ClientError

LINE_BYTES: Final = 64 * 1024
"""The longest line that is read from a program."""
_END_SECONDS: Final = 2.0
_Started = TypeVar("_Started")


class NotStartedError(ClientError):
    """A command cannot be started."""

    def __init__(self, command: str, error: OSError) -> None:
        """Keep the command's first word."""
        super().__init__(f"{command} cannot be started: {error.strerror or error}")
        self.command = command


@dataclass(frozen=True, slots=True)
class Child:
    """A running process. ``exited`` is set as soon as it has ended.

    ``process.wait()`` also waits for whatever else holds its pipes. ``group`` is the number of the
    process group of all that it starts, where there are such.
    """

    process: Process
    exited: asyncio.Event
    group: int
    transport: asyncio.SubprocessTransport

    def hang_up(self) -> None:
        """Read no more of its standard output."""
        if (pipe := self.transport.get_pipe_transport(1)) is not None:
            pipe.close()

    def send(self, number: signal.Signals) -> None:
        """Send a signal to it and to all that it has started."""
        with contextlib.suppress(ProcessLookupError):
            if sys.platform == "win32":
                self.process.send_signal(number)
            else:
                os.killpg(self.group, number)

    def kill(self) -> None:
        """End it, and all that it has started, at once."""
        guard.end_group(self.group, self.process.pid)


class _Watched(SubprocessStreamProtocol):
    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(LINE_BYTES, loop)
        self.exited = asyncio.Event()

    def process_exited(self) -> None:
        super().process_exited()
        self.exited.set()


@contextlib.asynccontextmanager
async def child_process(
    command: Sequence[str], env: Mapping[str, str], errors: int
) -> AsyncIterator[Child]:
    """Start a command with pipes; ``errors`` is what subprocess takes for standard error.

    On leaving its standard input is closed; two seconds later it is ended with all that it started.
    Raises :class:`NotStartedError`.
    """
    async with _guard() as guarding:
        try:
            (transport, protocol), cancelled = await _whole(
                asyncio.get_running_loop().subprocess_exec(
                    _Watched,
                    *command,
                    stdout=subprocess.PIPE,
                    stdin=subprocess.PIPE,
                    stderr=errors,
                    env=env,
                    **_group(guarding.pid),
                )
            )
        except OSError as error:
            raise NotStartedError(command[0], error) from None
        process = Process(transport, protocol, asyncio.get_running_loop())
        child = Child(process, protocol.exited, guarding.pid, transport)
        assert guarding.stdin is not None  # noqa: S101  # a pipe
        guarding.stdin.write(b"%d\n" % child.process.pid)
        try:
            if cancelled:
                raise asyncio.CancelledError
            yield child
        finally:
            await _end(child)
            transport.close()


def how(status: int | None) -> str:
    """How a process ended, by its status, in a few words."""
    if status is not None and status < 0:
        return f"was ended by signal {-status}"
    return f"ended with exit status {status}"


async def _end(child: Child) -> None:
    """Close its standard input and wait a little; then end it, and all that it started."""
    assert child.process.stdin is not None  # noqa: S101  # a pipe
    child.process.stdin.close()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_END_SECONDS):
            await child.exited.wait()
    child.kill()
    await child.exited.wait()


@contextlib.asynccontextmanager
async def _guard() -> AsyncIterator[Process]:
    """Let another process end the programs of its group, should this one die."""
    watcher, cancelled = await _whole(
        asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-S", guard.__file__),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **_group(0),
        )
    )
    try:
        if cancelled:
            raise asyncio.CancelledError
        yield watcher
    finally:
        if sys.platform == "win32":
            with contextlib.suppress(ProcessLookupError):
                watcher.kill()
        else:  # kill() could reap one that is dead already under the loop, which then warns of it
            assert watcher.stdin is not None  # noqa: S101  # a pipe
            watcher.stdin.close()
        await watcher.wait()


async def _whole(start: Coroutine[Any, Any, _Started]) -> tuple[_Started, bool]:
    """Start a process to the end; and whether that was cancelled meanwhile.

    A start that asyncio breaks off midway may wait for pipes that the children hold open, for ever.
    """
    starting = asyncio.create_task(start)
    try:
        return await asyncio.shield(starting), False
    except asyncio.CancelledError:
        return await starting, True


def _group(leader: int) -> dict[str, Any]:
    """Apart from this program, which an interrupt from the terminal is for; 0: a new group."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"process_group": leader}
