"""People at a table of a server: making it, joining, filling, watching, leaving, coming back."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from skyjo_client import exit_codes
from tests.client.programs import environment, run, start

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="only POSIX has pseudo-terminals"),
]
if sys.platform != "win32":
    from tests.client.pseudo_terminal import Terminal
    from tests.client.test_line_play import Typist


def host(folder: Path, server: str, *more: str) -> "Terminal":
    return Terminal(folder, "play", "--server", server, "--name", "Anke", "--rounds", "1", *more)


def code_of(terminal: "Terminal") -> str:
    found = re.search(r"skyjo join (\S+) --server \S+\.", terminal.until("Friends join with"))
    assert found
    return found[1]


def test_a_host_fills_a_table_and_a_guest_and_a_spectator_come(tmp_path: Path, server: str) -> None:
    guest_folder = tmp_path / "guest"
    with host(tmp_path, server, "--seats", "3") as anke:
        code = code_of(anke)
        anke.type("start")
        anke.until("Seats are still free.")
        anke.type("bot genius")
        anke.until("There is no bot genius. House bots: random, beginner, casual, skilled.")
        anke.type("bot casual")
        anke.until("bot:casual takes seat 2.")
        assert code in run(tmp_path, "tables", "--server", server).stdout
        with (
            Terminal(guest_folder, "join", code, "--server", server, "--name", "Berta") as berta,
            start(tmp_path, "watch", code, "--server", server) as watching,
        ):
            berta.until("You are Berta in seat 3")
            anke.until("Berta takes seat 3.")
            assert watching.stdout
            assert watching.stdout.readline().startswith("You are watching table")
            berta.type("start")
            berta.until("Only the host of the table may do this.")
            anke.type("start")
            berta.until("Turn up 2 cards")
            berta.type("a1 b2")
            anke.until("Berta turned up a1:")
            anke.type("a1 b2")
            berta.until("Anke turned up a1:")
            watching.terminate()


def test_a_guest_who_quits_comes_back_to_the_same_seat(tmp_path: Path, server: str) -> None:
    with host(tmp_path, server, "--seats", "2", "--level", "beginner") as anke:
        anke.until("Turn up 2 cards")
        anke.type("a1 b2")
        anke.until("You turned up a1:")
        anke.type("quit")
        back = re.search(r"skyjo (join \S+ --server \S+)", anke.until("Come back with"))
        assert back
        assert anke.end() == 0
    with Terminal(tmp_path, *back[1].split()) as anke:
        anke.until("You are Anke in seat 1")
        anke.type("board")
        line = anke.until("Row a:")
        assert not line.startswith("Row a: hidden, hidden")


def test_the_only_open_table_of_a_server_is_joined_by_its_address(
    tmp_path: Path, server: str
) -> None:
    nothing = run(tmp_path, "join", server, "--plain")
    assert nothing.returncode == 2
    assert f"skyjo play --server {server}" in nothing.stderr
    with host(tmp_path, server, "--seats", "2") as anke:
        code_of(anke)
        with Terminal(tmp_path / "guest", "join", server, "--name", "Berta") as berta:
            berta.until("You are Berta in seat 2")
            anke.until("Berta takes seat 2.")
            anke.type("kick 1")
            anke.until("You cannot remove yourself.")
            anke.type("kick Berta")
            anke.until("Type kick Berta again to remove Berta from the table.")
            anke.type("kick Berta")
            berta.until("You were removed from the table.")
            assert berta.end() == 4


def test_a_guest_is_asked_for_a_name_until_one_can_be_had_and_only_once(
    tmp_path: Path, server: str
) -> None:
    with host(tmp_path, server, "--seats", "2") as anke:
        join = ("join", code_of(anke), "--server", server)
        with Terminal(tmp_path / "guest", *join) as berta:
            berta.until_asked("]: ")
            berta.type("x" * 50)
            berta.until("This name is not possible.")
            berta.type("Anke")
            berta.until("Somebody has this name already.")
            berta.until_asked("Your name: ")
            berta.type("Berta")
            berta.until("You are Berta in seat 2")
            berta.type("resign")
            berta.type("resign")
            berta.end()
        with Terminal(tmp_path / "guest", *join) as again:
            again.until("You are Berta in seat 2")


def test_who_makes_a_table_on_a_server_is_asked_for_a_name_once(
    tmp_path: Path, server: str
) -> None:
    make = ("play", "--server", server, "--seats", "2")
    with Terminal(tmp_path, *make) as anke:
        anke.until_asked("]: ")
        anke.type("Anke")
        anke.until("You are Anke in seat 1")
    with Terminal(tmp_path, *make) as again:
        again.until("You are Anke in seat 1")


@pytest.mark.parametrize("name", ["bot:me", "x" * 21, "a\u202eb"])
def test_names_that_are_not_possible_are_refused_with_advice(
    tmp_path: Path, server: str, name: str
) -> None:
    done = run(tmp_path, "play", "--server", server, "--plain", "--name", name)
    assert (done.returncode, done.stdout) == (4, "")
    assert "--name" in done.stderr
    assert done.stderr.rstrip("\n").isprintable()


def test_an_unknown_table_is_refused_with_advice(tmp_path: Path, server: str) -> None:
    done = run(tmp_path, "join", "nowhere-00", "--server", server, "--json")
    assert (done.returncode, done.stdout) == (4, "")
    assert "skyjo tables" in done.stderr


def test_everybody_is_told_of_the_absent_and_of_their_return(tmp_path: Path, server: str) -> None:
    guest_folder = tmp_path / "guest"
    with host(tmp_path, server, "--seats", "2") as anke:
        code = code_of(anke)
        join = ("join", code, "--server", server, "--name", "Berta")
        with Terminal(guest_folder, *join) as berta:
            berta.until("You are Berta in seat 2")
            berta.type("quit")
            assert berta.end() == 0
        anke.until("Berta is away. Wait, or type kick 2.")
        anke.type("start")
        anke.until("Waiting for Berta (not connected).")
        with Terminal(guest_folder, *join) as berta:
            anke.until("Turn up 2 cards")
            anke.type("a1 b2")
            berta.until("Anke turned up a1:")
            berta.type("quit")
            assert berta.end() == 0
        anke.until("Berta is away. Wait, or type kick 2.")
        with Terminal(guest_folder, *join) as berta:
            berta.until("Round 1 is being played.")
            berta.until("Anke, seat 1, 0 points. Row a:")
            berta.until("Turn up 2 cards")
            anke.until("Berta is back.")


def test_a_host_adds_a_bot_that_waits_for_work(tmp_path: Path, server: str) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "thrifty.py").write_text(THRIFTY, encoding="utf-8")
    with start(folder, "bot", str(folder / "thrifty.py"), "--server", server) as bot:
        assert bot.stderr
        assert "Thrifty" in bot.stderr.readline()
        with host(tmp_path, server, "--seats", "2") as anke:
            code_of(anke)
            anke.type("bot")
            anke.until("House bots: random, beginner, casual, skilled. ")
            anke.type("bot thrifty")
            anke.until("Thrifty takes seat 2.")
            anke.type("host 2")
            anke.until("Thrifty is a bot. Only a person can be the host.")
        bot.terminate()


THRIFTY = """\
from skyjo_client.bot import Bot


class Thrifty(Bot):
    pass
"""


def test_a_watcher_in_a_pipe_watches_on_when_nothing_is_typed(tmp_path: Path, server: str) -> None:
    arguments = ("--seats", "2", "--level", "beginner")
    with host(tmp_path, server, *arguments) as anke:
        code = re.search(r"of table (\S+)[,:]", anke.until("You are Anke"))
        assert code
        anke.until("Turn up 2 cards")
        with start(tmp_path, "watch", code[1], "--server", server) as watching:
            assert watching.stdin
            assert watching.stdout
            assert "You are watching table" in watching.stdout.readline()
            print("grid", file=watching.stdin)
            watching.stdin.close()
            assert any(line.startswith("1 Anke") for line in watching.stdout)
            anke.type("a1 b2")
            assert any(line.startswith("Anke turned up a1") for line in watching.stdout)
            watching.terminate()


def test_a_seat_that_cannot_be_stored_is_told(tmp_path: Path, server: str) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    env = environment(tmp_path, SKYJO_STATE_DIR=str(tmp_path / "file" / "state"))
    done = run(tmp_path, "play", "--server", server, "--plain", given="quit\n", env=env)
    assert "Your seat could not be stored (Not a directory)" in done.stderr
    assert "Come back with" not in done.stdout
    assert done.returncode == 0


def test_nobody_is_left_behind_at_a_table_whose_game_is_over(tmp_path: Path, server: str) -> None:
    arguments = ("--seats", "2", "--level", "random")
    with host(tmp_path, server, *arguments) as anke:
        code = re.search(r"of table (\S+)[,:]", anke.until("You are Anke"))
        assert code
        typist = Typist(anke, seed=4)
        for line in anke.lines():
            if line == "Type start for another game, or quit to stop.":
                break
            typist.read(line)
        assert code[1] in run(tmp_path, "tables", "--server", server).stdout
        anke.type("quit")
        assert anke.end() == 0
    assert "Come back with" not in anke.text
    assert code[1] not in run(tmp_path, "tables", "--server", server).stdout


def test_who_interrupts_line_mode_is_told_how_to_come_back(tmp_path: Path, server: str) -> None:
    table = ("play", "--plain", "--server", server, "--seats", "2", "--level", "random")
    with start(tmp_path, *table) as process:
        assert process.stdout
        while "Turn up 2 cards" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=60)
    assert "Your seat is kept for a while. Come back with: skyjo join " in said
    assert errors.endswith("skyjo: stopped\n")
    assert process.returncode == exit_codes.INTERRUPTED
