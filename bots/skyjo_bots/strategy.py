"""What a house bot is: one function from what a seat sees to what it does."""

import random
from typing import Protocol

from skyjo_engine.actions import Action, Legal
from skyjo_engine.view import View


class Strategy(Protocol):
    """Choose the action of the seat ``view.viewer``.

    ``legal`` must be what the engine allows that seat now, and the action is one of it. ``source``
    is the only randomness a strategy uses. It keeps no state: one strategy may play many seats.
    """

    def __call__(self, view: View, legal: Legal, source: random.Random) -> Action:
        """Return the action for this decision."""
