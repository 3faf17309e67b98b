"""What programs are told by their environment, so that no secret stands in a command line."""

import os
from pathlib import Path
from typing import Final

from skyjo_client.address import BadAddressError, target
from skyjo_client.bot_options import MOST_SEATS
from skyjo_client.errors import ClientError
from skyjo_client.present.messages import _, mark

SERVER: Final = "SKYJO_SERVER"
"""Where the server is, host:port."""
NAME: Final = "SKYJO_NAME"
"""The name to play under."""
CODE: Final = "SKYJO_CODE"
"""The code of a table to join."""
SEATS: Final = "SKYJO_SEATS"
"""How many seats to play at once."""
KEY: Final = "SKYJO_KEY"
"""The key of a bot that waits for work, in hexadecimal digits."""
TOKEN: Final = "SKYJO_TOKEN"  # noqa: S105  # the name, not a token
"""The token of a seat, in hexadecimal digits."""
SEED: Final = "SKYJO_SEED"
"""The seed of a bot's random source, a whole number."""
CASES: Final = "SKYJO_CASES"
"""The folder for faults of bots; 0: they are not kept."""
STATE: Final = "SKYJO_STATE_DIR"
"""The folder for what a program keeps between its runs."""
OPERATOR_KEY: Final = "SKYJO_OPERATOR_KEY"
"""The key of a server's operator, in hexadecimal digits."""
OPERATOR_KEY_FILE: Final = "SKYJO_OPERATOR_KEY_FILE"
"""A file with that key."""
SECRETS: Final = frozenset({KEY, TOKEN, OPERATOR_KEY, OPERATOR_KEY_FILE})
"""What is not passed on to programs that this one starts."""
CA: Final = "SKYJO_CA"
"""A file with certificates in PEM that vouch for every server this program talks to."""
TRUST: Final = "SKYJO_TRUST"
"""The words of a server that is to be trusted, as its host sees them."""
DISCOVER: Final = "SKYJO_DISCOVER"
"""0: do not look for servers in the network."""
INSECURE: Final = "SKYJO_INSECURE"
"""1: talk to servers in the clear, whatever stands between."""
END_WITH_STDIN: Final = "SKYJO_END_WITH_STDIN"
"""1: the program ends when its standard input does, because its parent holds the other end."""
_SEEDS: Final = 2**64


class EnvironmentVariableError(ClientError):
    """A variable cannot be read; ``name`` is which."""

    def __init__(self, name: str, expected: str) -> None:
        """Keep the name. The value may be secret and is not shown."""
        super().__init__(
            _("{name} cannot be used. It should be {expected}").format(
                name=name, expected=_(expected)
            )
        )
        self.name = name


def discovers() -> bool:
    """Whether to look for servers in the network where none is named."""
    return os.environ.get(DISCOVER) != "0"


def server() -> str:
    """The server's address or join link, by default one on this machine.

    Raises :class:`ClientError`, which names the variable, where it is none.
    """
    named = os.environ.get(SERVER) or "127.0.0.1"
    try:
        target(named)
    except BadAddressError as error:
        raise ClientError(f"{SERVER}: {error}") from None
    return named


def text(name: str) -> str | None:
    """What variable ``name`` says, None where it is empty or missing."""
    return os.environ.get(name) or None


def secret(name: str) -> bytes | None:
    """The secret in variable ``name``. Raises :class:`EnvironmentVariableError`."""
    text = os.environ.get(name)
    if not text:
        return None
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise EnvironmentVariableError(name, mark("a row of hexadecimal digits")) from None


def operator_key() -> bytes:
    """The operator's key, from its variable or file. Raises :class:`EnvironmentVariableError`."""
    if key := secret(OPERATOR_KEY):
        return key
    try:
        key = bytes.fromhex(Path(os.environ.get(OPERATOR_KEY_FILE, "")).read_text("ascii"))
    except (OSError, ValueError):
        key = b""
    if not key:
        expected = mark("a file with the key in hexadecimal digits, or SKYJO_OPERATOR_KEY the key")
        raise EnvironmentVariableError(OPERATOR_KEY_FILE, expected)
    return key


def seed() -> int | None:
    """The seed, of 64 bits. Raises :class:`EnvironmentVariableError`."""
    number = _whole(SEED)
    if number is not None and not 0 <= number < _SEEDS:
        raise EnvironmentVariableError(SEED, mark("a whole number from 0 to 2^64 - 1"))
    return number


def seats() -> int | None:
    """The number of seats. Raises :class:`EnvironmentVariableError`."""
    number = _whole(SEATS)
    if number is not None and not 1 <= number <= MOST_SEATS:
        raise EnvironmentVariableError(SEATS, mark("a whole number from 1 to 1024"))
    return number


def _whole(name: str) -> int | None:
    text = os.environ.get(name)
    if not text:
        return None
    try:
        return int(text)
    except ValueError:
        raise EnvironmentVariableError(name, mark("a whole number")) from None


def authority() -> bytes | None:
    """The certificates of SKYJO_CA. Raises :class:`EnvironmentVariableError`."""
    path = os.environ.get(CA)
    if not path:
        return None
    import ssl

    try:
        found = Path(path).read_bytes()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(cadata=found.decode("ascii", "ignore"))
    except (OSError, ValueError):  # an SSLError is an OSError
        raise EnvironmentVariableError(CA, mark("a file with certificates in PEM")) from None
    return found


def trust() -> str:
    """The words to expect of a server; empty: none were given."""
    return os.environ.get(TRUST, "")


def insecure() -> bool:
    """Whether to do without encryption."""
    return os.environ.get(INSECURE) == "1"


def ends_with_stdin() -> bool:
    """Whether the program is to end with its standard input."""
    return os.environ.get(END_WITH_STDIN) == "1"
