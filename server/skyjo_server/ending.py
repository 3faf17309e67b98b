"""What ends a server from outside: signals, and the end of its standard input."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Final

from skyjo_server.server import Server

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_STANDARD_INPUT: Final = 0
_CHUNK: Final = 4096
_SIGNALLED: Final = 128
"""Added to a signal's number this is the status of a program that ended by it."""


def end_with_signals(server: Server) -> None:
    """Drain at the first signal; each one after that cuts short what is waited for.

    A server that is stopping already ends without a word: what was acknowledged is kept.
    """
    loop = asyncio.get_running_loop()

    def signalled(number: int, _: FrameType | None) -> None:
        if server.stopping:
            os._exit(_SIGNALLED + number)
        loop.call_soon_threadsafe(server.end, signal.Signals(number).name)

    for name in SIGNALS:
        signal.signal(name, signalled)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signalled)  # ignored under nohup


def end_with_stdin(server: Server) -> None:
    """Drain when standard input closes, as it does when the parent dies, however it dies."""
    loop = asyncio.get_running_loop()
    cause = "standard input closed"
    ended = (lambda: loop.call_soon_threadsafe(server.end, cause),)
    threading.Thread(target=_wait_for_end_of_stdin, args=ended, daemon=True).start()


def _wait_for_end_of_stdin(ended: Callable[[], object]) -> None:
    with suppress(OSError):  # there is none
        # Not through sys.stdin: its lock, held by this thread, would stop the interpreter's end.
        while os.read(_STANDARD_INPUT, _CHUNK):
            pass
    with suppress(RuntimeError):  # the server has ended by itself
        ended()
