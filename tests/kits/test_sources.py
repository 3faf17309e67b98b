"""The sources of every kit are in order, by the judgement of their own language's tools."""

import subprocess

import pytest

from tests.kits.program import Program
from tests.kits.toolchains import CHECKS, Kit

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]  # somebody has to build it


@pytest.mark.parametrize(
    ("kit", "check"),
    CHECKS,
    indirect=["kit"],
    scope="session",
    ids=[f"{kit.language}-{check}" for kit, check in CHECKS],
)
def test_sources_are_in_order(kit: Kit, check: str, program: Program) -> None:
    made = subprocess.run(
        kit.checks[check], cwd=program.folder, check=False, capture_output=True, encoding="utf-8"
    )
    assert made.returncode == 0, made.stdout + made.stderr
