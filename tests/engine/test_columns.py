"""R17 to R22: three open equal cards in a column leave the grid."""

from math import comb

import pytest

from skyjo_engine.cards import DECK_COUNTS, DECK_SIZE
from skyjo_engine.events import Cleared, Discarded, Revealed, RoundEnded, Took
from tests.engine.scenario import PLAIN, Table, arranged

FIGURE = "1 9 0 4 / 12 9 3 5 / 6 -1 7 2"
"""The manual's column figure; slots 0, 6, 7, 8 and 10 lie face down."""
FACE_DOWN = (0, 6, 7, 8, 10)
LOWER = "0 1 0 1 / 0 1 1 0 / 1 0 2 2"


def figure(top: int = 9, draws: tuple[int, ...] = ()) -> Table:
    table = arranged(FIGURE, LOWER, top=top, draws=draws, initial_flips=7)
    table.flip_all_but(FACE_DOWN, (1, 2, 3, 4, 6))
    assert table.grid(0) == "[] 9 0 4 / 12 9 [] [] / [] -1 [] 2"
    assert table.turn == 0
    return table


def test_r17_column_clears_at_once_after_a_swap() -> None:
    table = figure()
    assert table.take(9)[:2] == (Took(0, 9, card=9, replaced=-1), Cleared(0, (1, 5, 9), 9))
    assert table.grid(0) == "[] __ 0 4 / 12 __ [] [] / [] __ [] 2"


def test_r17_column_clears_at_once_after_a_reveal() -> None:
    table = arranged("5 5 . . / 5 . . . / 5 . . .", PLAIN, initial_flips=2, draws=(1,))
    table.flip((0, 4), (0, 1))
    assert table.turn == 0
    assert table.discard(8)[:2] == (Discarded(0, 8, card=1, revealed=5), Cleared(0, (0, 4, 8), 5))


def test_r17_a_column_with_a_hidden_card_never_counts() -> None:
    table = arranged("5 3 . . / 5 4 . . / 5 . . .", PLAIN, initial_flips=2, top=11)
    table.flip((0, 4), (0, 1))
    table.take(1)
    assert table.every(Cleared) == []
    assert table.grid(0) == "5 11 [] [] / 5 [] [] [] / [] [] [] []"


def test_r17_columns_clear_for_everybody_at_the_final_reveal() -> None:
    table = arranged(
        "12 11 10 9 / 8 7 6 5 / 4 12 11 10",
        "1 4 3 2 / 1 5 6 7 / 1 8 9 0",
        initial_flips=10,
        draws=(0, 3, 0, 3),
    )
    table.flip_all_but((0, 1), (0, 4))
    for _ in range(2):
        table.discard_lowest()  # seat 0 finishes the second time
        table.keep(2)  # seat 1 swaps its 3 for a 3
    revealed, cleared = table.last(Revealed), table.last(Cleared)
    assert revealed == Revealed(1, (0, 4), (1, 1))
    assert cleared == Cleared(1, (0, 4, 8), 1)
    assert table.events.index(revealed) < table.events.index(cleared)
    assert table.pile[-3:] == (1, 1, 1)


@pytest.mark.parametrize("value", [-2, -1, 0, 12])
def test_r18_clearing_is_compulsory_whatever_the_value(value: int) -> None:
    table = arranged(
        f"{value} 12 . . / {value} 11 . . / 5 . . .", LOWER, top=value, initial_flips=4
    )
    table.flip((0, 1, 4, 5), (0, 1, 2, 4))
    assert table.turn == 0
    table.take(8)
    assert table.last(Cleared) == Cleared(0, (0, 4, 8), value)


def test_r19_the_triple_lies_on_the_replaced_card() -> None:
    table = figure()
    table.take(9)
    assert table.pile == (-1, 9, 9, 9)


def test_r19_the_triple_lies_on_a_replaced_card_after_keeping() -> None:
    table = figure(top=0, draws=(9,))
    table.keep(9)
    assert table.pile == (0, -1, 9, 9, 9)


def test_r19_the_triple_lies_on_a_discarded_card() -> None:
    table = arranged("5 5 . . / 5 . . . / 5 . . .", PLAIN, draws=(1,), top=3)
    table.flip((0, 4), (0, 1))
    table.discard(8)
    assert table.pile == (3, 1, 5, 5, 5)
    table.take(0)
    assert table.pile[:-1] == (3, 1, 5, 5)


def test_r20_rows_are_no_columns() -> None:
    table = arranged("7 7 7 7 / . . . . / . . . .", PLAIN, initial_flips=4)
    table.flip((0, 1, 2, 3), (0, 1, 2, 3))
    assert table.every(Cleared) == []
    assert table.grid(0).startswith("7 7 7 7")


def test_r21_neighbouring_columns_clear_together_at_the_final_reveal() -> None:
    table = arranged(
        "5 7 1 4 / 5 7 2 4 / 5 7 3 4",
        "12 11 10 9 / 8 6 12 11 / 10 9 8 6",
        initial_flips=9,
        draws=(0, 1, 0, 1, 0, 1),
    )
    table.flip_all_but((0, 1, 3), (0, 1, 3))
    for _ in range(3):
        table.discard_lowest()  # seat 1 finishes the third time
        table.keep(2)  # seat 0 swaps its 1 for a 1
    assert [e for e in table.every(Cleared) if e.seat == 0] == [
        Cleared(0, (0, 4, 8), 5),
        Cleared(0, (1, 5, 9), 7),
        Cleared(0, (3, 7, 11), 4),
    ]
    assert table.last(RoundEnded).raw[0] == 6


def test_r22_chance_that_a_column_is_uniform_follows_from_the_deck() -> None:
    uniform = sum(comb(count, 3) for count in DECK_COUNTS.values()) / comb(DECK_SIZE, 3)
    assert uniform == pytest.approx(0.00367, abs=0.000005)
    assert 4 * uniform == pytest.approx(0.0147, abs=0.00005)
