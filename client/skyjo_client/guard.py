"""Ends programs, and all that they started, when whoever started them is gone.

Run as a program of its own, before those that it is to end: it waits until its standard input ends,
which the system sees to however the other side dies. The programs belong to its process group, and
what asks that group to end, SIGINT and SIGTERM, does not end the guard. On Windows, which has no
groups, their identifiers come in its input, one a line.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Final

_CHUNK: Final = 4096


def end_group(leader: int, pid: int) -> None:
    """End a process and all that it started, and the guard that leads its group, at once."""
    if sys.platform == "win32":
        _end_tree(str(pid))
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)


def _end_tree(pid: str) -> None:
    command = ["taskkill", "/T", "/F", "/PID", pid]  # of every Windows
    subprocess.run(command, capture_output=True, check=False)


def _watch() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    said = b""
    while chunk := os.read(0, _CHUNK):
        said += chunk
    if sys.platform == "win32":
        for pid in said.split():
            _end_tree(pid.decode())
    else:
        os.killpg(0, signal.SIGKILL)  # its own group, itself included


if __name__ == "__main__":
    _watch()
