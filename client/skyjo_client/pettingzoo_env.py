"""SKYJO as an environment of PettingZoo (AEC), for the extra ``pettingzoo``.

>>> from skyjo_engine.rules import Rules
>>> table = env(Rules(players=3, rounds=1))
>>> table.reset(seed=7)
>>> for agent in table.agent_iter():
...     seen, reward, termination, truncation, _ = table.last()
...     over = termination or truncation
...     table.step(None if over else table.action_space(agent).sample(seen["action_mask"]))
"""

import random
from operator import index
from typing import Any, Final

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    missing = f"{error.name} is missing: in a checkout, pip install -e '.[pettingzoo]'"
    raise ImportError(missing, name=error.name) from error

from skyjo_client.learning import ACTIONS, TAKE, action_of, limits, mask, observation
from skyjo_client.training_board import board
from skyjo_client.training_game import NotAllowedError, TrainingGame
from skyjo_engine.actions import Flip
from skyjo_engine.events import RoundEnded
from skyjo_engine.rules import Rules

ILLEGAL_REWARD: Final = -100.0
"""What an action that is not allowed costs in :func:`env`; the game then ends for all."""
_SEED_BITS: Final = 53

Seen = dict[str, np.ndarray[Any, Any]]


def env(rules: Rules | None = None, render_mode: str | None = None) -> AECEnv[str, Any, Any]:
    """A :class:`SkyjoEnv` that ends where an action is not allowed, as PettingZoo's own do."""
    table: AECEnv[str, Any, Any] = SkyjoEnv(rules, render_mode)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=ILLEGAL_REWARD)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


class SkyjoEnv(AECEnv[str, Any, Any]):
    """One game after another under ``rules``, by default the usual ones for two seats.

    The agents are ``player_0`` and so on by seat. An observation is ``observation`` and
    ``action_mask`` of :mod:`skyjo_client.learning`, and holds nothing but what the seat may know.
    First cards are chosen one an action and turned up together. When a round ends, each agent is
    rewarded with the points by which the mean of the others' scores is above its own; all rewards
    of a step add up to 0. An action that is not allowed raises NotAllowedError here.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # declared so by its base
        "name": "skyjo_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, rules: Rules | None = None, render_mode: str | None = None) -> None:
        """Prepare the spaces; :meth:`reset` deals."""
        super().__init__()  # type: ignore[no-untyped-call]
        self.rules = rules or Rules(players=2)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        low, high = limits(self.rules.players)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seeds = random.Random()  # noqa: S311  # which cards are dealt, no secrets
        self._chosen: list[int] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent's observations are within."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of an agent, by number."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal the first round of a game, that of ``seed`` as everywhere else.

        Without a seed the game follows from the seed given last. There are no ``options``.
        Raises ValueError for a seed that is none.
        """
        drawn = self._seeds.getrandbits(_SEED_BITS) if seed is None else seed
        game = TrainingGame(self.rules, drawn)
        if seed is not None:
            self._seeds.seed(game.seed)
        self.game = game
        self._chosen = []
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Seen:
        """What an agent knows now, and what it may do if it is asked."""
        seat = self.possible_agents.index(agent)
        mine = agent == self.agent_selection and self.game.decision is not None
        chosen = self._chosen if mine else ()
        asked = self.game.asked(seat)
        view = asked.view if asked else self.game.view(seat)
        return {
            "observation": observation(view, chosen),
            "action_mask": mask(asked.legal if asked and mine else None, chosen),
        }

    def step(self, action: int | None) -> None:
        """Do what the agent that is asked has chosen. Raises TypeError where that is no number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = index(action)  # type: ignore[arg-type]  # only the dead do nothing
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        rounds = len(self.game.rounds)
        self._act(chosen)
        for ended in self.game.rounds[rounds:]:
            self._reward(ended)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """All cards that lie open, as text: returned in the mode ``ansi``, else printed."""
        if self.render_mode is None:
            gymnasium.logger.warn("There is nothing to render without a render_mode.")
            return None
        text = board(self.game.view())
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201  # what this mode is for
        return None

    def _act(self, number: int) -> None:
        """Raises NotAllowedError."""
        asked = self.game.decision
        assert asked is not None  # noqa: S101  # nobody is asked when the game is over
        if number >= TAKE:
            self.game.act(action_of(number))
            return
        if number not in asked.legal.flip or number in self._chosen:
            raise NotAllowedError(asked, Flip((number,)))
        self._chosen.append(number)
        if len(self._chosen) == asked.legal.flip_count:
            chosen, self._chosen = self._chosen, []
            self.game.act(Flip(tuple(chosen)))

    def _reward(self, ended: RoundEnded) -> None:
        scores = [score or 0 for score in ended.scores]
        for agent, score in zip(self.possible_agents, scores, strict=True):
            others = (sum(scores) - score) / (len(scores) - 1)
            self.rewards[agent] += others - score

    def _select(self) -> None:
        """Find who is asked next; nobody is when the game is over."""
        if asked := self.game.decision:
            self.agent_selection = self.possible_agents[asked.seat]
        else:
            self.terminations = dict.fromkeys(self.agents, True)
