"""The rule tests see every known mistake: tools/mutations.py makes each in a copy of the engine."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "tools" / "mutations.py"


@pytest.mark.slow
def test_every_mutation_makes_the_rule_tests_fail() -> None:
    result = subprocess.run(
        [sys.executable, SCRIPT], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    tried = set(re.findall(r"^(M\d+)", result.stdout, re.MULTILINE))
    assert tried == {f"M{number}" for number in range(1, 15)}
