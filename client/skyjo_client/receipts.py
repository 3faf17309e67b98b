"""Receipts on disk: what a player keeps to check later that nobody chose the cards."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from skyjo_client.data_folder import state_folder
from skyjo_client.errors import UnfairDealError
from skyjo_client.private_file import file_stem, write_private
from skyjo_engine.errors import EngineError
from skyjo_engine.receipt import Receipt

_NAME_BYTES: Final = 8


class Receipts:
    """A folder with one file per game, seat and commitment, readable by its owner only.

    A game that was prepared anew has several commitments, and a receipt for each.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Keep receipts in ``folder``, by default ``receipts`` in the state folder."""
        self._folder = folder

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self._folder or state_folder() / "receipts"

    def keep(self, receipt: Receipt) -> None:
        """Write a receipt, whole or not at all; one that is kept stays as it is.

        Raises OSError, and :class:`UnfairDealError` when another receipt is kept for this game,
        seat and commitment: the entropy was told for other hashes than these.
        """
        kept = self.kept(receipt.game_id, receipt.seat, receipt.commitment)
        if kept is None:
            path = self._path(receipt.game_id, receipt.seat, receipt.commitment)
            write_private(path, receipt.dumps())
        elif replace(receipt, given_up=kept.given_up) != kept:
            raise UnfairDealError(receipt.game_id, "opening")

    def kept(self, game_id: str, seat: int, commitment: bytes) -> Receipt | None:
        """The receipt of one seat for one commitment."""
        return self._load(self._path(game_id, seat, commitment))

    def _path(self, game_id: str, seat: int, commitment: bytes) -> Path:
        name = f"{file_stem(game_id)}-{seat}-{commitment[:_NAME_BYTES].hex()}.json"
        return self.folder / name

    def find(self, game_id: str) -> list[Receipt]:
        """The receipts of a game, one for each own seat and commitment.

        Files that hold none are passed over.
        """
        return list(self._read(game_id))

    def _read(self, game_id: str) -> Iterator[Receipt]:
        for path in sorted(self.folder.glob(f"{file_stem(game_id)}-*.json")):
            receipt = self._load(path)
            if receipt is not None and receipt.game_id == game_id:
                yield receipt

    def _load(self, path: Path) -> Receipt | None:
        try:
            return Receipt.loads(path.read_bytes())
        except (OSError, EngineError):
            return None


DEFAULT_RECEIPTS: Final = Receipts()
"""Those of the user."""
