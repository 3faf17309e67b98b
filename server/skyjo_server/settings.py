"""What a server is told when it starts."""

import ipaddress
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from skyjo_server.limits import Limits
from skyjo_server.terms import Terms
from skyjo_server.text import clean_title
from skyjo_wire.clocks import PRESETS
from skyjo_wire.errors import RefusalError

DEFAULT_PORT: Final = 17595
"""The port that an address without one means; when it is taken the next free one is used."""
PORTS_TRIED: Final = 20
OPERATOR_KEY: Final = "SKYJO_OPERATOR_KEY"
"""Environment variable with the operator's key in hexadecimal; never an argument."""
OPERATOR_KEY_FILE: Final = f"{OPERATOR_KEY}_FILE"
"""Environment variable with the name of a file that holds the key, where it is not in the other."""


class SettingsError(ValueError):
    """Settings that contradict each other or cannot be used; the text says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to serve. ``port`` 0 asks the system for a free one; ``data`` None keeps no records.

    With ``durability`` "normal" no crash of the server loses a move, with "full" no power cut does.
    A ``private`` server prints its address as one JSON line and ends with its standard input; with
    ``end_with_stdin`` any server does the latter. ``metrics`` is where to serve them, port 0 a free
    one. ``drain_wait`` and ``retry_after`` are seconds: how long games go on when the server is to
    end, and after which clients are told to come back. ``cert`` and ``key`` are PEM files of a
    certificate of one's own. ``clock`` names the preset of tables whose makers ask for none. With
    ``events_only`` nobody but the operator makes tables. ``heartbeat`` is the seconds between two
    heartbeats of a stream. ``announce``: tell the network of the server, by multicast DNS, under
    ``name``, by default the machine's. ``greeting`` is how to say on standard output where the
    server is: "text" or "json".
    """

    host: str = "127.0.0.1"
    port: int | None = None
    data: Path | None = None
    private: bool = False
    insecure: bool = False
    reflection: bool = False
    durability: str = "normal"
    clock: str = "lan"
    metrics: tuple[str, int] | None = None
    log_format: str = "text"
    drain_wait: float = 0.0
    retry_after: float = 5.0
    heartbeat: float = 10.0
    end_with_stdin: bool = False
    operator_key: bytes = field(default=b"", repr=False)
    cert: Path | None = None
    key: Path | None = None
    events_only: bool = False
    announce: bool = True
    name: str = ""
    greeting: str = "text"
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """Refuse what contradicts itself."""
        if self.name:
            _check_name(self.name)
        if (self.cert is None) != (self.key is None):
            raise SettingsError("--cert and --key belong together: give both or neither")
        if self.cert and self.insecure:
            raise SettingsError("--insecure serves without encryption, --cert with: choose one")
        if self.events_only and not self.operator_key:
            raise SettingsError(
                f"--events-only needs an operator: set {OPERATOR_KEY} to 32 or more random "
                "hexadecimal digits"
            )

    @property
    def encrypted(self) -> bool:
        """Whether to encrypt: unless it is not wanted, wherever other machines can connect."""
        return self.cert is not None or not (self.insecure or is_loopback(self.host))

    @property
    def announced(self) -> bool:
        """Whether to tell the network of the server: unless nobody there could connect."""
        return self.announce and not self.private and not is_loopback(self.host)

    def terms(self) -> Terms:
        """On what terms tables and seats are given."""
        return Terms(
            operator_key=self.operator_key,
            events_only=self.events_only,
            limits=replace(self.limits, heartbeat_ms=round(self.heartbeat * 1000)),
            clock=PRESETS[self.clock],
        )

    def ports(self) -> list[int]:
        """Ports to try, in order."""
        if self.port is not None:
            return [self.port]
        return [0] if self.private else list(range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED))


def _check_name(name: str) -> None:
    try:
        clean_title(name, "name")
    except RefusalError as error:
        raise SettingsError("--name must be 1 to 20 columns of printable text") from error


def is_loopback(host: str) -> bool:
    """Whether only this machine can connect to ``host``."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def operator_key() -> bytes:
    """The operator's key from the environment, or a file named there; empty when there is none.

    Raises :class:`SettingsError` when it is not at least 16 bytes in hexadecimal.
    """
    text = os.environ.get(OPERATOR_KEY, "")
    file = "" if text else os.environ.get(OPERATOR_KEY_FILE, "")
    try:
        key = bytes.fromhex(Path(file).read_text("ascii") if file else text)
    except (OSError, ValueError):
        key = b"?"
    if len(key) < 16 and (text or file):  # noqa: PLR2004  # 128 bits
        name = OPERATOR_KEY_FILE if file else OPERATOR_KEY
        what = "name a readable file with" if file else "be"
        raise SettingsError(f"{name} must {what} at least 32 hexadecimal digits")
    return key
