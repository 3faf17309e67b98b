"""Each rung beats the one below it, by more than chance explains."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from skyjo_bots.levels import LEVELS, house
from skyjo_engine.events import EndReason, GameEnded, RoundEnded
from skyjo_engine.rules import Rules
from tools.ladder import compare, game_share, mean_of_deals, round_difference

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("low", "high"), tuple(pairwise(LEVELS)))
@pytest.mark.parametrize(("seats", "deals"), [(2, 100), (4, 30)])
def test_each_rung_beats_the_one_below(low: str, high: str, seats: int, deals: int) -> None:
    bots = (house(high), house(low))
    mean = compare(bots, Rules(players=seats, rounds=1), range(deals), round_difference)
    assert mean.value + mean.half_width < 0


def test_equal_bots_differ_by_nothing_over_all_rotations() -> None:
    beginner = house("beginner")
    rules = Rules(players=3, rounds=1)
    mean = compare((beginner, beginner), rules, range(5), round_difference)
    assert mean.value == pytest.approx(0)
    assert mean.half_width == pytest.approx(0)


def test_the_measures_read_scores_and_shared_wins() -> None:
    scored = RoundEnded(1, 0, (4, 10, 8), (4, 10, 8), (4, 10, 8))
    assert round_difference([scored], 0) == 4 - 9
    tied = GameEnded((50, 50, 101), (1, 1, 3), EndReason.TARGET_REACHED)
    assert [game_share([tied], seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_the_interval_has_deals_as_samples() -> None:
    mean = mean_of_deals([1.0, 3.0])
    assert mean.value == 2
    assert mean.half_width == pytest.approx(1.96)


def ladder(*options: str) -> subprocess.CompletedProcess[str]:
    """The command as a reader of the docs calls it."""
    command = [sys.executable, "-X", "utf8", str(ROOT / "tools" / "ladder.py"), *options]
    return subprocess.run(command, check=False, capture_output=True, text=True, encoding="utf-8")


def test_the_command_prints_every_rung() -> None:
    printed = ladder("--deals", "3", "--games", "2").stdout
    lines = printed.splitlines()
    assert lines[0] == "2 seats, 3 deals in 2 rotations"
    assert [line.split()[:3] for line in lines[1:]] == [
        [high, "v", low] for low, high in pairwise(LEVELS)
    ]
    assert all("±" in line and "wins" in line for line in lines[1:])


@pytest.mark.parametrize("bad", [("--deals", "1"), ("--seats", "9"), ("--games", "one")])
def test_the_command_refuses_what_it_cannot_compare(bad: tuple[str, str]) -> None:
    refused = ladder(*bad)
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert bad[0] in refused.stderr
