"""A server that is started again elsewhere, with its folder, is the same server to its players."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from skyjo.v1.operator_pb2 import DrainRequest
from skyjo.v1.operator_pb2_grpc import OperatorServiceStub
from skyjo_client import exit_codes
from skyjo_client.channel import open_channel
from skyjo_client.connection import Connection
from skyjo_client.errors import ChangedServerError, UnknownServerError
from skyjo_client.notices import LinkChanged
from skyjo_client.session import SeatSession
from skyjo_client.trust import introduce
from skyjo_client.versions import joiner
from skyjo_engine.rules import Rules
from tests.client import programs
from tests.client.tabling import make_table
from tests.encrypted import EVERYWHERE
from tests.server.conftest import OPERATOR_KEY
from tests.server.program import Program, program
from tests.server.raw import PATIENCE

KEY = {"SKYJO_OPERATOR_KEY": OPERATOR_KEY.hex()}


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[Program, str, str]]:
    """A server with its data in ``folder``; its address on this machine, and its fingerprint."""
    flags = ("--host", EVERYWHERE, "--port", "0", "--no-announce", "--data", str(folder))
    async with program(*flags, env=KEY) as server:
        (link, *_) = server.lines[-1]["fields"]["links"]
        port = server.address.rpartition(":")[2]
        yield server, f"127.0.0.1:{port}", link.partition("#")[2]


async def test_a_seat_is_found_again_at_a_server_that_has_another_port(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as (server, address, fingerprint):
        link = f"skyjo://{address}#{fingerprint}"
        table = ("play", "--plain", "--server", link, "--seats", "2", "--level", "beginner")
        left = programs.run(tmp_path, *table, given="a1 b2\nquit\n")
        assert left.returncode == exit_codes.FINISHED, left.stderr
        code = left.stdout.partition("skyjo join ")[2].split()[0]
        server.process.kill()
        await server.process.wait()
    async with serving(tmp_path / "data") as (_, elsewhere, same):
        assert (elsewhere != address, same == fingerprint) == (True, True)
        back = ("join", code, "--plain", "--server", elsewhere)
        again = programs.run(tmp_path, *back, given="quit\n")
        assert again.returncode == exit_codes.FINISHED, again.stderr
        assert "Round 1 is being played." in again.stdout


async def test_a_stranger_at_another_port_is_not_taken_for_the_server(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as (_, address, fingerprint):
        await introduce(f"skyjo://{address}#{fingerprint}")
    async with serving(tmp_path / "other") as (_, elsewhere, _):
        with pytest.raises(UnknownServerError):
            await introduce(elsewhere)


@pytest.mark.parametrize("same", [True, False], ids=["the same", "a stranger"])
async def test_players_are_sent_to_where_the_server_starts_again_and_to_no_other(
    tmp_path: Path, *, same: bool
) -> None:
    folder = tmp_path / "data"
    async with serving(folder) as (server, address, fingerprint):
        await introduce(f"skyjo://{address}#{fingerprint}")
        async with Connection(address) as connection:
            made = await make_table(connection.lobby, Rules(players=2))
            seating = await connection.lobby.join_table(made.code, joiner("Ada"))
            session = await connection.attach(seating)
            await anext(session)
            async with serving(tmp_path / "free") as (_, elsewhere, _):
                pass
            await drain(address, elsewhere)
            assert await server.status() == 0
            port = elsewhere.rpartition(":")[2]
            flags = ("--host", EVERYWHERE, "--port", port, "--no-announce")
            data = folder if same else tmp_path / "other"
            async with program(*flags, "--data", str(data), env=KEY):
                if same:
                    assert await links(session) == [False, True]
                else:
                    with pytest.raises(ChangedServerError):
                        [item async for item in session]


async def links(session: SeatSession) -> list[bool]:
    """How the connection was lost and came back."""
    changes: list[bool] = []
    async with asyncio.timeout(PATIENCE):
        async for item in session:
            changes += [item.connected] if isinstance(item, LinkChanged) else []
            if changes[-1:] == [True]:
                break
    return changes


async def drain(address: str, elsewhere: str) -> None:
    async with open_channel(address) as channel:
        request = DrainRequest(operator_key=OPERATOR_KEY, retry_after_ms=200, address=elsewhere)
        await OperatorServiceStub(channel).Drain(request, timeout=PATIENCE)
