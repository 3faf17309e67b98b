"""``skyjo`` in tmux: a real terminal of a given size, read as text and typed into."""

import os
import select
import shlex
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.client.programs import SKYJO, environment

_SECONDS = 60.0
_CHUNK = 1 << 16
_CLOSED = "[closed with "


class Tmux:
    """A terminal in which one command runs; afterwards its exit code stands in the last line."""

    def __init__(  # where and what
        self,
        folder: Path,
        *arguments: str,
        columns: int = 80,
        lines: int = 24,
        server: str = "",
        under: tuple[str, ...] = (),
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._under = under
        self._socket = str(folder / "tmux")
        command = shlex.join([*SKYJO, *arguments])
        more = {"SKYJO_SERVER": server} if server else {}
        terminal = {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", **more}
        env = {**environment(folder), **terminal, **(env or {})}
        size = ("-x", str(columns), "-y", str(lines))
        shell = f"{command}; echo '{_CLOSED}'$?']'; cat"
        self._call("-f", "/dev/null", "new-session", "-d", *size, shell, env=env)
        written = folder / "written"
        os.mkfifo(written)
        # Open on both sides from here on, so that nobody waits for the other one.
        self._written = os.open(written, os.O_RDWR | os.O_NONBLOCK)
        self._call("pipe-pane", "-O", f"cat > {shlex.quote(str(written))}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._call("kill-server")
        os.close(self._written)

    def _call(self, *arguments: str, env: dict[str, str] | None = None) -> str:
        command = [*self._under, "tmux", "-u", "-S", self._socket, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True, env=env).stdout

    def screen(self) -> str:
        """What stands on the terminal."""
        return self._call("capture-pane", "-p")

    def title(self) -> str:
        """The title of the window."""
        return self._call("display-message", "-p", "#{pane_title}").strip()

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names for them."""
        self._call("send-keys", *keys)

    def resize(self, columns: int, lines: int) -> None:
        """Make the terminal larger or smaller."""
        self._call("resize-window", "-x", str(columns), "-y", str(lines))

    def until(self, seen: Callable[[str], bool]) -> str:
        """Return the first screen on which something is to be seen."""
        deadline = time.monotonic() + _SECONDS
        while not seen(screen := self.screen()):
            left = max(0.0, deadline - time.monotonic())
            written, _, _ = select.select([self._written], [], [], left)
            assert written, screen
            os.read(self._written, _CHUNK)
        return screen

    def end(self) -> int:
        """Wait for the command to end; returns its exit code."""
        screen = self.until(lambda screen: _CLOSED in screen)
        return int(screen.split(_CLOSED)[1].split("]")[0])
