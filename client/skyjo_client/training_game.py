"""One game in this very process, decision by decision."""

import hashlib
import secrets
from collections.abc import Sequence
from numbers import Integral
from typing import Final

from skyjo_client.bot import Decision
from skyjo_engine.actions import Action, Legal
from skyjo_engine.asking import asked_by
from skyjo_engine.events import GameEnded, RoundEnded
from skyjo_engine.fair import KeyedChance, commitment, game_key, seed_key
from skyjo_engine.game import Game
from skyjo_engine.inputs import Act, Input, StartRound
from skyjo_engine.record import (
    Deal,
    DealSource,
    Entry,
    Player,
    PlayerKind,
    Record,
    entries_of,
)
from skyjo_engine.rules import Rules
from skyjo_engine.view import Observer, View

PLACE: Final = "training"
"""The identifier of every table here, and the beginning of every game's."""
_SEED_BITS: Final = 53
_SEEDS: Final = 1 << 64


class NotAllowedError(ValueError):
    """A seat was to do what ``decision`` does not allow; ``action`` is what it was."""

    def __init__(self, decision: Decision, action: object) -> None:
        """Keep both."""
        super().__init__(f"seat {decision.seat} may not do {action!r}; legal: {decision.legal}")
        self.decision = decision
        self.action = action


class TrainingGame:
    """One game, decision by decision: read ``decision``, then :meth:`act`, until it is None.

    ``decision`` says whose it is. While first cards are turned up all seats are asked at once;
    they then answer one after another, in order of seats, and none sees what others turned up.
    ``rounds`` are the rounds that have ended, ``result`` is None before the game's end.
    """

    def __init__(self, rules: Rules, seed: int | None = None) -> None:
        """Deal the first round. Without a ``seed``, of 64 bits, one is made up, which ``seed`` is.

        Raises ValueError for a seed that is none.
        """
        given: object = seed  # where nobody checks types it may be anything
        whole = isinstance(given, Integral) and 0 <= int(given) < _SEEDS
        if given is not None and not whole:
            raise ValueError(f"a seed is a whole number from 0 to 2^64 - 1, not {seed!r}")
        self.rules = rules
        self.seed = secrets.randbits(_SEED_BITS) if seed is None else int(seed)
        self.rounds: list[RoundEnded] = []
        self.result: GameEnded | None = None
        self.game_id = _game_id(self.seed)
        self._key = seed_key(self.seed, 0)
        nothing = (None,) * rules.players
        self._chance = KeyedChance(game_key(self._key, "", rules.digest(), nothing))
        self._game = Game(rules)
        self._observer = Observer(self._game)
        self._entries: list[Entry] = []
        self._latest = 0
        self._open: list[Decision] = []
        self._apply(StartRound())

    @property
    def decision(self) -> Decision | None:
        """What has to be decided next; None: the game is over."""
        return self._open[0] if self._open else None

    def asked(self, seat: int) -> Decision | None:
        """What a seat has to decide, now or soon; None: it is not asked."""
        return next((decision for decision in self._open if decision.seat == seat), None)

    def act(self, action: Action) -> None:
        """Answer ``decision``; the next round is dealt when one has ended.

        Raises :class:`NotAllowedError`, and ValueError when the game is over; nothing has changed
        then.
        """
        asked = self.decision
        if asked is None:
            raise ValueError("the game is over")
        given: object = action  # of which a bot in the making may return anything
        if not isinstance(given, Action) or not asked.legal.allows(given):
            raise NotAllowedError(asked, action)
        del self._open[0]
        self._apply(Act(asked.seat, action))
        if not self._open and self.result is None:
            self._apply(StartRound())

    def view(self, viewer: int | None = None) -> View:
        """What a seat may know, or somebody who looks on (None). Raises ValueError: no seat."""
        if viewer is not None and viewer not in range(self.rules.players):
            raise ValueError(f"there are seats 0 to {self.rules.players - 1}, and no {viewer!r}")
        return self._observer.view(viewer)

    def record(self, names: Sequence[str] = ()) -> Record:
        """The game as ``skyjo replay`` and ``skyjo record verify`` take it once it is over.

        ``names`` are the players' by seat; without them they are called bot 1, bot 2 ...
        """
        called = names or [f"bot {seat + 1}" for seat in range(self.rules.players)]
        players = [Player(seat, name, PlayerKind.BOT) for seat, name in enumerate(called)]
        promised = commitment(self.game_id, self.rules.digest(), self._key)
        deal = Deal(DealSource.SEED, promised, (None,) * self.rules.players)
        entries = tuple(self._entries)
        return Record(self.game_id, self.rules, tuple(players), deal, entries, self._key)

    def _apply(self, given: Input) -> None:
        events = self._game.apply(given, self._chance)
        self._observer.note(events)
        self._entries += entries_of(events)
        asked = asked_by(events, self._latest)
        self._latest += len(events)
        for event in events:
            if isinstance(event, RoundEnded):
                self.rounds.append(event)
            elif isinstance(event, GameEnded):
                self.result = event
        for seat, number in asked.items():
            if legal := self._game.legal(seat):
                self._open.append(self._decision(seat, number, legal))

    def _decision(self, seat: int, number: int, legal: Legal) -> Decision:
        return Decision(
            view=self._observer.view(seat),
            legal=legal,
            seat=seat,
            game_id=self.game_id,
            rules=self.rules,
            clock=None,
            decision_id=number,
        )


def _game_id(seed: int) -> str:
    """Another one for each seed, from which bots, who are told it, cannot tell the cards."""
    return f"{PLACE}-{hashlib.sha256(f'skyjo-training-1/{seed}'.encode()).hexdigest()[:16]}"
