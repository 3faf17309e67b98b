"""What a server tells its network of itself by multicast DNS, as the text of its service.

Anybody in the network can say anything there. It helps to find a server; whether it is the right
one is seen from its certificate.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from skyjo_wire.version import MAJOR

SERVICE: Final = "_skyjo._tcp.local."
"""The type of the service, as multicast DNS spells it."""
MOST_CODES: Final = 20
"""Tables that are named at most, the newest: a text has 255 bytes."""
_MOST_BYTES: Final = 200
_MAJOR: Final = re.compile("[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Announced:
    """``name`` is the server's for people. ``codes`` are those of tables in the open list.

    ``fingerprint`` is the certificate as links name it; empty: the server does not encrypt.
    ``major`` is the version of the contract.
    """

    name: str
    fingerprint: str = ""
    codes: tuple[str, ...] = ()
    major: int = MAJOR

    def text(self) -> dict[str, str]:
        """The entries of the service's text."""
        codes = ",".join(self.codes[-MOST_CODES:])
        return {
            "protocol": str(self.major),
            "name": self.name.encode()[:_MOST_BYTES].decode(errors="ignore"),
            "fingerprint": self.fingerprint,
            "tables": codes,
        }


def read(text: Mapping[bytes, bytes | None]) -> Announced:
    """What somebody announced. What is missing is empty; a version that is no number is 0."""
    fields = {key: (value or b"").decode(errors="replace") for key, value in text.items()}
    codes = fields.get(b"tables", "").split(",")[:MOST_CODES]
    major = fields.get(b"protocol", "")
    return Announced(
        name=fields.get(b"name", ""),
        fingerprint=fields.get(b"fingerprint", ""),
        codes=tuple(filter(None, codes)),
        major=int(major) if _MAJOR.fullmatch(major) else 0,
    )
