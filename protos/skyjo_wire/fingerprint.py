"""A server's certificate as people and links name it.

A link carries 128 bits of the certificate's SHA-256. People compare three words: 33 bits of a hash
that is slow on purpose, so that making a certificate for given words takes about 2^33 times a
tenth of a second (docs/lan.md). The words are the English list of BIP 39, of which the first
four letters of a word are enough; ``words.LICENSE`` is its licence (MIT).
"""

import base64
import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Final

AUTHORITY: Final = "skyjo server authority"
"""Organisation of the certificates that servers make to sign their own, and nobody else's."""
SERVER_NAME: Final = "server.skyjo.invalid"
"""A name in every certificate that such an authority signs, whatever address the server has."""
WORDS: Final = 3

_SALT: Final = b"skyjo-words-1"
_COST: Final = 2**15
_MEMORY: Final = 2**26
_WORD_BITS: Final = 11
_LINK_BYTES: Final = 16
_TELLING: Final = 4


def fingerprint(certificate: bytes) -> str:
    """What a join link says of a certificate (in DER): 22 letters, digits, ``-`` and ``_``."""
    digest = hashlib.sha256(certificate).digest()
    return base64.urlsafe_b64encode(digest[:_LINK_BYTES]).rstrip(b"=").decode()


def words(certificate: bytes) -> str:
    """The three words for a certificate (in DER), such as ``able-acid-acoustic``."""
    digest = hashlib.sha256(certificate).digest()
    slow = hashlib.scrypt(digest, salt=_SALT, n=_COST, r=8, p=1, maxmem=_MEMORY, dklen=8)
    bits = int.from_bytes(slow) >> (64 - WORDS * _WORD_BITS)
    places = [(bits >> _WORD_BITS * place) % (1 << _WORD_BITS) for place in range(WORDS)]
    return "-".join(_word_list()[place] for place in reversed(places))


def same_words(one: str, other: str) -> bool:
    """Whether two spellings of words mean the same: case and what is between do not count."""
    return _telling(one) == _telling(other)


def _telling(text: str) -> list[str]:
    return [word[:_TELLING] for word in re.findall(r"[a-z]+", text.casefold())]


@cache
def _word_list() -> list[str]:
    return Path(__file__).with_name("words.txt").read_text("ascii").split()
