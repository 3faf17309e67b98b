"""A real server that encrypts, started as a program."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EVERYWHERE = "0.0.0.0"  # noqa: S104  # what is tested is what other machines can reach


@dataclass(frozen=True)
class Encrypted:
    """``port`` on every address of this machine, and how the server is recognised."""

    port: int
    words: str
    fingerprint: str
    errors: Path
    kill: Callable[[], None]

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def link(self, code: str = "") -> str:
        return f"skyjo://{self.address}{code and '/'}{code}#{self.fingerprint}"


@contextmanager
def serving(folder: Path, *arguments: str, host: str = EVERYWHERE, **env: str) -> Iterator[Any]:
    """What a server on ``host`` says of itself, with its data in ``folder``, while it runs."""
    command = [sys.executable, "-m", "skyjo_server", "--private", "--host", host, *arguments]
    folder.mkdir(exist_ok=True)
    with (
        (folder / "log").open("ab") as errors,
        subprocess.Popen(
            [*command, "--data", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=os.environ | env,
        ) as process,
    ):
        assert process.stdin
        assert process.stdout
        try:
            yield json.loads(process.stdout.readline()) | {"kill": process.kill}
        finally:
            process.stdin.close()
            assert process.wait(timeout=20) in (0, -signal.SIGKILL)


@contextmanager
def encrypted(folder: Path, *arguments: str, **env: str) -> Iterator[Encrypted]:
    with serving(folder, *arguments, **env) as said:
        port = int(said["address"].rpartition(":")[2])
        yield Encrypted(port, said["words"], said["fingerprint"], folder / "log", said["kill"])
