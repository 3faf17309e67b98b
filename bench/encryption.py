"""A certificate for servers under measurement, and channels that trust it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_NAME: Final = "bench.invalid"


@dataclass(frozen=True, slots=True)
class Certificate:
    """PEM files of a certificate for itself, of the kind that a server makes: EC P-256."""

    file: Path
    key: Path

    @classmethod
    def made(cls, folder: Path) -> "Certificate":
        """A new one in ``folder``."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, _NAME)])
        now = dt.datetime.now(dt.UTC)
        signed = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - dt.timedelta(days=1))
            .not_valid_after(now + dt.timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(_NAME)]), critical=False)
            .sign(key, hashes.SHA256())
        )
        made = cls(folder / "bench.pem", folder / "bench.key")
        pem = serialization.Encoding.PEM
        made.file.write_bytes(signed.public_bytes(pem))
        made.key.write_bytes(
            key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        )
        return made

    @property
    def arguments(self) -> tuple[str, ...]:
        """What tells the stub or the server to encrypt."""
        return "--cert", str(self.file), "--key", str(self.key)


def open_channel(
    address: str, certificate: Path | None, options: Sequence[tuple[str, int]] = ()
) -> grpc.aio.Channel:
    """A channel to a server that shows the certificate in that file, in the clear without one."""
    if certificate is None:
        return grpc.aio.insecure_channel(address, options=options)
    trusted = grpc.ssl_channel_credentials(certificate.read_bytes())
    name = ("grpc.ssl_target_name_override", _NAME)
    return grpc.aio.secure_channel(address, trusted, options=[*options, name])
