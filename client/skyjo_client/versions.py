"""How this program introduces itself to a server."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from skyjo.v1.table_pb2 import PLAYER_KIND_HUMAN, Joiner, PlayerKind
from skyjo_wire.version import protocol_version


@cache
def client_name() -> str:
    """The program and its version, for people."""
    try:
        return f"skyjo-terminal {version('skyjo-terminal')}"
    except PackageNotFoundError:
        return "skyjo-terminal"


def joiner(name: str, kind: PlayerKind = PLAYER_KIND_HUMAN) -> Joiner:
    """Whoever wants a seat under ``name``, with this program's versions."""
    return Joiner(name=name, kind=kind, client_name=client_name(), version=protocol_version())
