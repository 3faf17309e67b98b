"""Seats at tables that may be taken up again: their tokens, on disk, for their owner only."""

import contextlib
import hashlib
from pathlib import Path
from typing import Final

from google.protobuf.message import DecodeError

from skyjo.v1 import lobby_pb2
from skyjo_client.private_file import write_private
from skyjo_client.receipts import state_folder

_LARGEST: Final = 65536


class SeatsKept:
    """A folder with one file for each table joined, by the server's address and the code."""

    def __init__(self, folder: Path | None = None) -> None:
        """Keep seats in ``folder``, by default ``seats`` in the state folder."""
        self._folder = folder if folder is not None else state_folder() / "seats"

    def keep(self, address: str, seating: lobby_pb2.Seating) -> None:
        """Remember a seat. Raises OSError where that cannot be written."""
        write_private(self._path(address, seating.code), seating.SerializeToString())

    def find(self, address: str, code: str) -> lobby_pb2.Seating | None:
        """Return the seat at a table, or None."""
        try:
            with self._path(address, code).open("rb") as file:
                seating = lobby_pb2.Seating.FromString(file.read(_LARGEST))
        except (OSError, DecodeError):
            return None
        return seating if seating.seat_token else None

    def forget(self, address: str, code: str) -> None:
        """The seat is gone."""
        with contextlib.suppress(OSError):
            self._path(address, code).unlink(missing_ok=True)

    def _path(self, address: str, code: str) -> Path:
        named = f"{address}\n{code.casefold()}"
        return self._folder / f"{hashlib.sha256(named.encode()).hexdigest()}.seat"
