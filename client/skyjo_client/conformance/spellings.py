"""The ways in which programs write bytes, to find those that ought not to be written."""

import base64
import re
from collections.abc import Iterable, Iterator


def spelt(secret: bytes) -> Iterator[bytes]:
    """How ``secret`` may look in what a program of any language has written."""
    yield secret
    yield base64.b64encode(secret).rstrip(b"=")
    yield base64.urlsafe_b64encode(secret).rstrip(b"=")
    yield "".join(map(_octal, secret)).encode()
    yield repr(secret)[2:-1].encode()
    for numbers in (secret, [number - 256 if number > 127 else number for number in secret]):  # noqa: PLR2004
        for between in (" ", ",", ", "):
            yield between.join(map(str, numbers)).encode()
    for between in (" ", ":", ", "):
        yield secret.hex(between[0]).replace(between[0], between).encode()
    yield ", ".join(f"0x{number:02x}" for number in secret).encode()


def found(secrets: Iterable[bytes], written: bytes) -> bool:
    """Whether any of ``secrets`` was written.

    >>> found([b"sixteen bytes!!!"], b"my token is 7369787465656E206279746573212121")
    True
    """
    lower = written.lower()
    return any(
        secret.hex().encode() in lower or any(form in written for form in spelt(secret))
        for secret in secrets
    )


def masked(secrets: Iterable[bytes], written: bytes) -> bytes:
    """What was written, without the secrets.

    >>> masked([b"sixteen bytes!!!"], b"my token is 7369787465656E206279746573212121")
    b'my token is (secret)'
    """
    for secret in secrets:
        for form in (secret.hex().encode(), *spelt(secret)):
            written = re.sub(re.escape(form), b"(secret)", written, flags=re.IGNORECASE)
    return written


def _octal(number: int) -> str:
    """A byte as protobuf's text form has it."""
    plain = {9: "\\t", 10: "\\n", 13: "\\r", 34: '\\"', 39: "\\'", 92: "\\\\"}
    if number in plain:
        return plain[number]
    return chr(number) if 32 <= number < 127 else f"\\{number:03o}"  # noqa: PLR2004
