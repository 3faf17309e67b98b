"""Servers for the tests of the client."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from skyjo_client.present.languages import SOURCE
from skyjo_client.present.messages import speak
from tests.client.programs import SKYJO, environment
from tests.client.scripted import ScriptedServer
from tests.encrypted import Encrypted, encrypted

if sys.platform != "win32":
    from tests.client.lan import Machine, two_machines


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


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server started with ``skyjo serve``."""
    folder = tmp_path / "server"
    folder.mkdir()
    command = [*SKYJO, "serve", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        env=environment(folder),
    ) as process:
        assert process.stdout
        found = re.search(r"127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        yield found[0]
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[tuple["Machine", "Machine"]]:
    """Two machines in one network. POSIX only."""
    with two_machines(tmp_path) as machines:
        yield machines
        machines[0].run("host", "--stop")
