"""Long lists, page by page."""

from typing import Final

from skyjo.v1 import error_pb2
from skyjo_wire.errors import RefusalError

MOST: Final = 500
"""Things on a page; so many fit into a message."""
PLACE_DIGITS: Final = 18
"""Digits that a place in a list has at most; SQLite's numbers have no more."""


def size(wanted: int, usual: int) -> int:
    """How many things to show: ``usual`` where 0 are wanted. Raises RefusalError."""
    if wanted > MOST:
        raise RefusalError(
            error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE,
            field="page_size",
            value=wanted,
            limits=(1, MOST),
        )
    return wanted or usual


def place(page_token: str) -> int | None:
    """Where a page begins; None at the start. Raises RefusalError for a token that is none."""
    if not page_token:
        return None
    if not page_token.isascii() or not page_token.isdecimal() or len(page_token) > PLACE_DIGITS:
        raise RefusalError(error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE, field="page_token")
    return int(page_token)
