"""Which servers a client believes: by link, by words once, by SKYJO_CA, and then by memory."""

import os
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from skyjo.v1.lobby_pb2 import BotChoice
from skyjo_client import exit_codes
from skyjo_client.address import Target, target
from skyjo_client.connection import Connection
from skyjo_client.errors import (
    ChangedServerError,
    KeptServerError,
    NotEncryptedServerError,
    OtherServerError,
    UnknownServerError,
    UnreachableError,
)
from skyjo_client.lobby import Lobby
from skyjo_client.pins import Pins
from skyjo_client.private_server import private_server
from skyjo_client.trouble import explain
from skyjo_client.trust import introduce, link_to
from skyjo_client.versions import joiner
from skyjo_engine.rules import Rules
from tests.client import programs
from tests.client.tabling import finished, make_table
from tests.encrypted import (
    EVERYWHERE,
    Encrypted,
    encrypted,
    issued_files,
    own_files,
    serving,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Encrypted]:
    with encrypted(tmp_path_factory.mktemp("server")) as running:
        yield running


def elsewhere(server: Encrypted) -> str:
    """The server's address as one that is not of this machine: no loopback address."""
    return f"{EVERYWHERE}:{server.port}"


def pins(folder: Path) -> list[Path]:
    return list((folder / "state" / "servers").glob("*.json"))


def test_without_a_terminal_an_unknown_server_is_refused_and_the_flag_is_named(
    server: Encrypted, tmp_path: Path
) -> None:
    for address in (server.address, elsewhere(server)):
        done = programs.run(tmp_path, "tables", "--server", address)
        assert done.returncode == exit_codes.REFUSED
        assert f"--trust {server.words}" in done.stderr
        assert done.stdout == ""
    assert pins(tmp_path) == []


def test_words_are_said_once_and_remembered(server: Encrypted, tmp_path: Path) -> None:
    spoken = server.words.replace("-", " ").upper()
    first = programs.run(tmp_path, "tables", "--server", server.address, "--trust", spoken)
    assert (first.returncode, first.stderr) == (0, f"No open tables at {server.address}.\n")
    again = programs.run(tmp_path, "tables", "--server", server.address)
    assert again.returncode == 0
    (pin,) = pins(tmp_path)
    if os.name == "posix":
        assert pin.stat().st_mode & 0o777 == 0o600


def test_other_words_are_refused_also_for_a_known_server(server: Encrypted, tmp_path: Path) -> None:
    known = ("tables", "--server", server.address)
    wrong = programs.run(tmp_path, *known, "--trust", "able acid acoustic")
    assert (wrong.returncode, pins(tmp_path)) == (exit_codes.REFUSED, [])
    assert "SKYJO_TRUST" in wrong.stderr
    programs.run(tmp_path, *known, "--trust", server.words)
    assert programs.run(tmp_path, *known, "--trust", "able acid acoustic").returncode == 4


def test_whoever_sits_at_the_terminal_is_asked_once(server: Encrypted, tmp_path: Path) -> None:
    pytest.importorskip("pty")
    from tests.client.pseudo_terminal import Terminal  # noqa: PLC0415  # POSIX only

    command = ("tables", "--server", server.address)
    with Terminal(tmp_path, *command) as no:
        assert server.words in no.until("Its words are")
        no.type("n")
        assert no.end() == exit_codes.REFUSED
    assert pins(tmp_path) == []
    with Terminal(tmp_path, *command) as yes:
        yes.until("Its words are")
        yes.type("y")
        assert yes.end() == 0
    with Terminal(tmp_path, *command) as known:
        assert known.end() == 0
        assert "words" not in known.text


async def test_a_link_says_it_all_and_house_bots_play(
    server: Encrypted, state_folder: Path
) -> None:
    met = await introduce(server.link("KIWI-42"))
    assert met == Target(server.address, "KIWI-42", server.fingerprint)
    async with Lobby(server.address) as lobby:
        bots = (BotChoice(house_level="random"),) * 2
        made = await make_table(lobby, Rules(players=2, rounds=1, target=1000), bots=bots)
        async for _ in lobby.watch(made.code):
            pass
        assert len(await finished(lobby, made.table_id)) == 1
    (pin,) = (state_folder / "servers").iterdir()
    assert "PRIVATE" not in pin.read_text()


async def test_a_link_to_another_server_is_refused(server: Encrypted) -> None:
    with pytest.raises(OtherServerError):
        await introduce(f"skyjo://{server.address}#{'A' * 22}")
    assert Pins().find(server.address) is None


async def test_a_bot_joins_by_link_over_tls(server: Encrypted, tmp_path: Path) -> None:
    await introduce(server.link())
    async with Lobby(server.address) as lobby:
        made = await make_table(
            lobby,
            Rules(players=2, rounds=1, target=1000),
            bots=(BotChoice(house_level="random"),),
        )
        bot = tmp_path / "bot.py"
        bot.write_text("from tests.client.tabling import Plain\n\n\nclass Mine(Plain):\n    pass\n")
        link = server.link(made.code)
        env = programs.environment(tmp_path, PYTHONPATH=os.pathsep.join(["", *_roots()]))
        played = programs.run(tmp_path, "bot", str(bot), "--server", link, env=env)
        assert played.returncode == 0, played.stderr
        assert len(await finished(lobby, made.table_id)) == 1


def _roots() -> list[str]:
    here = Path(__file__).parents[2]
    return [str(here), *(str(here / r) for r in ("engine", "protos", "bots", "client", "server"))]


async def test_a_certificate_in_skyjo_ca_vouches(
    server: Encrypted, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = server.errors.parent / "certificate" / "authority.pem"
    monkeypatch.setenv("SKYJO_CA", str(own))
    await introduce(elsewhere(server))
    async with Lobby(elsewhere(server)) as lobby:
        assert await lobby.list_tables() == []
    monkeypatch.setenv("SKYJO_CA", str(own.parent.parent / "other.pem"))
    (own.parent.parent / "other.pem").write_text(_foreign())
    async with Lobby(elsewhere(server)) as lobby:
        with pytest.raises(OtherServerError):
            await lobby.list_tables()


def _foreign() -> str:
    """Some certificate that is not the server's."""
    return ssl.DER_cert_to_PEM_cert(ssl.create_default_context().get_ca_certs(binary_form=True)[0])


@pytest.mark.parametrize("issued", [False, True], ids=["for itself", "issued"])
async def test_a_certificate_of_the_operators_own_is_known_by_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, issued: bool
) -> None:
    if issued:
        cert, key, _ = issued_files(tmp_path, "play.example")
    else:
        cert, key = own_files(tmp_path)
    with encrypted(tmp_path / "data", "--cert", str(cert), "--key", str(key)) as server:
        with pytest.raises(UnknownServerError):
            await introduce(elsewhere(server))
        monkeypatch.setenv("SKYJO_TRUST", server.words)
        await introduce(elsewhere(server))
        monkeypatch.delenv("SKYJO_TRUST")
        await introduce(server.link())
        for address in (server.address, elsewhere(server)):
            async with Lobby(address) as lobby:
                assert await lobby.list_tables() == []


async def test_for_whom_the_system_vouches_nothing_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cert, key, authority = issued_files(tmp_path, EVERYWHERE)
    with encrypted(tmp_path / "data", "--cert", str(cert), "--key", str(key)) as server:
        with pytest.raises(UnknownServerError):
            await introduce(elsewhere(server))
        monkeypatch.setenv("SSL_CERT_FILE", str(authority))
        await introduce(elsewhere(server))
        async with Lobby(elsewhere(server)) as lobby:
            assert await lobby.list_tables() == []
        assert pins(tmp_path) == []


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


async def test_a_known_server_is_never_spoken_to_in_the_clear(tmp_path: Path) -> None:
    with encrypted(tmp_path / "data") as first:
        await introduce(first.link())
    with serving(tmp_path / "data", "--insecure", "--port", str(first.port)):
        async with Lobby(first.address) as lobby:
            with pytest.raises(NotEncryptedServerError):
                await lobby.list_tables()


async def test_what_is_known_of_others_does_not_count_for_a_server_of_ones_own(
    server: Encrypted, monkeypatch: pytest.MonkeyPatch
) -> None:
    await introduce(server.link())
    authority = server.errors.parent / "certificate" / "authority.pem"
    monkeypatch.setenv("SKYJO_CA", str(authority))
    monkeypatch.setenv("SKYJO_TRUST", server.words)
    async with private_server() as address:
        pin = Pins().find(server.address)
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


async def test_the_sdk_never_asks(server: Encrypted) -> None:
    for address in (server.address, elsewhere(server)):
        with pytest.raises(UnknownServerError) as caught:
            async with Connection(address):
                pass
        assert caught.value.words == server.words


async def test_nobody_there_is_unreachable(unused_tcp_port: int) -> None:
    for server in (f"127.0.0.1:{unused_tcp_port}", f"skyjo://127.0.0.1:{unused_tcp_port}"):
        await introduce(server)
    with pytest.raises(UnreachableError):
        await introduce(f"skyjo://127.0.0.1:{unused_tcp_port}#{'A' * 22}")


async def test_a_memory_that_cannot_be_read_is_not_passed_over(
    server: Encrypted, state_folder: Path
) -> None:
    path = Pins().path(server.address)
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    with pytest.raises(KeptServerError) as caught:
        await introduce(server.address)
    assert str(state_folder) in explain(caught.value)[0]


async def test_the_maker_of_a_table_gets_a_link_for_others(
    server: Encrypted, tmp_path: Path
) -> None:
    await introduce(f"skyjo://{elsewhere(server)}#{server.fingerprint}")
    assert link_to(elsewhere(server), "KIWI-42") == server.link("KIWI-42").replace(
        "127.0.0.1", EVERYWHERE
    )
    assert link_to("127.0.0.1:1", "KIWI-42") == ""
    words = ("--trust", server.words, "--json", "--seats", "2")
    command = programs.start(tmp_path, "play", "--server", elsewhere(server), *words)
    with command:
        assert command.stderr
        assert command.stdin
        told = command.stderr.readline()
        command.stdin.close()
        command.wait(timeout=60)
    link = target(told.rpartition(" ")[2].strip())
    assert (link.address, link.fingerprint) == (elsewhere(server), server.fingerprint)
    joined = programs.run(tmp_path, "join", link.link(), "--json", "--name", "Ben")
    assert '"welcome"' in joined.stdout, joined.stderr


def test_links_are_read_as_they_are_written() -> None:
    for one in (
        Target("10.0.0.7:17595", "KIWI-42", "x" * 22),
        Target("[fd00::2]:9", "", "x" * 22),
        Target("table.local:17595", "KIWI-42"),
    ):
        assert target(one.link()) == one
    assert target("SKYJO://table.local/KIWI-42/") == Target("table.local:17595", "KIWI-42")
