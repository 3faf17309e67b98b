"""The lobby's full screen in a network: tables come, are joined and go without an address."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
    pytest.mark.skipif(os.name != "posix", reason="only POSIX has tmux"),
]

from tests.client.lan import Machine, two_machines  # noqa: E402 # below the marks
from tests.client.multiplexer import Tmux  # noqa: E402
from tests.client.pseudo_terminal import Terminal  # noqa: E402


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[tuple[Machine, Machine]]:
    with two_machines(tmp_path) as machines:
        yield machines
        machines[0].run("host", "--stop")


def screen(machine: Machine, *arguments: str) -> Tmux:
    env = {**machine.env(), "TERM": "xterm-256color"}
    return Tmux(machine.folder, *arguments, under=machine.under, env=env)


def open_table(anke: Terminal) -> tuple[str, str]:
    """The code and the words of a table that a host has opened."""
    code = anke.until("is open").split()[-1]
    words = anke.until("its words are").split()[-1]
    anke.until("You are Anke in seat 1")
    return code, words


def test_a_table_is_found_joined_and_returned_to_by_enter_alone(
    machines: tuple[Machine, Machine],
) -> None:
    here, there = machines
    host = ("host", "--plain", "--name", "Anke", "--seats", "2")
    with screen(there) as berta:
        berta.until(lambda shown: "firewall or guest Wi-Fi" in " ".join(shown.split()))
        with here.terminal(*host) as anke:
            code, words = open_table(anke)
            berta.until(lambda shown: f"> {code} Anke" in " ".join(shown.split()))
            berta.press("Enter")
            berta.until(lambda shown: words in shown)
            berta.press("y", "Enter")
            berta.until(lambda shown: "Your name" in shown)
            berta.press("Berta", "Enter")
            berta.until(lambda shown: "All seats are taken." in shown)
            anke.until("Berta takes seat 2.")
            berta.press("q", "Enter")
            berta.until(lambda shown: f"Your seat at table {code}" in shown and "2/2" in shown)
            berta.press("Enter")
            berta.until(lambda shown: "All seats are taken." in shown)
            anke.type("start")
            berta.until(lambda shown: "Turn up 2 cards" in shown)
            berta.press("q", "Enter")
            berta.until(lambda shown: "2/2 playing" in shown)
            anke.type("quit")
            anke.until("Shall it go on?")
            anke.type("no")
            anke.until("Your server has ended.")
        berta.until(lambda shown: "2/2" not in shown)
        berta.press("q")
        assert berta.end() == 0
