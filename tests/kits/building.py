"""The kits made ready to run, each in a folder of its own as its author gets it."""

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from skyjo_client.kits import write_kit
from tests.kits.toolchains import Kit

Builds = Mapping[str, Future[Path]]
"""The folder of each kit, by its language."""
_JOBS: Final = 2
_SECONDS: Final = 1500


class BuildError(RuntimeError):
    """A kit could not be built; the text has what its tools said."""


@contextmanager
def building(kits: Sequence[Kit], folder: Path) -> Iterator[Builds]:
    """Build kits below ``folder`` while this is entered, in their order, two at a time.

    The futures raise :class:`BuildError`.
    """
    with ThreadPoolExecutor(_JOBS) as pool:
        yield {kit.language: pool.submit(_build, kit, folder / kit.language) for kit in kits}
        pool.shutdown(cancel_futures=True)


def _build(kit: Kit, folder: Path) -> Path:
    write_kit(kit.language, folder)
    for command in kit.build:
        made = subprocess.run(
            command,
            cwd=folder,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=_SECONDS,
        )
        if made.returncode != 0:
            raise BuildError(f"{kit.language}: {' '.join(command)}\n{made.stdout}")
    return folder
