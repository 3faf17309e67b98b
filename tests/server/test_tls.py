"""A server that other machines can reach encrypts, with an own certificate or one made here."""

import asyncio
import os
import ssl
from pathlib import Path

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from skyjo.v1.lobby_pb2 import BotChoice
from skyjo.v1.watch_pb2 import WatchRequest
from skyjo_server.certificates import made_identity, own_identity
from skyjo_server.identity import CertificateError
from skyjo_server.settings import Settings, SettingsError
from skyjo_wire.fingerprint import SERVER_NAME, fingerprint, same_words, words
from tests.encrypted import EVERYWHERE, encrypted, own_files, serving
from tests.server.desk import Desk, short
from tests.server.raw import RawWatch
from tests.server.simple_player import VERSION


def certificates(pem: bytes) -> list[x509.Certificate]:
    return x509.load_pem_x509_certificates(pem)


def channel(port: int, roots: bytes, name: str = SERVER_NAME) -> grpc.aio.Channel:
    credentials = grpc.ssl_channel_credentials(roots)
    options = [("grpc.ssl_target_name_override", name)]
    return grpc.aio.secure_channel(f"127.0.0.1:{port}", credentials, options=options)


def test_whatever_other_machines_reach_is_encrypted_unless_that_is_not_wanted() -> None:
    assert Settings(host=EVERYWHERE).encrypted
    assert Settings(host="table.local").encrypted
    assert Settings(host="::").encrypted
    assert not Settings(host="127.0.0.1").encrypted
    assert not Settings(host="::1").encrypted
    assert not Settings(host=EVERYWHERE, insecure=True).encrypted
    assert Settings(cert=Path("a"), key=Path("b")).encrypted


@pytest.mark.parametrize(
    "wrong",
    [{"cert": Path("a")}, {"key": Path("a")}, {"cert": Path("a"), "key": Path("b"), "insecure": 1}],
    ids=["no key", "no certificate", "insecure"],
)
def test_contradictions_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(SettingsError, match="--cert"):
        Settings(**wrong)  # type: ignore[arg-type]


def test_the_made_certificate_is_small_and_signs_nothing(tmp_path: Path) -> None:
    leaf, authority = certificates(made_identity(tmp_path, "192.0.2.9").chain)
    basic = leaf.extensions.get_extension_for_class(x509.BasicConstraints).value
    assert (basic.ca, isinstance(leaf.public_key(), ec.EllipticCurvePublicKey)) == (False, True)
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    shown = [str(name.value) for name in names]
    assert shown[0] == SERVER_NAME
    assert {"localhost", "127.0.0.1", "::1", "192.0.2.9"} <= set(shown)
    limits = authority.extensions.get_extension_for_class(x509.BasicConstraints).value
    assert (limits.ca, limits.path_length) == (True, 0)
    leaf.verify_directly_issued_by(authority)
    usage = authority.extensions.get_extension_for_class(x509.KeyUsage).value
    assert (usage.key_cert_sign, usage.digital_signature) == (True, False)


async def test_clients_that_are_strict_accept_it(tmp_path: Path) -> None:
    with encrypted(tmp_path) as server:
        strict = ssl.create_default_context(cafile=tmp_path / "certificate" / "authority.pem")
        strict.verify_flags |= ssl.VERIFY_X509_STRICT
        for name in (SERVER_NAME, "localhost", "127.0.0.1"):
            _, writer = await asyncio.open_connection(
                "127.0.0.1", server.port, ssl=strict, server_hostname=name
            )
            writer.close()


def test_the_authority_stays_and_the_certificate_is_new_with_each_start(tmp_path: Path) -> None:
    first, second = (made_identity(tmp_path, EVERYWHERE) for _ in range(2))
    assert first.anchor == second.anchor
    assert first.key != second.key
    assert made_identity(None, EVERYWHERE).anchor != made_identity(None, EVERYWHERE).anchor


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_the_key_is_its_owners_alone_or_is_not_used(tmp_path: Path) -> None:
    made_identity(tmp_path, EVERYWHERE)
    folder = tmp_path / "certificate"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    (folder / "authority.key").chmod(0o640)
    with pytest.raises(CertificateError, match="others than its owner"):
        made_identity(tmp_path, EVERYWHERE)


@pytest.mark.parametrize("broken", ["authority.pem", "authority.key"])
def test_a_broken_authority_is_said_and_never_replaced(tmp_path: Path, broken: str) -> None:
    made_identity(tmp_path, EVERYWHERE)
    path = tmp_path / "certificate" / broken
    path.write_text("?")
    with pytest.raises(CertificateError, match="delete that folder"):
        made_identity(tmp_path, EVERYWHERE)
    assert path.read_text() == "?"


def test_an_own_certificate_must_fit_its_key(tmp_path: Path) -> None:
    cert, key = own_files(tmp_path)
    _, other = own_files(tmp_path, "other.example")
    assert own_identity(cert, key).anchor
    with pytest.raises(CertificateError, match="does not belong"):
        own_identity(cert, other)
    with pytest.raises(CertificateError, match="cannot be used"):
        own_identity(key, cert)
    with pytest.raises(CertificateError, match="cannot be used"):
        own_identity(tmp_path / "none", key)


def test_words_and_fingerprints_name_one_certificate() -> None:
    assert words(b"a certificate") == words(b"a certificate") != words(b"another")
    assert len(words(b"a certificate").split("-")) == 3
    assert len(fingerprint(b"a certificate")) == 22
    assert same_words("Able, ACID acoustic", "able-acid-acoustic")
    assert same_words("able acid acou", "able-acid-acoustic")
    assert not same_words("able acid", "able-acid-acoustic")
    assert not same_words("", "able-acid-acoustic")


async def test_a_game_with_house_bots_over_tls(tmp_path: Path) -> None:
    with encrypted(tmp_path) as server:
        roots = (tmp_path / "certificate" / "authority.pem").read_bytes()
        (authority,) = certificates(roots)
        der = authority.public_bytes(serialization.Encoding.DER)
        assert (server.words, server.fingerprint) == (words(der), fingerprint(der))
        async with channel(server.port, roots) as encrypted_channel:
            desk = Desk(encrypted_channel)
            bots = [BotChoice(house_level="random")] * 2
            made = await desk.create(short(2), bots=bots, games=1)
            watch = RawWatch(encrypted_channel, WatchRequest(version=VERSION, code=made.code))
            await watch.frame("welcome")
            await desk.start(made.host_token)
            assert (await watch.frame("goodbye")).HasField("goodbye")
        key = (tmp_path / "certificate" / "authority.key").read_text().splitlines()[1]
    assert key not in server.errors.read_text()
    assert made.code not in server.errors.read_text()
    assert made.host_token.hex() not in server.errors.read_text()


async def test_nothing_is_said_in_the_clear_or_under_another_authority(tmp_path: Path) -> None:
    other = certificates(made_identity(None, EVERYWHERE).chain)[1]
    foreign = other.public_bytes(serialization.Encoding.PEM)
    with encrypted(tmp_path) as server:
        plain = grpc.aio.insecure_channel(server.address)
        for wrong in (plain, channel(server.port, foreign)):
            async with wrong:
                with pytest.raises(grpc.aio.AioRpcError) as caught:
                    await Desk(wrong).page()
                assert caught.value.code() is grpc.StatusCode.UNAVAILABLE


async def test_an_own_certificate_is_shown(tmp_path: Path) -> None:
    cert, key = own_files(tmp_path)
    arguments = ("--cert", str(cert), "--key", str(key))
    with serving(tmp_path / "data", *arguments, host="127.0.0.1") as said:
        port = int(said["address"].rpartition(":")[2])
        async with channel(port, cert.read_bytes(), "play.example") as own:
            assert not (await Desk(own).page()).games
    assert not (tmp_path / "data" / "certificate").exists()


async def test_insecure_serves_in_the_clear(tmp_path: Path) -> None:
    with serving(tmp_path, "--insecure") as said:
        assert "words" not in said
        port = said["address"].rpartition(":")[2]
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as plain:
            assert not (await Desk(plain).page()).games
