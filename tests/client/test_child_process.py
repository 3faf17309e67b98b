"""Programs that end with this one, and what is said of that."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from skyjo_client.child_process import child_process

READS = (sys.executable, "-I", "-S", "-c", "import sys; sys.stdin.read()")


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
