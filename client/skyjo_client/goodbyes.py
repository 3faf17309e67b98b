"""Which goodbyes are for good."""

from typing import Final

from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_DETACHED,
    GOODBYE_REASON_DRAINING,
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_FORFEITED,
    GOODBYE_REASON_KICKED,
    GOODBYE_REASON_NOT_READY,
    GOODBYE_REASON_RESIGNED,
    GOODBYE_REASON_SILENT,
    GOODBYE_REASON_SLOW_READER,
    GOODBYE_REASON_STORAGE_FAILED,
    GOODBYE_REASON_SUPERSEDED,
    GOODBYE_REASON_SUSPENDED,
    GOODBYE_REASON_TABLE_CLOSED,
    Goodbye,
)
from skyjo_client.errors import ServerStoppedError

_FINAL: Final = {
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_RESIGNED,
    GOODBYE_REASON_KICKED,
    GOODBYE_REASON_TABLE_CLOSED,
    GOODBYE_REASON_NOT_READY,
    GOODBYE_REASON_FORFEITED,
    GOODBYE_REASON_SUSPENDED,
    GOODBYE_REASON_DETACHED,
    GOODBYE_REASON_SUPERSEDED,
}
_SERVER_ENDS: Final = {GOODBYE_REASON_DRAINING, GOODBYE_REASON_STORAGE_FAILED}
_HOLDS_ON: Final = {GOODBYE_REASON_DETACHED, GOODBYE_REASON_SUPERSEDED}
_AT_ONCE: Final = {GOODBYE_REASON_SLOW_READER, GOODBYE_REASON_SILENT}


def come_back_after(goodbye: Goodbye) -> float | None:
    """Seconds after which to come back; None: not at all.

    For reasons that this version does not know, the time given decides.
    """
    if goodbye.reason in _FINAL:
        return None
    if goodbye.HasField("retry_after_ms"):
        return goodbye.retry_after_ms / 1000
    return 0.0 if goodbye.reason in _AT_ONCE else None


def check_served(goodbye: Goodbye) -> None:
    """Raise :class:`ServerStoppedError` when a last goodbye was the server's own end."""
    if goodbye.reason in _SERVER_ENDS:
        raise ServerStoppedError(goodbye)


def ends_the_seat(goodbye: Goodbye) -> bool:
    """Whether the seat is not the player's any more."""
    return goodbye.reason in _FINAL - _HOLDS_ON
