"""Under which names and addresses this machine can be reached."""

import ipaddress
import socket
from collections.abc import Iterable
from contextlib import suppress

import ifaddr


def names_of(host: str) -> list[str]:
    """The names and addresses by which a server on ``host`` may be called, each once."""
    names = ["localhost", "127.0.0.1", "::1", socket.gethostname(), host, *addresses()]
    usable = (name for name in names if not _is_unspecified(name) and name.isascii())
    return list(dict.fromkeys(usable))


def addresses() -> list[str]:
    """The addresses of this machine in its networks, the likeliest first."""
    found = [
        _outgoing(socket.AF_INET, "192.0.2.1"),
        _outgoing(socket.AF_INET6, "2001:db8::1"),
    ]
    with suppress(OSError):  # where a machine does not know its own name
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    with suppress(OSError):
        # without a way out, as between two machines on one cable, only the adapters know
        ips = (ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips)
        found += [ip for ip in ips if isinstance(ip, str)]
    plain = (address for address in found if address and "%" not in address)
    return [a for a in dict.fromkeys(plain) if not ipaddress.ip_address(a).is_loopback]


def _outgoing(family: socket.AddressFamily, elsewhere: str) -> str:
    """The own address that packets for ``elsewhere`` would carry; none is sent."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _is_unspecified(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_unspecified
    except ValueError:
        return not name


def shown_hosts(host: str) -> Iterable[str]:
    """Where others find a server that listens on ``host``, for links."""
    return addresses() if _is_unspecified(host) else [host]
