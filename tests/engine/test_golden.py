"""Transcripts of whole games, with every seat's view after every input, stay as they are.

``python -m tools.golden`` writes them anew after a change that is meant.
"""

import pytest

from tests.engine.transcript import GAMES, transcript
from tools.golden import path_of


@pytest.mark.parametrize("players", GAMES)
def test_transcript(players: int) -> None:
    golden = path_of(players).read_text(encoding="utf-8").splitlines()
    now = transcript(players).splitlines()
    pairs = enumerate(zip(golden, now, strict=False))
    first = next((number for number, (old, new) in pairs if old != new), min(len(golden), len(now)))
    assert golden[first : first + 3] == now[first : first + 3], f"line {first + 1}"
    assert len(golden) == len(now)
