"""A full screen that is ended from outside: by the system, or as its terminal is closed."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Final

_SIGNALLED: Final = 128
"""What shells add to the number of a signal for the exit code of what it ended."""


@contextlib.contextmanager
def ended_by_signals(end: Callable[[], None]) -> Iterator[None]:
    """Call ``end`` when a signal asks the program to end meanwhile, and end it behind that.

    So the terminal is put back as it was. What is ignored, as under nohup, stays so. Raises
    SystemExit after a signal, with the exit code that shells give for it.
    """
    came: list[signal.Signals] = []

    def note(number: signal.Signals) -> None:
        came.append(number)
        end()

    loop = asyncio.get_running_loop()
    numbers = [one for one in _signals() if signal.getsignal(one) is not signal.SIG_IGN]
    for number in numbers:
        loop.add_signal_handler(number, note, number)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
    if came:
        raise SystemExit(_SIGNALLED + came[0])


def _signals() -> tuple[signal.Signals, ...]:
    """None on Windows, which sends none."""
    return () if sys.platform == "win32" else (signal.SIGTERM, signal.SIGHUP)
