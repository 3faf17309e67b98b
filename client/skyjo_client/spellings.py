"""The ways in which programs write secrets, to find and to blot out what ought not to be written.

Secrets are keys and tokens, of 16 bytes or more; those of fewer than 8 are left alone, as they
occur by chance.
"""

import base64
import functools
import json
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any, Final
from urllib.parse import quote

_LEAST_BYTES: Final = 8
_START: Final = 8
"""No spelling is shorter; each is looked for by so many bytes first."""
_BLOT: Final = "(secret)"
_SIGN: Final = 0x80


@functools.cache
def spelt(secret: bytes) -> frozenset[bytes]:
    """How ``secret`` may look in what a program of any language has written."""
    if len(secret) < _LEAST_BYTES:
        return frozenset()
    return frozenset((secret, *_encoded(secret), *_numbers(secret), *_escaped(secret)))


def _encoded(secret: bytes) -> Iterator[bytes]:
    yield base64.b64encode(secret).rstrip(b"=")  # with its padding it begins in the same way
    yield base64.urlsafe_b64encode(secret).rstrip(b"=")
    yield quote(secret).encode()
    yield quote(secret).lower().encode()
    for every in ("%{:02x}", "%{:02X}"):
        yield "".join(map(every.format, secret)).encode()


def _numbers(secret: bytes) -> Iterator[bytes]:
    signed = [number - 2 * (number & _SIGN) for number in secret]
    for between in ("", " ", ":", "-", ",", ", ", "\n"):
        for form in ("{:02x}", "{:02X}", "0x{:02x}", "0x{:02X}", "0x{:x}", "0X{:02X}"):
            yield between.join(map(form.format, secret)).encode()
        if between:
            yield between.join(map(str, secret)).encode()
            yield between.join(map(str, signed)).encode()


def _escaped(secret: bytes) -> Iterator[bytes]:
    characters = secret.decode("latin-1")
    python, octal = repr(secret)[2:-1], "".join(map(_octal, secret))
    every = ["".join(map(f.format, secret)) for f in ("\\x{:02x}", "\\x{:02X}", "\\u{:04x}")]
    jsons = [json.dumps(characters, ensure_ascii=ascii_only)[1:-1] for ascii_only in (True, False)]
    for text in (characters, repr(characters)[1:-1], python, octal, *every, *jsons):
        yield text.encode()
        yield text.replace("\\", "\\\\").encode()


def _octal(number: int) -> str:
    """A byte as protobuf's text form has it."""
    plain = {9: "\\t", 10: "\\n", 13: "\\r", 34: '\\"', 39: "\\'", 92: "\\\\"}
    if number in plain:
        return plain[number]
    return chr(number) if 32 <= number < 127 else f"\\{number:03o}"  # noqa: PLR2004


def blotted(text: str, secrets: Iterable[bytes]) -> str:
    """``text`` without ``secrets``, however they are spelt.

    >>> blotted("my token is 7369787465656E206279746573212121", [b"sixteen bytes!!!"])
    'my token is (secret)'
    """
    for form in _forms(frozenset(secrets)):
        text = text.replace(form, _BLOT)
    return text


@functools.lru_cache(maxsize=4)
def _forms(secrets: frozenset[bytes]) -> list[str]:
    forms = {form.decode(errors="replace") for one in secrets for form in spelt(one)}
    return sorted(forms, key=len, reverse=True)


def blotted_values(value: Any, secrets: Iterable[bytes]) -> Any:  # noqa: ANN401  # as of JSON
    """The same for every text in a value of JSON, except for the names of members."""
    match value:
        case str():
            return blotted(value, secrets)
        case dict():
            return {name: blotted_values(one, secrets) for name, one in value.items()}
        case list():
            return [blotted_values(one, secrets) for one in value]
    return value


class Search:
    """Looks for secrets in what is written to it, piece by piece, in time bounded by its length.

    ``secrets`` may become more meanwhile. ``found`` is whether one was written.
    """

    def __init__(self, secrets: AbstractSet[bytes]) -> None:
        """Look for these."""
        self.secrets = secrets
        self.found = False
        self._known: set[bytes] = set()
        self._starts: dict[bytes, set[bytes]] = {}
        self._longest = 0
        self._before = b""

    def write(self, data: bytes, /) -> None:
        """Look at the next piece, and at the end of those before it."""
        for secret in self.secrets - self._known:
            self._learn(secret)
        text = self._before + data
        starts = {text[at : at + _START] for at in range(len(text))} & self._starts.keys()
        self.found |= any(form in text for start in starts for form in self._starts[start])
        self._before = text[-self._longest :]

    def flush(self) -> None:
        """Nothing is held back."""

    def _learn(self, secret: bytes) -> None:
        self._known.add(secret)
        for form in spelt(secret):
            self._starts.setdefault(form[:_START], set()).add(form)
            self._longest = max(self._longest, len(form))
