"""Standard input, line by line: on every system, with any encoding, from a pipe or a console."""

import asyncio
import codecs
import contextlib
import sys
import threading
from collections.abc import Iterator
from functools import cache
from typing import Final, Self

_WAITING_LINES: Final = 1000


class TypedLines:
    """The lines of standard input, without their ends, until it ends.

    They are read in a thread, because no event loop can wait for a console on every system. The
    thread reads below Python's buffer, so that a read that never returns does not hold up the
    program's end.
    """

    def __init__(self) -> None:
        """Start reading when the iteration begins."""
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(_WAITING_LINES)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended = False

    def __aiter__(self) -> Self:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            threading.Thread(target=self._read, name="typed lines", daemon=True).start()
        return self

    async def __anext__(self) -> str:
        line = None if self._ended else await self._lines.get()
        if line is None:
            self._ended = True
            raise StopAsyncIteration
        return line

    def _read(self) -> None:
        # The loop may be gone when the program is ending: then nobody wants the lines any more.
        with contextlib.suppress(RuntimeError, asyncio.CancelledError):
            for line in _standard_input():
                self._hand_over(line)
            self._hand_over(None)

    def _hand_over(self, line: str | None) -> None:
        assert self._loop is not None  # noqa: S101 # the iteration has begun
        adding = self._lines.put(line)
        try:
            asyncio.run_coroutine_threadsafe(adding, self._loop).result()
        except RuntimeError:
            adding.close()
            raise


@cache
def typed_here() -> TypedLines:
    """The lines typed in this program: a second reader would take some of them away."""
    return TypedLines()


def _standard_input() -> Iterator[str]:
    if sys.stdin is None:
        return
    raw = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    decoder = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")("replace")
    rest = ""
    with contextlib.suppress(OSError, ValueError):
        while chunk := raw.read(65536):
            *lines, rest = (rest + decoder.decode(chunk)).split("\n")
            yield from (line.removesuffix("\r") for line in lines)
    if rest:
        yield rest
