"""Two programs at one table of a real server, each of which speaks another language."""

import re
from pathlib import Path

import pytest

from tests.client.programs import MOVES, Scripted, environment, start

pytestmark = pytest.mark.slow


def test_two_processes_read_the_same_game_each_in_its_language(
    tmp_path: Path, address: str
) -> None:
    play = ("play", "--plain", "--server", address, "--name", "Anke", "--lang", "de")
    short = ("--seats", "2", "--rounds", "1", "--target", "1000")
    finnish = environment(tmp_path / "guest", SKYJO_LANG="fi")
    with start(tmp_path, *play, *short) as first:
        anke = Scripted(first)
        code = re.search(r"skyjo join (\S+) --server", anke.until("Freunde kommen dazu mit"))
        assert code
        join = ("join", code[1], "--plain", "--server", address, "--name", "Berta")
        with start(tmp_path / "guest", *join, env=finnish) as second:
            berta = Scripted(second)
            anke.until("Berta nimmt Platz 2.")
            anke.type("start\n")
            anke.until("Runde 1 beginnt.")
            berta.until("Kierros 1 alkaa.")
            berta.type(f"say kiitos\n{MOVES}")
            anke.until("Berta sagt: Danke.")
            anke.type(MOVES)
            seen = anke.lines_until("Das Spiel ist aus: Alle Runden sind gespielt.")
            done = berta.lines_until("Peli on ohi: kaikki kierrokset on pelattu.")
            for one in (berta, anke):
                one.type("quit\n")
                assert one.process.wait(timeout=30) == 0
    told = re.findall(r"^Berta hat .* auf ([abc][1-4]) gelegt\.", "\n".join(seen), re.MULTILINE)
    own = re.findall(r"^Panit kortin .* ruutuun ([abc][1-4])\.", "\n".join(done), re.MULTILINE)
    assert told == own
    assert len(own) > 5
    english = re.compile(r"\b(?:the|your|and|turn|round|took|drew)\b", re.IGNORECASE)
    assert not [line for line in (*seen, *done) if english.search(line)]
