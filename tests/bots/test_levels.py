"""The ladder of house bots: names, legality under every setting, and nothing hidden from view."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_bots.levels import LEVELS, UnknownLevelError, house
from skyjo_engine.actions import Flip
from skyjo_engine.cards import COLUMNS
from skyjo_engine.events import Event
from skyjo_engine.fair import KeyedChance, seed_key
from skyjo_engine.game import Game
from skyjo_engine.inputs import Act, Forfeit, Leave, StartRound
from skyjo_engine.rules import RANGES, OnLeave, Rules
from skyjo_engine.view import observe
from tools.ladder import play

every_level = pytest.mark.parametrize("level", LEVELS)


def test_the_ladder_has_four_rungs_the_weakest_first() -> None:
    assert LEVELS == ("random", "beginner", "casual", "skilled")


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownLevelError, match="random, beginner, casual, skilled") as refusal:
        house("grandmaster")
    assert refusal.value.name == "grandmaster"


def dealt(seed: int, rules: Rules) -> Game:
    game = Game(rules)
    game.apply(StartRound(), KeyedChance(seed_key(seed, 0)))
    return game


def opening(level: str, seed: int, flips: int) -> tuple[int, ...]:
    game = dealt(0, Rules(players=2, initial_flips=flips))
    legal = game.legal(0)
    assert legal is not None
    action = house(level)(observe(game, 0), legal, random.Random(seed))
    assert isinstance(action, Flip)
    assert legal.allows(action)
    return action.slots


@pytest.mark.parametrize("level", ["casual", "skilled"])
@pytest.mark.parametrize("flips", range(1, 12))
def test_good_bots_spread_their_flips_over_the_columns(level: str, flips: int) -> None:
    for seed in range(20):
        columns = [slot % COLUMNS for slot in opening(level, seed, flips)]
        counts = [columns.count(column) for column in range(COLUMNS)]
        assert max(counts) - min(counts) <= 1


@every_level
def test_the_random_source_decides_what_is_equal(level: str) -> None:
    flips = {opening(level, seed, 2) for seed in range(30)}
    assert len(flips) > 10


@every_level
def test_the_same_seeds_give_the_same_game(level: str) -> None:
    rules = Rules(players=3, rounds=1)
    bots = [house(level)] * 3
    first = play(rules, bots, bytes(32), "seed")
    assert first == play(rules, bots, bytes(32), "seed")
    assert first != play(rules, bots, bytes(32), "another seed")


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    values: dict[str, object] = {
        "players": draw(st.integers(2, 5)),
        "initial_flips": draw(st.integers(*RANGES["initial_flips"])),
        "penalty_factor": draw(st.integers(*RANGES["penalty_factor"])),
        "penalty_points": draw(st.integers(*RANGES["penalty_points"])),
        "columns": draw(st.booleans()),
        "rows": draw(st.booleans()),
        "dealing": draw(st.sampled_from(["PILE", "STREAMS"])),
        "turn_cap": 20,
        "on_leave": OnLeave.SKIP,
    }
    return Rules.from_settings(values)


def move(game: Game, seat: int, level: str, source: random.Random) -> Act:
    """The bot's action, which must be among the legal ones."""
    legal = game.legal(seat)
    assert legal is not None
    action = house(level)(observe(game, seat), legal, source)
    assert legal.allows(action)
    return Act(seat, action)


def waits_for(game: Game) -> list[int]:
    return [seat for seat in range(len(game.seats)) if game.legal(seat)]


@settings(max_examples=150, deadline=None)
@given(
    rules=any_rules(),
    levels=st.lists(st.sampled_from(LEVELS), min_size=5, max_size=5),
    seed=st.integers(0, 2**32),
    fault=st.none() | st.tuples(st.integers(0, 60), st.sampled_from([Leave, Forfeit])),
)
def test_every_action_is_legal_under_every_setting(
    rules: Rules,
    levels: list[str],
    seed: int,
    fault: tuple[int, type[Leave | Forfeit]] | None,
) -> None:
    chance, source = KeyedChance(seed_key(seed, 0)), random.Random(seed)
    game = dealt(seed, rules)
    step = 0
    while waiting := waits_for(game):
        if fault and step == fault[0]:
            game.apply(fault[1](waiting[0]), chance)
        else:
            game.apply(move(game, waiting[0], levels[waiting[0]], source), chance)
        step += 1
    assert game.over or (game.round is not None and game.round.over)


def shift_unseen(game: Game) -> None:
    """Let every hidden card lie in the place of another one."""
    places = [(s.grid, slot) for s in game.seats for slot in s.grid.hidden_slots()]
    cards = [grid.cards[slot] for grid, slot in places]
    for (grid, slot), card in zip(places, [*cards[1:], *cards[:1]], strict=True):
        grid.cards[slot] = card


@every_level
def test_hidden_cards_do_not_change_a_decision(level: str) -> None:
    game, chance = dealt(5, Rules(players=3)), KeyedChance(seed_key(5, 0))
    source = random.Random(1)
    while waiting := waits_for(game):
        other = random.Random()
        other.setstate(source.getstate())
        given = move(game, waiting[0], level, source)
        shift_unseen(game)
        assert move(game, waiting[0], level, other) == given
        game.apply(given, chance)


def test_a_strategy_keeps_nothing_between_decisions() -> None:
    rules, bot = Rules(players=2, rounds=1), house("skilled")

    def events() -> list[Event]:
        return play(rules, [bot, bot], seed_key(3, 0), "s")

    alone = events()
    play(rules, [bot, bot], seed_key(4, 0), "t")
    assert events() == alone
