"""Texts outside the full screen: a terminal gets them broken between words, a pipe as they are."""

import shutil
import sys
from collections.abc import Sequence
from typing import Final, TextIO

from skyjo_client.present.wrapped import columns_of, filled, width, wrapped

_MARGIN: Final = 1
"""Some terminals begin a new line of their own behind a full one."""


def show(text: str, *, err: bool = False) -> None:
    """Write lines for whoever reads the output, or what stands beside it."""
    stream = sys.stderr if err else sys.stdout
    if stream is not None:
        stream.write(f"{fitted(text, stream)}\n")


def show_behind(head: str, text: str) -> None:
    """Write a text behind ``head``; each further line of it begins below its first one."""
    before = width(head)
    rows = fitted(text, sys.stdout, before).split("\n")
    if sys.stdout is not None:
        sys.stdout.write(head + f"\n{' ' * before}".join(rows) + "\n")


def show_table(rows: Sequence[Sequence[str]]) -> None:
    """Write rows in straight columns; the last one is broken where a terminal is too narrow."""
    columns = [columns_of(column) for column in zip(*rows, strict=True)]
    for *cells, last in rows:
        filled_up = [filled(cell, room) for cell, room in zip(cells, columns, strict=False)]
        show_behind("".join(f"{cell}  " for cell in filled_up), last)


def fitted(text: str, stream: TextIO | None, before: int = 0) -> str:
    """Return a text as ``stream`` is to get it, behind ``before`` columns that are taken."""
    if stream is None or not stream.isatty():
        return text
    columns = shutil.get_terminal_size().columns - _MARGIN - before
    return "\n".join(part for line in text.split("\n") for part in wrapped(line, columns))
