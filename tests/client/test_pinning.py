"""Which servers a client goes on to believe, once it has met them."""

from pathlib import Path

import pytest

from skyjo_client import exit_codes
from skyjo_client.address import target
from skyjo_client.connection import Connection
from skyjo_client.errors import (
    ChangedServerError,
    KeptServerError,
    NotEncryptedServerError,
    RefusedError,
    UnreachableError,
)
from skyjo_client.lobby import Lobby
from skyjo_client.notices import LinkChanged
from skyjo_client.pins import Pins
from skyjo_client.private_server import private_server
from skyjo_client.session import SeatSession
from skyjo_client.trouble import explain
from skyjo_client.trust import introduce, link_to
from skyjo_client.versions import joiner
from skyjo_engine.rules import Rules
from tests.client import programs
from tests.client.tabling import make_table
from tests.encrypted import (
    EVERYWHERE,
    Encrypted,
    encrypted,
    serving,
)


async def test_a_server_that_starts_again_is_the_same(tmp_path: Path) -> None:
    with encrypted(tmp_path / "data") as first:
        await introduce(first.link())
    with encrypted(tmp_path / "data", "--port", str(first.port)):
        async with Lobby(first.address) as lobby:
            assert await lobby.list_tables() == []


async def test_a_changed_certificate_is_refused_until_the_new_one_is_confirmed(
    tmp_path: Path,
) -> None:
    with encrypted(tmp_path / "data") as first:
        await introduce(first.link())
    with encrypted(tmp_path / "other", "--port", str(first.port)) as other:
        async with Lobby(first.address) as lobby:
            with pytest.raises(ChangedServerError) as caught:
                await lobby.list_tables()
        sentence, code = explain(caught.value)
        assert code == exit_codes.REFUSED
        assert other.words in sentence
        assert "somebody may stand between" in sentence
        with pytest.raises(ChangedServerError):
            async with Connection(first.address):
                pass
        told = programs.run(tmp_path, "tables", "--server", first.link())
        assert told.returncode == exit_codes.REFUSED
        assert (told.stderr.count("\n"), "than before" in told.stderr) == (1, True)
        await introduce(other.link())
        async with Lobby(first.address) as lobby:
            assert await lobby.list_tables() == []


async def test_who_plays_is_told_when_another_server_answers(tmp_path: Path) -> None:
    with encrypted(tmp_path / "data") as first:
        await introduce(first.link())
        connection = await Connection(first.address).__aenter__()
        made = await make_table(connection.lobby, Rules(players=2))
        seating = await connection.lobby.join_table(made.code, joiner("Ada"))
        session = await connection.attach(seating)
        first.kill()
    with encrypted(tmp_path / "other", "--port", str(first.port)) as other:
        with pytest.raises(ChangedServerError) as caught:
            async for _ in session:
                pass
        assert caught.value.words == other.words
        await connection.__aexit__(None, None, None)


async def asked_again(session: SeatSession) -> None:
    """Wait until the server was asked for the seat, which a private one does not know any more."""
    with pytest.raises(RefusedError):
        [item async for item in session]


async def nowhere(_seconds: float) -> None:
    """The server is not found anywhere else."""


async def test_a_player_who_looks_for_the_server_waits_whoever_stands_in_its_place(
    tmp_path: Path,
) -> None:
    with encrypted(tmp_path / "data") as first:
        await introduce(first.link())
        connection = await Connection(first.address, find_again=nowhere).__aenter__()
        made = await make_table(connection.lobby, Rules(players=2))
        seating = await connection.lobby.join_table(made.code, joiner("Ada"))
        session = await connection.attach(seating)
        first.kill()
    port = str(first.port)
    with serving(tmp_path / "other", "--insecure", "--port", port):
        while await anext(session) != LinkChanged(connected=False):
            pass
    with encrypted(tmp_path / "data", "--port", port):
        await asked_again(session)
    await connection.__aexit__(None, None, None)


async def test_a_player_follows_a_server_that_is_found_elsewhere(tmp_path: Path) -> None:
    found: list[str] = []

    async def find_again(_seconds: float) -> str | None:
        return found[-1] if found else None

    with encrypted(tmp_path / "data") as first:
        await introduce(first.link())
        connection = await Connection(first.address, find_again=find_again).__aenter__()
        made = await make_table(connection.lobby, Rules(players=2))
        seating = await connection.lobby.join_table(made.code, joiner("Ada"))
        session = await connection.attach(seating)
        first.kill()
    with encrypted(tmp_path / "data") as again:
        assert again.address != first.address
        found.append(again.address)
        await asked_again(session)
    await connection.__aexit__(None, None, None)


async def test_a_known_server_is_never_spoken_to_in_the_clear(tmp_path: Path) -> None:
    with encrypted(tmp_path / "data") as first:
        await introduce(first.link())
    with serving(tmp_path / "data", "--insecure", "--port", str(first.port)):
        async with Lobby(first.address) as lobby:
            with pytest.raises(NotEncryptedServerError):
                await lobby.list_tables()


async def test_what_is_known_of_others_does_not_count_for_a_server_of_ones_own(
    tls_server: Encrypted, monkeypatch: pytest.MonkeyPatch
) -> None:
    await introduce(tls_server.link())
    authority = tls_server.errors.parent / "certificate" / "authority.pem"
    monkeypatch.setenv("SKYJO_CA", str(authority))
    monkeypatch.setenv("SKYJO_TRUST", tls_server.words)
    async with private_server() as address:
        pin = Pins().find(tls_server.address)
        assert pin
        Pins().keep(address, pin)
        async with Lobby(address) as lobby:
            assert await lobby.list_tables() == []
    async with Lobby(address) as lobby:
        with pytest.raises(UnreachableError):
            await lobby.list_tables()


async def test_other_machines_are_not_spoken_to_in_the_clear_unless_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path / "data", "--insecure") as said:
        address = said["address"]
        for server in (address, f"skyjo://{address}"):
            with pytest.raises(NotEncryptedServerError):
                await introduce(server)
        async with Lobby(address) as lobby:
            with pytest.raises(NotEncryptedServerError):
                await lobby.list_tables()
        refused = programs.run(tmp_path, "tables", "--server", address)
        assert (refused.returncode, "--insecure" in refused.stderr) == (4, True)
        assert programs.run(tmp_path, "tables", "--server", address, "--insecure").returncode == 0
        port = address.rpartition(":")[2]
        await introduce(f"127.0.0.1:{port}")
        monkeypatch.setenv("SKYJO_INSECURE", "1")
        await introduce(address)
        async with Lobby(address) as lobby:
            assert await lobby.list_tables() == []


async def test_a_memory_that_cannot_be_read_is_not_passed_over(
    tls_server: Encrypted, state_folder: Path
) -> None:
    path = Pins().path(tls_server.address)
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    with pytest.raises(KeptServerError) as caught:
        await introduce(tls_server.address)
    assert str(state_folder) in explain(caught.value)[0]


async def test_the_maker_of_a_table_gets_a_link_for_others(
    tls_server: Encrypted, tmp_path: Path
) -> None:
    await introduce(f"skyjo://{tls_server.elsewhere}#{tls_server.fingerprint}")
    assert link_to(tls_server.elsewhere, "KIWI-42") == tls_server.link("KIWI-42").replace(
        "127.0.0.1", EVERYWHERE
    )
    assert link_to("127.0.0.1:1", "KIWI-42") == ""
    words = ("--trust", tls_server.words, "--json", "--seats", "2")
    command = programs.start(tmp_path, "play", "--server", tls_server.elsewhere, *words)
    with command:
        assert command.stderr
        assert command.stdin
        told = command.stderr.readline()
        command.stdin.close()
        command.wait(timeout=60)
    link = target(told.rpartition(" ")[2].strip())
    assert (link.address, link.fingerprint) == (
        tls_server.elsewhere,
        tls_server.fingerprint,
    )
    joined = programs.run(tmp_path, "join", link.link(), "--json", "--name", "Ben")
    assert '"welcome"' in joined.stdout, joined.stderr
