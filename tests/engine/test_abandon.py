"""A game that its table gives up: it ends at once, keeps every card, and can be replayed."""

import random

import pytest

from skyjo_engine.actions import Draw, Flip
from skyjo_engine.chance import Chance
from skyjo_engine.events import EndReason, GameEnded, HandDropped
from skyjo_engine.fair import KeyedChance
from skyjo_engine.game import Game
from skyjo_engine.inputs import Abandon, Act, StartRound
from skyjo_engine.invariants import Broken, check
from skyjo_engine.phase import Phase
from skyjo_engine.record import Deal, DealSource, Player, PlayerKind, Record, entries_of
from skyjo_engine.replay import replay
from skyjo_engine.rules import Rules


@pytest.mark.parametrize("until", [Phase.BETWEEN, Phase.FLIP, Phase.TURN, Phase.HOLDING])
def test_an_abandoned_game_ends_unrated_in_every_phase(until: Phase) -> None:
    game, chance = Game(Rules(players=3)), KeyedChance(b"k" * 32)
    entries = entries_of(_play_until(game, until, chance))
    events = game.apply(Abandon(), chance)
    assert events[-1] == GameEnded((0, 0, 0), (None, None, None), EndReason.ABANDONED)
    assert (HandDropped in map(type, events)) == (until is Phase.HOLDING)
    assert check(game) == Broken(0)
    record = Record(
        "g",
        game.rules,
        tuple(Player(seat, f"p{seat}", PlayerKind.BOT) for seat in range(3)),
        Deal(DealSource.PLAYERS, b"c" * 32, (None,) * 3),
        (*entries, *entries_of(events)),
        None,
    )
    assert replay(record).game.over


def _play_until(game: Game, until: Phase, chance: Chance) -> list:  # type: ignore[type-arg]
    events: list = []  # type: ignore[type-arg]
    rng = random.Random(1)
    while game.phase is not until:
        if game.phase is Phase.BETWEEN:
            events += game.apply(StartRound(), chance)
            continue
        seat = next(s for s in range(3) if game.legal(s))
        action = Flip(tuple(rng.sample(range(12), 2))) if game.phase is Phase.FLIP else Draw()
        events += game.apply(Act(seat, action), chance)
    return events
