"""Starts the real ``skyjo`` command, each time with folders of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

SKYJO = (sys.executable, "-m", "skyjo_client")
MOVES = "a1 b2\n" + "".join(f"d\n{row}{column}\n" for row in "abc" for column in range(1, 5))
"""Enough to end a round, whatever is drawn."""


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a player whose data and state lie in ``folder``, alone in the network.

    Nothing is set in the file of settings there, unless a test has written one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "settings.toml"
    settings.touch()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SKYJO_")}
    return {
        **kept,
        "SKYJO_DATA_DIR": str(folder / "data"),
        "SKYJO_STATE_DIR": str(folder / "state"),
        "SKYJO_CONFIG": str(settings),
        "SKYJO_DISCOVER": "0",
        "SKYJO_SERVE_ANNOUNCE": "0",
        "PYTHONUTF8": "1",
        **more,
    }


def run(
    folder: Path,
    *arguments: str,
    given: str = "",
    env: Mapping[str, str] | None = None,
    under: tuple[str, ...] = (),
) -> subprocess.CompletedProcess[str]:
    """Run a command, by the command ``under`` if any, to its end with pipes for all."""
    return subprocess.run(
        [*under, *SKYJO, *arguments],
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        env=dict(env or environment(folder)),
        check=False,
    )


def start(
    folder: Path,
    *arguments: str,
    env: Mapping[str, str] | None = None,
    under: tuple[str, ...] = (),
) -> subprocess.Popen[str]:
    """Start a command with pipes for input, output and errors."""
    return subprocess.Popen(
        [*under, *SKYJO, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=dict(env or environment(folder)),
    )


class Scripted:
    """A player who writes many lines at once, over pipes."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def type(self, lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(lines)
        self.process.stdin.flush()

    def until(self, part: str) -> str:
        assert self.process.stdout
        return next(line for line in self.process.stdout if part in line)

    def lines_until(self, part: str) -> list[str]:
        """All lines to the one that has ``part``."""
        assert self.process.stdout
        lines: list[str] = []
        for line in self.process.stdout:
            lines.append(line)
            if part in line:
                return lines
        raise AssertionError(part)
