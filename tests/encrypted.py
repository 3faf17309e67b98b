"""A real server that encrypts, started as a program, and certificates of one's own for it."""

import datetime as dt
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


def own_files(
    folder: Path, name: str = "play.example", *, issued: bool = False
) -> tuple[Path, Path]:
    """A certificate for itself, as openssl makes one, or one that an authority has ``issued``.

    Returns the files of the chain and of the key.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    authority = ec.generate_private_key(ec.SECP256R1())
    signer, issuer = (authority, "an authority") if issued else (key, name)
    chain = [_signed(name, key, issuer, signer)]
    if issued:
        chain.append(_signed(issuer, authority, issuer, authority))
    cert, private = folder / f"{name}.pem", folder / f"{name}.key"
    pem = serialization.Encoding.PEM
    cert.write_bytes(b"".join(one.public_bytes(pem) for one in chain))
    form = serialization.PrivateFormat.PKCS8
    private.write_bytes(key.private_bytes(pem, form, serialization.NoEncryption()))
    return cert, private


def _signed(
    name: str,
    key: ec.EllipticCurvePrivateKey,
    issuer: str,
    signer: ec.EllipticCurvePrivateKey,
) -> x509.Certificate:
    now = dt.datetime.now(dt.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(_named(name))
        .issuer_name(_named(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=name == issuer, path_length=None), critical=True)
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(name.replace(" ", "-"))]), critical=False
        )
        .sign(signer, hashes.SHA256())
    )


def _named(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])
