"""The ladder of house bots, by name."""

from typing import Final

from skyjo_bots.beginner import beginner
from skyjo_bots.casual import casual
from skyjo_bots.skilled import skilled
from skyjo_bots.strategy import Strategy
from skyjo_bots.uniform import uniform

_STRATEGIES: Final[dict[str, Strategy]] = {
    "random": uniform,
    "beginner": beginner,
    "casual": casual,
    "skilled": skilled,
}

LEVELS: Final = tuple(_STRATEGIES)
"""Names of the house bots, the weakest first; each beats the one before it."""


class UnknownLevelError(ValueError):
    """A name that no house bot has; ``name`` is that name."""

    def __init__(self, name: str) -> None:
        """Keep the unknown name."""
        super().__init__(f"no house bot is called {name!r}; there are {', '.join(LEVELS)}")
        self.name = name


def house(name: str) -> Strategy:
    """Return the house bot called ``name``, one of LEVELS. Raises :class:`UnknownLevelError`."""
    strategy = _STRATEGIES.get(name)
    if strategy is None:
        raise UnknownLevelError(name)
    return strategy
