"""Servers for the tests of the client."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.client.scripted import ScriptedServer


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test writes where its user keeps things."""
    folder = tmp_path / "state"
    monkeypatch.setenv("SKYJO_STATE_DIR", str(folder))
    return folder


@pytest.fixture
async def scripted() -> AsyncIterator[ScriptedServer]:
    async with ScriptedServer() as server:
        yield server
