"""``skyjo`` in a real pseudo-terminal, read line by line and typed into. POSIX only."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.client.programs import SKYJO, environment

_SECONDS = 60.0
_INSTANT = 5.0

# Makes its standard input the controlling terminal, so that Ctrl-C in it is a signal.
_LOGIN = (
    "import fcntl, os, sys, termios\n"
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "os.execv(sys.argv[1], sys.argv[1:])"
)


class Terminal:
    """A terminal without echo in which a command runs; wide enough for every line by default.

    It can show lines only, unless ``env`` says otherwise.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        columns: int = 1000,
        under: tuple[str, ...] = (),
    ) -> None:
        self._master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (24, columns))
        settings = termios.tcgetattr(slave)
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, settings)
        self.process = subprocess.Popen(
            [*under, sys.executable, "-c", _LOGIN, *SKYJO, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=dict(env or environment(folder, TERM="dumb")),
        )
        os.close(slave)
        self.text = ""
        self._rest = b""
        self._read: deque[bytes] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=_SECONDS)
        os.close(self._master)

    def type(self, line: str) -> None:
        os.write(self._master, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        os.write(self._master, key)

    def lines(self) -> Iterator[str]:
        """What the command writes, until it closes the terminal."""
        while self._read or (chunk := self._chunk()):
            if not self._read:
                *lines, self._rest = (self._rest + chunk).split(b"\n")
                self._read.extend(lines)
                continue
            decoded = self._read.popleft().decode(errors="replace").removesuffix("\r")
            self.text += f"{decoded}\n"
            yield decoded

    def _chunk(self) -> bytes:
        deadline = time.monotonic() + _SECONDS
        ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"nothing for {_SECONDS} s after:\n{self.text[-2000:]}"
        try:
            return os.read(self._master, 65536)
        except OSError:  # Linux says so when the other end is closed
            return b""

    def until(self, part: str) -> str:
        """Read until a line contains ``part``; return that line."""
        for line in self.lines():
            if part in line:
                return line
        raise AssertionError(f"{part!r} never came:\n{self.text[-2000:]}")

    def until_asked(self, end: str) -> None:
        """Read until the command waits behind a text that ends like this."""
        while not self._rest.decode(errors="replace").endswith(end):
            *lines, self._rest = (self._rest + self._chunk()).split(b"\n")
            self._read.extend(lines)

    def until_painted(self, part: str) -> str:
        """Read until a full screen has written ``part``; return what is new, which is forgotten."""
        written = b"\n".join([*self._read, self._rest])
        while part.encode() not in written:
            written += self._chunk()
        self._read.clear()
        self._rest = b""
        return written.decode(errors="replace")

    def until_closed(self) -> str:
        """Return what is still written to the terminal until nobody has it open."""
        written = b"\n".join([*self._read, self._rest])
        while chunk := self._chunk():
            written += chunk
        return written.decode(errors="replace")

    def interrupt(self) -> None:
        """Press Ctrl-C; again where it came in the instant before the command waited for a key."""
        self.press(b"\x03")
        if not select.select([self._master], [], [], _INSTANT)[0]:
            self.press(b"\x03")

    def end(self) -> int:
        """Read all and return the exit code."""
        for _ in self.lines():
            pass
        return self.process.wait(timeout=_SECONDS)
