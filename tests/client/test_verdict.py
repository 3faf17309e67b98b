"""What `skyjo record verify` tells of a good record: what was checked, against what, and once."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from skyjo_client import exit_codes
from skyjo_client.receipts import Receipts
from skyjo_client.record_check import check_text
from skyjo_engine.fair import commitment
from skyjo_engine.record import DealSource, Restart
from skyjo_engine.record_text import dumps
from skyjo_engine.rules import Rules
from tests.recorded import any_rules, receipt_of, record_game


@pytest.mark.parametrize("source", list(DealSource))
def test_each_check_is_told_once_and_in_words(
    source: DealSource, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKYJO_STATE_DIR", str(tmp_path_factory.mktemp("state")))
    lines, code = check_text(dumps(record_game(any_rules(random.Random(1)), 1, source=source)))
    assert code == (exit_codes.NOT_PROVEN if source is DealSource.PLAYERS else exit_codes.FINISHED)
    assert lines[1] == "Checked against itself only: no receipt of this game is kept here."
    assert "Right: the game went by its rules." in lines
    assert "Right: all cards follow from the key." in lines
    assert not any("Right: Right" in line for line in lines)
    assert len(lines) == len(set(lines))


RULES = Rules(players=2, rounds=1)
GAME = next(one for seed in range(99) if all((one := record_game(RULES, seed)).deal.entropy))
GIVEN_UP = commitment("game-1", RULES.digest(), b"k" * 32)
RESTARTED = replace(GAME, deal=replace(GAME.deal, restarts=(Restart(GIVEN_UP, b"k" * 32, 1),)))


def test_a_receipt_proves_that_nobody_chose_and_then_the_exit_code_is_0() -> None:
    lines, code = check_text(dumps(GAME), receipt_of(GAME, 0).dumps())
    assert lines[-2:] == [
        "The preparation of this game was never given up.",
        "Nobody chose the cards.",
    ]
    assert code == exit_codes.FINISHED


@pytest.mark.parametrize("case", ["no receipt", "no own entropy", "key withheld"])
def test_a_sound_record_that_proves_nothing_has_an_exit_code_of_its_own(
    case: str, state_folder: Path
) -> None:
    assert not state_folder.exists() or not list(state_folder.iterdir())
    game, held = GAME, receipt_of(GAME, 0).dumps()
    if case == "no own entropy":
        game = next(
            one for seed in range(99) if (one := record_game(RULES, seed)).deal.entropy[0] is None
        )
        held = receipt_of(game, 0).dumps()
    text = dumps(replace(game, key=None) if case == "key withheld" else game)
    lines, code = check_text(text, None if case == "no receipt" else held)
    assert "Nobody chose the cards." not in lines
    assert code == exit_codes.NOT_PROVEN


def test_a_record_that_does_not_fit_the_receipt_is_refused() -> None:
    other = replace(receipt_of(GAME, 0), commitment=bytes(32))
    assert check_text(dumps(GAME), other.dumps())[1] == exit_codes.UNFINISHED


def test_it_is_told_how_often_the_preparation_was_given_up() -> None:
    lines, _ = check_text(dumps(RESTARTED))
    assert (
        "The preparation of this game was given up once, because somebody's share was not shown."
        in lines
    )
    twice = replace(RESTARTED.deal.restarts[0], commitment=_sealed(b"l"), key=b"l" * 32)
    deal = replace(RESTARTED.deal, restarts=(*RESTARTED.deal.restarts, twice))
    lines, _ = check_text(dumps(replace(RESTARTED, deal=deal)))
    assert any("given up 2 times" in line for line in lines)


def _sealed(key: bytes) -> bytes:
    return commitment("game-1", RULES.digest(), key * 32)


def test_a_preparation_that_was_cut_out_of_the_record_is_missed(state_folder: Path) -> None:
    kept = Receipts()
    kept.keep(replace(receipt_of(GAME, 1), commitment=GIVEN_UP))
    kept.keep(receipt_of(GAME, 0))
    assert kept.folder.is_relative_to(state_folder)
    assert check_text(dumps(RESTARTED))[1] == exit_codes.FINISHED
    lines, code = check_text(dumps(GAME))
    assert code == exit_codes.UNFINISHED
    assert lines == ["Refused: verify: receipt_restart."]
