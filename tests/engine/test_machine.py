"""Random games in which nothing may go wrong, whatever seats and the table do.

After every input the invariants hold, and what any viewer is shown does not depend on what it may
not know. ``apply`` accepts exactly what ``legal`` lists, and a refused input changes nothing.
A game is a function of its inputs and its chance.
"""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import Phase as Phases
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from skyjo_engine.errors import EngineError
from skyjo_engine.events import GameEnded, Reshuffled, RoundEnded
from skyjo_engine.game import Game
from skyjo_engine.inputs import Abandon, Act, Forfeit, Leave, Return, StandIn, StartRound
from skyjo_engine.phase import Phase
from skyjo_engine.rules import RANGES, Dealing, LaterStarter, OnLeave, Rules
from tests.engine.checked import CheckedGame
from tests.engine.moves import collecting_act, every_act, legal_acts, random_act
from tests.engine.scenario import dump

RULES = st.builds(
    Rules,
    players=st.integers(2, 8),
    target=st.sampled_from([1, 100, 1000]),
    rounds=st.sampled_from([0, 0, 0, 1, 3]),
    initial_flips=st.sampled_from([2, 2, 2, 0, 3, 7, 11]),
    penalty_factor=st.integers(*RANGES["penalty_factor"]),
    penalty_points=st.sampled_from([0, 0, 10]),
    columns=st.sampled_from([True, True, False]),
    rows=st.booleans(),
    later_round_starter=st.sampled_from(LaterStarter),
    on_leave=st.sampled_from([*[OnLeave.SKIP] * 4, OnLeave.BOT, OnLeave.ABORT]),
    turn_cap=st.sampled_from([20, 60]),
    dealing=st.sampled_from(Dealing),
)
STYLES = (random_act, collecting_act, collecting_act)
FAULTS = (Leave, StandIn, Return, Forfeit)
SEEDS = st.integers(0, 2**32)


class AnyGame(RuleBasedStateMachine):
    """Games of all settings, with faults at any time."""

    @initialize(rules=RULES, seed=SEEDS)
    def begin(self, rules: Rules, seed: int) -> None:
        self.checked = CheckedGame(rules, seed)
        self.game = self.checked.game

    @precondition(lambda self: self.game.phase is Phase.BETWEEN)
    @rule()
    def deal(self) -> None:
        self.checked.apply(StartRound())

    @precondition(lambda self: bool(legal_acts(self.game)))
    @rule(pick=st.integers(0, 10_000))
    def act(self, pick: int) -> None:
        acts = legal_acts(self.game)
        self.checked.apply(acts[pick % len(acts)])

    @precondition(lambda self: bool(legal_acts(self.game)))
    @rule(style=st.sampled_from(STYLES), seed=SEEDS, moves=st.integers(20, 80))
    def play_on(self, style: Callable[[Game, Random], Act], seed: int, moves: int) -> None:
        random = Random(seed)
        for _ in range(moves):
            if legal_acts(self.game):
                self.checked.apply(style(self.game, random))

    @precondition(lambda self: not self.game.over)
    @rule(kind=st.sampled_from(FAULTS), seat=st.integers(0, 7))
    def fault(self, kind: type[Leave | StandIn | Return | Forfeit], seat: int) -> None:
        before = dump(self.game)
        try:
            self.checked.apply(kind(seat))
        except EngineError:
            assert dump(self.game) == before

    @precondition(lambda self: not self.game.over)
    @rule(sure=st.integers(0, 9))
    def abandon(self, sure: int) -> None:
        if sure == 7:  # not often: it ends the game
            self.checked.apply(Abandon())

    @rule()
    def legal_is_what_apply_accepts(self) -> None:
        before = dump(self.game)
        for act in every_act(self.game):
            legal = self.game.legal(act.seat)
            if legal and legal.allows(act.action):
                deepcopy(self.game).apply(act, self.checked.chance)
                continue
            with pytest.raises(EngineError):
                self.game.apply(act, self.checked.chance)
        if self.game.phase is not Phase.BETWEEN:
            with pytest.raises(EngineError):
                self.game.apply(StartRound(), self.checked.chance)
        assert dump(self.game) == before

    def teardown(self) -> None:
        if hasattr(self, "checked"):
            self.checked.check_determinism()


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(
    max_examples=45,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    phases=[Phases.generate],  # to shrink a whole game takes minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.mark.parametrize("dealing", Dealing, ids=lambda dealing: dealing.name)
@pytest.mark.parametrize("players", range(2, 9))
def test_whole_rounds(players: int, dealing: Dealing) -> None:
    """Whole rounds at every size; the larger ones use up the draw pile (R27)."""
    checked = CheckedGame(Rules(players=players, rounds=2, target=1000, dealing=dealing), players)
    random = Random(players)
    while not checked.game.over:
        waits = legal_acts(checked.game)
        checked.apply(collecting_act(checked.game, random) if waits else StartRound())
    kinds = Counter(type(event) for event in checked.all_events())
    assert (kinds[RoundEnded], kinds[GameEnded]) == (2, 1)
    assert bool(kinds[Reshuffled]) == (players == 8)
    checked.check_determinism()
