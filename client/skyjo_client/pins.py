"""Servers that are known: the certificate by which each address is recognised."""

import contextlib
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from skyjo_client.data_folder import state_folder
from skyjo_client.private_file import write_private


@dataclass(frozen=True, slots=True)
class Pin:
    """A certificate in PEM that vouches for a server, and the name in the server's own one."""

    certificate: str
    name: str


class Pins:
    """A folder with one file for each address that was ever trusted."""

    def __init__(self, folder: Path | None = None) -> None:
        """Keep them in ``folder``, by default ``servers`` in the state folder."""
        self._folder = folder if folder is not None else state_folder() / "servers"

    def find(self, address: str) -> Pin | None:
        """The pin of an address, or None. Raises OSError and ValueError for one that is broken."""
        try:
            text = self.path(address).read_text("utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return None
        kept = json.loads(text)
        return Pin(certificate=str(kept["certificate"]), name=str(kept["name"]))

    def certificates(self) -> Iterator[str]:
        """Every certificate that is remembered, of whatever address; broken files are left out."""
        for path in self._folder.glob("*.json"):
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                yield str(json.loads(path.read_text("utf-8"))["certificate"])

    def keep(self, address: str, pin: Pin) -> None:
        """Remember a server in place of what was known of its address. Raises OSError."""
        kept = {"address": address, "certificate": pin.certificate, "name": pin.name}
        write_private(self.path(address), json.dumps(kept, indent=1).encode())

    def path(self, address: str) -> Path:
        """The file of an address."""
        return self._folder / f"{hashlib.sha256(address.casefold().encode()).hexdigest()}.json"
