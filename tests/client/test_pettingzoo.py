"""The environment for programs that learn: PettingZoo's own tests, and what it shows."""

import copy
import doctest
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test

from skyjo_client import learning, pettingzoo_env
from skyjo_client.learning import ACTIONS, DISCARD, DRAW, FLIP, KEEP, TAKE, layout
from skyjo_client.pettingzoo_env import ILLEGAL_REWARD, SkyjoEnv, env
from skyjo_client.training import NotAllowedError
from skyjo_engine.rules import Rules

ANY_SPACE = "ignore:Observation space for each agent probably should be"
A_DICT = "ignore:Observation is not a NumPy array"
NOTHING_TO_DO = "ignore:Action mask numpy array is all zeros"
"""What api_test says of every game with an action mask but of those that it knows by name."""


@pytest.mark.filterwarnings(ANY_SPACE, A_DICT, NOTHING_TO_DO)
@pytest.mark.parametrize("players", [2, 5, 8])
def test_it_is_an_environment_of_pettingzoo(
    players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(Rules(players=players)), num_cycles=3000)  # type: ignore[no-untyped-call]
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.filterwarnings(NOTHING_TO_DO)
@pytest.mark.parametrize("rounds", [1, 0], ids=["a round", "whole games"])
def test_equal_seeds_give_equal_games(rounds: int) -> None:
    seed_test(lambda: env(Rules(players=3, rounds=rounds)), num_cycles=1000)  # type: ignore[no-untyped-call]


def test_it_is_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, Rules(players=4)))  # type: ignore[arg-type]  # it wants an AECEnv
    assert "seat 4, total 0" in capsys.readouterr().out


def test_the_examples_in_the_code_are_right() -> None:
    for module in (learning, pettingzoo_env):
        assert doctest.testmod(module).failed == 0


def dealt(rules: Rules, seed: int = 1) -> SkyjoEnv:
    table = SkyjoEnv(rules)
    table.reset(seed=seed)
    return table


def choices(table: SkyjoEnv) -> list[int]:
    """The actions that the agent to move may choose."""
    seen = table.observe(table.agent_selection)
    return [int(number) for number in np.flatnonzero(seen["action_mask"])]


def steps(table: SkyjoEnv, seed: int = 0, *, drawing: bool = False) -> Iterator[str]:
    """Let every agent choose by chance to the end, or draw if it can; yield who just moved."""
    chance = np.random.default_rng(seed)
    while not any(table.terminations.values()):
        agent, allowed = table.agent_selection, choices(table)
        table.step(DRAW if drawing and DRAW in allowed else int(chance.choice(allowed)))
        yield agent


def part(table: SkyjoEnv, agent: str, name: str) -> list[int]:
    row: np.ndarray[tuple[int], np.dtype[np.int16]] = table.observe(agent)["observation"]
    return [int(number) for number in row[layout(table.rules.players)[name]]]


def test_first_cards_are_chosen_one_by_one_and_turned_up_together() -> None:
    table = dealt(Rules(players=2, initial_flips=2))
    assert choices(table) == list(range(FLIP, TAKE))
    table.step(3)
    assert table.agent_selection == "player_0"
    assert 3 not in choices(table)
    assert part(table, "player_0", "chosen").index(1) == 3
    assert sum(part(table, "player_1", "chosen")) == 0
    assert sum(part(table, "player_0", "hidden 0")) == 12
    table.step(7)
    assert table.agent_selection == "player_1"
    assert sum(part(table, "player_0", "hidden 0")) == 10
    assert sum(part(table, "player_1", "hidden 1")) == 12  # not before its own are chosen
    assert sum(part(table, "player_1", "chosen")) == 0


def test_the_kinds_of_action_are_those_of_the_turn() -> None:
    table = dealt(Rules(players=2, initial_flips=0))
    assert choices(table) == list(range(TAKE, DRAW + 1))
    table.step(DRAW)
    assert choices(table) == list(range(KEEP, ACTIONS))
    table.step(DISCARD + 4)
    table.step(TAKE + 2)
    assert table.agent_selection == "player_0"
    assert choices(table) == list(range(TAKE, DRAW + 1))
    assert part(table, "player_0", "open 0").index(1) == 4
    assert part(table, "player_0", "open 1").index(1) == 2


def test_a_drawn_card_is_seen_by_its_own_seat_only() -> None:
    table = dealt(Rules(players=3, initial_flips=0))
    table.step(DRAW)
    drawn = table.game.view(0).drawn
    assert drawn is not None
    assert part(table, "player_0", "holding") == [1]
    assert part(table, "player_0", "drawn") == [drawn]
    for other in ("player_1", "player_2"):
        assert part(table, other, "holding") == part(table, other, "drawn") == [0]


def test_cards_that_nobody_has_seen_do_not_show() -> None:
    """Two deals look alike but for the one card that lies open, and what is left to see."""
    tables = [dealt(Rules(players=4), seed) for seed in (1, 2)]
    for agent in tables[0].possible_agents:
        rows = [table.observe(agent)["observation"] for table in tables]
        for name, place in layout(4).items():
            if name not in ("discard_top", "unseen"):
                assert np.array_equal(rows[0][place], rows[1][place]), name


@pytest.mark.parametrize("players", [2, 8])
def test_rewards_add_up_to_nothing_and_to_the_result(players: int) -> None:
    table = dealt(Rules(players=players, target=60))
    sums = dict.fromkeys(table.possible_agents, 0.0)
    for _ in steps(table):
        assert sum(table.rewards.values()) == pytest.approx(0)
        for agent, reward in table.rewards.items():
            sums[agent] += reward
    result = table.game.result
    assert result is not None
    for agent, total in zip(table.possible_agents, result.totals, strict=True):
        others = (sum(result.totals) - total) / (players - 1)
        assert sums[agent] == pytest.approx(others - total)


def test_every_observation_is_within_its_space_also_after_a_reshuffle() -> None:
    table = dealt(Rules(players=8, rounds=1), seed=5)
    piles = []
    for agent in steps(table, drawing=True):
        piles += part(table, agent, "draw_pile")
        for other in table.possible_agents:
            assert table.observation_space(other).contains(table.observe(other))
    assert any(after > before for before, after in pairwise(piles))


def test_a_table_in_the_middle_of_a_game_can_be_copied() -> None:
    table = dealt(Rules(players=2, rounds=1))
    moves = steps(table)
    for _ in range(10):
        next(moves)
    other = copy.deepcopy(table)
    assert list(steps(other, 9)) == list(steps(table, 9))
    assert other.game.result == table.game.result


@pytest.mark.parametrize("number", [DRAW, KEEP, DISCARD], ids=["draw", "keep", "discard"])
def test_what_is_not_allowed_is_refused_and_ends_the_game_for_env(number: int) -> None:
    table = dealt(Rules(players=2))
    with pytest.raises(NotAllowedError):
        table.step(number)
    assert choices(table) == list(range(FLIP, TAKE))
    table.step(3)
    with pytest.raises(NotAllowedError):
        table.step(3)
    strict = env(Rules(players=2))
    strict.reset(seed=1)
    strict.step(number)
    assert strict.rewards["player_0"] == ILLEGAL_REWARD
    assert all(strict.terminations.values())


def test_what_has_to_be_installed_is_said() -> None:
    script = "import sys; sys.modules['gymnasium'] = None; import skyjo_client.pettingzoo_env"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    told = "gymnasium is missing: in a checkout, pip install -e '.[pettingzoo]'"
    assert done.stderr.splitlines()[-1] == f"ImportError: {told}"


def test_what_is_no_action_and_no_seed_is_refused() -> None:
    table = SkyjoEnv(Rules(players=2))
    table.reset(seed=3)
    with pytest.raises(TypeError):
        table.step(1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a seed is a whole number"):
        table.reset(seed=-1)
