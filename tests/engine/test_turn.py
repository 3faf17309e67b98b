"""R10 to R16: what a seat does in its turn, and what it may not do."""

from collections.abc import Callable

import pytest

from skyjo_engine.actions import Action, Discard, Draw, Keep, Legal, Take
from skyjo_engine.errors import IllegalActionError, IllegalReason
from skyjo_engine.events import (
    Cleared,
    Discarded,
    Drew,
    Finished,
    Kept,
    Took,
    TurnReason,
    TurnStarted,
)
from skyjo_engine.inputs import Leave
from skyjo_engine.view import DrewSeen, observe, redact
from tests.engine.scenario import Table, arranged

ALL = tuple(range(12))
FIRST = "12 1 2 3 / . 11 . . / . . . ."
SECOND = "0 4 5 6 / . 1 . . / . . . ."


def two_seats() -> Table:
    """Seat 0 starts with 12 and 11 open; an 8 lies on the discard pile, then 7, 9 are drawn."""
    table = arranged(FIRST, SECOND, top=8, draws=(7, 9))
    table.flip((0, 5), (0, 5))
    return table


def refused(table: Table, action: Action) -> IllegalReason:
    with pytest.raises(IllegalActionError) as error:
        table.act(action)
    return error.value.reason


def test_r10_take_swaps_with_an_open_card() -> None:
    table = two_seats()
    assert table.take(0)[0] == Took(0, 0, card=8, replaced=12)
    assert table.pile == (12,)
    assert table.grid(0) == "8 [] [] [] / [] 11 [] [] / [] [] [] []"


def test_r10_take_swaps_with_a_hidden_card() -> None:
    table = two_seats()
    assert table.take(1)[0] == Took(0, 1, card=8, replaced=1)
    assert table.pile == (1,)
    assert table.grid(0) == "12 8 [] [] / [] 11 [] [] / [] [] [] []"


def test_r10_a_turn_is_a_take_or_a_draw_and_nothing_else() -> None:
    table = two_seats()
    assert table.game.legal(0) == Legal(take=ALL, draw=True)
    assert table.game.legal(1) is None
    assert refused(table, Keep(3)) is IllegalReason.WRONG_PHASE
    assert refused(table, Discard(3)) is IllegalReason.WRONG_PHASE


def test_r11_a_drawn_card_is_kept_or_discarded_and_the_draw_stands() -> None:
    table = two_seats()
    assert table.act(Draw()) == (Drew(0, 7, draw_pile=124),)
    hidden = tuple(slot for slot in ALL if slot not in (0, 5))
    assert table.game.legal(0) == Legal(keep=ALL, discard=hidden)
    assert refused(table, Take(3)) is IllegalReason.WRONG_PHASE
    assert refused(table, Draw()) is IllegalReason.WRONG_PHASE


def test_r11_keep_swaps_with_an_open_card() -> None:
    table = two_seats()
    assert table.keep(0)[0] == Kept(0, 0, card=7, replaced=12)
    assert table.pile == (8, 12)


def test_r11_discard_turns_up_a_hidden_card() -> None:
    table = two_seats()
    assert table.discard(2)[0] == Discarded(0, 2, card=7, revealed=2)
    assert table.pile == (8, 7)
    assert table.grid(0) == "12 [] 2 [] / [] 11 [] [] / [] [] [] []"


@pytest.mark.parametrize("place", [Table.take, Table.keep], ids=["take", "keep"])
def test_r12_a_replaced_hidden_card_is_seen_only_afterwards(
    place: Callable[[Table, int], object],
) -> None:
    table = two_seats()
    assert observe(table.game, 0).seats[0].grid.values[3] is None
    place(table, 3)
    assert table.pile[-1] == 3
    assert table.grid(0).startswith("12 [] [] 8" if place is Table.take else "12 [] [] 7")


def test_r13_nothing_is_discarded_for_a_card_that_is_already_open() -> None:
    table = two_seats()
    table.act(Draw())
    assert refused(table, Discard(5)) is IllegalReason.SLOT_NOT_HIDDEN
    assert (table.turn, table.pile) == (0, (8,))
    legal = table.game.legal(0)
    assert legal is not None
    assert 5 not in legal.discard


def test_r13_cleared_slots_take_no_card() -> None:
    table = arranged(
        "9 1 . . / 9 . . . / 9 . . .", "0 . . . / 2 . . . / 4 . . .", top=8, initial_flips=3
    )
    table.flip((0, 4, 8), (0, 4, 8))
    present = tuple(slot for slot in ALL if slot not in (0, 4, 8))
    assert table.game.legal(0) == Legal(take=present, draw=True)
    assert refused(table, Take(4)) is IllegalReason.SLOT_CLEARED
    table.act(Draw())
    assert table.game.legal(0) == Legal(keep=present, discard=present)
    assert refused(table, Keep(4)) is IllegalReason.SLOT_CLEARED
    assert refused(table, Discard(4)) is IllegalReason.SLOT_CLEARED


def test_r14_swapping_for_an_equal_value_is_legal() -> None:
    table = arranged(FIRST, SECOND, top=12)
    table.flip((0, 5), (0, 5))
    before = table.grid(0)
    assert table.take(0)[0] == Took(0, 0, card=12, replaced=12)
    assert (table.grid(0), table.pile, table.turn) == (before, (12,), 1)


def test_r15_only_its_seat_sees_a_drawn_card() -> None:
    table = two_seats()
    (drew,) = table.act(Draw())
    assert redact(drew, 0) == DrewSeen(0, 7, 124)
    assert redact(drew, 1) == redact(drew, None) == DrewSeen(0, None, 124)
    assert [observe(table.game, viewer).drawn for viewer in (0, 1, None)] == [7, None, None]


@pytest.mark.parametrize("action", [Keep(1), Discard(1)], ids=["keep", "discard"])
def test_r15_either_outcome_makes_it_public(action: Keep | Discard) -> None:
    table = two_seats()
    table.act(Draw())
    event = table.act(action)[0]
    assert redact(event, 1) == redact(event, None) == event
    assert isinstance(event, Kept | Discarded)
    assert event.card == 7
    assert observe(table.game, 0).drawn is None


def test_r16_columns_then_the_finish_then_the_next_seat() -> None:
    table = arranged(
        "12 1 2 3 / 12 11 5 6 / 12 10 9 8", ". . . . / . . . . / . . . 0", initial_flips=11
    )
    table.flip_all_but((0,), (0,))
    assert [type(event) for event in table.discard(0)] == [
        Discarded,
        Cleared,
        Finished,
        TurnStarted,
    ]


def test_r16_turns_pass_in_seat_order_and_skip_seats_that_left() -> None:
    low = "0 0 . . / . . . . / . . . ."
    table = arranged("0 . . . / 1 . . . / . . . .", FIRST, low, low, on_leave="SKIP")
    table.flip((0, 4), (0, 5), (0, 1), (0, 1))
    turns = [table.turn]
    for leaver in (None, 3, None, None, None):
        table.discard_lowest()
        if leaver is not None:
            table.apply(Leave(leaver))
        turns.append(table.turn)
    assert turns == [1, 2, 0, 1, 2, 0]
    assert table.last(TurnStarted).reason is TurnReason.IN_ORDER
