"""Tokens, keys and identifiers: where they come from, and how tokens are kept (hashed)."""

import hashlib
import secrets
from typing import Final, Protocol

from skyjo_engine.fair import KEY_BYTES

TOKEN_BYTES: Final = 16
# fmt: off
WORDS: Final = (
    "ACORN", "AMBER", "APPLE", "BADGER", "BASIL", "BIRCH", "CEDAR", "CHERRY", "CLOVER", "COMET",
    "CORAL", "DELTA", "EAGLE", "EMBER", "FABLE", "FALCON", "FERN", "GINGER", "HAZEL", "HERON",
    "INDIGO", "IRIS", "JASPER", "JUNIPER", "KIWI", "LAGOON", "LEMON", "LILAC", "MANGO", "MAPLE",
    "MEADOW", "MINT", "MOSS", "NECTAR", "OCEAN", "OLIVE", "ORCHID", "OTTER", "PANDA", "PEPPER",
    "PLUM", "POPPY", "QUARTZ", "RAVEN", "RIVER", "ROBIN", "SAFFRON", "SPARROW", "SUMMIT",
    "TANGO", "THYME", "TULIP", "VIOLET", "WALNUT", "WILLOW", "ZEBRA",
)
# fmt: on
"""Easily said words for join codes, none easily taken for another."""


class SecretSource(Protocol):
    """Where everything random of a server comes from; tests give a predictable one."""

    def token(self) -> bytes:
        """A new token: 128 bits that nobody can guess."""

    def key(self) -> bytes:
        """A new key K for the deals of a game."""

    def identifier(self) -> str:
        """A new identifier of a table or a game."""

    def code(self) -> str:
        """A join code such as KIWI-42; the caller sees to it that it is free."""


class SystemSecrets:
    """Randomness of the operating system."""

    def token(self) -> bytes:
        """A new token: 128 bits that nobody can guess."""
        return secrets.token_bytes(TOKEN_BYTES)

    def key(self) -> bytes:
        """A new key K for the deals of a game."""
        return secrets.token_bytes(KEY_BYTES)

    def identifier(self) -> str:
        """A new identifier of a table or a game."""
        return secrets.token_hex(8)

    def code(self) -> str:
        """A join code: a word and two digits."""
        return f"{secrets.choice(WORDS)}-{secrets.randbelow(100):02}"


def token_hash(token: bytes) -> bytes:
    """What is kept of a token. Looking up a hash tells nothing about the token by its time."""
    return hashlib.sha256(token).digest()


def normal_code(code: str) -> str:
    """A join code as people type it, in the form in which it was given out."""
    letters = "".join(filter(str.isalpha, code)).upper()
    digits = "".join(filter(str.isdigit, code))
    return f"{letters}-{digits}"
