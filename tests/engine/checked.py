"""A game of which everything that can be checked is checked after every step."""

import hashlib
from copy import deepcopy
from random import Random

from skyjo_engine.events import Cleared, Discarded, Event, Kept, Revealed, RoundEnded, Took
from skyjo_engine.fair import KeyedChance
from skyjo_engine.game import Game
from skyjo_engine.inputs import Input, StartRound
from skyjo_engine.invariants import Broken, check
from skyjo_engine.rules import Rules
from skyjo_engine.view import Observer, observe
from tests.engine.scenario import dump
from tests.engine.worlds import seen, step_in_other_world


def chance_of(seed: int) -> KeyedChance:
    """The chance of a seeded test game."""
    return KeyedChance(hashlib.sha256(str(seed).encode()).digest())


class CheckedGame:
    """A seeded game and its history."""

    def __init__(self, rules: Rules, seed: int) -> None:
        """Deal the first round."""
        self.game = Game(rules)
        self.chance = chance_of(seed)
        self.random = Random(seed)
        self.inputs: list[Input] = []
        self.events: list[tuple[Event, ...]] = []
        self._seed = seed
        self._observer = Observer(self.game)
        self.apply(StartRound())

    def apply(self, given: Input) -> tuple[Event, ...]:
        """Apply an input and check all that must hold after it."""
        before = deepcopy(self.game)
        events = self.game.apply(given, self.chance)
        self.inputs.append(given)
        self.events.append(events)
        self._observer.note(events)
        assert check(self.game) == Broken(0)
        _check_clears(events)
        self._check_totals()
        self._check_worlds(before, given, events)
        return events

    def all_events(self) -> list[Event]:
        """Every event so far."""
        return [event for events in self.events for event in events]

    def check_determinism(self) -> None:
        """The same inputs with the same chance are the same game."""
        again, chance = Game(self.game.rules), chance_of(self._seed)
        assert [again.apply(given, chance) for given in self.inputs] == self.events
        assert dump(again) == dump(self.game)

    def _check_totals(self) -> None:
        """Totals are the sums of the round scores (R33)."""
        rounds = [event.scores for event in self.all_events() if isinstance(event, RoundEnded)]
        sums = [sum(scores[seat] or 0 for scores in rounds) for seat in range(self._players)]
        assert list(self.game.totals) == sums

    def _check_worlds(self, before: Game, given: Input, events: tuple[Event, ...]) -> None:
        """What a viewer is shown does not depend on what it may not know (R4, R15)."""
        viewer = self.random.choice([None, *range(self._players)])
        assert self._observer.view(viewer) == observe(self.game, viewer)
        here = seen(viewer, before, events, self.game)
        there = step_in_other_world(viewer, before, given, self.game, self.chance, self.random)
        assert here == there

    @property
    def _players(self) -> int:
        return self.game.rules.players


def _check_clears(events: tuple[Event, ...]) -> None:
    """A turn clears at most one line of its seat before the final reveal (R21)."""
    kinds = [type(event) for event in events]
    if kinds[0] in (Took, Kept, Discarded):
        end = kinds.index(Revealed) if Revealed in kinds else len(kinds)
        assert kinds[:end].count(Cleared) <= 1
