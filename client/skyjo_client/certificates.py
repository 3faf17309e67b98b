"""A look at the certificate that a server shows, before anything is believed or said."""

import asyncio
import contextlib
import socket
import ssl
import sys
from dataclasses import dataclass
from typing import Any, Final

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.x509.oid import NameOID

from skyjo_client.address import host_and_port
from skyjo_client.errors import NotEncryptedServerError, UnknownHostError, UnreachableError
from skyjo_client.pins import Pin
from skyjo_wire.fingerprint import AUTHORITY, fingerprint, words

LOOK_SECONDS: Final = 3.0
"""How long a server may take to show its certificate."""
_NO_TLS: Final = {"WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG"}


class NotEncryptedError(Exception):
    """Whoever answers does not encrypt."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a server shows: the certificate (in DER) to remember, and a name in its own one."""

    anchor: bytes
    name: str

    @property
    def fingerprint(self) -> str:
        """The certificate as links name it."""
        return fingerprint(self.anchor)

    @property
    def words(self) -> str:
        """The certificate as people name it."""
        return words(self.anchor)

    def pin(self) -> Pin:
        """What to keep of it."""
        return Pin(ssl.DER_cert_to_PEM_cert(self.anchor), self.name)


async def look(address: str) -> Shown | None:
    """What the server at ``address`` shows, unchecked; None where nobody answers.

    Raises :class:`NotEncryptedError`, and :class:`UnknownHostError`.
    """
    unchecked = ssl.create_default_context()
    unchecked.check_hostname = False
    unchecked.verify_mode = ssl.CERT_NONE  # nothing is said; what is shown is compared later
    try:
        chain = await _chain(address, unchecked)
    except ssl.SSLError as error:
        if error.reason in _NO_TLS:
            raise NotEncryptedError(address) from None
        return None
    except socket.gaierror:
        raise UnknownHostError(address) from None
    except (OSError, TimeoutError):
        return None
    return _shown(chain)


async def look_at(address: str) -> Shown:
    """The same where there must be something to see. Raises :class:`ClientError`."""
    try:
        shown = await look(address)
    except NotEncryptedError:
        raise NotEncryptedServerError(address) from None
    if shown is None:
        raise UnreachableError(address)
    return shown


def system_roots() -> bytes | None:
    """The authorities of the system, in PEM; None where it does not tell them."""
    found = ssl.create_default_context().get_ca_certs(binary_form=True)
    return "".join(map(ssl.DER_cert_to_PEM_cert, found)).encode() or None


async def verified(address: str, roots: bytes | None = None, name: str = "") -> bool:
    """Whether what the server shows is good for ``name`` by ``roots``, in PEM.

    Without them the authorities of the system vouch, and without a name it is that of the address.
    """
    context = ssl.create_default_context(cadata=roots.decode() if roots else None)
    # As gRPC has it: a certificate among the roots need not be that of an authority.
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    try:
        await _chain(address, context, name)
    except (OSError, TimeoutError):  # certificate errors are OSErrors
        return False
    return True


async def _chain(address: str, context: ssl.SSLContext, name: str = "") -> list[bytes]:
    context.set_alpn_protocols(["h2"])
    host, port = host_and_port(address)
    async with asyncio.timeout(LOOK_SECONDS):
        _, writer = await asyncio.open_connection(
            host, port, ssl=context, server_hostname=name or host
        )
        try:
            return _certificates(writer.get_extra_info("ssl_object"))
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


def _certificates(connection: Any) -> list[bytes]:  # noqa: ANN401  # differs between versions
    """The chain in DER, the server's own first."""
    if sys.version_info >= (3, 13):
        return list(connection.get_unverified_chain())
    # The same under the name that it had before it was made public.
    return [one.public_bytes(2) for one in connection._sslobj.get_unverified_chain()]  # noqa: SLF001


def _shown(chain: list[bytes]) -> Shown | None:
    """What to remember: an authority that signs for one server alone, else the server's own."""
    try:
        own = x509.load_der_x509_certificate(chain[0])
        last = x509.load_der_x509_certificate(chain[-1])
        name = _first_name(own)
    except (ValueError, IndexError):
        return None
    anchor = last if _signs_for_one_server(last) else own
    return Shown(anchor.public_bytes(serialization.Encoding.DER), name)


def is_own_authority(pem: bytes) -> bool:
    """Whether these certificates in PEM are the authority of a single server."""
    try:
        return _signs_for_one_server(x509.load_pem_x509_certificate(pem))
    except ValueError:
        return False


def _signs_for_one_server(certificate: x509.Certificate) -> bool:
    organisations = certificate.subject.get_attributes_for_oid(NameOID.ORGANIZATION_NAME)
    return [one.value for one in organisations] == [AUTHORITY]


def _first_name(certificate: x509.Certificate) -> str:
    """A name for which the certificate is good; empty where it has none."""
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return ""
    for name in names:
        if isinstance(name, x509.DNSName | x509.IPAddress):
            return str(name.value).replace("*", "x", 1)
    return ""
