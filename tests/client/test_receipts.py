"""Receipts on disk."""

from dataclasses import replace
from pathlib import Path

import pytest

from skyjo_client.errors import UnfairDealError
from skyjo_client.receipts import Receipts
from skyjo_engine.receipt import Receipt


def receipt(game_id: str, seat: int = 0, entropy: bytes = bytes(32)) -> Receipt:
    return Receipt(game_id, seat, bytes(32), entropy, (None, bytes(32)), bytes(32))


def test_two_seats_of_one_player_in_a_game_have_two_receipts(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path / "new" / "folder")
    kept = [receipt("game", 0), receipt("game", 1)]
    for one in (*kept, receipt("game-1"), receipt("another")):
        receipts.keep(one)
    assert receipts.find("game") == kept
    assert receipts.find("none") == []


def test_a_receipt_is_never_replaced_by_a_different_one(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path)
    first = receipt("game")
    receipts.keep(first)
    receipts.keep(first)
    for other in (
        replace(first, entropy=b"1" * 32),
        replace(first, entropy_hashes=(None, b"1" * 32)),
    ):
        with pytest.raises(UnfairDealError):
            receipts.keep(other)
    assert receipts.find("game") == [first]


def test_each_commitment_of_a_game_has_its_receipt(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path)
    kept = [replace(receipt("game"), commitment=bytes([n]) * 32) for n in range(2)]
    for one in kept:
        receipts.keep(one)
    assert receipts.find("game") == kept
    assert receipts.kept("game", 0, kept[1].commitment) == kept[1]
    assert receipts.kept("game", 1, kept[1].commitment) is None


@pytest.mark.parametrize("game_id", ["../../out", "/out", "", "C:out", "a*b", "nul\0", "x" * 300])
def test_no_game_id_leads_out_of_the_folder(tmp_path: Path, game_id: str) -> None:
    around = tmp_path / "around"
    receipts = Receipts(around / "in")
    receipts.keep(receipt(game_id))
    assert receipts.find(game_id) == [receipt(game_id)]
    assert [path.name for path in around.iterdir()] == ["in"]


def test_a_file_that_is_no_receipt_is_passed_over(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path)
    receipts.keep(receipt("game", 1))
    (tmp_path / "game-0-00.json").write_text("{")
    assert receipts.find("game") == [receipt("game", 1)]


def test_the_folder_follows_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKYJO_STATE_DIR", str(tmp_path))
    assert Receipts().folder == tmp_path / "receipts"
