"""Looking for secrets where nobody may read them."""

import base64
from collections.abc import Iterable


def spellings(secret: bytes) -> Iterable[bytes]:
    """A secret as it may stand in a message or a log."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    yield base64.b64encode(secret).rstrip(b"=")
    yield repr(secret).encode()[2:-1]


def found(secrets: Iterable[bytes], where: bytes) -> list[bytes]:
    return [secret for secret in secrets if any(text in where for text in spellings(secret))]
