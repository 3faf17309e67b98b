"""What a server that people start says when it is ready."""

from collections.abc import Iterator
from typing import Final

from skyjo_server.identity import Identity
from skyjo_server.reach import shown_hosts
from skyjo_server.settings import DEFAULT_PORT, Settings
from skyjo_wire.fingerprint import fingerprint, words

_EVERY_ADDRESS: Final = ("0.0.0.0", "::")  # noqa: S104  # told, not bound


def greeting(settings: Settings, address: str, identity: Identity | None) -> Iterator[str]:
    """Tell where clients find the server, how they recognise it, and where its games are kept."""
    port = address.rpartition(":")[2]
    if settings.host in _EVERY_ADDRESS:
        yield f"serving at every address of this machine, port {port}; stop with Ctrl-C"
        if identity is None:
            yield f"others come with: skyjo join CODE --server ADDRESS-OF-THIS-MACHINE:{port}"
    else:
        yield f"serving at {address}; stop with Ctrl-C"
    if settings.port is None and port != str(DEFAULT_PORT):
        yield f"port {DEFAULT_PORT} is taken, so clients need: --server HOST:{port}"
    if identity is not None:
        yield from _recognition(settings, address, identity)
    kept = f"kept in {settings.data}" if settings.data else "not kept"
    yield f"finished games are {kept}"


def links(settings: Settings, address: str, identity: Identity | None) -> list[str]:
    """Links by which clients find and recognise the server; none where nothing is encrypted."""
    if identity is None:
        return []
    port, proof = address.rpartition(":")[2], fingerprint(identity.anchor)
    hosts = [f"[{host}]" if ":" in host else host for host in shown_hosts(settings.host)]
    return [f"skyjo://{host}:{port}#{proof}" for host in hosts]


def _recognition(settings: Settings, address: str, identity: Identity) -> Iterator[str]:
    for link in links(settings, address, identity):
        yield f"join with: skyjo join {link}"
    yield f"encrypted; the words of this server are: {words(identity.anchor)}"
    if settings.data is None and settings.cert is None:
        yield "without --data the words are other ones with each start"
