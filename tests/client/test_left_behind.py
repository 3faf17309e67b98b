"""Server and bots of ``skyjo play`` end with it, however it ends. Linux, for /proc and pidfds."""

import os
import select
import signal
import sys
import time
import uuid
from pathlib import Path

import pytest

from tests.client.programs import environment, start

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="reads the process table of Linux"),
]

_SECONDS = 30.0


def processes(marker: str) -> set[int]:
    """Every process that has inherited the marker in its environment."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if marker.encode() in (entry / "environ").read_bytes():
                    found.add(int(entry.name))
            except OSError:  # it is gone, or not ours
                continue
    return found


def wait_for_end(pids: dict[int, int]) -> None:
    """Wait until all processes of these pidfds have ended."""
    deadline = time.monotonic() + _SECONDS
    waiting = dict(pids)
    while waiting:
        ready, _, _ = select.select(waiting, [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"still running: {sorted(waiting.values())}"
        for descriptor in ready:
            os.close(descriptor)
            del waiting[descriptor]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_outlives_the_command(tmp_path: Path, how: signal.Signals) -> None:
    if sys.platform != "linux":
        return
    marker = uuid.uuid4().hex
    env = environment(tmp_path, MARKER=marker)
    with start(tmp_path, "play", "--json", env=env) as process:
        assert process.stdout
        next(line for line in process.stdout if '"decision"' in line)
        others = processes(marker) - {process.pid}
        assert len(others) >= 2, "a server and at least one bot"
        ends = {os.pidfd_open(pid): pid for pid in others}
        process.send_signal(how)
        process.wait(timeout=_SECONDS)
        wait_for_end(ends)
    assert processes(marker) == set()


def test_nothing_is_left_after_a_whole_game(tmp_path: Path) -> None:
    marker = uuid.uuid4().hex
    env = environment(tmp_path, MARKER=marker)
    with start(tmp_path, "play", "--demo", "--rounds", "1", "--seats", "2", env=env) as process:
        process.communicate(timeout=60)
        assert process.returncode == 0
    assert processes(marker) == set()


def test_when_the_private_server_dies_the_player_is_told(tmp_path: Path) -> None:
    marker = uuid.uuid4().hex
    env = environment(tmp_path, MARKER=marker)
    with start(tmp_path, "play", "--json", "--seats", "2", env=env) as process:
        assert process.stdout
        assert process.stderr
        next(line for line in process.stdout if '"decision"' in line)
        for pid in processes(marker) - {process.pid}:
            os.kill(pid, signal.SIGKILL)
        errors = process.stderr.read()
        assert process.wait(timeout=_SECONDS) == 1
    assert errors.splitlines()[-1] == (
        "skyjo: The private server has stopped, and the game with it."
    )
