"""Where a server is, as people type it and as links say it."""

import ipaddress
from dataclasses import dataclass
from typing import Final

DEFAULT_PORT: Final = 17595
"""The port of an address that names none."""
SCHEME: Final = "skyjo://"


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
    return Target(with_port(address), code.strip("/"), fingerprint)


def is_link(text: str) -> bool:
    """Whether this is a link to a server or a table."""
    return text.casefold().startswith(SCHEME)


def with_port(address: str) -> str:
    """``address`` with the default port unless it has one.

    >>> with_port("table.local"), with_port("10.0.0.7:9"), with_port("[::1]"), with_port("::1")
    ('table.local:17595', '10.0.0.7:9', '[::1]:17595', '[::1]:17595')
    """
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal() and (":" not in host or host.endswith("]")):
        return address
    if ":" in address and not address.startswith("["):
        return f"[{address}]:{DEFAULT_PORT}"
    return f"{address}:{DEFAULT_PORT}"


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
