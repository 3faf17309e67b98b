"""Which games are played: equal deals, with every bot once in each seat."""

import hashlib
from dataclasses import dataclass
from typing import Final

_DEAL_SEED_BYTES: Final = 6
"""As many as JSON can hold exactly as a number, in every language."""
_BOT_SEED_BYTES: Final = 8


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
    return _hashed(f"skyjo-duel-1/{seed}/{deal}", _DEAL_SEED_BYTES)


def program_seed(seed: int, bot: int) -> int:
    """What a bot of a duel gets as SKYJO_SEED: nothing from which the duel's seed follows."""
    return _hashed(f"skyjo-duel-bot-1/{seed}/{bot}", _BOT_SEED_BYTES)


def _hashed(text: str, size: int) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:size], "big")
