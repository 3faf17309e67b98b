"""``skyjo play --json`` played by a program over real pipes."""

import contextlib
import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from skyjo_client.json_lines import error_line
from tests.client.programs import run, start

pytestmark = pytest.mark.slow

Frame = dict[str, Any]


class Program:
    """A bot that knows JSON and nothing of this project."""

    def __init__(self, process: subprocess.Popen[str], seed: int) -> None:
        self.process = process
        self.random = random.Random(seed)
        self.frames: list[Frame] = []

    def read(self) -> Iterator[Frame]:
        assert self.process.stdout
        for line in self.process.stdout:
            frame = json.loads(line)
            self.frames.append(frame)
            yield frame

    def send(self, line: object) -> None:
        assert self.process.stdin
        print(line if isinstance(line, str) else json.dumps(line), file=self.process.stdin)
        self.process.stdin.flush()

    def answer(self, decision: Frame) -> None:
        legal = decision["legal"]
        act: Frame = {"decision_id": decision["decision_id"]}
        if legal["flip_count"]:
            act["flip"] = {"slots": self.random.sample(legal["flip"], legal["flip_count"])}
        elif legal["draw"]:
            act["draw"] = {}
        elif legal["discard"]:
            act["discard"] = {"slot": self.random.choice(legal["discard"])}
        else:
            act["keep"] = {"slot": self.random.choice(legal["keep"])}
        self.send({"act": act})

    def end(self) -> tuple[int, str]:
        assert self.process.stderr
        return self.process.wait(timeout=30), self.process.stderr.read()

    def play(self) -> None:
        for frame in self.read():
            if "decision" in frame:
                self.answer(frame["decision"])

    def kinds(self) -> set[str]:
        return {kind for frame in self.frames for kind in frame} - {"number"}


@contextlib.contextmanager
def program(folder: Path, *arguments: str, seed: int = 1) -> Iterator[Program]:
    with start(folder, "play", "--json", *arguments) as process:
        yield Program(process, seed)


def test_a_program_plays_two_rounds_to_the_end(tmp_path: Path) -> None:
    arguments = ("--seats", "2", "--rounds", "2", "--target", "1000", "--name", "Zoë")
    with program(tmp_path, *arguments) as player:
        player.play()
        assert player.end() == (0, "")
    assert player.kinds() >= {"welcome", "opening", "events", "decision", "receipt", "goodbye"}
    events = [event for frame in player.frames for event in events_of(frame)]
    assert [e["round_ended"]["round"] for e in events if "round_ended" in e] == [1, 2]
    assert "game_ended" in events[-1]
    assert player.frames[-1]["goodbye"]["reason"] == "GOODBYE_REASON_FINISHED"
    assert player.frames[0]["welcome"]["presence"]["players"][0]["name"] == "Zoë"
    exported = run(tmp_path, "record", "export", "-o", str(tmp_path / "game"))
    assert exported.returncode == 0, exported.stderr
    verified = run(tmp_path, "record", "verify", str(tmp_path / "game"))
    assert "Checked against the receipt of seat 1." in verified.stdout
    assert verified.stdout.endswith("Nobody chose the cards.\n")


def test_a_program_plays_as_many_games_as_it_asked_for(tmp_path: Path) -> None:
    with program(tmp_path, "--seats", "2", "--rounds", "1", "--games", "2") as player:
        player.play()
        assert player.end() == (0, "")
    events = [event for frame in player.frames for event in events_of(frame)]
    assert sum("game_ended" in event for event in events) == 2
    assert player.frames[-1]["goodbye"]["reason"] == "GOODBYE_REASON_FINISHED"


BAD = (
    "not json",
    "[1]",
    '{"act": {"decision_id": "x"}}',
    '{"no_such_frame": {}}',
    '{"enlist": {}}',
    "{}",
    "[" * 100_000,
    '{"act": {"decision_id": 1, "keep": {"slot": 99}}}',
    '{"act": {"decision_id": 1}}',
)


def test_bad_lines_are_answered_and_illegal_actions_judged_and_nothing_is_lost(
    tmp_path: Path,
) -> None:
    with program(tmp_path, "--seats", "2", "--rounds", "1") as player:
        for frame in player.read():
            if "decision" in frame:
                for line in BAD:
                    player.send(line)
                number = frame["decision"]["decision_id"]
                player.send({"act": {"decision_id": number, "keep": {"slot": 0}}})
                player.answer(frame["decision"])
                break
        player.play()
        assert player.end() == (0, "")
    errors = [frame["error"] for frame in player.frames if "error" in frame]
    assert not [error for error in errors if "\\u" in error["message"]]
    assert [error["line"] for error in errors] == list(range(1, len(BAD) + 1))
    refused = [error["refusal"]["reason"] for error in errors if "refusal" in error]
    assert refused == ["ERROR_REASON_SLOT_OUT_OF_RANGE", "ERROR_REASON_ACTION_MISSING"]
    verdicts = [frame["receipt"]["verdict"] for frame in player.frames if "receipt" in frame]
    assert verdicts[:2] == ["VERDICT_ILLEGAL", "VERDICT_ACCEPTED"]


def test_an_error_is_one_line_without_codes() -> None:
    assert json.loads(error_line(3, "two\n lines"))["error"]["message"] == "two lines"


def test_when_the_input_ends_early_the_exit_code_says_so(tmp_path: Path) -> None:
    with program(tmp_path, "--seats", "2") as player:
        next(frame for frame in player.read() if "decision" in frame)
        assert player.process.stdin
        player.process.stdin.close()
        player.play()
        assert player.end() == (1, "")
    assert player.frames[-1]["goodbye"]["reason"] == "GOODBYE_REASON_DETACHED"


def test_a_demonstration_as_json_is_what_a_spectator_may_know(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--demo", "--json", "--seats", "2", "--rounds", "1")
    assert (done.returncode, done.stderr) == (0, "")
    frames = [json.loads(line) for line in done.stdout.splitlines()]
    drawn = [event["drew"] for f in frames for event in events_of(f) if "drew" in event]
    assert drawn
    assert all("card" not in drew for drew in drawn)


def events_of(frame: Frame) -> list[Frame]:
    found: list[Frame] = frame.get("events", {}).get("events", [])
    return found
