"""``skyjo play`` in a pseudo-terminal, played by typing, with every kind of mistake."""

import os
import random
import re
import sys
from pathlib import Path

import pytest

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
    assert "The games at this table are over." in terminal.text
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
        terminal.until("The game ends here, unfinished.")
        assert terminal.end() == 0


def test_moves_may_be_typed_ahead(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--seats", "2", "--rounds", "1") as terminal:
        terminal.until("Turn up 2 cards")
        terminal.type("a1 b2")
        terminal.until("Your turn.")
        terminal.type("d\nc4")
        terminal.until("You put ")
        terminal.type("quit")
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
