"""Programs that end with this one, and what is said of that."""

import asyncio
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from skyjo_client.child_process import child_process
from tests.client.test_left_behind import processes, wait_for_end

READS = (sys.executable, "-I", "-S", "-c", "import sys; sys.stdin.read()")
HOLDS_ITS_PIPES = ("sh", "-c", "sleep 600 & read line")
MOST_TURNS = 25
"""Turns of the event loop, more than a start takes."""


@contextmanager
def threads_that_come_late() -> Iterator[None]:
    """Let the thread of this test go on for long before asyncio's, which wait for processes."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1.0)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


async def test_the_end_of_a_program_and_of_its_guard_is_nothing_to_warn_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def start_and_end() -> int | None:
        async with child_process(READS, os.environ, subprocess.DEVNULL) as child:
            pass
        return child.process.returncode

    with threads_that_come_late():
        ends = await asyncio.gather(*(start_and_end() for _ in range(20)))
    assert ends == [0] * 20
    assert not caplog.messages


@pytest.mark.skipif(sys.platform != "linux", reason="reads the process table of Linux")
@pytest.mark.parametrize("turns", range(1, MOST_TURNS))
async def test_a_start_that_is_cancelled_ends_and_leaves_nothing(turns: int) -> None:
    marker = uuid.uuid4().hex
    env = {**os.environ, "MARKER": marker}

    async def run() -> None:
        async with child_process(HOLDS_ITS_PIPES, env, subprocess.STDOUT):
            await asyncio.Event().wait()

    running = asyncio.create_task(run())
    for _turn in range(turns):
        await asyncio.sleep(0)
    running.cancel()
    async with asyncio.timeout(30):
        with pytest.raises(asyncio.CancelledError):
            await running
    wait_for_end({os.pidfd_open(pid): pid for pid in processes(marker)})
