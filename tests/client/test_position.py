"""Decisions made by hand are positions of the game."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from skyjo_client.bot import Clock, Decision
from skyjo_client.position import position
from skyjo_engine.cards import SLOTS
from skyjo_engine.fair import KeyedChance
from skyjo_engine.game import Game
from skyjo_engine.inputs import StartRound
from skyjo_engine.phase import Phase
from skyjo_engine.rules import Dealing, Rules
from skyjo_engine.view import GridView, View, observe
from skyjo_wire import from_engine, to_engine
from tests.engine.moves import random_act

PAGE = Path(__file__).parents[2] / "docs" / "bots-in-python.md"
OPEN = "1 2 3 4 / 5 6 7 8 / 9 10 11 12"
PILE = [card for card in range(3, 9) for _ in range(9)] + [-1]
HALF = "1 2 ? ? / ? ? ? ? / ? ? ? ?"


def written(grid: GridView) -> list[int | str | None]:
    """A grid as its author would write it."""
    return ["." if slot in grid.cleared else grid.values[slot] for slot in range(SLOTS)]


def same_by_hand(game: Game, seat: int) -> Decision:
    view, round_ = observe(game, seat), game.round
    assert round_ is not None
    return position(
        written(view.seats[seat].grid),
        discard=round_.discard,
        drawn=view.drawn,
        others=[written(one.grid) for other, one in enumerate(view.seats) if other != seat],
        seat=seat,
        finisher=view.finisher,
        totals=view.totals,
        round_number=view.round,
        rules=game.rules,
    )


def without_turns(view: View) -> View:
    return replace(view, seats=tuple(replace(seat, turns=0) for seat in view.seats))


@pytest.mark.parametrize(
    "rules",
    [
        Rules(players=2),
        Rules(players=8, target=200),
        Rules(players=4, rows=True, initial_flips=5),
        Rules(players=3, columns=False, initial_flips=0, rounds=3),
        Rules(players=3, dealing=Dealing.STREAMS),
    ],
    ids=["two", "eight", "rows", "nothing clears", "streams"],
)
def test_every_decision_of_a_game_can_be_made_by_hand(rules: Rules) -> None:
    game, chance, source = Game(rules), KeyedChance(b"k" * 32), random.Random(5)
    asked = 0
    while not game.over:
        if game.phase is Phase.BETWEEN:
            game.apply(StartRound(), chance)
        for seat in range(rules.players):
            legal = game.legal(seat)
            if legal is not None:
                decision = same_by_hand(game, seat)
                assert decision.legal == legal
                assert without_turns(decision.view) == without_turns(observe(game, seat))
                asked += 1
        game.apply(random_act(game, source), chance)
    assert asked > 50


def test_a_decision_has_all_that_a_bot_is_given() -> None:
    clock = Clock(bank_ms=5000, increment_ms=20, deadline_ms=5100)
    decision = position(HALF, discard=7, drawn=-2, clock=clock, decision_id=9, seat=1)
    assert (decision.seat, decision.decision_id, decision.clock) == (1, 9, clock)
    assert decision.view.viewer == decision.view.turn == 1
    frame = decision.frame
    assert frame.legal == from_engine.legal(decision.legal)
    assert to_engine.view(frame.view, decision.rules) == decision.view
    assert (frame.clock.bank_ms, frame.decision_id) == (5000, 9)


def test_a_seat_without_hidden_cards_has_begun_the_last_lap() -> None:
    assert not position(HALF, discard=7).view.last_lap
    decision = position(HALF, discard=7, others=[OPEN])
    assert decision.view.last_lap
    assert decision.view.finisher == 1
    several = position(HALF, discard=7, others=[OPEN, OPEN], finisher=2)
    assert several.view.finisher == 2


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"grid": "1 2 3"}, "grid: it has 3 slots, not 12"),
        ({"grid": HALF.replace("2", "x")}, "grid: 'x' is no card; write -2 to 12"),
        ({"grid": HALF.replace("2", "13")}, "grid: '13' is no card"),
        ({"grid": [2.5, *[None] * 11]}, "grid: 2.5 is no card"),
        ({"grid": HALF.replace("2", ".")}, "grid: cards leave a grid in whole lines only"),
        ({"grid": "1 ? ? ? / 1 ? ? ? / 1 ? ? ?"}, "grid: column 1 has three open 1s"),
        ({"grid": OPEN}, "grid: a seat without hidden cards is not asked any more"),
        ({"others": [HALF, "?"]}, r"others\[1\]: it has 1 slots"),
        ({"others": [HALF], "rules": Rules(players=3)}, "others: 2 grids are needed, not 1"),
        ({"discard": 13}, "13 is no card"),
        ({"discard": ()}, "discard: a card always lies on the discard pile"),
        ({"discard": [-2] * 6}, "6 cards of -2, and the deck has 5"),
        ({"drawn": 99}, "99 is no card"),
        ({"grid": "? " * 12, "drawn": 1}, "drawn: nothing is drawn before"),
        ({"grid": "? " * 12, "discard": [1, 2]}, "discard: as a round begins one card lies"),
        ({"seat": 2}, "seat: there are seats 0 to 1, not 2"),
        ({"finisher": 1}, "finisher: seat 1 has hidden cards"),
        ({"others": [OPEN, OPEN]}, "finisher: say which of seats"),
        ({"totals": [1]}, "totals: 2 are needed, not 1"),
        ({"round_number": 0}, "round_number: rounds count from 1"),
        ({"others": ["? " * 12] * 7, "discard": PILE}, "94 slots are hidden, and only 93 cards"),
        ({"drawn": True}, "drawn: True is no whole number"),
        ({"discard": 7.0}, "discard: 7.0 is no whole number"),
        ({"discard": [7, None]}, "discard: None is no whole number"),
        ({"totals": ["a", 1]}, "totals: 'a' is no whole number"),
        ({"totals": 5}, "2 are needed, not 1"),
        ({"seat": True}, "seat: True is no whole number"),
        ({"seat": None}, "seat: None is no whole number"),
        ({"decision_id": 1.5}, "decision_id: 1.5 is no whole number"),
        ({"finisher": "1"}, "finisher: '1' is no whole number"),
        ({"grid": None}, "grid: a text of 12 words or a row of cards is needed"),
        ({"others": None}, "others: a row of grids is needed, not None"),
    ],
    ids=lambda value: re.sub(r"\W+", "-", value)[:40] if isinstance(value, str) else "",
)
def test_what_cannot_be_is_an_error_that_says_so(given: dict[str, object], says: str) -> None:
    wanted: dict[str, object] = {"grid": HALF, "discard": 7, **given}
    with pytest.raises(ValueError, match=says):
        position(**wanted)  # type: ignore[arg-type]


def test_the_test_in_the_page_passes() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (bot,) = [block for block in blocks if "class Thrifty" in block]
    (test,) = [block for block in blocks if "position(" in block]
    names: dict[str, object] = {"__name__": "thrifty"}
    exec(bot, names)  # noqa: S102  # the page's own code
    exec(test.replace("from thrifty import Thrifty\n", ""), names)  # noqa: S102
    tests = [value for name, value in names.items() if name.startswith("test_")]
    assert tests
    for one in tests:
        assert callable(one)
        one()
