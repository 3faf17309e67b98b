"""What a server that people start says when it is ready."""

from collections.abc import Iterator
from typing import Final

from skyjo_server.settings import DEFAULT_PORT, Settings

_EVERY_ADDRESS: Final = ("0.0.0.0", "::")  # noqa: S104  # told, not bound


def greeting(settings: Settings, address: str) -> Iterator[str]:
    """Tell where clients find the server, and where its games are kept."""
    port = address.rpartition(":")[2]
    if settings.host in _EVERY_ADDRESS:
        yield f"serving at every address of this machine, port {port}; stop with Ctrl-C"
        yield f"others come with: skyjo join CODE --server ADDRESS-OF-THIS-MACHINE:{port}"
    else:
        yield f"serving at {address}; stop with Ctrl-C"
    if settings.port is None and port != str(DEFAULT_PORT):
        yield f"port {DEFAULT_PORT} is taken, so clients need: --server HOST:{port}"
    kept = f"kept in {settings.data}" if settings.data else "not kept"
    yield f"finished games are {kept}"
