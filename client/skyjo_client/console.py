"""The surroundings of a command: its output, its arguments, its event loop, on every system."""

import contextlib
import io
import os
import signal
import sys
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar

from skyjo_client.echo import shown

_Result = TypeVar("_Result")


def make_output_safe() -> None:
    """Let characters that the output cannot encode appear as codes instead of ending the program.

    Lines appear at once, also in pipes.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace", line_buffering=True)


def is_interactive() -> bool:
    """Whether a person can read and type here."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())


def has_screen() -> bool:
    """Whether the terminal can show more than lines; the full screen is written to its errors."""
    if not (sys.stderr and sys.stderr.isatty()):
        return False
    return os.name == "nt" or os.environ.get("TERM", "") not in ("", "dumb", "unknown")


async def one_line() -> str:
    """Wait for one line of whoever sits here, where nothing else reads what is typed.

    It is "" where the input ends or Ctrl-C is pressed.
    """
    with interruptible(), contextlib.suppress(KeyboardInterrupt):
        return sys.stdin.readline()
    return ""


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C interrupt whoever waits for input here, and what is typed be seen.

    An event loop would only note an interrupt.
    """
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with shown():
            yield
    finally:
        signal.signal(signal.SIGINT, handler)


def readable(text: str) -> str:
    """Return an argument or a variable as valid text, whatever the locale took its bytes for."""
    return os.fsencode(text).decode("utf-8", "replace")


def run(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Do a command's work, with an event loop that is loaded only now."""
    try:
        import asyncio

        return asyncio.run(work)
    finally:
        work.close()  # it was never begun when the import was interrupted


async def terminable(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Do a command's work and let SIGTERM cancel it, so that it ends what it has started."""
    import asyncio

    task = asyncio.current_task()
    assert task is not None  # noqa: S101  # a coroutine runs in one
    with contextlib.suppress(NotImplementedError):  # Windows, which sends none
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await work
