"""Where a server is, as people type it and as links say it."""

import ipaddress
import re
from dataclasses import dataclass
from typing import Final

from skyjo_client.errors import ClientError
from skyjo_client.present.messages import _

DEFAULT_PORT: Final = 17595
"""The port of an address that names none."""
LOCAL: Final = f"127.0.0.1:{DEFAULT_PORT}"
"""The server that is meant where none is named."""
SCHEME: Final = "skyjo://"
_LAST_PORT: Final = 65535
_HOST: Final = re.compile(r"[\w.-]+")
_CODE: Final = re.compile(r"[^\W\d_]+[\s-]*\d+")
_SEVERAL: Final = 2


class BadAddressError(ClientError):
    """A text that names no server; ``address`` is that text."""

    def __init__(self, address: str) -> None:
        """Keep the text."""
        text = _(
            "{address} is not the address of a server. Write HOST or HOST:PORT, such as "
            "192.168.0.7 or table.local:{port}"
        )
        super().__init__(text.format(address=repr(address), port=DEFAULT_PORT))
        self.address = address


class BadLinkError(BadAddressError):
    """A link that leads nowhere."""

    def __init__(self, link: str) -> None:
        """Say what to do."""
        text = _("The link {link} is broken. Copy all of it, from skyjo:// to its end")
        ClientError.__init__(self, text.format(link=repr(link)))
        self.address = link


class BadCodeError(ClientError):
    """A text that is not the code of a table."""

    def __init__(self, text: str) -> None:
        """Say what codes look like."""
        told = _(
            "{code} is not the code of a table. A code looks like KIWI-42; a table is found by "
            "the host's join link or the address of its server, too"
        )
        super().__init__(told.format(code=repr(text)))


@dataclass(frozen=True, slots=True)
class Target:
    """A server, perhaps one of its tables, and perhaps how to recognise it.

    ``address`` has a port. ``code`` and ``fingerprint`` are empty where nothing was said of them.
    """

    address: str
    code: str = ""
    fingerprint: str = ""

    def link(self) -> str:
        """What to give to others.

        >>> Target("10.0.0.7:17595", "KIWI-42", "x9").link()
        'skyjo://10.0.0.7:17595/KIWI-42#x9'
        """
        code = f"/{self.code}" if self.code else ""
        fingerprint = f"#{self.fingerprint}" if self.fingerprint else ""
        return f"{SCHEME}{self.address}{code}{fingerprint}"


def target(text: str) -> Target:
    """What an address or a link names.

    >>> target("skyjo://10.0.0.7/KIWI-42#x9")
    Target(address='10.0.0.7:17595', code='KIWI-42', fingerprint='x9')
    >>> target("table.local")
    Target(address='table.local:17595', code='', fingerprint='')
    """
    if not is_link(text):
        return Target(with_port(text))
    place, _, fingerprint = text[len(SCHEME) :].partition("#")
    address, _, code = place.partition("/")
    try:
        return Target(with_port(address), code.strip("/"), fingerprint)
    except BadAddressError:
        raise BadLinkError(text) from None


def is_link(text: str) -> bool:
    """Whether this is a link to a server or a table."""
    return text.casefold().startswith(SCHEME)


def may_be_code(text: str) -> bool:
    """Whether a table may have this code, as people type it: a word and a number.

    >>> may_be_code("KIWI-42"), may_be_code(" kiwi 42"), may_be_code("a b c"), may_be_code("42")
    (True, True, False, False)
    """
    return _CODE.fullmatch(text.strip()) is not None


def looks_like_address(text: str) -> bool:
    """Whether what is to be joined is a server's address, or a link, rather than a code."""
    return text.casefold() == "localhost" or any(char in text for char in ".:")


def with_port(address: str) -> str:
    """``address`` with the default port unless it has one. Raises :class:`BadAddressError`.

    >>> with_port("table.local"), with_port("10.0.0.7:9"), with_port("[::1]"), with_port("::1")
    ('table.local:17595', '10.0.0.7:9', '[::1]:17595', '[::1]:17595')
    """
    if address.startswith("["):
        host, bracket, port = address[1:].partition("]")
        valid = bracket and _is_ip_6(host)
    elif address.count(":") >= _SEVERAL:
        host, port, valid = address, "", _is_ip_6(address)
        address = f"[{address}]"
    else:
        host, colon, rest = address.partition(":")
        port = colon + rest
        valid = _HOST.fullmatch(host) is not None
    if not valid or not _is_port(port):
        raise BadAddressError(address)
    return address if port else f"{address}:{DEFAULT_PORT}"


def _is_port(text: str) -> bool:
    """Whether an address may end like this: in nothing, or in a colon and a port."""
    digits = text.removeprefix(":")
    return not text or (text != digits and digits.isdecimal() and 0 < int(digits[:6]) <= _LAST_PORT)


def _is_ip_6(host: str) -> bool:
    try:
        ipaddress.IPv6Address(host)
    except ValueError:
        return False
    return True


def host_and_port(address: str) -> tuple[str, int]:
    """Both parts of an address that has a port; the host without brackets."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


def is_loopback(address: str) -> bool:
    """Whether only this machine can be there."""
    host, _ = host_and_port(address)
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"
