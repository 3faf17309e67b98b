"""Every kit keeps to the contract, also where that is seldom put to the test."""

import asyncio
import sys

import pytest

from tests.kits.program import Program

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]  # somebody has to build it

PATIENCE = "30"


async def test_passes_every_row_of_check_bot(program: Program) -> None:
    command = (sys.executable, "-m", "skyjo_client", "check-bot", "--patience", PATIENCE)
    check = await asyncio.create_subprocess_exec(
        *(*command, "--", *program.kit.run),
        cwd=program.folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await check.communicate()
    assert check.returncode == 0, said.decode()
    assert b" passed, 0 failed, " in said
