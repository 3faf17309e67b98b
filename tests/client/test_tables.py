"""People at a table of a server: making it, joining, filling, watching, leaving, coming back."""

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.programs import SKYJO, environment, run, start
from tests.client.test_json_play import Frame, Program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="only POSIX has pseudo-terminals"),
]

if sys.platform != "win32":
    from tests.client.pseudo_terminal import Terminal
    from tests.client.test_line_play import Typist


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server started with ``skyjo serve``."""
    folder = tmp_path / "server"
    folder.mkdir()
    command = [*SKYJO, "serve", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        env=environment(folder),
    ) as process:
        assert process.stdout
        found = re.search(r"127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        yield found[0]
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)


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


MOVES = "a1 b2\n" + "".join(f"d\n{row}{column}\n" for row in "abc" for column in range(1, 5))
"""Enough to end a round, whatever is drawn."""


class Scripted:
    """A player who writes many lines at once, over pipes."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def type(self, lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(lines)
        self.process.stdin.flush()

    def until(self, part: str) -> str:
        assert self.process.stdout
        return next(line for line in self.process.stdout if part in line)

    def lines_until(self, part: str) -> list[str]:
        """All lines to the one that has ``part``."""
        assert self.process.stdout
        lines: list[str] = []
        for line in self.process.stdout:
            lines.append(line)
            if part in line:
                return lines
        raise AssertionError(part)


def test_two_people_play_two_games_and_then_the_host_leaves(tmp_path: Path, server: str) -> None:
    play = ("play", "--plain", "--server", server, "--name", "Anke")
    short = ("--seats", "2", "--rounds", "1", "--target", "1000")
    with start(tmp_path, *play, *short) as first:
        anke = Scripted(first)
        code = re.search(r"skyjo join (\S+) --server", anke.until("Friends join with"))
        assert code
        join = ("join", code[1], "--plain", "--server", server, "--name", "Berta")
        with start(tmp_path / "guest", *join) as second:
            berta = Scripted(second)
            anke.until("Berta takes seat 2.")
            for game in (1, 2):
                anke.type(f"start\n{MOVES}")
                if game > 1:
                    berta.until("Game 2 at this table.")
                berta.type(MOVES)
                berta.until("The game is over: all rounds are played.")
                berta.until("The host may start another game.")
                anke.until("Type start for another game")
            anke.type("quit\n")
            assert first.wait(timeout=30) == 0
            berta.until("You are the host now.")
            berta.type("quit\n")
            assert second.wait(timeout=30) == 0
    assert code[1] not in run(tmp_path, "tables", "--server", server).stdout


class Talker(Program):
    """A program that plays while it waits for something."""

    def until(self, kind: str) -> Frame:
        """The next frame of a kind."""
        for frame in self.read():
            if "decision" in frame:
                self.answer(frame["decision"])
            if kind in frame:
                return frame
        raise AssertionError(kind)


@contextlib.contextmanager
def company(
    folder: Path, server: str, chris: tuple[str, ...] = ("--plain",)
) -> Iterator[list["subprocess.Popen[str]"]]:
    """Anke, the host, Berta and Chris, who have sat down in this order."""
    play = ("play", "--plain", "--server", server, "--name", "Anke", "--seats", "3")
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(start(folder, *play, "--rounds", "1", "--target", "1000"))
        code = re.search(r"skyjo join (\S+) --server", Scripted(first).until("Friends join with"))
        assert code
        processes = [first]
        for name, flags in (("Berta", ("--plain",)), ("Chris", chris)):
            join = ("join", code[1], "--server", server, "--name", name)
            processes.append(stack.enter_context(start(folder / name, *join, *flags)))
            Scripted(first).until(f"{name} takes seat")
        try:
            yield processes
        finally:
            for process in processes:
                process.kill()


def test_people_talk_and_vote_for_another_game_while_the_host_does_nothing(
    tmp_path: Path, server: str
) -> None:
    with company(tmp_path, server, chris=("--json",)) as (first, second, third):
        anke, berta, chris = Scripted(first), Scripted(second), Talker(third, seed=1)
        chris.until("welcome")
        berta.type("say Gr\u00fc\u00df Gott\n")
        assert anke.until(" says: ") == "Berta says: Gr\u00fc\u00df Gott\n"
        assert chris.until("chat")["chat"] == {"seat": 1, "text": "Gr\u00fc\u00df Gott"}
        chris.send({"say": {"phrase": "CHAT_PHRASE_GOOD_LUCK"}})
        assert berta.until("Chris says: ") == "Chris says: Good luck!\n"
        anke.type(f"start\n{MOVES}")
        berta.type(MOVES)
        while chris.until("presence")["presence"]["stage"] != "TABLE_STAGE_GAME_OVER":
            pass
        berta.until("The host may start another game.")
        berta.type("vote again yes\n")
        assert chris.until("ballot")["ballot"]["yes"] == [1]
        anke.until("Vote on another game: 1 of 2 votes needed. Type vote again yes")
        chris.send({"vote": {"kind": "BALLOT_KIND_PLAY_AGAIN", "yes": True}})
        for told in (anke, berta):
            told.until("Vote on another game: carried.")
            told.until("Game 2 at this table.")
        berta.until("Turn up 2 cards")


def test_two_vote_the_third_out_of_a_game(tmp_path: Path, server: str) -> None:
    with company(tmp_path, server) as (first, second, third):
        anke, berta, chris = Scripted(first), Scripted(second), Scripted(third)
        anke.type("start\n")
        berta.until("Turn up 2 cards")
        berta.type("vote remove anke yes\n")
        anke.until("Vote on removing you: 1 of 2 votes needed.")
        chris.until("Type vote remove 1 yes or vote remove 1 no.")
        chris.type("vote remove 1 yes\n")
        anke.until("You were removed from the table.")
        assert first.wait(timeout=30) == 4
        berta.until("Anke was removed from the table. A stand-in plays on.")
