"""Seats at tables that may be taken up again: their tokens, on disk, for their owner only."""

import contextlib
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from google.protobuf.message import DecodeError

from skyjo.v1 import lobby_pb2
from skyjo_client.data_folder import state_folder
from skyjo_client.private_file import write_private

_LARGEST: Final = 65536


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat at a table of a server, which was reached at ``address`` last.

    ``server`` is what the server is recognised by, at whatever address:
    :func:`skyjo_client.trust.recognised_by`.
    """

    server: str
    address: str
    seating: lobby_pb2.Seating


class SeatsKept:
    """A folder with one file for each table joined, by the server and the code."""

    def __init__(self, folder: Path | None = None) -> None:
        """Keep seats in ``folder``, by default ``seats`` in the state folder."""
        self._folder = folder if folder is not None else state_folder() / "seats"

    def keep(self, seat: KeptSeat) -> None:
        """Remember a seat. Raises OSError where that cannot be written."""
        kept = {
            "server": seat.server,
            "address": seat.address,
            "seating": seat.seating.SerializeToString().hex(),
        }
        path = self._path(seat.server, seat.seating.code)
        write_private(path, json.dumps(kept, indent=1).encode())

    def find(self, server: str, code: str) -> KeptSeat | None:
        """Return the seat at a table, or None."""
        return _read(self._path(server, code))

    def at(self, server: str) -> list[KeptSeat]:
        """Return the seats at a server, the latest first."""
        return [seat for seat in self._all() if seat.server == server]

    def everywhere(self) -> list[KeptSeat]:
        """Return the seats at all servers, the latest first."""
        return list(self._all())

    def latest(self, code: str) -> KeptSeat | None:
        """Return the latest seat at a table of this code, at whatever server."""
        named = code.casefold()
        return next((s for s in self._all() if s.seating.code.casefold() == named), None)

    def forget(self, seat: KeptSeat) -> None:
        """The seat is gone."""
        with contextlib.suppress(OSError):
            self._path(seat.server, seat.seating.code).unlink(missing_ok=True)

    def _all(self) -> Iterator[KeptSeat]:
        with contextlib.suppress(OSError):
            files = [(path.stat().st_mtime_ns, path) for path in self._folder.glob("*.seat")]
            for _, path in sorted(files, reverse=True):
                if (seat := _read(path)) is not None:
                    yield seat

    def _path(self, server: str, code: str) -> Path:
        named = f"{server}\n{code.casefold()}"
        return self._folder / f"{hashlib.sha256(named.encode()).hexdigest()}.seat"


def _read(path: Path) -> KeptSeat | None:
    """Return what a file keeps; None for one that is not there or holds something else."""
    try:
        with path.open("rb") as file:
            kept = json.loads(file.read(_LARGEST))
        seating = lobby_pb2.Seating.FromString(bytes.fromhex(kept["seating"]))
        seat = KeptSeat(str(kept["server"]), str(kept["address"]), seating)
    except (OSError, DecodeError, ValueError, KeyError, TypeError):
        return None
    return seat if seating.seat_token else None
