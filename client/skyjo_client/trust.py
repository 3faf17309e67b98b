"""Which servers are believed, and how one comes to be.

A server of this machine is spoken to in the clear. Any other shows a certificate. It is believed
when it is the one that this user's state folder remembers for the address, or when SKYJO_CA or an
authority of the system vouches for it. A join link and three words, compared once, put it there.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from skyjo_client import environment
from skyjo_client.address import BadLinkError, Target, is_link, is_loopback, target
from skyjo_client.errors import (
    ChangedServerError,
    ClientError,
    EncryptedServerError,
    KeptServerError,
    NotEncryptedServerError,
    OtherServerError,
    UnknownHostError,
    UnknownServerError,
    UnreachableError,
)
from skyjo_client.pins import Pin, Pins
from skyjo_wire.fingerprint import SERVER_NAME, same_words

if TYPE_CHECKING:
    from skyjo_client.certificates import Shown

Ask = Callable[[str, str], bool]
"""Asks a person whether the server at an address, which shows these words, is the right one."""
_OWN: Final[set[str]] = set()
"""Addresses of servers that this program runs itself, in the clear."""


@dataclass(frozen=True, slots=True)
class Door:
    """How to connect to ``address``.

    ``roots``, in PEM, vouch for the server; None: those that gRPC brings along. ``name`` is in its
    certificate, empty: that of the address. ``pinned``: the roots are what is remembered of it.
    """

    address: str
    encrypted: bool = True
    roots: bytes | None = None
    name: str = ""
    pinned: bool = False


def door(address: str, sent_by: str = "") -> Door:
    """The way to a server; the network is not asked. Raises :class:`ClientError`.

    ``sent_by`` is a server that said it would be at ``address``: if nothing is known of that
    address, it has to show what is remembered of the server.
    """
    if environment.insecure() or address in _OWN:
        return Door(address, encrypted=False)
    if (authority := environment.authority()) is not None:
        return Door(address, roots=authority, name=_name_under(authority))
    pin = _pin(address) or (_pin(sent_by) if sent_by else None)
    if pin is not None:
        return Door(address, roots=pin.certificate.encode(), name=pin.name, pinned=True)
    if is_loopback(address):
        return Door(address, encrypted=False)
    from skyjo_client.certificates import system_roots

    return Door(address, roots=system_roots())


@contextlib.contextmanager
def own_server(address: str) -> Iterator[None]:
    """Speak in the clear to a server of one's own, whatever was known of its address."""
    _OWN.add(address)
    try:
        yield
    finally:
        _OWN.discard(address)


async def introduce(server: str, ask: Ask | None = None) -> Target:
    """See to it that a server, given as address or link, is believed or refused. ClientError.

    What the link or SKYJO_TRUST say is compared with what the server shows. Where nothing was said
    of a server not yet known, ``ask`` decides, and without it the server is refused. One that was
    met at another address is known.
    """
    found = target(server)
    if environment.insecure() or environment.authority() is not None:
        return found
    try:
        await _meet_as_told(found, ask)
    except UnknownHostError:
        if is_link(server):
            raise BadLinkError(server) from None
        raise
    return found


async def _meet_as_told(found: Target, ask: Ask | None) -> None:
    if found.fingerprint:
        await _meet_by_link(found)
    elif told := environment.trust():
        await _meet_by_words(found.address, told)
    elif _pin(found.address) is None:
        await _meet(found.address, ask)


def known_as(address: str, announced: str) -> bool:
    """Whether a person has believed the certificate ``announced`` before, here or elsewhere.

    For an address that is known as another server's the answer is no. A machine may have another
    address each evening. Raises :class:`KeptServerError`.
    """
    if not announced:
        return False
    if (pin := _pin(address)) is not None:
        return _fingerprint(pin) == announced
    return announced in map(_fingerprint_of, Pins().certificates())


async def why_unreachable(way: Door) -> ClientError:
    """What keeps this client from a server that it could not connect to."""
    from skyjo_client.certificates import NotEncryptedError, look

    try:
        shown = await look(way.address)
    except NotEncryptedError:
        return (NotEncryptedServerError if way.encrypted else UnreachableError)(way.address)
    except UnknownHostError as error:
        return error
    if shown is None:
        return UnreachableError(way.address)
    return await _why_not_believed(way, shown)


async def _why_not_believed(way: Door, shown: "Shown") -> ClientError:
    """The same of one that shows a certificate; the right server may only just have broken off."""
    from skyjo_client.certificates import verified

    if environment.insecure():
        return EncryptedServerError(way.address)
    if way.pinned:
        if way.roots == shown.pin().certificate.encode():
            return UnreachableError(way.address)
        return ChangedServerError(way.address, shown.words)
    if await verified(way.address, way.roots, way.name):
        return UnreachableError(way.address)
    if environment.authority() is not None:
        return OtherServerError(way.address, environment.CA)
    return UnknownServerError(way.address, shown.words)


async def _meet_by_link(found: Target) -> None:
    from skyjo_client.certificates import look_at

    if _fingerprint(_pin(found.address)) == found.fingerprint:
        return
    shown = await look_at(found.address)
    if shown.fingerprint != found.fingerprint:
        raise OtherServerError(found.address, "link")
    _keep(found.address, shown.pin())


async def _meet_by_words(address: str, told: str) -> None:
    from skyjo_client.certificates import look_at

    shown = await look_at(address)
    if not same_words(told, shown.words):
        raise OtherServerError(address, f"--trust or {environment.TRUST}")
    if _pin(address) != shown.pin():
        _keep(address, shown.pin())


async def _meet(address: str, ask: Ask | None) -> None:
    from skyjo_client.certificates import NotEncryptedError, look, verified

    try:
        shown = await look(address)
    except NotEncryptedError:
        if is_loopback(address):
            return
        raise NotEncryptedServerError(address) from None
    if shown is None or await verified(address):
        return
    known = shown.pin().certificate in Pins().certificates()
    if not known and (ask is None or not ask(address, shown.words)):
        raise UnknownServerError(address, shown.words)
    _keep(address, shown.pin())


def _pin(address: str) -> Pin | None:
    try:
        return Pins().find(address)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise KeptServerError(address, str(Pins().path(address))) from error


def _keep(address: str, pin: Pin) -> None:
    try:
        Pins().keep(address, pin)
    except OSError as error:
        raise KeptServerError(address, str(Pins().path(address))) from error


def _fingerprint(pin: Pin | None) -> str:
    return "" if pin is None else _fingerprint_of(pin.certificate)


def _fingerprint_of(certificate: str) -> str:
    import ssl

    from skyjo_wire.fingerprint import fingerprint

    try:
        return fingerprint(ssl.PEM_cert_to_DER_cert(certificate))
    except ValueError:  # no certificate
        return ""


def recognised_by(address: str) -> str:
    """What a server is the same one by: its certificate where that is remembered, or ``address``.

    Raises :class:`KeptServerError`.
    """
    return _fingerprint(_pin(address)) or address


def may_be_at(address: str, known_by: str) -> bool:
    """Whether the server recognised by ``known_by`` may be at an address: no other was met there.

    Raises :class:`KeptServerError`.
    """
    return recognised_by(address) in (address, known_by)


def link_to(address: str, code: str) -> str:
    """A link to a table for other machines; empty where this one knows of no way for them."""
    way = door(address)
    if is_loopback(address) or not way.encrypted:
        return ""
    return Target(address, code, _fingerprint(_pin(address))).link()


def _name_under(authority: bytes) -> str:
    """The name to expect where SKYJO_CA holds the authority of a single server."""
    from skyjo_client.certificates import is_own_authority

    return SERVER_NAME if is_own_authority(authority) else ""
