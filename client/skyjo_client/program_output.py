"""What a bot's program writes, kept for its author."""

import asyncio
from collections.abc import Set as AbstractSet
from typing import Final, Protocol

from skyjo_client.last_words import excerpt
from skyjo_client.present.escape import escape
from skyjo_client.spellings import MARGIN, blotted_end

MOST_BYTES: Final = 16 * 1024 * 1024
"""So much of a program's output is kept in its log."""
_LAST_WORDS: Final = 16 * 1024
_CHUNK: Final = 1 << 16
_END_SECONDS: Final = 2.0
_REST_SECONDS: Final = 0.01
"""Between two readings of one that writes without end, so that the games go on."""


class Log(Protocol):
    """What keeps, or looks at, what a program writes."""

    def write(self, data: bytes, /) -> object:
        """Take the next piece. May raise OSError."""

    def flush(self) -> object:
        """Have it where it belongs. May raise OSError."""


class Output:
    """Reads until the program, and all that it started, has closed its output.

    Lines of ours stand between its own in the log, which is None where nobody wants it.
    """

    def __init__(self, log: Log | None, secrets: AbstractSet[bytes]) -> None:
        """Write to ``log``, as it comes. ``secrets``, which may become more, are not told."""
        self._secrets = secrets
        self._log = log
        self._kept = 0
        self._tail = b""
        self._reading: asyncio.Task[None] | None = None

    def follow(self, stream: asyncio.StreamReader) -> None:
        """Begin to read."""
        self._reading = asyncio.create_task(self._read(stream))

    async def heard(self, seconds: float = _END_SECONDS) -> None:
        """Wait until all is read; not for long, as something that got away may hold the pipe."""
        if self._reading:
            await asyncio.wait({self._reading}, timeout=seconds)

    async def close(self) -> None:
        """Read what is left, and no more."""
        await self.heard()
        if self._reading:
            self._reading.cancel()

    async def _read(self, stream: asyncio.StreamReader) -> None:
        while chunk := await stream.read(_CHUNK):
            self._tail = (self._tail + chunk)[-_LAST_WORDS - MARGIN :]
            if self._kept > MOST_BYTES:
                await asyncio.sleep(_REST_SECONDS)
                continue
            self._kept += len(chunk)
            self._write(chunk)
            if self._kept > MOST_BYTES:
                self.line(f"more than {MOST_BYTES >> 20} MiB: the rest is left out")

    def line(self, text: str) -> None:
        """Say something in the log."""
        begun = b"" if not self._tail or self._tail.endswith(b"\n") else b"\n"
        self._write(begun + f"=== {text}\n".encode())
        self._tail += begun

    def end(self) -> str:
        """The end of what the program wrote, without secrets."""
        return blotted_end(self._tail, self._secrets, _LAST_WORDS)

    def last_words(self) -> str:
        """Its last lines, harmless and without secrets."""
        return "\n".join(f"  {escape(line)}" for line in excerpt(self.end()))

    def _write(self, data: bytes) -> None:
        if self._log is None:
            return
        try:
            self._log.write(data)
            self._log.flush()
        except OSError:  # what else is written beside it fails as well, and says why
            self._log = None
