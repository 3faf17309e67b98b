"""Nothing is left of ``skyjo check-bot`` and its bot, however it ends.

Linux, for /proc and pidfds.
"""

import os
import signal
import sys
import uuid
from pathlib import Path

import pytest

from skyjo_client.exit_codes import NOT_CONFORMING
from tests.client.programs import environment, start
from tests.client.test_left_behind import processes, wait_for_end

BOT = (sys.executable, str(Path(__file__).with_name("breakable_bot.py")))
SLEEPS = 'echo here > "$FIFO"; sleep 600 & sleep 600'
PLAYS = 'trap "echo here > $FIFO" TERM; "$@" & wait; wait'
FLOODS = (
    "import os, sys\n"
    "line = b'x' * 80_000 + b'\\n'\n"
    "for _ in range(20):\n"
    "    sys.stdout.buffer.write(line)\n"
    "open(os.environ['FIFO'], 'w').close()\n"
    "while True:\n"
    "    sys.stdout.buffer.write(line)\n"
)
LARGEST_KILOBYTES = 400_000

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="reads the process table of Linux"),
]


def told(folder: Path) -> tuple[str, dict[str, str]]:
    """A marker of all processes, and an environment with it, a pipe and a place for files."""
    marker, fifo, temporary = uuid.uuid4().hex, folder / "fifo", folder / "temporary"
    os.mkfifo(fifo)
    temporary.mkdir()
    more = {"MARKER": marker, "FIFO": str(fifo), "TMPDIR": str(temporary)}
    return marker, environment(folder, **more)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(
    "bot", [("sh", "-c", SLEEPS), (sys.executable, "-c", FLOODS)], ids=["sleeps", "floods"]
)
def test_no_bot_outlives_its_check(
    tmp_path: Path, how: signal.Signals, bot: tuple[str, ...]
) -> None:
    if sys.platform != "linux":
        return
    marker, env = told(tmp_path)
    with start(tmp_path, "check-bot", "--", *bot, env=env) as process:
        (tmp_path / "fifo").read_text("utf-8")
        others = processes(marker) - {process.pid}
        ends = {os.pidfd_open(pid): pid for pid in others}
        process.send_signal(how)
        process.communicate(timeout=30)
        wait_for_end(ends)
    assert processes(marker) == set()
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.parametrize(
    ("how", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_what_was_tried_is_shown_where_it_is_stopped(
    tmp_path: Path, how: signal.Signals, status: int
) -> None:
    _, env = told(tmp_path)
    rows = ("--only", "flip", "--only", "sigterm", "--only", "exit", "--patience", "60")
    bot = ("sh", "-c", PLAYS, "sh", *BOT, "ignores-sigterm")
    with start(tmp_path, "check-bot", *rows, "--", *bot, env=env) as process:
        (tmp_path / "fifo").read_text("utf-8")
        process.send_signal(how)
        said, errors = process.communicate(timeout=30)
    assert process.returncode == status
    assert errors == "skyjo: stopped\n"
    assert said.splitlines()[0].split()[:2] == ["passed", "flip"]
    assert said.splitlines()[-1] == "1 passed, 0 failed, 2 not reached"


def test_a_bot_that_writes_without_end_fills_nothing(tmp_path: Path) -> None:
    env = environment(tmp_path, FIFO=os.devnull)
    bot = (sys.executable, "-c", FLOODS)
    with start(tmp_path, "check-bot", "--patience", "1", "--", *bot, env=env) as process:
        assert process.stdout
        said = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == NOT_CONFORMING
    assert "it did not connect to SKYJO_SERVER" in said
    assert usage.ru_maxrss < LARGEST_KILOBYTES
