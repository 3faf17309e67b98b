"""R41: every setting, its default, its range and what it does."""

import hashlib
from dataclasses import replace

import pytest

from skyjo_engine.cards import SORTED_DECK
from skyjo_engine.errors import RulesError
from skyjo_engine.events import (
    Cleared,
    Drew,
    EndReason,
    GameEnded,
    RoundEnded,
    TurnReason,
    TurnStarted,
)
from skyjo_engine.inputs import StartRound
from skyjo_engine.piles import StripedPile
from skyjo_engine.rules import (
    Dealing,
    LaterStarter,
    OnLeave,
    Rules,
    original_en,
    original_fr,
)
from skyjo_engine.scoring import round_scores
from tests.engine.scenario import PLAIN, Table, arranged, deck

DEFAULTS = {
    "players": 4,
    "target": 100,
    "rounds": 0,
    "initial_flips": 2,
    "penalty_factor": 2,
    "penalty_points": 0,
    "columns": True,
    "rows": False,
    "later_round_starter": "FINISHER",
    "on_leave": "BOT",
    "turn_cap": 60,
    "dealing": "PILE",
}
RANGES = {
    "players": (2, 8),
    "target": (1, 1000),
    "rounds": (0, 50),
    "initial_flips": (0, 11),
    "penalty_factor": (1, 4),
    "penalty_points": (0, 50),
    "turn_cap": (20, 1000),
}


def test_r41_presets() -> None:
    assert list(original_en(4).settings().items()) == list(DEFAULTS.items())
    assert original_fr(4) == replace(original_en(4), later_round_starter=LaterStarter.HIGHEST_SUM)


@pytest.mark.parametrize("name", RANGES)
def test_r41_ranges(name: str) -> None:
    low, high = RANGES[name]
    for value in (low, high):
        assert Rules.from_settings(DEFAULTS | {name: value}).settings()[name] == value
    for wrong in (low - 1, high + 1, str(low), True, None, 2.0):
        with pytest.raises(RulesError) as error:
            Rules.from_settings(DEFAULTS | {name: wrong})
        assert (error.value.setting, error.value.value) == (name, wrong)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("columns", 1),
        ("rows", "true"),
        ("later_round_starter", "WINNER"),
        ("on_leave", "bot"),
        ("dealing", None),
        ("speed", 3),
    ],
)
def test_r41_unknown_names_and_choices(name: str, wrong: object) -> None:
    with pytest.raises(RulesError) as error:
        Rules.from_settings(DEFAULTS | {name: wrong})
    assert error.value.setting == name


def test_r41_players_must_be_named() -> None:
    with pytest.raises(RulesError) as error:
        Rules.from_settings({})
    assert error.value.setting == "players"


def test_r41_settings_and_back() -> None:
    odd = Rules(
        players=7,
        target=1,
        rounds=50,
        initial_flips=0,
        penalty_factor=4,
        penalty_points=50,
        columns=False,
        rows=True,
        later_round_starter=LaterStarter.HIGHEST_SUM,
        on_leave=OnLeave.ABORT,
        turn_cap=20,
        dealing=Dealing.STREAMS,
    )
    assert Rules.from_settings(odd.settings()) == odd
    assert Rules.from_settings({"players": 4}) == original_en(4)


def test_r41_digest_covers_every_setting_in_order() -> None:
    text = (
        "players=4\ntarget=100\nrounds=0\ninitial_flips=2\npenalty_factor=2\npenalty_points=0\n"
        "columns=true\nrows=false\nlater_round_starter=FINISHER\non_leave=BOT\nturn_cap=60\n"
        "dealing=PILE\n"
    )
    assert original_en(4).digest() == hashlib.sha256(text.encode()).digest()
    assert original_fr(4).digest() != original_en(4).digest()


def test_r41_target_and_rounds_end_the_game() -> None:
    cards = deck(PLAIN, PLAIN)
    for rounds, reason in ((1, EndReason.ROUNDS_PLAYED), (2, EndReason.ROUNDS_PLAYED)):
        table = Table(Rules(players=2, target=1000, rounds=rounds), cards, cards)
        for number in range(rounds):
            if number:
                table.apply(StartRound())
            assert not table.game.over
            table.flip((0, 1), (0, 1))
            table.play_round()
        assert table.last(GameEnded).reason is reason
    table = Table(Rules(players=2, target=1, rounds=5), cards)
    table.flip((0, 1), (0, 1))
    table.play_round()
    assert table.last(GameEnded).reason is EndReason.TARGET_REACHED


def test_r41_without_initial_flips_the_lowest_seat_starts_at_once() -> None:
    table = arranged(PLAIN, PLAIN, PLAIN, initial_flips=0)
    assert table.last(TurnStarted) == TurnStarted(0, TurnReason.LOWEST_SEAT)
    assert table.grid(0) == " / ".join(["[] [] [] []"] * 3)


@pytest.mark.parametrize(
    ("factor", "points", "raw", "scores"),
    [
        (1, 0, (9, 9), (9, 9)),
        (3, 0, (9, 9), (27, 9)),
        (4, 50, (9, 9), (86, 9)),
        (1, 10, (9, 8), (19, 8)),
        (2, 10, (8, 9), (8, 9)),
        (4, 50, (0, -1), (0, -1)),
        (4, 50, (-3, -4), (-3, -4)),
    ],
)
def test_r41_penalty_factor_and_points(
    factor: int, points: int, raw: tuple[int, int], scores: tuple[int, int]
) -> None:
    rules = Rules(players=2, penalty_factor=factor, penalty_points=points)
    assert round_scores(raw, 0, set(), rules) == scores


def test_r41_columns_off() -> None:
    table = arranged("5 5 . . / 5 . . . / 5 . . .", PLAIN, columns=False)
    table.flip((0, 4), (0, 1))
    table.discard(8)
    assert table.every(Cleared) == []


def test_r41_rows_on() -> None:
    table = arranged("12 12 12 12 / . . . . / . . . .", PLAIN, rows=True, initial_flips=4, top=3)
    table.flip((0, 1, 2, 3), (0, 1, 2, 3))
    assert table.last(Cleared) == Cleared(0, (0, 1, 2, 3), 12)
    assert table.pile == (3, 12, 12, 12, 12)


def test_r41_columns_go_before_rows_and_a_row_with_a_gap_stays() -> None:
    grid = "9 9 9 9 / 9 . . . / 9 . . ."
    table = arranged(grid, PLAIN, rows=True, initial_flips=6)
    table.flip((0, 1, 2, 3, 4, 8), range(6))
    assert table.every(Cleared) == [Cleared(0, (0, 4, 8), 9)]
    only_rows = arranged(grid, PLAIN, rows=True, columns=False, initial_flips=6)
    only_rows.flip((0, 1, 2, 3, 4, 8), range(6))
    assert only_rows.every(Cleared) == [Cleared(0, (0, 1, 2, 3), 9)]


def test_r41_rows_clear_at_the_final_reveal_too() -> None:
    table = arranged(
        "12 11 10 9 / 8 7 6 5 / 4 12 11 10",
        "0 1 2 3 / 7 7 7 7 / 1 2 3 4",
        rows=True,
        initial_flips=11,
        draws=(5, 4),
    )
    table.flip_all_but((0,), (5,))
    table.keep(0)
    table.keep(11)
    assert table.last(Cleared) == Cleared(1, (4, 5, 6, 7), 7)
    assert table.last(RoundEnded).raw[1] == 16


def test_r41_streams_deal_each_seat_its_own_cards() -> None:
    rules = Rules(players=2, dealing=Dealing.STREAMS)
    table = Table(rules, deck(PLAIN, PLAIN, top=0, draws=(1, 2, 3, 4, 5, 6)))
    table.flip((0, 1), (0, 1))
    assert table.turn == 0
    table.discard_lowest()
    table.take(0)  # seat 1 draws nothing: its first card still waits
    table.discard_lowest()
    table.discard_lowest()
    assert [(event.seat, event.card) for event in table.every(Drew)] == [(0, 1), (0, 3), (1, 2)]


def test_r41_a_used_up_stream_takes_the_last_card_of_the_longest() -> None:
    pile = StripedPile(range(8), 3)  # 0 3 6, 1 4 7, 2 5
    assert [pile.draw(2) for _ in range(6)] == [2, 5, 6, 7, 3, 4]
    assert (len(pile), sorted(pile.cards())) == (2, [0, 1])


def test_r41_streams_and_pile_deal_the_same_cards_in_all() -> None:
    pile = StripedPile(SORTED_DECK, 8)
    assert sorted(pile.cards()) == list(SORTED_DECK)
    assert sorted(pile.draw(place % 8) for place in range(150)) == list(SORTED_DECK)
