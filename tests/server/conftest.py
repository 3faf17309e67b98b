"""A real server as a process, and what its tests ask it through."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from skyjo_server.data import Data
from skyjo_server.hall import Hall
from skyjo_server.settings import Settings
from skyjo_server.terms import Terms
from tests.server.desk import Desk
from tests.server.inside import FakeScheduler, PredictableSecrets
from tests.server.raw import RawStream
from tests.server.restarts import Kept

OPERATOR_KEY = bytes(range(100, 132))


@dataclass(frozen=True)
class ServerProcess:
    """A running server. ``log`` is the file with all it has written to standard error."""

    address: str
    log: Path
    operator_key: bytes = OPERATOR_KEY

    def channel(self) -> grpc.aio.Channel:
        return grpc.aio.insecure_channel(self.address)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    log = tmp_path_factory.mktemp("server") / "log"
    environment = os.environ | {"SKYJO_OPERATOR_KEY": OPERATOR_KEY.hex()}
    # all tests that are refused something share one address
    command = (sys.executable, "-m", "skyjo_server", "--private", "--guesses", "1000000")
    with (
        log.open("wb") as errors,
        subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
        ) as process,
    ):
        assert process.stdin
        assert process.stdout
        yield ServerProcess(json.loads(process.stdout.readline())["address"], log)
        process.stdin.close()
        assert process.wait(timeout=10) == 0
    assert "standard input closed" in log.read_text(), "something else has ended the server"


@pytest.fixture
async def channel(server: ServerProcess) -> AsyncIterator[grpc.aio.Channel]:
    async with server.channel() as channel:
        yield channel


@pytest.fixture
def desk(channel: grpc.aio.Channel) -> Desk:
    return Desk(channel)


@pytest.fixture
async def stream(channel: grpc.aio.Channel) -> AsyncIterator[RawStream]:
    async with RawStream(channel) as stream:
        yield stream


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[Kept]:
    def failed(reason: str) -> None:
        raise AssertionError(reason)

    data = Data(Settings(data=tmp_path), failed)
    clock = FakeScheduler()
    hall = Hall(data.journal, PredictableSecrets(), clock, Terms())
    yield Kept(tmp_path, data, hall, clock)
    data.close()
