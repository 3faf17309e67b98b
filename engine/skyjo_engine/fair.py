"""Fair deals: commitments, the key of a game and the shuffles that follow from it.

The encodings are fixed by docs/fair-deals.md, with test vectors, so that anybody can repeat them.
Nothing here draws random numbers: keys and entropy come from the caller.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import Final

from skyjo_engine.cards import SORTED_DECK

KEY_BYTES: Final = 32
SCHEME: Final = "hmac-sha256/1"
_WORD: Final = 1 << 32


def _prefixed(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def commitment(game_id: str, settings_digest: bytes, key: bytes) -> bytes:
    """C: binds the operator to ``key`` before any player has shown its entropy."""
    parts = b"".join(map(_prefixed, (game_id.encode(), settings_digest, key)))
    return hashlib.sha256(b"skyjo-commit-1" + parts).digest()


def entropy_hash(entropy: bytes) -> bytes:
    """H: binds a player to ``entropy`` before anybody has shown theirs."""
    return hashlib.sha256(entropy).digest()


def seed_key(seed: int, game_index: int) -> bytes:
    """K of a seeded game; ``game_index`` counts the games at its table from 0."""
    text = _prefixed(str(seed).encode())
    return hashlib.sha256(b"skyjo-seed-1" + text + _u32(game_index)).digest()


def game_key(
    key: bytes, game_id: str, settings_digest: bytes, entropy: Sequence[bytes | None]
) -> bytes:
    """G: every shuffle of a game follows from it. ``entropy`` has an entry for each seat.

    For deals from a seed or by an organiser ``game_id`` is empty, so that equal keys give equal
    deals.
    """
    parts = (game_id.encode(), settings_digest, *(e or b"" for e in entropy))
    return hmac.digest(key, b"".join(map(_prefixed, parts)), "sha256")


def _words(key: bytes, round_number: int, shuffle: int) -> Iterator[int]:
    """Unbounded 32-bit words of one shuffle."""
    counter = 0
    while True:
        block = hmac.digest(key, _u32(round_number) + _u32(shuffle) + _u32(counter), "sha256")
        yield from struct.unpack(">8I", block)
        counter += 1


def shuffled(key: bytes, round_number: int, shuffle: int, cards: Sequence[int]) -> list[int]:
    """``cards``, sorted and then shuffled by Fisher-Yates from the last index down.

    ``shuffle`` is 0 for the deal and 1, 2 ... for the reshuffles of a round. Words that would
    favour a card are rejected.
    """
    order = sorted(cards)
    words = _words(key, round_number, shuffle)
    for last in range(len(order) - 1, 0, -1):
        limit = _WORD - _WORD % (last + 1)
        while (word := next(words)) >= limit:
            pass
        pick = word % (last + 1)
        order[last], order[pick] = order[pick], order[last]
    return order


class KeyedChance:
    """A source of chance in which everything follows from the key G of a game."""

    def __init__(self, key: bytes) -> None:
        """Hold G, as :func:`game_key` makes it."""
        self._key = key

    def deal(self, round_number: int) -> Sequence[int]:
        """Shuffle 0 of the round, over the whole deck."""
        return shuffled(self._key, round_number, 0, SORTED_DECK)

    def reshuffle(self, round_number: int, number: int, cards: Sequence[int]) -> Sequence[int]:
        """Shuffle ``number`` of the round, over ``cards``."""
        return shuffled(self._key, round_number, number, cards)
