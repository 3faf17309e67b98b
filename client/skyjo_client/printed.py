"""Texts outside the full screen: a terminal gets them broken between words, a pipe as they are."""

import shutil
import sys
from typing import Final, TextIO

from skyjo_client.present.wrapped import wrapped

_MARGIN: Final = 1
"""Some terminals begin a new line of their own behind a full one."""


def show(text: str, *, err: bool = False) -> None:
    """Write lines for whoever reads the output, or what stands beside it."""
    stream = sys.stderr if err else sys.stdout
    if stream is not None:
        stream.write(f"{fitted(text, stream)}\n")


def fitted(text: str, stream: TextIO | None, before: int = 0) -> str:
    """Return a text as ``stream`` is to get it, behind ``before`` columns that are taken."""
    if stream is None or not stream.isatty():
        return text
    columns = shutil.get_terminal_size().columns - _MARGIN - before
    return "\n".join(part for line in text.split("\n") for part in wrapped(line, columns))
