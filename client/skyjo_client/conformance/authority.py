"""Certificates as servers make them for themselves: an authority, and one certificate of it."""

import datetime as dt
import secrets
from dataclasses import dataclass, field
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from skyjo_wire.fingerprint import AUTHORITY, SERVER_NAME

_PEM: Final = serialization.Encoding.PEM
_DAY: Final = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Identity:
    """All in PEM: the ``authority`` to trust, the ``chain`` that a server shows, and its key."""

    authority: bytes
    chain: bytes
    key: bytes = field(repr=False)


def made_authority(organisation: str = AUTHORITY, host: str = SERVER_NAME) -> Identity:
    """A new one. The server's certificate is good for ``host``.

    As it is they are what a server makes for itself, with the name that all such servers have.
    """
    signer, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, f"skyjo server {secrets.token_hex(8)}"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, organisation),
        ]
    )
    own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "skyjo server")])
    authority = (
        _certificate(name, name, signer)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_subject(signer), critical=False)
        .sign(signer, hashes.SHA256())
    )
    named = x509.SubjectAlternativeName([x509.DNSName(host)])
    leaf = (
        _certificate(own, name, key)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(named, critical=False)
        .add_extension(_issuer(signer), critical=False)
        .sign(signer, hashes.SHA256())
    )
    root = authority.public_bytes(_PEM)
    form = serialization.PrivateFormat.PKCS8
    shown = key.private_bytes(_PEM, form, serialization.NoEncryption())
    return Identity(root, leaf.public_bytes(_PEM) + root, shown)


def _subject(key: ec.EllipticCurvePrivateKey) -> x509.SubjectKeyIdentifier:
    return x509.SubjectKeyIdentifier.from_public_key(key.public_key())


def _issuer(key: ec.EllipticCurvePrivateKey) -> x509.AuthorityKeyIdentifier:
    return x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key())


def _certificate(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    now = dt.datetime.now(dt.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _DAY)
        .not_valid_after(now + _DAY)
    )
