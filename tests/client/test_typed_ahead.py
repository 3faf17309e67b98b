"""Whole games typed beforehand into ``skyjo play --plain``."""

from pathlib import Path

import pytest

from tests.client.programs import run

pytestmark = pytest.mark.slow


def test_a_script_written_beforehand_is_played_line_by_line(tmp_path: Path) -> None:
    script = "a1 b2\nd\na3\nd\na4\nscores\nquit\n"
    done = run(tmp_path, "play", "--plain", "--seed", "3", given=script)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    mine = [line.split()[1] for line in lines if line.startswith("You ")]
    assert mine == ["are", "turned", "drew", "put", "drew", "put"]
    assert any(line.endswith("You, 0 points.") for line in lines[-6:])
    assert lines[-1] == "The game ends here, unfinished."


def test_a_script_that_ends_ends_the_game_after_its_last_move(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--plain", "--seed", "3", given="a1 b2\nd\na3\n")
    assert done.returncode == 1
    assert "You put minus 2 on a3." in done.stdout


def test_a_script_that_outlasts_the_game_has_finished_it(tmp_path: Path) -> None:
    rounds = ("--seats", "2", "--rounds", "1", "--level", "skilled", "--seed", "3")
    turns = "".join(f"d\n{row}{column}\n" for row in "abc" for column in range(1, 5))
    done = run(tmp_path, "play", "--plain", *rounds, given=f"a1 b2\n{turns}{turns}{turns}")
    assert "The game is over: all rounds are played." in done.stdout
    assert done.returncode == 0


def test_a_script_that_resigns_and_ends_has_given_the_seat_up(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--plain", "--seed", "3", given="a1 b2\nresign\nresign\n")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "You have given up your seat."


def test_leaving_a_table_right_after_resigning_keeps_no_seat(tmp_path: Path, address: str) -> None:
    table = ("play", "--plain", "--server", address, "--seats", "2", "--level", "beginner")
    done = run(tmp_path, *table, given="a1 b2\nresign\nresign\nquit\n")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "You have given up your seat."


def test_in_a_pipe_forget_leaves_the_lines_after_it_alone(tmp_path: Path) -> None:
    script = "a1 b2\nforget\nd\na3\nz1\nscores\nquit\n"
    done = run(tmp_path, "play", "--plain", "--seed", "3", given=script)
    assert done.returncode == 0
    lines = [line for line in done.stdout.splitlines() if "ou" in line or "z1" in line]
    order = ("Nothing waits for your turn.", "You put", "z1 is no slot", "You, ")
    found = [next(n for n, line in enumerate(lines) if part in line) for part in order]
    assert found == sorted(found)
