"""What a finished ``skyjo`` command says to whoever started it."""

from typing import Final

from skyjo.v1 import table_pb2

FINISHED: Final = 0
UNFINISHED: Final = 1
"""The input ended before the game did, or something else went wrong."""
USAGE: Final = 2
UNREACHABLE: Final = 3
REFUSED: Final = 4
"""Removed from the table, or refused."""
VERSION: Final = 5
NOT_PROVEN: Final = 6
"""A record is sound, and it is not shown that nobody chose the cards, as players were promised."""
NOT_CONFORMING: Final = 7
"""A bot has not passed every row of its check."""
INTERRUPTED: Final = 130

_WILLING: Final = (
    table_pb2.GOODBYE_REASON_FINISHED,
    table_pb2.GOODBYE_REASON_RESIGNED,
    table_pb2.GOODBYE_REASON_DETACHED,
)
_SERVER: Final = (
    table_pb2.GOODBYE_REASON_DRAINING,
    table_pb2.GOODBYE_REASON_STORAGE_FAILED,
    table_pb2.GOODBYE_REASON_SLOW_READER,
    table_pb2.GOODBYE_REASON_SILENT,
)


def after(goodbye: table_pb2.Goodbye) -> int:
    """Return the exit code after a last goodbye."""
    if goodbye.reason in _WILLING:
        return FINISHED
    return UNREACHABLE if goodbye.reason in _SERVER else REFUSED
