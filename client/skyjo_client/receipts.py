"""Receipts on disk: what a player keeps to check later that nobody chose the cards."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from skyjo_client.private_file import file_stem, write_private
from skyjo_engine.errors import EngineError
from skyjo_engine.receipt import Receipt


def state_folder() -> Path:
    """Where this user's state lies: SKYJO_STATE_DIR, else the platform's place for it."""
    chosen = os.environ.get("SKYJO_STATE_DIR")
    if chosen:
        return Path(chosen)
    from platformdirs import user_state_path

    return user_state_path("skyjo", appauthor=False)


class Receipts:
    """A folder with one file per game and seat, readable by its owner only."""

    def __init__(self, folder: Path | None = None) -> None:
        """Keep receipts in ``folder``, by default ``receipts`` in the state folder."""
        self._folder = folder

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self._folder or state_folder() / "receipts"

    def keep(self, receipt: Receipt) -> None:
        """Write a receipt, whole or not at all. Raises OSError."""
        name = f"{file_stem(receipt.game_id)}-{receipt.seat}.json"
        write_private(self.folder / name, receipt.dumps())

    def find(self, game_id: str) -> list[Receipt]:
        """The receipts of a game, one for each own seat; files that hold none are passed over."""
        return list(self._read(game_id))

    def _read(self, game_id: str) -> Iterator[Receipt]:
        for path in sorted(self.folder.glob(f"{file_stem(game_id)}-*.json")):
            try:
                receipt = Receipt.loads(path.read_bytes())
            except (OSError, EngineError):
                continue
            if receipt.game_id == game_id:
                yield receipt


DEFAULT_RECEIPTS: Final = Receipts()
"""Those of the user."""
