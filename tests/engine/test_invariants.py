"""``check`` names every kind of broken state; here each is broken by hand."""

from collections.abc import Callable

import pytest

from skyjo_engine.actions import Draw
from skyjo_engine.game import Game
from skyjo_engine.invariants import Broken, check
from skyjo_engine.phase import Phase
from skyjo_engine.round import Round
from tests.engine.scenario import PLAIN, Table, arranged


def lose_a_card(game: Game, round_: Round) -> None:
    round_.unseen[game.seats[0].grid.cards.pop(11) + 2] -= 1
    game.seats[0].grid.cards.append(13)
    game.seats[0].grid.hidden &= ~(1 << 11)


def swap_counts(game: Game, round_: Round) -> None:  # noqa: ARG001
    round_.unseen[3] += 1
    round_.unseen[4] -= 1


def move_discards_to_a_grid(game: Game, round_: Round) -> None:
    seat = game.seats[0]
    seat.grid.cards += round_.discard
    round_.discard.clear()


def hold_without_a_card(game: Game, round_: Round) -> None:  # noqa: ARG001
    round_.phase = Phase.HOLDING


def give_the_turn_to_a_forfeiter(game: Game, round_: Round) -> None:
    assert round_.turn is not None
    game.seats[round_.turn].forfeited = True


def open_everything(game: Game, round_: Round) -> None:
    grid = game.seats[0].grid
    for slot in grid.hidden_slots():
        round_.unseen[grid.turn_up(slot) + 2] -= 1


def clear_a_hidden_slot(game: Game, round_: Round) -> None:
    grid = game.seats[0].grid
    grid.cleared |= 1 << 3
    round_.discard.insert(0, grid.cards[3])


def leave_a_column(game: Game, round_: Round) -> None:
    grid = game.seats[0].grid
    for slot in (3, 7, 11):
        round_.unseen[grid.turn_up(slot) + 2] -= 1


def end_without_a_reveal(game: Game, round_: Round) -> None:  # noqa: ARG001
    round_.phase = Phase.BETWEEN
    round_.turn = None


SPOILED = [
    (lose_a_card, Broken.CARDS),
    (swap_counts, Broken.UNSEEN),
    (move_discards_to_a_grid, Broken.DISCARD_EMPTY),
    (move_discards_to_a_grid, Broken.PILES_LOW),
    (hold_without_a_card, Broken.HAND),
    (give_the_turn_to_a_forfeiter, Broken.TURN),
    (open_everything, Broken.EARLY_FINISH),
    (clear_a_hidden_slot, Broken.MASKS),
    (leave_a_column, Broken.LINES),
    (end_without_a_reveal, Broken.NOT_REVEALED),
]


@pytest.mark.parametrize(("spoil", "broken"), SPOILED, ids=[flag.name for _, flag in SPOILED])
def test_a_broken_state_is_named(spoil: Callable[[Game, Round], None], broken: Broken) -> None:
    table = sound_table()
    assert table.game.round is not None
    spoil(table.game, table.game.round)
    assert broken in check(table.game)


def test_every_flag_is_tried_and_a_sound_game_breaks_nothing() -> None:
    table = sound_table()
    assert check(table.game) == Broken(0)
    table.act(Draw())
    assert check(table.game) == Broken(0)
    assert {flag for _, flag in SPOILED} == set(Broken)


def sound_table() -> Table:
    """Two seats after their flips; the fourth column of seat 0 hides three equal cards."""
    table = arranged(". . . 5 / . . . 5 / . . . 5", PLAIN)
    table.flip((0, 5), (0, 5))
    return table
