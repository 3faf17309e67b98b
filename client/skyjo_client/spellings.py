"""The ways in which programs write secrets, to find and to blot out what ought not to be written.

Secrets are keys and tokens, of 16 bytes or more; those of fewer than 8 are left alone, as they
occur by chance. A text is looked at several times: each time all is dropped that does not count in
one notation, and what is left is searched for the secret in that notation.
"""

import base64
import functools
import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Final

_LEAST_BYTES: Final = 8
_CHUNK: Final = 16
"""Some programs write a long secret in rows of so many bytes, with something between them."""
_SPREAD: Final = 64
"""No notation needs more characters for a byte."""
MARGIN: Final = 4_096
"""So much is to be kept of what comes before an end, to find the secrets that begin there."""
_BLOT: Final = "(secret)"
_SIGN: Final = 0x80
_DROPPED: Final = "\0"
_ESCAPED: Final = "\u0100"
"""Stands for the rest of an escape sequence, behind what it means."""
_ESCAPE: Final = re.compile(
    r"\\x(?:\{)?(?P<byte>[\da-fA-F]{2})(?:(?<=\{..)\})?|\\u(?P<character>[\da-fA-F]{4})"
    r"|\\(?P<octal>[0-7]{3})|\\(?P<plain>.)"
)
_MANY_ESCAPES: Final = re.compile(rb"(?:\\[^\\]{0,60}){3}", re.DOTALL)
"""A secret of 16 bytes that is written with escapes has more than these."""
_PERCENT: Final = re.compile("%([0-9a-fA-F]{2})")
_NAMED: Final = dict(zip("abtnvfre", "\a\b\t\n\v\f\r\x1b", strict=True))


@dataclass(frozen=True, slots=True)
class _Notation:
    """``prepare`` keeps the length and puts ``gone`` for all that does not count."""

    prepare: Callable[[bytes], str]
    spell: Callable[[bytes], Iterable[str]]
    gone: str = _DROPPED


def _only(kept: str, shown: str = "") -> Callable[[bytes], str]:
    """Keep these characters, written as those ``shown`` in the end."""
    table = bytearray(256)
    for character, becomes in zip(kept, shown or kept, strict=True):
        table[ord(character)] = ord(becomes)
    return lambda data: data.translate(table).decode("latin-1")


_hexadecimal: Final = _only("0123456789abcdefABCDEF", "0123456789abcdefabcdef")
_base32: Final = _only(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz234567",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
)
_base64: Final = _only(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/+/",
)


def _hex_digits(data: bytes) -> str:
    for prefix in (b"0x", b"0X", b"\\u00"):
        data = data.replace(prefix, bytes(len(prefix)))
    return _hexadecimal(data)


def _rows(secret: bytes) -> Iterator[bytes]:
    """The whole, and each row of it."""
    yield secret
    for at in range(0, len(secret), _CHUNK):
        if len(row := secret[at : at + _CHUNK]) >= _LEAST_BYTES:
            yield row


def _as_hex(secret: bytes) -> Iterator[str]:
    for row in _rows(secret):
        yield row.hex()
        yield "".join(map("{:x}".format, row))


def _as_decimals(secret: bytes) -> Iterator[str]:
    for row in _rows(secret):
        yield "".join(map(str, row))
        yield "".join(str(abs(one - 2 * (one & _SIGN))) for one in row)
    yield "".join(f"{index}{one}" for index, one in enumerate(secret))
    for order in ("big", "little"):
        yield str(int.from_bytes(secret, order))
        yield str(abs(int.from_bytes(secret, order, signed=True)))


def _as_base64(secret: bytes) -> Iterator[str]:
    yield base64.b64encode(secret).rstrip(b"=").decode()
    for before in range(3):  # within something longer
        inside = secret[before : before + (len(secret) - before) // 3 * 3]
        yield base64.b64encode(inside).decode()


def _as_base32(secret: bytes) -> Iterator[str]:
    yield base64.b32encode(secret).rstrip(b"=").decode()


def _as_it_is(secret: bytes) -> Iterator[str]:
    yield secret.decode("latin-1")
    yield secret.decode(errors="replace").encode().decode("latin-1")
    yield _as_characters(secret)


def _as_characters(secret: bytes) -> str:
    """Each byte as a character in UTF-8."""
    return secret.decode("latin-1").encode().decode("latin-1")


def _unescaped(data: bytes, *, doubled: bool, characters: bool) -> str:
    """What a text with escape sequences means: hexadecimal ones are bytes, or ``characters``."""

    def meant(found: re.Match[str]) -> str:
        match found.lastgroup:
            case "byte":
                value = chr(int(found["byte"], 16))
                value = _as_characters(value.encode("latin-1")) if characters else value
            case "character":
                value = (
                    chr(int(found["character"], 16)).encode("utf-8", "replace").decode("latin-1")
                )
            case "octal":
                value = chr(int(found["octal"], 8) & 0xFF)
            case _:
                value = _NAMED.get(found["plain"], found["plain"])
        return value + _ESCAPED * (len(found[0]) - len(value))

    text = data.decode("latin-1")
    if doubled:
        text = text.replace("\\\\", _ESCAPED + "\\")
    return _ESCAPE.sub(meant, text)


def _unquoted(data: bytes) -> str:
    """What a text with percent signs means, as in addresses of pages."""
    text = data.decode("latin-1")
    return _PERCENT.sub(lambda found: chr(int(found[1], 16)) + 2 * _ESCAPED, text)


_PLAIN: Final = (
    _Notation(lambda data: data.decode("latin-1"), _as_it_is, _ESCAPED),
    _Notation(_hex_digits, _as_hex),
    _Notation(_only("0123456789"), _as_decimals),
    _Notation(_base64, _as_base64),
    _Notation(_base32, _as_base32),
)
_QUOTED: Final = _Notation(_unquoted, _as_it_is, _ESCAPED)
_ESCAPES: Final = tuple(
    _Notation(
        functools.partial(_unescaped, doubled=doubled, characters=characters),
        _as_it_is,
        _ESCAPED,
    )
    for doubled in (False, True)
    for characters in (False, True)
)


def _notations(data: bytes) -> Iterator[_Notation]:
    yield from _PLAIN
    if _MANY_ESCAPES.search(data):
        yield from _ESCAPES
    if b"%" in data:
        yield _QUOTED


@functools.lru_cache(maxsize=4096)
def _spelt(notation: _Notation, secret: bytes) -> frozenset[str]:
    return frozenset(notation.spell(secret)) if len(secret) >= _LEAST_BYTES else frozenset()


def _spans(data: bytes, secrets: Iterable[bytes]) -> Iterator[tuple[int, int]]:
    """Where ``secrets`` stand, from and to."""
    known = frozenset(secrets)
    for notation in _notations(data):
        prepared = notation.prepare(data)
        left = prepared.replace(notation.gone, "")
        forms = [form for one in known for form in _spelt(notation, one) if form in left]
        if not forms:
            continue
        places = [at for at, one in enumerate(prepared) if one != notation.gone]
        for form in forms:
            for found in re.finditer(re.escape(form), left):
                end = places[found.end() - 1] + 1
                while notation.gone == _ESCAPED and prepared[end : end + 1] == _ESCAPED:
                    end += 1
                yield places[found.start()], end


def blotted(text: str, secrets: Iterable[bytes]) -> str:
    """``text`` without ``secrets``, however they are spelt.

    >>> blotted("my token is 7369787465656E206279746573212121", [b"sixteen bytes!!!"])
    'my token is (secret)'
    """
    data = text.encode("utf-8", "surrogatepass")
    return blotted_end(data, secrets, len(data))


def blotted_end(data: bytes, secrets: Iterable[bytes], most: int) -> str:
    """The last ``most`` bytes without ``secrets``, also where one begins before them.

    >>> blotted_end(b"7369787465656E206279746573212121, moin", [b"sixteen bytes!!!"], 10)
    '(secret), moin'
    """
    clean, done = bytearray(), max(0, len(data) - most)
    begun = done
    for start, end in sorted(_spans(data, secrets)):
        if end <= done:
            continue
        if start >= done or done == begun:
            clean += data[done:start] + _BLOT.encode()
        done = end
    return (clean + data[done:]).decode("utf-8", "replace")


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
        self._before = b""

    def write(self, data: bytes, /) -> None:
        """Look at the next piece, and at the end of those before it."""
        if self.found:
            return
        text = self._before + data
        self.found = next(_spans(text, self.secrets), None) is not None
        self._before = text[-_SPREAD * max(map(len, self.secrets), default=0) :]

    def flush(self) -> None:
        """Nothing is held back."""
