"""R1 to R9: the deck, the deal, the initial flips and who starts."""

from collections import Counter
from dataclasses import replace
from statistics import pstdev

import pytest

from skyjo_engine.actions import Flip
from skyjo_engine.cards import COLUMN_SLOTS, DECK_COUNTS, ROW_SLOTS, SORTED_DECK
from skyjo_engine.chance import ScriptedChance
from skyjo_engine.errors import (
    ChanceError,
    IllegalActionError,
    IllegalReason,
    MalformedActionError,
    MalformedReason,
    RulesError,
)
from skyjo_engine.events import Cleared, Dealt, Flipped, TurnReason, TurnStarted
from skyjo_engine.game import Game
from skyjo_engine.inputs import Act, Leave, StartRound
from skyjo_engine.rules import LaterStarter, OnLeave, Rules, original_en, original_fr
from skyjo_engine.view import observe
from tests.engine.scenario import PLAIN, Table, arranged, deck

TEN_OF_EACH = tuple(value for value in range(-2, 13) for _ in range(10))
TEN_ZEROS = tuple(v for v in range(-2, 13) for _ in range(5 if v == -2 else 10))


def test_r01_deck_histogram() -> None:
    expected = {-2: 5, -1: 10, 0: 15} | dict.fromkeys(range(1, 13), 10)
    assert Counter(SORTED_DECK) == expected == DECK_COUNTS
    assert (len(SORTED_DECK), sum(SORTED_DECK)) == (150, 760)
    assert pstdev(SORTED_DECK) == pytest.approx(4.226, abs=0.001)


@pytest.mark.parametrize("wrong", [TEN_OF_EACH, TEN_ZEROS, SORTED_DECK[1:]], ids=len)
def test_r01_no_other_deck_is_dealt(wrong: tuple[int, ...]) -> None:
    game = Game(original_en(2))
    with pytest.raises(ChanceError):
        game.apply(StartRound(), ScriptedChance([wrong]))
    assert game.round is None


@pytest.mark.parametrize("players", [0, 1, 9, 12])
def test_r02_two_to_eight_players(players: int) -> None:
    with pytest.raises(RulesError) as error:
        original_en(players)
    assert (error.value.setting, error.value.allowed) == ("players", "2 to 8")


def test_r03_three_rows_of_four_columns() -> None:
    assert COLUMN_SLOTS == ((0, 4, 8), (1, 5, 9), (2, 6, 10), (3, 7, 11))
    assert ROW_SLOTS == ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11))


@pytest.mark.parametrize(
    ("players", "pile"),
    [(2, 125), (3, 113), (4, 101), (5, 89), (6, 77), (7, 65), (8, 53)],
)
def test_r04_deal(players: int, pile: int) -> None:
    cards = deck(*[PLAIN] * players, top=7)
    dealt = Table(original_en(players), cards).last(Dealt)
    assert (dealt.discard_top, dealt.draw_pile) == (7, pile)
    assert dealt.seats == tuple(range(players))


def test_r04_cards_go_seat_by_seat_then_discard_then_pile() -> None:
    table = Table(original_en(2), SORTED_DECK)
    assert [seat.grid.cards for seat in table.game.seats] == [
        list(SORTED_DECK[:12]),
        list(SORTED_DECK[12:24]),
    ]
    assert table.pile == (SORTED_DECK[24],)
    table.flip((0, 5), (0, 5))
    table.discard(1)
    assert table.pile == SORTED_DECK[24:26]


def test_r04_nobody_sees_hidden_cards_not_even_the_owner() -> None:
    table = arranged(PLAIN, PLAIN)
    for viewer in (0, 1, None):
        view = observe(table.game, viewer)
        assert [seat.grid.values for seat in view.seats] == [(None,) * 12] * 2


def test_r04_every_round_uses_the_full_deck() -> None:
    table = Table(original_en(2), SORTED_DECK, SORTED_DECK[::-1])
    table.flip((0, 5), (0, 5))
    table.play_round()
    table.apply(StartRound())
    assert sorted(table.last(Dealt).deck) == list(SORTED_DECK)
    assert all(len(seat.grid.hidden_slots()) == 12 for seat in table.game.seats)


def test_r05_each_seat_chooses_in_any_order_and_all_see_it_at_once() -> None:
    table = arranged(PLAIN, ". 3 . . / . . . . / . . . 4")
    events = table.apply(Act(1, Flip((11, 1))))
    assert events == (Flipped(1, (11, 1), (4, 3), by_server=False),)
    assert table.grid(1) == "[] 3 [] [] / [] [] [] [] / [] [] [] 4"
    assert table.turn is None
    table.apply(Act(0, Flip((0, 1))))
    assert table.turn is not None


@pytest.mark.parametrize("slots", [(), (0,), (0, 1, 2)], ids=len)
def test_r05_exactly_the_set_number_of_slots(slots: tuple[int, ...]) -> None:
    table = arranged(PLAIN, PLAIN)
    with pytest.raises(IllegalActionError) as error:
        table.apply(Act(0, Flip(slots)))
    assert error.value.reason is IllegalReason.WRONG_FLIP_COUNT


def test_r05_distinct_slots_and_only_once() -> None:
    with pytest.raises(MalformedActionError) as malformed:
        Flip((3, 3))
    assert malformed.value.reason is MalformedReason.REPEATED_SLOT
    table = arranged(PLAIN, PLAIN)
    table.apply(Act(0, Flip((0, 1))))
    with pytest.raises(IllegalActionError) as illegal:
        table.apply(Act(0, Flip((2, 3))))
    assert illegal.value.reason is IllegalReason.ALREADY_FLIPPED


def test_r05_server_turns_slots_0_and_5_for_a_seat_that_left() -> None:
    table = arranged(PLAIN, "1 . . . / . 2 . . / . . . .", PLAIN, on_leave="SKIP")
    table.apply(Leave(1))
    assert table.last(Flipped) == Flipped(1, (0, 5), (1, 2), by_server=True)


def test_r05_flips_of_the_server_are_marked() -> None:
    table = arranged(PLAIN, PLAIN)
    table.apply(Act(0, Flip((0, 5)), by_server=True))
    assert table.last(Flipped).by_server


def test_r06_columns_clear_once_after_all_flips_by_seat_then_column() -> None:
    table = arranged("9 5 . . / 9 5 . . / 9 5 . .", "3 . . 3 / 3 . . 3 / 3 . . 3", initial_flips=6)
    table.apply(Act(0, Flip((9, 5, 1, 8, 4, 0))))
    assert table.every(Cleared) == []
    table.apply(Act(1, Flip((0, 4, 8, 3, 7, 11))))
    assert table.every(Cleared) == [
        Cleared(0, (0, 4, 8), 9),
        Cleared(0, (1, 5, 9), 5),
        Cleared(1, (0, 4, 8), 3),
        Cleared(1, (3, 7, 11), 3),
    ]
    assert table.pile == (0, 9, 9, 9, 5, 5, 5, 3, 3, 3, 3, 3, 3)


def test_r06_starting_sum_counts_cards_that_clear() -> None:
    table = arranged("4 . . . / 4 . . . / 4 . . .", "1 2 8 . / . . . . / . . . .", initial_flips=3)
    table.flip((0, 4, 8), (0, 1, 2))
    assert table.last(TurnStarted) == TurnStarted(0, TurnReason.HIGHEST_SUM)


def test_r07_highest_sum_of_open_cards_starts_the_first_round() -> None:
    table = arranged("4 2 . . / . . . . / . . . .", "12 -2 . . / . . . . / . . . .")
    table.flip((0, 1), (0, 1))
    assert table.last(TurnStarted) == TurnStarted(1, TurnReason.HIGHEST_SUM)


def test_r08_tie_goes_to_the_highest_card() -> None:
    table = arranged(
        "5 5 . . / . . . . / . . . .", "2 8 . . / . . . . / . . . .", "9 0 . . / . . . . / . . . ."
    )
    table.flip((0, 1), (0, 1), (0, 1))
    assert table.last(TurnStarted) == TurnStarted(1, TurnReason.HIGHEST_CARD)


def test_r08_then_to_the_lowest_seat() -> None:
    table = arranged(
        "1 0 . . / . . . . / . . . .", "8 2 . . / . . . . / . . . .", "2 8 . . / . . . . / . . . ."
    )
    table.flip((0, 1), (0, 1), (0, 1))
    assert table.last(TurnStarted) == TurnStarted(1, TurnReason.LOWEST_SEAT)


LOW = "0 0 1 . / . . . . / . . . ."
MIDDLE = "0 1 2 . / . . . . / . . . ."
HIGH = "1 3 8 . / . . . . / . . . ."


def _after_a_round_that_seat_0_finished(rules: Rules) -> Table:
    """The second round is dealt: by its open cards seat 1 would start."""
    long_game = replace(rules, target=1000)
    table = Table(long_game, deck(HIGH, LOW, MIDDLE), deck(LOW, HIGH, MIDDLE))
    table.flip((1, 2), (0, 1), (0, 1))
    table.play_round()
    return table


def test_r09_the_finisher_starts_later_rounds() -> None:
    table = _after_a_round_that_seat_0_finished(original_en(3))
    table.apply(StartRound())
    table.flip((0, 1), (1, 2), (0, 1))
    assert table.last(TurnStarted) == TurnStarted(0, TurnReason.FINISHER)


def test_r09_the_highest_sum_starts_later_rounds_in_the_french_preset() -> None:
    table = _after_a_round_that_seat_0_finished(original_fr(3))
    table.apply(StartRound())
    table.flip((0, 1), (1, 2), (0, 1))
    assert table.last(TurnStarted) == TurnStarted(1, TurnReason.HIGHEST_SUM)


@pytest.mark.parametrize(("finisher", "following"), [(0, 1), (1, 2), (3, 0)])
def test_r09_the_next_seat_starts_when_the_finisher_has_left(finisher: int, following: int) -> None:
    cards = deck(*[HIGH if seat == finisher else LOW for seat in range(4)])
    table = Table(Rules(players=4, on_leave=OnLeave.SKIP, target=1000), cards, cards)
    table.flip(*[(1, 2)] * 4)
    assert table.play_round().finisher == finisher
    table.apply(StartRound())
    table.apply(Leave(finisher))
    for seat in set(range(4)) - {finisher}:
        table.apply(Act(seat, Flip((0, 1))))
    assert table.last(TurnStarted) == TurnStarted(following, TurnReason.NEXT_SEAT)


def test_r09_highest_sum_after_a_round_without_finisher() -> None:
    rules = Rules(players=2, turn_cap=20, target=1000, later_round_starter=LaterStarter.FINISHER)
    table = Table(rules, deck(HIGH, LOW), deck(LOW, HIGH))
    table.flip((0, 1), (0, 1))
    while table.turn is not None:
        table.keep(0)
    table.apply(StartRound())
    table.flip((0, 1), (1, 2))
    assert table.last(TurnStarted) == TurnStarted(1, TurnReason.HIGHEST_SUM)
