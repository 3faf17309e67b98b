"""People play several games at one table of a server, talk, and vote."""

import contextlib
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.programs import MOVES, Scripted, run, start
from tests.client.test_json_play import Frame, Program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="only POSIX has pseudo-terminals"),
]


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
