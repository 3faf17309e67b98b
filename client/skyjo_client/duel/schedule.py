"""Which games are played: equal deals, with every bot once in each seat."""

import hashlib
from dataclasses import dataclass
from typing import Final

_SEED_BYTES: Final = 6
"""As many as JSON can hold exactly as a number, in every language."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game: ``number`` and ``deal`` count from 1, ``order`` has the bot of each seat.

    Games of equal ``seed`` have equal cards.
    """

    number: int
    deal: int
    seed: int
    order: tuple[int, ...]


def fixtures(games: int, bots: int, seed: int) -> list[Fixture]:
    """So many games: each deal in every rotation of the bots, then comes the next deal."""
    return [_fixture(index, bots, seed) for index in range(games)]


def _fixture(index: int, bots: int, seed: int) -> Fixture:
    deal, turned = divmod(index, bots)
    order = tuple((seat + turned) % bots for seat in range(bots))
    return Fixture(index + 1, deal + 1, deal_seed(seed, deal), order)


def deal_seed(seed: int, deal: int) -> int:
    """The seed of a table's cards for a deal, from 0, of a duel; duels do not share deals."""
    digest = hashlib.sha256(f"skyjo-duel-1/{seed}/{deal}".encode()).digest()
    return int.from_bytes(digest[:_SEED_BYTES], "big")
