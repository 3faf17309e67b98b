"""Whole games in the full screen of a real terminal, against real servers."""

import os
import shutil
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
    pytest.mark.skipif(os.name != "posix", reason="only POSIX has tmux"),
]

from tests.client.multiplexer import Tmux  # noqa: E402 # below the marks like everywhere
from tests.client.programs import run  # noqa: E402


def answer(screen: str) -> tuple[str, ...]:
    """The keys for what the screen asks for."""
    if "Turn up 2 cards" in screen:
        return ("Right", "Enter", "Right", "Right", "Enter")
    if "Your turn:" in screen or "Your last turn:" in screen:
        return ("Right", "Enter")
    hidden = [slot for slot in range(12) if _is_hidden(screen, slot)]
    slot = hidden[0] if hidden else 0
    return ("abc"[slot // 4], str(slot % 4 + 1), "Enter")


def _is_hidden(screen: str, slot: int) -> bool:
    row = next(line for line in screen.splitlines() if line.startswith(f"  {'abc'[slot // 4]} │"))
    return "··" in row.split("│")[1 + slot % 4]


def is_asked(screen: str) -> bool:
    return "[q] leave" in screen and any(
        text in screen for text in ("Turn up 2", "Your turn:", "last turn:", "You hold")
    )


def table(screen: str) -> list[str]:
    """What stands above the prompt, without the marks of a choice."""
    return [line.translate(str.maketrans("[]*", "   ")) for line in screen.splitlines()[:20]]


def goes_on(done: list[str], screen: str) -> bool:
    """Whether the player is asked for something else than at the table ``done``."""
    between = ("Press Enter for the next round.", "Enter begins another one")
    return any(text in screen for text in between) or (is_asked(screen) and table(screen) != done)


def test_a_whole_game_is_played_at_80_by_24(tmp_path: Path) -> None:
    arguments = ("play", "--seats", "3", "--rounds", "2", "--target", "1000", "--name", "Anke")
    with Tmux(tmp_path, *arguments) as terminal:
        done: list[str] = []
        scored = 0
        while True:
            screen = terminal.until(partial(goes_on, done))
            assert len(screen.splitlines()) == 24
            if "another one" in screen:
                break
            if "Press Enter" in screen:
                scored += 1
                terminal.press("Enter")
                terminal.until(lambda screen: "Press Enter for" not in screen)
            else:
                done = table(screen)
                terminal.press(*answer(screen))
        assert scored == 1
        assert "The game is over: all rounds are played." in screen
        terminal.press("q", "Enter")
        assert terminal.end() == 0
        assert "rank" not in terminal.screen()
        assert "The game is over: all rounds are played." in terminal.screen()


def test_a_game_is_left_in_the_middle_after_a_resize(tmp_path: Path) -> None:
    with Tmux(tmp_path, "play", "--name", "Anke") as terminal:
        terminal.until(lambda screen: "Turn up 2 cards" in screen)
        terminal.resize(50, 10)
        terminal.until(lambda screen: "50 x 10 is too small" in screen)
        terminal.resize(120, 40)
        terminal.until(lambda screen: "Turn up 2 cards" in screen and len(screen) > 1500)
        assert terminal.title().startswith("> your turn - ")
        terminal.press("C-c")
        terminal.until(lambda screen: "The game ends with it, unfinished." in screen)
        terminal.press("Enter")
        assert terminal.end() == 0
        assert "The game ends here, unfinished." in terminal.screen()
        assert "skyjo" not in terminal.title()


def test_from_the_lobby_to_a_table_and_back_to_the_seat(tmp_path: Path, address: str) -> None:
    with Tmux(tmp_path, server=address) as terminal:
        terminal.until(lambda screen: "No open table" in screen or "seats free" in screen)
        terminal.press("n")
        terminal.until(lambda screen: "how many seats" in screen)
        terminal.press("C-u", "3", "Enter")
        terminal.until(lambda screen: "Your name" in screen)
        terminal.press("Enter")
        screen = terminal.until(lambda screen: "2 seats are free." in screen)
        code = screen.split(" · ")[1].split()[0]
        terminal.press("b")
        terminal.until(lambda screen: "> bot casual_" in screen)
        terminal.press("Enter")
        terminal.until(lambda screen: "1 seat is free." in screen)
        terminal.press("q", "Enter")
        kept = f"> Your seat at table {code} on {address}."
        terminal.until(lambda screen: kept in screen)
        terminal.press("Enter")
        terminal.until(lambda screen: "1 seat is free." in screen)
        terminal.press(":", "r", "e", "s", "i", "g", "n", "Enter")
        terminal.until(lambda screen: "Type resign again" in screen)
        terminal.press(":", "r", "e", "s", "i", "g", "n", "Enter")
        terminal.until(lambda screen: "You have given up your seat. Enter leaves." in screen)
        terminal.press("Enter")
        terminal.until(lambda screen: "SKYJO · lobby" in screen and "Your seat at" not in screen)
        terminal.press("q")
        assert terminal.end() == 0


def test_a_host_opens_a_table_from_the_lobby_and_says_what_becomes_of_the_server(
    tmp_path: Path,
) -> None:
    def said(text: str) -> Callable[[str], bool]:
        return lambda screen: text in " ".join(screen.split())

    with Tmux(tmp_path) as terminal:
        terminal.until(said("a table for this network"))
        terminal.press("n")
        terminal.until(said("how many seats"))
        terminal.press("Enter")
        terminal.until(said("Your name"))
        terminal.press("C-u", *"Anke", "Enter")
        screen = terminal.until(said("3 seats are free."))
        words = screen.split("words are: ")[1].split()[0]
        assert said("skyjo join skyjo://")(screen)
        terminal.press("q", "Enter")
        terminal.until(said("Nobody else sits at your server. Shall it go on?"))
        terminal.press(*"yes", "Enter")
        terminal.until(said("> Your seat at table"))
        terminal.press("Enter")
        terminal.until(said("3 seats are free."))
        terminal.press("q", "Enter")
        terminal.until(said("> Your seat at table"))
        terminal.press("q")
        assert terminal.end() == 0
        assert words in terminal.screen().replace("\n", "")  # they may stand at a line's end
        assert said("End it with: skyjo host --stop")(terminal.screen())
    assert run(tmp_path, "host", "--stop").returncode == 0


def test_ones_own_server_that_has_ended_is_started_again_from_the_lobby(tmp_path: Path) -> None:
    def said(text: str) -> Callable[[str], bool]:
        return lambda screen: text in " ".join(screen.split())

    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "name").write_text("Anke", "utf-8")
    with Tmux(tmp_path) as terminal:
        terminal.until(said("a table for this network"))
        terminal.press("n")
        terminal.until(said("how many seats"))
        terminal.press("Enter")
        screen = terminal.until(said("3 seats are free."))
        code = screen.split(" · ")[1].split()[0]
        again = f"> Your server has ended: Enter starts it, with {code}."
        for _ in range(2):
            terminal.press("q", "Enter")
            terminal.until(said("Nobody else sits at your server. Shall it go on?"))
            terminal.press("Enter")
            terminal.until(said(again))
            terminal.press("Enter")
            terminal.until(lambda screen: code in screen and "3 seats are free." in screen)
        terminal.press("q", "Enter")
        terminal.until(said("Shall it go on?"))
        terminal.press("Enter")
        terminal.until(said(again))
        terminal.press("q")
        assert terminal.end() == 0


def test_what_is_typed_between_two_screens_stays_off_the_terminal(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, Tmux(tmp_path) as terminal:
        terminal.until(lambda screen: "SKYJO · lobby" in screen)
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        terminal.press("j", *address, "Enter")
        terminal.until(lambda screen: "SKYJO" not in screen)
        terminal.press("z", "z", "z")
        shown = terminal.until(lambda screen: "SKYJO · lobby" in screen)
        assert "zzz" not in shown
        terminal.until(lambda screen: f"No server answers at {address}." in screen)
        terminal.press("q")
        assert terminal.end() == 0
        assert "zzz" not in terminal.screen()
