"""What `skyjo record verify` tells of a good record: what was checked, against what, and once."""

import random

import pytest

from skyjo_client.record_check import check_text
from skyjo_engine.record import DealSource
from skyjo_engine.record_text import dumps
from tests.recorded import any_rules, record_game


@pytest.mark.parametrize("source", list(DealSource))
def test_each_check_is_told_once_and_in_words(
    source: DealSource, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKYJO_STATE_DIR", str(tmp_path_factory.mktemp("state")))
    lines, good = check_text(dumps(record_game(any_rules(random.Random(1)), 1, source=source)))
    assert good
    assert lines[1] == "Checked against itself only: no receipt of this game is kept here."
    assert "Right: the game went by its rules." in lines
    assert "Right: all cards follow from the key." in lines
    assert not any("Right: Right" in line for line in lines)
    assert len(lines) == len(set(lines))
