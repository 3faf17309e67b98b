"""Random games of all kinds of rules, to be sent over the wire."""

import random
from collections.abc import Iterator

from skyjo_engine import actions, events, inputs
from skyjo_engine.errors import IllegalActionError
from skyjo_engine.fair import KeyedChance
from skyjo_engine.game import Game
from skyjo_engine.phase import Phase
from skyjo_engine.rules import Dealing, OnLeave, Rules, original_fr
from skyjo_wire import from_engine

RULES = [
    Rules(players=2, rounds=2),
    Rules(players=3, rounds=2, rows=True, initial_flips=4, penalty_points=7, penalty_factor=3),
    Rules(players=8, rounds=1, dealing=Dealing.STREAMS, initial_flips=0),
    Rules(players=4, rounds=2, on_leave=OnLeave.SKIP, columns=False, target=60),
    Rules(players=6, rounds=1, turn_cap=20, on_leave=OnLeave.ABORT),
    original_fr(5),
]
Step = tuple[Game, tuple[events.Event, ...]]


def choose(legal: actions.Legal, rng: random.Random) -> actions.Action:
    """Any legal action; a player who keeps changing open cards reaches the turn cap."""
    if legal.flip_count:
        return actions.Flip(tuple(rng.sample(legal.flip, legal.flip_count)))
    every: list[actions.Action] = [actions.Take(slot) for slot in legal.take]
    every += [actions.Keep(slot) for slot in legal.keep]
    every += [actions.Discard(slot) for slot in legal.discard]
    return rng.choice([*every, *([actions.Draw()] * 12 if legal.draw else [])])


def disturb(game: Game, rng: random.Random) -> inputs.Input | None:
    """Now and then what a table decides: a stand-in, a return, a forfeit, a leave."""
    seat = rng.randrange(game.rules.players)
    kinds: list[type[inputs.StandIn | inputs.Return | inputs.Forfeit | inputs.Leave]] = [
        inputs.StandIn,
        inputs.Return,
        inputs.Forfeit,
        inputs.Leave,
    ]
    return rng.choice(kinds)(seat) if rng.random() < 0.01 else None


def play(rules: Rules, seed: int) -> Iterator[Step]:
    rng = random.Random(seed)
    chance = KeyedChance(seed.to_bytes(32, "big"))
    game = Game(rules)
    while game.phase is not Phase.OVER:
        given = disturb(game, rng)
        if given is not None:
            try:
                yield game, game.apply(given, chance)
            except IllegalActionError as error:
                from_engine.illegal(error)
            continue
        if game.phase is Phase.BETWEEN:
            yield game, game.apply(inputs.StartRound(), chance)
            continue
        able = [seat for seat in range(rules.players) if game.legal(seat)]
        seat = rng.choice(able)
        legal = game.legal(seat)
        assert legal is not None
        yield game, game.apply(inputs.Act(seat, choose(legal, rng)), chance)
