"""Where a server is."""

import ipaddress
import re
from typing import Final

from skyjo_client.errors import ClientError

DEFAULT_PORT: Final = 17595
"""The port of an address that names none."""
_LAST_PORT: Final = 65535
_HOST: Final = re.compile(r"[\w.-]+")
_SEVERAL: Final = 2


class BadAddressError(ClientError):
    """A text that names no server; ``address`` is that text."""

    def __init__(self, address: str) -> None:
        """Keep the text."""
        super().__init__(
            f"{address!r} is not the address of a server. Write HOST or HOST:PORT, such as "
            f"192.168.0.7 or table.local:{DEFAULT_PORT}"
        )
        self.address = address


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
