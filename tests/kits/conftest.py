"""Every kit that is tested is built once, the next ones while the first are tested."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kits.building import Builds, building
from tests.kits.program import Program
from tests.kits.toolchains import KITS, Kit


@pytest.fixture(scope="session")
def builds(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Builds]:
    """The folder of each kit that a test asks for, by language."""
    items = request.session.items
    parameters = [getattr(item, "callspec", None) for item in items]
    asked = [spec.params.get("kit") for spec in parameters if spec]
    if any("programs" in getattr(item, "fixturenames", ()) for item in items):
        asked += KITS
    kits = [kit for kit in KITS if kit in asked and not kit.missing]
    with building(kits, tmp_path_factory.mktemp("kits")) as made:
        yield made


@pytest.fixture(scope="session", params=KITS, ids=lambda kit: kit.language)
def kit(request: pytest.FixtureRequest) -> Any:
    """Each kit whose tools are here."""
    _need(request.param)
    return request.param


@pytest.fixture
def program(kit: Kit, builds: Builds) -> Program:
    """The bot of the kit, built."""
    return Program(kit, builds[kit.language].result())


@pytest.fixture
def programs(builds: Builds) -> list[Program]:
    """The bots of all kits, built."""
    for one in KITS:
        _need(one)
    return [Program(one, builds[one.language].result()) for one in KITS]


def _need(kit: Kit) -> None:
    if kit.missing:
        pytest.skip(kit.missing)
