"""What a grid costs: the shortcut over one column agrees with looking at the whole grid."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skyjo_bots.appraisal import HIDDEN, Outlook, Position, plain_outlook
from skyjo_engine.cards import SORTED_DECK, VALUES
from skyjo_engine.grid import Grid
from skyjo_engine.rules import Rules
from skyjo_engine.view import GridView

RICH = Outlook(
    cells={value: value / 2 for value in VALUES} | {HIDDEN: 4.0},
    single={value: 0.25 * value for value in VALUES},
    pair={value: 1.5 * value for value in VALUES},
    pair_open={value: 0.75 * value for value in VALUES},
)


def seen(grid: Grid) -> GridView:
    return GridView(grid.open_values(), grid.hidden_slots(), grid.cleared_slots())


def grid_of(rows: str) -> GridView:
    """A grid as three rows of text, ``[]`` for a hidden card."""
    words = rows.replace("/", " ").split()
    values = tuple(None if word == "[]" else int(word) for word in words)
    hidden = tuple(slot for slot, word in enumerate(words) if word == "[]")
    return GridView(values, hidden, ())


def random_grid(source: random.Random, rules: Rules) -> Grid:
    """Few different values, so that equal lines are frequent."""
    values = source.sample(VALUES, 3)
    grid = Grid([source.choice(values) for _ in range(12)])
    for slot in source.sample(range(12), source.randint(0, 11)):
        grid.turn_up(slot)
    grid.clear_equal(columns=rules.columns, rows=rules.rows)
    return grid


@given(seed=st.integers(0, 2**32), columns=st.booleans(), rows=st.booleans())
def test_cost_after_a_card_is_the_cost_of_the_grid_that_follows(
    *, seed: int, columns: bool, rows: bool
) -> None:
    source = random.Random(seed)
    rules = Rules(players=2, columns=columns, rows=rows)
    grid = random_grid(source, rules)
    # Bonuses of columns that lose a cell to a row are left out of the shortcut.
    outlook = plain_outlook() if rows else RICH
    if not grid.present_slots():
        return
    slot, card = source.choice(grid.present_slots()), source.choice(SORTED_DECK)
    expected = Position(seen(grid), rules, outlook).after(slot, card)
    grid.replace(slot, card)
    grid.clear_equal(columns=columns, rows=rows)
    assert expected == pytest.approx(Position(seen(grid), rules, outlook).total)


def cost(rows: str, **settings: bool) -> float:
    return Position(grid_of(rows), Rules(players=2, **settings), RICH).total  # type: ignore[arg-type]


def test_a_pair_with_a_hidden_third_is_worth_more_than_with_an_open_one() -> None:
    rest = "[] [] [] / {} [] [] [] / {} [] [] []"
    assert cost("8 " + rest.format("8", "[]")) == 4 + 4 + 4 * 10 - 12
    assert cost("8 " + rest.format("8", "3")) == 4 + 4 + 1.5 + 4 * 9 - 6
    assert cost("8 " + rest.format("[]", "[]")) == 4 + 4 * 11 - 2


def test_without_columns_only_the_cards_count() -> None:
    assert cost("8 [] [] [] / 8 [] [] [] / [] [] [] []", columns=False) == 4 + 4 + 4 * 10


def test_a_card_that_completes_column_and_row_clears_the_column_only() -> None:
    grid = grid_of("9 9 9 [] / 1 2 3 9 / 4 5 6 9")
    position = Position(grid, Rules(players=2, rows=True), plain_outlook())
    assert position.after(3, 9) == 3 * 9 + 1 + 2 + 3 + 4 + 5 + 6
    assert position.after(3, 8) == 3 * 9 + 8 + 1 + 2 + 3 + 9 + 4 + 5 + 6 + 9
