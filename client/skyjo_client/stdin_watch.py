"""The end of a program whose parent is gone, or that is asked to end.

A parent holds the writing end of the pipe that is its child's standard input. However the parent
dies, the system closes that end, on every platform; the child then reads the end of its input.
"""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Final

_GRACE_SECONDS: Final = 2.0
_CHUNK: Final = 4096
_STANDARD_INPUT: Final = 0


def end_with_stdin(stop: Callable[[], object]) -> None:
    """Call ``stop`` from another thread when standard input ends; soon after, end regardless."""
    threading.Thread(target=_watch, args=(stop,), name="skyjo stdin", daemon=True).start()


def end_when_asked() -> None:
    """Let SIGTERM end the program at once, whatever it does, and not as a failure."""
    with contextlib.suppress(ValueError):  # in the main thread alone
        if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
            signal.signal(signal.SIGTERM, lambda *_: os._exit(0))


def _watch(stop: Callable[[], object]) -> None:
    while _read():
        pass
    try:
        stop()
    finally:
        time.sleep(_GRACE_SECONDS)
        os._exit(0)


def _read() -> bytes:
    try:
        # Not through sys.stdin: its lock, held by this thread, would block the interpreter's end.
        return os.read(_STANDARD_INPUT, _CHUNK)
    except OSError:
        return b""
