"""The surroundings of a command: its output, its arguments, its event loop, on every system."""

import contextlib
import io
import os
import signal
import sys
from collections.abc import Coroutine, Iterator
from typing import Any, Final, TypeVar

from skyjo_client.echo import shown

_Result = TypeVar("_Result")
_SIGNALLED: Final = 128


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


class EndedError(Exception):
    """A command was asked to end; ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        """Keep the number."""
        super().__init__(number)
        self.number = number

    @property
    def status(self) -> int:
        """The exit status, as shells have it."""
        return _SIGNALLED + self.number


async def terminable(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Do a command's work; a signal cancels it, so that it ends what it has started.

    That is SIGTERM, or SIGHUP where it is not ignored: the terminal was closed. Raises
    :class:`EndedError` then.
    """
    import asyncio

    task, ended = asyncio.current_task(), list[int]()
    assert task is not None  # noqa: S101  # a coroutine runs in one

    def end(number: int) -> None:
        ended.append(number)
        task.cancel()

    if sys.platform != "win32":  # which sends none
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                asyncio.get_running_loop().add_signal_handler(number, end, number)
    try:
        return await work
    except asyncio.CancelledError:
        if ended:
            raise EndedError(ended[0]) from None
        raise
