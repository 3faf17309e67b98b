"""Chance as an actor: where deals and reshuffles come from. The game never shuffles."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from skyjo_engine.errors import ChanceError


class Chance(Protocol):
    """A source of deals and reshuffles. The game checks that each is a permutation."""

    def deal(self, round_number: int) -> Sequence[int]:
        """The 150 cards of a round (from 1) in dealing order (record-format: ``deck``)."""

    def reshuffle(self, round_number: int, number: int, cards: Sequence[int]) -> Sequence[int]:
        """``cards`` in a new order, top first; ``number`` counts a round's reshuffles from 1."""


class ScriptedChance:
    """Decks and piles written down beforehand: for tests, and to replay what was recorded.

    Raises :class:`ChanceError` when more is asked for than was written.
    """

    def __init__(self, decks: Iterable[Sequence[int]], piles: Iterable[Sequence[int]] = ()) -> None:
        """Hold the decks and the reshuffled piles in the order in which they will be asked for."""
        self._decks = iter(decks)
        self._piles = iter(piles)

    def deal(self, round_number: int) -> Sequence[int]:
        """The next deck."""
        deck = next(self._decks, None)
        if deck is None:
            raise ChanceError(f"no deck for round {round_number}")
        return deck

    def reshuffle(
        self,
        round_number: int,
        number: int,
        cards: Sequence[int],  # noqa: ARG002  # the pile is written down, whatever the cards
    ) -> Sequence[int]:
        """The next pile."""
        pile = next(self._piles, None)
        if pile is None:
            raise ChanceError(f"no pile for reshuffle {number} of round {round_number}")
        return pile
