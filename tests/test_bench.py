"""The bench runs and prints its table; what the figures are is no matter of a test."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINE = re.compile(
    r"^(P\d+) .+ (?:with view|without|-) +([\d.,]+) +([\d.,]+) to ([\d.,]+) +(?:>=|<=) ([\d.,]+) "
    r"(?:reached|missed) +([\d.]+) +([\d.]+) +([\d,]+)$",
    re.MULTILINE,
)


@pytest.mark.slow
def test_a_quick_run_prints_every_figure_beside_its_stub() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "bench", "--quick"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("python -m bench --quick: ")
    lines = LINE.findall(run.stdout)
    assert [line[0] for line in lines] == [
        *("P1", "P1", "P2", "P2", "P2", "P2", "P2"),
        *("P3", "P3", "P4", "P4", "P4", "P4", "P4", "P4", "P5", "P5"),
    ]
    for _, *printed in lines:
        value, low, high, *others = [float(number.replace(",", "")) for number in printed]
        assert 0 < low <= value <= high
        assert all(other > 0 for other in others)


@pytest.mark.slow
@pytest.mark.parametrize("encrypted", [(), ("--tls",)], ids=["in the clear", "with TLS"])
def test_a_crowd_is_let_in_at_rest_and_while_games_run(encrypted: tuple[str, ...]) -> None:
    small = ("--streams", "200", "--connections", "2", "--newcomers", "32", "--games", "4")
    run = subprocess.run(
        [sys.executable, "-m", "bench.crowd", *small, *encrypted],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert run.returncode == 0, run.stderr
    admitted = re.findall(r"^\d+ at once, .+ server +(\d+) +(\d+) ", run.stdout, re.MULTILINE)
    assert admitted == [("200", "200"), ("32", "32")]
    assert len(re.findall(r" stub +\d+ +\d+ ", run.stdout)) == 2
