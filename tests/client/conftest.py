"""Servers for the tests of the client."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from skyjo_client.present.languages import SOURCE
from skyjo_client.present.messages import speak
from tests.client.scripted import ScriptedServer
from tests.encrypted import Encrypted, encrypted


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test writes where its user keeps things."""
    folder = tmp_path / "state"
    monkeypatch.setenv("SKYJO_STATE_DIR", str(folder))
    settings = tmp_path / "settings.toml"
    settings.touch()
    monkeypatch.setenv("SKYJO_CONFIG", str(settings))
    return folder


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """No test hears another language because one before it has chosen that."""
    yield
    speak(SOURCE)


@pytest.fixture
async def scripted() -> AsyncIterator[ScriptedServer]:
    async with ScriptedServer() as server:
        yield server


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a real server, one for all tests that do not end it."""
    server = subprocess.Popen(
        [sys.executable, "-m", "skyjo_server", "--private", "--guesses", "1000000"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with server:
        assert server.stdout is not None
        yield json.loads(server.stdout.readline())["address"]
        assert server.stdin is not None
        server.stdin.close()
        assert server.wait(10) == 0


@pytest.fixture(scope="session")
def tls_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Encrypted]:
    """A real server that other machines could reach, for all tests that do not end it."""
    with encrypted(tmp_path_factory.mktemp("encrypted")) as running:
        yield running
