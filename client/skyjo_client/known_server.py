"""What is written down of one's own server, to find it again and to start it again.

It lies in a file that only its owner may read. Imports nothing that takes time.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from skyjo_client.address import Target
from skyjo_client.data_folder import state_folder
from skyjo_client.private_file import write_private
from skyjo_client.seats_kept import KeptSeat


@dataclass(frozen=True, slots=True)
class KnownServer:
    """``address`` is one for others, too. ``fingerprint`` and ``words`` are empty in the clear.

    ``data`` is the folder of its games. ``operator_key`` is empty once it has ended.
    """

    address: str
    fingerprint: str
    words: str
    data: str
    operator_key: str = field(repr=False)

    @property
    def ended(self) -> bool:
        """Whether it was ended; it may be started again with what was played there."""
        return not self.operator_key

    @property
    def recognised_by(self) -> str:
        """What seats are kept by; see :class:`KeptSeat`."""
        return self.fingerprint or self.address

    def keeps(self, seat: KeptSeat) -> bool:
        """Whether a seat is at this server."""
        return seat.server == self.recognised_by

    def link(self, code: str = "") -> str:
        """How others name it, or one of its tables."""
        return Target(self.address, code, self.fingerprint).link()


def known_server() -> KnownServer | None:
    """The server that was started last, whether it runs or not; None before the first."""
    try:
        return KnownServer(**json.loads(server_file().read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_down(server: KnownServer) -> None:
    """Keep what is known of a server. Raises OSError."""
    write_private(server_file(), json.dumps(asdict(server)).encode())


def server_file() -> Path:
    """Where that is written."""
    return state_folder() / "hosted.json"
