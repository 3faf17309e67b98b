"""Runs a module as a program and tells its parent, on request, what CPU and memory it uses.

``python -m bench.metered MODULE ARGUMENTS...`` with the port to report to in the environment. The
program itself knows nothing of it. Only the standard library is used, so it works on any system.
"""

import mmap
import os
import runpy
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Final

PORT: Final = "BENCH_METER_PORT"
"""Environment variable with the port of the parent on loopback."""
_MEMORY: Final = Path("/proc/self/statm")
"""Where Linux tells the pages of this process; other systems need a library for it."""


def _report(port: int) -> None:
    """Answer every line with the seconds of CPU so far and the bytes of memory now (0: unknown)."""
    with socket.create_connection(("127.0.0.1", port)) as parent, parent.makefile("rw") as lines:
        for _ in lines:
            lines.write(f"{time.process_time()} {_memory()}\n")
            lines.flush()


def _memory() -> int:
    return int(_MEMORY.read_text().split()[1]) * mmap.PAGESIZE if _MEMORY.exists() else 0


if __name__ == "__main__":
    threading.Thread(target=_report, args=(int(os.environ.pop(PORT)),), daemon=True).start()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
