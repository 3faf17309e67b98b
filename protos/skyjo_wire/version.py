"""The version of the contract that this package speaks."""

from typing import Final

from skyjo.v1 import table_pb2
from skyjo.v1.error_pb2 import ERROR_REASON_VERSION_UNSUPPORTED
from skyjo_wire.errors import RefusalError

MAJOR: Final = 1
"""Raised by changes that break older clients."""
MINOR: Final = 0
"""Raised by additions."""


def protocol_version() -> table_pb2.ProtocolVersion:
    """A new message naming this version."""
    return table_pb2.ProtocolVersion(major=MAJOR, minor=MINOR)


def check_version(version: table_pb2.ProtocolVersion, field: str = "version") -> None:
    """Refuse a peer of another major version.

    Raises :class:`RefusalError` with VERSION_UNSUPPORTED; its limits are the majors spoken here.
    """
    if version.major != MAJOR:
        raise RefusalError(
            ERROR_REASON_VERSION_UNSUPPORTED,
            field=f"{field}.major",
            value=version.major,
            limits=(MAJOR, MAJOR),
        )
