"""The examples of docs/training.md run as they stand there."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skyjo_client import learning
from skyjo_client.learning import ACTIONS, layout
from skyjo_client.position import position
from skyjo_engine.actions import Flip
from tests.client import programs

DOCS = Path(__file__).parents[2] / "docs"


def examples(page: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "printed"),
    [
        (0, r"Thrifty won \d+ of 50 games, the last with -?\d+ points\.\n"),
        (1, r"\(-?\d+, -?\d+\)\n"),
        (2, r"(player_\d -?\d+\.\d+\n){3}"),
    ],
    ids=["whole games", "decisions", "pettingzoo"],
)
def test_an_example_of_the_page_runs(tmp_path: Path, number: int, printed: str) -> None:
    (tmp_path / "thrifty.py").write_text(examples("bots-in-python.md")[0], encoding="utf-8")
    (tmp_path / "example.py").write_text(examples("training.md")[number], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "example.py"],
        cwd=tmp_path,
        env=os.environ | {"SKYJO_STATE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(printed, done.stdout)


@pytest.mark.slow
def test_what_has_been_learnt_plays_as_a_bot(tmp_path: Path) -> None:
    (tmp_path / "learnt.py").write_text(examples("training.md")[3], encoding="utf-8")
    done = programs.run(
        tmp_path,
        *("duel", "--games", "2", "--rounds", "1", "--against", "random", "--json", "--"),
        str(tmp_path / "learnt.py"),
    )
    assert done.returncode == 0, done.stderr
    assert "learnt" in done.stdout


def test_a_policy_chooses_first_cards_one_after_another() -> None:
    hidden = position("? ? ? ? / ? ? ? ? / ? ? ? ?", discard=5)
    rows = []

    def highest(row: np.ndarray[Any, Any], mask: np.ndarray[Any, Any]) -> int:
        rows.append(list(row[layout(2)["chosen"]]))
        return int(mask.nonzero()[0][-1])

    assert learning.decide(hidden, highest) == Flip((11, 10))
    assert rows == [[0] * 12, [0] * 11 + [1]]


@pytest.mark.parametrize("number", [-1, 0, 24, 49])
def test_what_a_policy_may_not_choose_is_an_error(number: int) -> None:
    placing = position("1 ? ? ? / ? 0 ? ? / ? ? ? ?", discard=5, drawn=3)
    with pytest.raises(ValueError, match=f"the policy chose {number}, which is not allowed"):
        learning.decide(placing, lambda _row, _mask: number)


@pytest.mark.parametrize("number", [-1, 0, 11, 49])
def test_a_number_of_no_whole_action_is_an_error(number: int) -> None:
    with pytest.raises(ValueError, match="those are 12 to 48"):
        learning.action_of(number)


def test_every_part_and_action_is_in_the_page() -> None:
    page = (DOCS / "training.md").read_text(encoding="utf-8")
    for name in layout(1):
        assert f"`{name}`" in page
    spans = [
        (int(low), int(high))
        for low, high in re.findall(r"^\| (\d+) to (\d+) \|", page, re.MULTILINE)
    ]
    kinds = (learning.FLIP, learning.TAKE, learning.KEEP, learning.DISCARD)
    assert spans == [(first, first + 11) for first in kinds]
    assert f"from 0 to {ACTIONS - 1}," in page


@pytest.mark.slow
def test_the_speed_of_training_is_printed_by_its_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.training", "--seats", "2", "--seconds", "0.05"],
        cwd=DOCS.parent,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (
        len(re.findall(r"^ +\w+ +[\d.]+ games +[\d,]+ decisions$", done.stdout, re.MULTILINE)) == 4
    )
    assert re.search(r"^SkyjoEnv, .*: [\d,]+ steps$", done.stdout, re.MULTILINE)
