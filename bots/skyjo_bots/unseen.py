"""What the unseen cards are: hidden cards and the draw pile are exchangeable."""

from collections.abc import Sequence

from skyjo_engine.cards import LOWEST


def mean_of(unseen: Sequence[int]) -> float:
    """The expected value of any one unseen card, from the counts of ``View.unseen``."""
    return sum(value * count for value, count in enumerate(unseen, LOWEST)) / max(1, sum(unseen))


def chances(unseen: Sequence[int]) -> list[tuple[int, float]]:
    """Each value that may turn up, with its probability; nothing when no card is unseen."""
    cards = sum(unseen)
    return [(value, count / cards) for value, count in enumerate(unseen, LOWEST) if count]
