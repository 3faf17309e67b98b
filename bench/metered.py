"""Runs a module as a program and tells its parent, on request, how much CPU time it has used.

``python -m bench.metered MODULE ARGUMENTS...`` with the port to report to in the environment. The
program itself knows nothing of it. Only the standard library is used, so it works on any system.
"""

import os
import runpy
import socket
import sys
import threading
import time
from typing import Final

PORT: Final = "BENCH_METER_PORT"
"""Environment variable with the port of the parent on loopback."""


def _report(port: int) -> None:
    """Answer every line with the user and system time of this process so far, in seconds."""
    with socket.create_connection(("127.0.0.1", port)) as parent, parent.makefile("rw") as lines:
        for _ in lines:
            lines.write(f"{time.process_time()}\n")
            lines.flush()


if __name__ == "__main__":
    threading.Thread(target=_report, args=(int(os.environ.pop(PORT)),), daemon=True).start()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
