"""A bot is one class with one method.

>>> from skyjo_engine.actions import Action, Discard, Draw, Flip
>>> class Drawing(Bot):
...     def choose(self, decision: Decision) -> Action:
...         legal = decision.legal
...         if legal.flip_count:
...             return Flip(legal.flip[: legal.flip_count])
...         return Draw() if legal.draw else Discard(legal.discard[0])
"""

import random
from collections.abc import Awaitable
from dataclasses import dataclass, field

from skyjo.v1 import play_pb2, table_pb2
from skyjo_engine.actions import Action, Legal
from skyjo_engine.events import GameEnded
from skyjo_engine.rules import Rules
from skyjo_engine.view import View


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The game a bot is about to play, or plays from now on.

    ``index`` counts the games at its table from 0; ``names`` are the players' by seat, None where
    nobody sits yet. ``welcome`` is what the server said of the table; do not change it.
    """

    game_id: str
    table_id: str
    index: int
    seat: int
    rules: Rules
    names: tuple[str | None, ...]
    welcome: table_pb2.Welcome = field(default_factory=table_pb2.Welcome, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Clock:
    """What is left to think, in milliseconds.

    ``bank_ms`` as the decision began, with ``increment_ms`` already in it; an answer is late
    ``deadline_ms`` after the decision was sent.
    """

    bank_ms: int
    increment_ms: int
    deadline_ms: int


@dataclass(frozen=True, slots=True)
class Charge:
    """What an answer cost, in milliseconds.

    ``charged_ms`` left the bank, which now holds ``bank_ms``; ``network_ms`` more were taken for
    the network's share.
    """

    decision_id: int
    charged_ms: int
    network_ms: int
    bank_ms: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot is asked: to choose one of ``legal``, knowing ``view``.

    The view is complete, so nothing needs to be remembered between decisions. ``clock`` is None
    where there is none. ``frame`` is the decision as the server sent it; do not change it.
    """

    view: View
    legal: Legal
    seat: int
    game_id: str
    rules: Rules
    clock: Clock | None
    decision_id: int
    frame: play_pb2.Decision = field(default_factory=play_pb2.Decision, repr=False, compare=False)


class Bot:
    """Base of every bot. Each game has an instance of its own, made without arguments.

    ``random`` is the bot's source of random numbers, set before anything else is called. It is
    repeatable where the table or SKYJO_SEED says so, as long as the bot uses no other.
    """

    random: random.Random

    def choose(self, decision: Decision) -> Action | Awaitable[Action]:
        """Return one of the actions that ``decision.legal`` allows.

        While a plain method thinks, all seats of the program wait and no heartbeat is answered: a
        bot that thinks for seconds makes this ``async`` and thinks in a thread or process.
        """
        raise NotImplementedError

    def game_started(self, game: GameInfo) -> None:
        """The bot has a seat in ``game``; called before its first decision.

        Should seats be dropped before the game begins, another instance is told.
        """

    def charged(self, charge: Charge) -> None:
        """An answer was accepted, and this is what it cost; never called without a clock."""

    def game_ended(self, result: GameEnded) -> None:
        """The game is over."""
