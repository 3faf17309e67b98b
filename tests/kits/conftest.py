"""Every kit that is tested is built once, the next ones while the first are tested."""

import subprocess
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from skyjo_client.kits import write_kit
from tests.kits.program import Program
from tests.kits.toolchains import KITS, Kit

JOBS = 2
BUILD_SECONDS = 800

Builds = dict[str, Future[Path]]


@pytest.fixture(scope="session")
def builds(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Builds]:
    """The folder in which each kit is built that a test asks for, by language."""
    folder = tmp_path_factory.mktemp("kits")
    parameters = [getattr(item, "callspec", None) for item in request.session.items]
    asked = [spec.params.get("kit") for spec in parameters if spec]
    with ThreadPoolExecutor(JOBS) as pool:
        yield {
            kit.language: pool.submit(build, kit, folder / kit.language)
            for kit in KITS
            if kit in asked and not kit.missing
        }
        pool.shutdown(cancel_futures=True)


def build(kit: Kit, folder: Path) -> Path:
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
            timeout=BUILD_SECONDS,
        )
        assert made.returncode == 0, f"{' '.join(command)}:\n{made.stdout}"
    return folder


@pytest.fixture(scope="session", params=KITS, ids=lambda kit: kit.language)
def kit(request: pytest.FixtureRequest) -> Any:
    """Each kit whose tools are here."""
    if request.param.missing:
        pytest.skip(request.param.missing)
    return request.param


@pytest.fixture
def program(kit: Kit, builds: Builds) -> Program:
    """The bot of the kit, built."""
    return Program(kit, builds[kit.language].result())
