"""What a server shows of itself to those who connect: a certificate of one's own, or one made here.

A certificate made here is signed by a small authority that signs for this server alone. Clients
remember the authority, so the server's own certificate can be new with each start and follow the
machine's names and addresses. Only the authority is kept.
"""

import datetime as dt
import ipaddress
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from skyjo_server.identity import CertificateError, Identity
from skyjo_server.reach import names_of
from skyjo_wire.fingerprint import AUTHORITY, SERVER_NAME

_FROM: Final = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
_UNTIL: Final = dt.datetime(2099, 12, 31, tzinfo=dt.UTC)
"""Fixed dates: machines on a LAN do not agree on today, and nothing here is ever withdrawn."""
_CERTIFICATE: Final = "authority.pem"
_KEY: Final = "authority.key"
_SHARED: Final = 0o077
_PEM: Final = serialization.Encoding.PEM
_SIGNS_CERTIFICATES: Final = x509.KeyUsage(
    key_cert_sign=True,
    crl_sign=False,
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    encipher_only=False,
    decipher_only=False,
)


@dataclass(frozen=True, slots=True)
class _Authority:
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey = field(repr=False)


def own_identity(certificate: Path, key: Path) -> Identity:
    """The certificate (a chain, the server's own first) and key in two PEM files.

    Raises :class:`CertificateError`.
    """
    try:
        chain = x509.load_pem_x509_certificates(certificate.read_bytes())
        private = serialization.load_pem_private_key(key.read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as error:
        raise CertificateError(
            f"--cert {certificate} and --key {key} cannot be used ({type(error).__name__}): they "
            "must be readable PEM files, the key without a password"
        ) from error
    if chain[0].public_key() != private.public_key():
        raise CertificateError(f"the key in {key} does not belong to the first certificate")
    pem = b"".join(one.public_bytes(_PEM) for one in chain)
    return Identity(pem, _key_pem(private), _der(chain[0]))


def made_identity(folder: Path | None, host: str) -> Identity:
    """A certificate for whatever names and addresses reach ``host`` on this machine.

    Its authority lies in ``folder``; without one it is new each time. Raises
    :class:`CertificateError`.
    """
    authority = _new_authority() if folder is None else _kept_authority(folder / "certificate")
    key = ec.generate_private_key(ec.SECP256R1())
    names = [SERVER_NAME, *names_of(host)]
    leaf = (
        _certificate(_name("skyjo server"), authority.certificate.subject, key)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(map(_general_name, names)), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_issued_by(authority.key), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    chain = leaf.public_bytes(_PEM) + authority.certificate.public_bytes(_PEM)
    return Identity(chain, _key_pem(key), _der(authority.certificate))


def _issued_by(key: ec.EllipticCurvePrivateKey) -> x509.AuthorityKeyIdentifier:
    return x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key())


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _name(common: str, organisation: str = "") -> x509.Name:
    attributes = [x509.NameAttribute(NameOID.COMMON_NAME, common)]
    if organisation:
        attributes.append(x509.NameAttribute(NameOID.ORGANIZATION_NAME, organisation))
    return x509.Name(attributes)


def _certificate(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
    )


def _new_authority() -> _Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name(f"skyjo server {secrets.token_hex(8)}", AUTHORITY)
    certificate = (
        _certificate(name, name, key)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_SIGNS_CERTIFICATES, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return _Authority(certificate, key)


def _kept_authority(folder: Path) -> _Authority:
    """The authority in ``folder``, made there the first time."""
    try:
        if not (folder / _CERTIFICATE).exists():
            _keep(_new_authority(), folder)
        return _read(folder)
    except (OSError, ValueError, TypeError) as error:
        raise CertificateError(
            f"the certificate in {folder} cannot be used ({error}); mend or delete that folder: "
            "then a new one is made, and players have to trust it anew"
        ) from error


def _keep(authority: _Authority, folder: Path) -> None:
    """Write the key before the certificate: whoever finds the certificate finds both."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _write(folder / _KEY, _key_pem(authority.key))
    _write(folder / _CERTIFICATE, authority.certificate.public_bytes(_PEM))


def _write(path: Path, content: bytes) -> None:
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(handle)
    part.replace(path)


def _read(folder: Path) -> _Authority:
    path = folder / _KEY
    if os.name == "posix" and path.stat().st_mode & _SHARED:
        raise CertificateError(f"others than its owner may read {path}")
    certificate = x509.load_pem_x509_certificate((folder / _CERTIFICATE).read_bytes())
    key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise CertificateError("the key is of another kind")
    if key.public_key() != certificate.public_key():
        raise CertificateError("key and certificate do not belong together")
    return _Authority(certificate, key)


def _der(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.DER)


def _key_pem(key: PrivateKeyTypes) -> bytes:
    return key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
