"""A folder that is deleted when nobody uses it any more, however those end that did.

Run as a program of its own it waits until its standard input ends, which the system sees to when
the last process that holds the other side is gone, and then deletes the folder that it is given.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_CHUNK: Final = 4096


@dataclass(frozen=True, slots=True)
class SweptFolder:
    """``path`` is the folder, ``used`` the file that says by being open that it is used."""

    path: Path
    used: int

    def shared(self) -> dict[str, Any]:
        """How a program that uses it, too, is started; on Windows it does not hold the folder."""
        return {} if sys.platform == "win32" else {"pass_fds": (self.used,)}


@contextlib.contextmanager
def swept_folder() -> Iterator[SweptFolder]:
    """Make a folder; it is deleted at the end, also where this program is killed."""
    path = Path(tempfile.mkdtemp(prefix="skyjo-"))
    sweeper = subprocess.Popen(
        (sys.executable, "-I", "-S", __file__, str(path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert sweeper.stdin is not None  # noqa: S101  # it is a pipe
    try:
        yield SweptFolder(path, sweeper.stdin.fileno())
    finally:
        sweeper.communicate()


def _sweep(path: str) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, _CHUNK):
        pass
    shutil.rmtree(path, ignore_errors=True)


if __name__ == "__main__":
    _sweep(sys.argv[1])
