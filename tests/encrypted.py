"""A real server that encrypts, started as a program, and certificates of one's own for it."""

import datetime as dt
import ipaddress
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

EVERYWHERE = "0.0.0.0"  # noqa: S104  # what is tested is what other machines can reach


@dataclass(frozen=True)
class Encrypted:
    """``port`` on every address of this machine, and how the server is recognised."""

    port: int
    words: str
    fingerprint: str
    errors: Path
    kill: Callable[[], None]

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def elsewhere(self) -> str:
        """The address as one that is not of this machine: no loopback address."""
        return f"{EVERYWHERE}:{self.port}"

    def link(self, code: str = "") -> str:
        return f"skyjo://{self.address}{code and '/'}{code}#{self.fingerprint}"


@contextmanager
def serving(folder: Path, *arguments: str, host: str = EVERYWHERE, **env: str) -> Iterator[Any]:
    """What a server on ``host`` says of itself, with its data in ``folder``, while it runs."""
    command = [sys.executable, "-m", "skyjo_server", "--private", "--host", host, *arguments]
    folder.mkdir(exist_ok=True)
    with (
        (folder / "log").open("ab") as errors,
        subprocess.Popen(
            [*command, "--data", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=os.environ | env,
        ) as process,
    ):
        assert process.stdin
        assert process.stdout
        try:
            yield json.loads(process.stdout.readline()) | {"kill": process.kill}
        finally:
            process.stdin.close()
            assert process.wait(timeout=20) in (0, -signal.SIGKILL)


@contextmanager
def encrypted(folder: Path, *arguments: str, **env: str) -> Iterator[Encrypted]:
    with serving(folder, *arguments, **env) as said:
        port = int(said["address"].rpartition(":")[2])
        yield Encrypted(port, said["words"], said["fingerprint"], folder / "log", said["kill"])


def own_files(folder: Path, name: str = "play.example") -> tuple[Path, Path]:
    """The files of a certificate that vouches for itself, as openssl makes one, and of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    return _written(folder, name, [_signed(name, key, name, key)], key)


def issued_files(folder: Path, name: str) -> tuple[Path, Path, Path]:
    """The files of a chain and a key, and of the authority that issued the certificate."""
    key, signer = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    authority = _signed("authority.example", signer, "authority.example", signer)
    own = _signed(name, key, "authority.example", signer)
    vouching, _ = _written(folder, "authority.example", [authority], signer)
    return *_written(folder, name, [own, authority], key), vouching


def _written(
    folder: Path, name: str, chain: list[x509.Certificate], key: ec.EllipticCurvePrivateKey
) -> tuple[Path, Path]:
    files = folder / f"{name}.pem", folder / f"{name}.key"
    pem = serialization.Encoding.PEM
    files[0].write_bytes(b"".join(one.public_bytes(pem) for one in chain))
    form = serialization.PrivateFormat.PKCS8
    files[1].write_bytes(key.private_bytes(pem, form, serialization.NoEncryption()))
    return files


def _signed(
    name: str, key: ec.EllipticCurvePrivateKey, issuer: str, signer: ec.EllipticCurvePrivateKey
) -> x509.Certificate:
    now = dt.datetime.now(dt.UTC)
    own_key, signers_key = key.public_key(), signer.public_key()
    ca = name == issuer
    extensions = (
        x509.BasicConstraints(ca=ca, path_length=None),
        x509.KeyUsage(
            digital_signature=True,
            key_cert_sign=ca,
            crl_sign=False,
            content_commitment=False,
            key_encipherment=False,
            data_encipherment=False,
            key_agreement=False,
            encipher_only=False,
            decipher_only=False,
        ),
        x509.SubjectAlternativeName([_general(name)]),
        x509.SubjectKeyIdentifier.from_public_key(own_key),
        x509.AuthorityKeyIdentifier.from_issuer_public_key(signers_key),
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_named(name))
        .issuer_name(_named(issuer))
        .public_key(own_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
    )
    for extension in extensions:
        critical = isinstance(extension, x509.BasicConstraints)
        certificate = certificate.add_extension(extension, critical=critical)
    return certificate.sign(signer, hashes.SHA256())


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _named(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])
