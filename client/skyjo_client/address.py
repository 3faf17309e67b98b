"""Where a server is."""

from typing import Final

DEFAULT_PORT: Final = 17595
"""The port of an address that names none."""


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
