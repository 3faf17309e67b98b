"""The number of action sequences from fixed positions is what an independent count gives."""

from collections.abc import Callable
from copy import deepcopy
from math import comb

import pytest

from skyjo_engine.chance import ScriptedChance
from skyjo_engine.game import Game
from skyjo_engine.grid import Grid
from skyjo_engine.piles import SinglePile
from tests.engine.counting import Position, Slot, count
from tests.engine.moves import legal_acts
from tests.engine.scenario import PLAIN, Table, arranged

NO_CHANCE = ScriptedChance([])


def sequences(game: Game, depth: int) -> int:
    """How many sequences of that many actions the engine allows."""
    acts = legal_acts(game)
    if depth <= 1:
        return len(acts) if depth else 1
    total = 0
    for act in acts:
        following = deepcopy(game)
        following.apply(act, NO_CHANCE)
        total += sequences(following, depth - 1)
    return total


def position_of(table: Table) -> Position:
    round_ = table.game.round
    assert round_ is not None
    assert round_.turn is not None
    assert isinstance(round_.pile, SinglePile)
    return Position(
        grids=tuple(_grid(seat.grid) for seat in table.game.seats),
        pile=tuple(round_.pile._cards),
        discard=tuple(round_.discard),
        turn=round_.turn,
        hand=round_.drawn,
        finisher=round_.finisher,
    )


def _grid(grid: Grid) -> tuple[Slot, ...]:
    return tuple(
        None if grid.is_cleared(slot) else (card, not grid.is_hidden(slot))
        for slot, card in enumerate(grid.cards)
    )


def first_turn() -> Table:
    """Two seats with two open cards each."""
    table = arranged(PLAIN, PLAIN)
    table.flip((0, 5), (0, 5))
    return table


def one_column_each() -> Table:
    """Each seat has one column, with a hidden card that completes it or makes it differ."""
    grid = "5 6 7 {0} / 5 6 7 {0} / 5 6 7 {1}"
    table = arranged(
        grid.format(9, 9), grid.format(1, 2), top=9, draws=(1, 9, 2, 0), initial_flips=11
    )
    table.flip_all_but((11,), (11,))
    return table


def two_hidden() -> Table:
    """Three seats with two cards hidden in their last columns."""
    table = arranged(
        "5 6 3 9 / 5 6 4 9 / 5 6 8 9",
        "3 7 10 0 / 3 7 10 1 / 3 7 10 4",
        "11 12 8 2 / 11 12 8 2 / 11 12 8 1",
        top=9,
        draws=(3, 4, 2),
        initial_flips=10,
    )
    table.flip_all_but((7, 11), (3, 11), (3, 7))
    return table


def test_flips_are_all_combinations_in_any_order_of_seats() -> None:
    game = arranged(PLAIN, PLAIN).game
    assert sequences(game, 1) == 2 * comb(12, 2)
    game = arranged(PLAIN, PLAIN, initial_flips=11).game
    assert sequences(game, 2) == 2 * 12 * 12
    game = arranged(PLAIN, PLAIN, PLAIN, initial_flips=11).game
    assert sequences(game, 1) == 3 * 12


@pytest.mark.parametrize(
    ("depth", "expected"),
    [
        (1, 12 + 1),  # take onto any slot, or draw
        (2, 12 * 13 + (12 + 10)),  # after a draw: keep on any slot, or turn up a hidden one
        (3, 12 * (12 * 13 + 22) + 22 * 13),
    ],
)
def test_first_turns_counted_by_hand(depth: int, expected: int) -> None:
    table = first_turn()
    assert sequences(table.game, depth) == count(position_of(table), depth) == expected


@pytest.mark.parametrize(
    ("start", "depth"),
    [*((one_column_each, n) for n in range(1, 8)), *((two_hidden, n) for n in range(1, 6))],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_counts_agree_up_to_the_end_of_the_round(start: Callable[[], Table], depth: int) -> None:
    table = start()
    assert sequences(table.game, depth) == count(position_of(table), depth)
