"""Receipts on disk."""

from pathlib import Path

import pytest

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


def test_a_receipt_of_the_same_seat_replaces_the_one_before(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path)
    receipts.keep(receipt("game"))
    receipts.keep(receipt("game", entropy=b"1" * 32))
    assert [one.entropy for one in receipts.find("game")] == [b"1" * 32]
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("game_id", ["../../out", "/out", "", "C:out", "a*b", "nul\0", "x" * 300])
def test_no_game_id_leads_out_of_the_folder(tmp_path: Path, game_id: str) -> None:
    receipts = Receipts(tmp_path / "in")
    receipts.keep(receipt(game_id))
    assert receipts.find(game_id) == [receipt(game_id)]
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_a_file_that_is_no_receipt_is_passed_over(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path)
    receipts.keep(receipt("game", 1))
    (tmp_path / "game-0.json").write_text("{")
    assert receipts.find("game") == [receipt("game", 1)]


def test_the_folder_follows_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKYJO_STATE_DIR", str(tmp_path))
    assert Receipts().folder == tmp_path / "receipts"
