"""How a client comes to believe a server: by link, by words once, by SKYJO_CA or its system."""

import os
import ssl
from pathlib import Path

import pytest

from skyjo.v1.lobby_pb2 import BotChoice
from skyjo_client import exit_codes
from skyjo_client.address import Target, target
from skyjo_client.connection import Connection
from skyjo_client.errors import (
    OtherServerError,
    UnknownServerError,
    UnreachableError,
)
from skyjo_client.lobby import Lobby
from skyjo_client.pins import Pins
from skyjo_client.trust import door, introduce, why_unreachable
from skyjo_engine.rules import Rules
from tests.client import programs
from tests.client.tabling import finished, make_table
from tests.encrypted import (
    EVERYWHERE,
    Encrypted,
    encrypted,
    issued_files,
    own_files,
)


def pins(folder: Path) -> list[Path]:
    return list((folder / "state" / "servers").glob("*.json"))


def test_without_a_terminal_an_unknown_server_is_refused_and_the_flag_is_named(
    tls_server: Encrypted, tmp_path: Path
) -> None:
    for address in (tls_server.address, tls_server.elsewhere):
        done = programs.run(tmp_path, "tables", "--server", address)
        assert done.returncode == exit_codes.REFUSED
        assert f"--trust {tls_server.words}" in done.stderr
        assert done.stdout == ""
    assert pins(tmp_path) == []


def test_words_are_said_once_and_remembered(tls_server: Encrypted, tmp_path: Path) -> None:
    spoken = tls_server.words.replace("-", " ").upper()
    first = programs.run(tmp_path, "tables", "--server", tls_server.address, "--trust", spoken)
    assert (first.returncode, first.stderr) == (
        0,
        f"No open tables at {tls_server.address}.\n",
    )
    again = programs.run(tmp_path, "tables", "--server", tls_server.address)
    assert again.returncode == 0
    (pin,) = pins(tmp_path)
    if os.name == "posix":
        assert pin.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("known", [False, True])
def test_an_encrypted_server_is_not_spoken_to_in_the_clear(
    tls_server: Encrypted,
    tmp_path: Path,
    known: bool,  # noqa: FBT001
) -> None:
    command = ("tables", "--server", tls_server.address)
    if known:
        programs.run(tmp_path, *command, "--trust", tls_server.words)
    done = programs.run(tmp_path, *command, "--insecure")
    assert done.returncode == exit_codes.REFUSED
    assert "is encrypted: leave out --insecure" in done.stderr


def test_other_words_are_refused_also_for_a_known_server(
    tls_server: Encrypted, tmp_path: Path
) -> None:
    known = ("tables", "--server", tls_server.address)
    wrong = programs.run(tmp_path, *known, "--trust", "able acid acoustic")
    assert (wrong.returncode, pins(tmp_path)) == (exit_codes.REFUSED, [])
    assert "than --trust or SKYJO_TRUST says" in wrong.stderr
    programs.run(tmp_path, *known, "--trust", tls_server.words)
    assert programs.run(tmp_path, *known, "--trust", "able acid acoustic").returncode == 4


def test_whoever_sits_at_the_terminal_is_asked_once(tls_server: Encrypted, tmp_path: Path) -> None:
    pytest.importorskip("pty")
    from tests.client.pseudo_terminal import Terminal  # noqa: PLC0415  # POSIX only

    command = ("tables", "--server", tls_server.address)
    with Terminal(tmp_path, *command) as no:
        assert tls_server.words in no.until("Its words are")
        no.type("n")
        assert no.end() == exit_codes.REFUSED
    with Terminal(tmp_path, *command) as away:
        away.until_asked("]: ")
        away.interrupt()
        assert away.end() == exit_codes.REFUSED
    assert pins(tmp_path) == []
    with Terminal(tmp_path, *command) as yes:
        yes.until("Its words are")
        yes.type("maybe")
        yes.until("Please type yes or no, or press Enter.")
        yes.type("y")
        assert yes.end() == 0
    with Terminal(tmp_path, *command) as known:
        assert known.end() == 0
        assert "words" not in known.text


def test_no_word_of_a_text_is_broken_where_the_terminal_ends(
    tls_server: Encrypted, tmp_path: Path
) -> None:
    pytest.importorskip("pty")
    from tests.client.pseudo_terminal import Terminal  # noqa: PLC0415  # POSIX only

    with Terminal(tmp_path, "tables", "--server", tls_server.address, columns=50) as asked:
        asked.until_asked("]: ")
        asked.type("n")
        assert asked.end() == exit_codes.REFUSED
    with Terminal(tmp_path, "join", "--server", "x", "y.z:1", columns=50) as mistaken:
        assert mistaken.end() == exit_codes.USAGE
    for terminal in (asked, mistaken):
        lines = terminal.text.replace("]: ", "]: \n").splitlines()  # the answer is not echoed
        assert len(lines) > 2
        assert max(map(len, lines)) < 50
    assert asked.text.count(tls_server.words) == 3
    piped = programs.run(tmp_path, "tables", "--server", tls_server.address)
    assert piped.stderr.count("\n") == 1


async def test_a_link_says_it_all_and_house_bots_play(
    tls_server: Encrypted, state_folder: Path
) -> None:
    met = await introduce(tls_server.link("KIWI-42"))
    assert met == Target(tls_server.address, "KIWI-42", tls_server.fingerprint)
    async with Lobby(tls_server.address) as lobby:
        bots = (BotChoice(house_level="random"),) * 2
        made = await make_table(lobby, Rules(players=2, rounds=1, target=1000), bots=bots)
        async for _ in lobby.watch(made.code):
            pass
        assert len(await finished(lobby, made.table_id)) == 1
    (pin,) = (state_folder / "servers").iterdir()
    assert "PRIVATE" not in pin.read_text()


async def test_a_link_to_another_server_is_refused(tls_server: Encrypted) -> None:
    with pytest.raises(OtherServerError):
        await introduce(f"skyjo://{tls_server.address}#{'A' * 22}")
    assert Pins().find(tls_server.address) is None


async def test_a_bot_joins_by_link_over_tls(tls_server: Encrypted, tmp_path: Path) -> None:
    await introduce(tls_server.link())
    async with Lobby(tls_server.address) as lobby:
        made = await make_table(
            lobby,
            Rules(players=2, rounds=1, target=1000),
            bots=(BotChoice(house_level="random"),),
        )
        bot = tmp_path / "bot.py"
        bot.write_text("from tests.client.tabling import Plain\n\n\nclass Mine(Plain):\n    pass\n")
        link = tls_server.link(made.code)
        env = programs.environment(tmp_path, PYTHONPATH=os.pathsep.join(["", *_roots()]))
        played = programs.run(tmp_path, "bot", str(bot), "--server", link, env=env)
        assert played.returncode == 0, played.stderr
        assert len(await finished(lobby, made.table_id)) == 1


def _roots() -> list[str]:
    here = Path(__file__).parents[2]
    return [str(here), *(str(here / r) for r in ("engine", "protos", "bots", "client", "server"))]


async def test_a_certificate_in_skyjo_ca_vouches(
    tls_server: Encrypted, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tls_server.errors.parent / "certificate" / "authority.pem"
    monkeypatch.setenv("SKYJO_CA", str(own))
    await introduce(tls_server.elsewhere)
    async with Lobby(tls_server.elsewhere) as lobby:
        assert await lobby.list_tables() == []
    monkeypatch.setenv("SKYJO_CA", str(own.parent.parent / "other.pem"))
    (own.parent.parent / "other.pem").write_text(_foreign())
    async with Lobby(tls_server.elsewhere) as lobby:
        with pytest.raises(OtherServerError):
            await lobby.list_tables()


async def test_a_believed_server_that_broke_off_is_only_not_there(
    tls_server: Encrypted, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tls_server.errors.parent
    monkeypatch.setenv("SKYJO_CA", str(folder / "certificate" / "authority.pem"))
    assert isinstance(await why_unreachable(door(tls_server.elsewhere)), UnreachableError)
    (folder / "foreign.pem").write_text(_foreign())
    monkeypatch.setenv("SKYJO_CA", str(folder / "foreign.pem"))
    assert isinstance(await why_unreachable(door(tls_server.elsewhere)), OtherServerError)


@pytest.mark.parametrize("content", [b"", b"\n", b"no certificate", b"\xff" * 99])
def test_a_file_without_certificates_vouches_for_nobody(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "ca.pem"
    file.write_bytes(content)
    done = programs.run(
        tmp_path,
        *("bots", "--server", "127.0.0.1:9"),
        env=programs.environment(tmp_path, SKYJO_CA=str(file)),
    )
    assert done.returncode == exit_codes.UNFINISHED
    assert (
        done.stderr
        == "skyjo: SKYJO_CA cannot be used. It should be a file with certificates in PEM.\n"
    )


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
            await introduce(server.elsewhere)
        monkeypatch.setenv("SKYJO_TRUST", server.words)
        await introduce(server.elsewhere)
        monkeypatch.delenv("SKYJO_TRUST")
        await introduce(server.link())
        for address in (server.address, server.elsewhere):
            async with Lobby(address) as lobby:
                assert await lobby.list_tables() == []


async def test_for_whom_the_system_vouches_nothing_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cert, key, authority = issued_files(tmp_path, EVERYWHERE)
    with encrypted(tmp_path / "data", "--cert", str(cert), "--key", str(key)) as server:
        with pytest.raises(UnknownServerError):
            await introduce(server.elsewhere)
        monkeypatch.setenv("SSL_CERT_FILE", str(authority))
        await introduce(server.elsewhere)
        async with Lobby(server.elsewhere) as lobby:
            assert await lobby.list_tables() == []
        assert pins(tmp_path) == []


async def test_the_sdk_never_asks(tls_server: Encrypted) -> None:
    for address in (tls_server.address, tls_server.elsewhere):
        with pytest.raises(UnknownServerError) as caught:
            async with Connection(address):
                pass
        assert caught.value.words == tls_server.words


async def test_nobody_there_is_unreachable(unused_tcp_port: int) -> None:
    for server in (f"127.0.0.1:{unused_tcp_port}", f"skyjo://127.0.0.1:{unused_tcp_port}"):
        await introduce(server)
    with pytest.raises(UnreachableError):
        await introduce(f"skyjo://127.0.0.1:{unused_tcp_port}#{'A' * 22}")


def test_links_are_read_as_they_are_written() -> None:
    for one in (
        Target("10.0.0.7:17595", "KIWI-42", "x" * 22),
        Target("[fd00::2]:9", "", "x" * 22),
        Target("table.local:17595", "KIWI-42"),
    ):
        assert target(one.link()) == one
    assert target("SKYJO://table.local/KIWI-42/") == Target("table.local:17595", "KIWI-42")
