"""``skyjo play`` in a pseudo-terminal, played by typing, with every kind of mistake."""

import os
import random
import re
import sys
from pathlib import Path

import pytest

from skyjo_engine.record_text import dumps
from tests.client.recordings import plain_record

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="only POSIX has pseudo-terminals"),
]

if sys.platform != "win32":
    from tests.client.programs import environment
    from tests.client.pseudo_terminal import Terminal

SLOTS = [f"{row}{column}" for row in "abc" for column in range(1, 5)]
LOOKS = ["board", "other 2", "piles", "scores", "players", "last", "log 3", "help", "rules"]
MISTAKES = ["dance", "x", "t", "a9", "other", "other 9", "s t", "r", "c1 c2 c3", "\x1b[31m", "bot"]


class Typist:
    """Types something legal for what it reads, after looking around and making mistakes."""

    def __init__(self, terminal: "Terminal", seed: int) -> None:
        self.terminal = terminal
        self.random = random.Random(seed)
        self.holding = False

    def read(self, line: str) -> None:
        possible = re.search(r"Possible: (.*)\.$", line)
        if line.startswith("Turn up 2 cards"):
            self.dither()
            self.terminal.type(" ".join(self.random.sample(SLOTS, 2)))
        elif line.startswith(("Your turn.", "Your last turn")):
            self.holding = False
            self.dither()
            self.terminal.type("d" if self.random.random() < 0.7 else f"t {self.slot()}")
        elif line.startswith("You drew"):
            self.holding = True
            self.terminal.type(self.random.choice([f"x {self.slot()}", self.slot()]))
        elif possible:
            slot = self.random.choice(possible[1].split(", "))
            keeping = "x " if self.holding and "lies open" in line else ""
            self.terminal.type(f"{keeping}{slot}" if self.holding else f"t {slot}")
        elif line == "Press Enter for the next round.":
            self.terminal.type("")
        elif line.startswith("Type start for another game"):
            self.terminal.type("quit")

    def slot(self) -> str:
        return self.random.choice(SLOTS)

    def dither(self) -> None:
        for _ in range(self.random.randrange(3)):
            self.terminal.type(self.random.choice(LOOKS))
        if self.random.random() < 0.5:
            self.terminal.type(self.random.choice(MISTAKES))


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_a_person_types_two_rounds_to_the_end(tmp_path: Path, term: str) -> None:
    arguments = ("play", "--plain", "--seats", "2", "--rounds", "2", "--target", "1000")
    env = {**environment(tmp_path), "TERM": term}
    with Terminal(tmp_path, *arguments, env=env) as terminal:
        typist = Typist(terminal, seed=5)
        for line in terminal.lines():
            typist.read(line)
        assert terminal.end() == 0, terminal.text
    assert "Round 2 is scored." in terminal.text
    assert "The game is over: all rounds are played." in terminal.text
    assert "The game ends here" not in terminal.text
    assert "\x1b" not in terminal.text
    assert all(line.isprintable() for line in terminal.text.splitlines())


def test_one_slot_mistake_names_what_is_possible(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--seats", "2", "--rounds", "1") as terminal:
        terminal.until("Turn up 2 cards")
        terminal.type("a1")
        terminal.until("Turn up 2 cards")
        terminal.type("a1 b2")
        terminal.until("You turned up a1: ")
        terminal.type("quit")
        terminal.until("Type quit again to stop.")
        terminal.type("quit")
        terminal.until("The game ends here, unfinished.")
        assert terminal.end() == 0


def test_a_private_game_is_not_thrown_away_by_one_word(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--seats", "2") as terminal:
        terminal.until("Turn up 2 cards")
        terminal.type("q x")
        terminal.until("To stop, type quit and nothing else.")
        terminal.type("kick 2")
        terminal.until("In a private game there is nobody to remove.")
        terminal.type("quit")
        terminal.until("Type quit again to stop.")
        terminal.type("board")
        terminal.type("quit")
        terminal.until("Type quit again to stop.")
        terminal.type("quit")
        assert terminal.end() == 0


def test_after_a_private_game_another_one_is_played(tmp_path: Path) -> None:
    arguments = ("play", "--seats", "2", "--rounds", "1", "--level", "random")
    with Terminal(tmp_path, *arguments) as terminal:
        typist = Typist(terminal, seed=3)
        for line in terminal.lines():
            if line == "Type start for another game, or quit to stop.":
                break
            typist.read(line)
        terminal.type("replay")
        terminal.until("Game ")
        terminal.until("You turned up ")
        terminal.until("The game is over")
        terminal.type("start")
        terminal.until("Game 2 at this table.")
        terminal.until("Turn up 2 cards")
        terminal.type("a1 b2")
        terminal.until("You turned up a1: ")


def test_nothing_is_forgotten_where_nothing_waits(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--seats", "2") as terminal:
        terminal.type("forget")
        terminal.until("Nothing waits for your turn.")
        terminal.type("a1 b2")
        terminal.until("You turned up a1: ")


def test_a_terminal_gets_lines_broken_between_words(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--seats", "2", columns=40) as terminal:
        terminal.until("as a1 b2.")
        terminal.type("help")
        terminal.until("quit:")
        lines = terminal.text.splitlines()
        assert max(map(len, lines)) < 40
        sentence = "SLOT: put the card you hold there, such as b3; before the first turn a1 b2."
        assert sentence in " ".join(lines)


def test_a_demonstration_in_a_terminal_answers_and_can_be_left(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--demo", "--seats", "2", "--pause", "0.2") as terminal:
        terminal.until("Round 1 begins.")
        terminal.type("other 2")
        terminal.until("seat 2, 0 points.")
        terminal.type("d")
        terminal.until("You are watching and cannot play.")
        terminal.type("start")
        terminal.until("You are watching and cannot play.")
        terminal.type("say hi")
        terminal.until("Who watches has no say.")
        terminal.type("")
        terminal.type("quit")
        assert terminal.end() == 0
    assert "The game is over" not in terminal.text


def test_the_rules_are_paged_in_a_terminal(tmp_path: Path) -> None:
    env = {**environment(tmp_path), "PAGER": "sed s/^/paged:/", "TERM": "xterm"}
    with Terminal(tmp_path, "rules", env=env) as terminal:
        assert terminal.end() == 0
    assert all(line.startswith("paged:") for line in terminal.text.splitlines())
    with Terminal(tmp_path, "rules", env={**env, "ACCESSIBLE": "1"}) as terminal:
        assert terminal.end() == 0
    assert "paged:" not in terminal.text


def test_a_replay_is_paged_in_a_terminal(tmp_path: Path) -> None:
    record = tmp_path / "game"
    record.write_bytes(dumps(plain_record()))
    env = {**environment(tmp_path), "PAGER": "sed s/^/paged:/", "TERM": "xterm"}
    with Terminal(tmp_path, "replay", str(record), "--plain", env=env) as terminal:
        assert terminal.end() == 0
    assert all(line.startswith("paged:") for line in terminal.text.splitlines())
    assert "Round 2 is scored." in terminal.text
    with Terminal(tmp_path, "replay", str(record), env={**env, "ACCESSIBLE": "1"}) as terminal:
        assert terminal.end() == 0
    assert "paged:" not in terminal.text
    assert "Round 2 is scored." in terminal.text


def test_moves_may_be_typed_ahead(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--seats", "2", "--rounds", "1") as terminal:
        terminal.until("Turn up 2 cards")
        terminal.type("a1 b2")
        terminal.until("Your turn.")
        terminal.type("d\nc4")
        terminal.until("You put ")
        terminal.type("quit\nquit")
        assert terminal.end() == 0


def test_end_of_input_ends_politely(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--seats", "2") as terminal:
        terminal.until("Turn up 2 cards")
        terminal.press(b"\x04")
        terminal.until("The game ends here, unfinished.")
        assert terminal.end() == 1


def test_ctrl_c_stops_without_a_traceback(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--seats", "2") as terminal:
        terminal.until("Turn up 2 cards")
        terminal.press(b"\x03")
        terminal.until("skyjo: stopped")
        assert terminal.end() == 130
    assert "Traceback" not in terminal.text


def test_resigning_wants_to_be_said_twice(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--seats", "2") as terminal:
        terminal.until("Turn up 2 cards")
        terminal.type("resign")
        terminal.until("Type resign again")
        terminal.type("board")
        terminal.type("resign")
        terminal.until("Type resign again")
        terminal.type("resign")
        terminal.until("You have given up your seat.")
        assert terminal.end() == 0


def test_a_screen_whose_errors_go_elsewhere_is_told_in_lines(tmp_path: Path) -> None:
    env = environment(tmp_path, TERM="xterm-256color")
    errors = tmp_path / "errors"
    under = ("sh", "-c", f'exec "$@" 2>{errors}', "sh")
    with Terminal(tmp_path, "play", "--seats", "2", env=env, under=under) as terminal:
        terminal.until("Turn up 2 cards: type their slots")
        assert "\x1b" not in terminal.text
        assert errors.read_text() == ""
