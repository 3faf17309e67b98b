"""The draw pile, in both dealing modes (R11, R41): one pile for all, or one stream a seat."""

from collections.abc import Sequence
from typing import Protocol

from skyjo_engine.rules import Dealing


class DrawPile(Protocol):
    """Hidden cards to draw from. ``place`` is a seat's position among those dealt in."""

    def __len__(self) -> int:
        """Return how many cards are left."""

    def draw(self, place: int) -> int:
        """Take the next card for the seat at ``place``."""

    def cards(self) -> list[int]:
        """All cards that are left, in no promised order."""


class SinglePile:
    """One pile for all seats, drawn from the top."""

    __slots__ = ("_cards",)

    def __init__(self, cards: Sequence[int]) -> None:
        """Hold ``cards``, given top first."""
        self._cards = list(reversed(cards))

    def __len__(self) -> int:
        """Return how many cards are left."""
        return len(self._cards)

    def draw(self, place: int) -> int:  # noqa: ARG002  # every seat draws the same top card
        """Take the top card."""
        return self._cards.pop()

    def cards(self) -> list[int]:
        """All cards that are left."""
        return list(self._cards)


class StripedPile:
    """One stream a seat: the j-th draw of the i-th of n seats is card ``j * n + i``.

    A seat whose stream is used up takes the last card of the longest stream, ties to the lowest
    seat. Unseen cards are exchangeable, so this is the same game in law, with less luck between
    repetitions of one deal.
    """

    __slots__ = ("_streams",)

    def __init__(self, cards: Sequence[int], seats: int) -> None:
        """Stripe ``cards``, given top first, over ``seats`` streams."""
        self._streams = [list(cards[place::seats]) for place in range(seats)]

    def __len__(self) -> int:
        """Return how many cards all streams hold."""
        return sum(map(len, self._streams))

    def draw(self, place: int) -> int:
        """Take the next card of the stream at ``place``, or one from the longest."""
        if own := self._streams[place]:
            return own.pop(0)
        return max(self._streams, key=len).pop()

    def cards(self) -> list[int]:
        """All cards that are left."""
        return [card for stream in self._streams for card in stream]


def draw_pile(dealing: Dealing, cards: Sequence[int], seats: int) -> DrawPile:
    """Make the draw pile of ``cards``, top first, for that many seats dealt in."""
    if dealing is Dealing.STREAMS:
        return StripedPile(cards, seats)
    return SinglePile(cards)
