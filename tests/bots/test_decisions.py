"""Single decisions that a reader can check against the cards on the table."""

import random
from dataclasses import replace

import pytest

from skyjo_bots.finishing import Finish
from skyjo_bots.levels import house
from skyjo_bots.skilled import Turn
from skyjo_bots.strategy import Strategy
from skyjo_bots.weights import TWO_SEATS
from skyjo_engine.actions import Action, Discard, Draw, Keep, Legal, Take
from skyjo_engine.events import TurnCapReached
from skyjo_engine.fair import seed_key
from skyjo_engine.rules import Rules
from skyjo_engine.view import View, observe
from tests.engine.scenario import Table, arranged
from tools.ladder import play

HIGH = "12 11 10 9 / 8 7 6 5 / 11 10 9 12"
LOW = "0 1 0 1 / 1 0 1 0 / 0 1 0 -1"
careful = pytest.mark.parametrize("level", ["casual", "skilled"])


def decide(table: Table, level: str) -> Action:
    """What the bot does now; the table is left as it is."""
    seat = table.turn
    assert seat is not None
    legal = table.game.legal(seat)
    assert legal is not None
    return house(level)(observe(table.game, seat), legal, random.Random(0))


def nearly_open(first: str, second: str, top: int, draws: tuple[int, ...] = ()) -> Table:
    """Each seat has only its last slot hidden; the first seat is to move."""
    table = arranged(first, second, top=top, draws=draws, initial_flips=11)
    table.flip_all_but((11,), (11,))
    assert table.turn == 0
    return table


@careful
def test_the_third_equal_card_completes_its_column(level: str) -> None:
    table = arranged("12 9 0 4 / 1 9 . . / . . . .", LOW, top=9, initial_flips=6)
    table.flip_all_but((6, 7, 8, 9, 10, 11), (6, 7, 8, 9, 10, 11))
    assert decide(table, level) == Take(9)


@pytest.mark.parametrize("level", ["beginner", "casual", "skilled"])
def test_a_low_card_replaces_the_highest(level: str) -> None:
    table = arranged("12 1 3 4 / . . . . / . . . .", LOW, top=-2, initial_flips=4)
    table.flip_all_but(range(4, 12), range(4, 12))
    assert decide(table, level) == Take(0)


@pytest.mark.parametrize("level", ["beginner", "casual", "skilled"])
def test_a_high_discard_is_left_alone(level: str) -> None:
    table = arranged("0 1 3 4 / . . . . / . . . .", LOW, top=12, initial_flips=4)
    table.flip_all_but(range(4, 12), range(4, 12))
    assert decide(table, level) == Draw()


@careful
def test_a_high_drawn_card_is_thrown_away(level: str) -> None:
    table = arranged("0 1 3 4 / . . . . / . . . .", LOW, draws=(12,), initial_flips=4)
    table.flip_all_but(range(4, 12), range(4, 12))
    table.act(Draw())
    assert isinstance(decide(table, level), Discard)


def test_skilled_does_not_finish_into_a_doubling() -> None:
    table = nearly_open(HIGH, LOW, top=12, draws=(5,))
    table.act(Draw())
    kept = decide(table, "skilled")
    assert isinstance(kept, Keep)
    assert kept.slot != 11
    assert isinstance(decide(table, "beginner"), Discard)


def test_skilled_finishes_when_it_is_clearly_ahead() -> None:
    table = nearly_open(HIGH, LOW, top=12, draws=(0,))
    table.take(0)
    table.act(Draw())
    assert decide(table, "skilled") == Keep(11)


def test_skilled_builds_a_column_only_while_there_is_time() -> None:
    table = arranged("8 12 1 2 / 9 3 . . / . . . .", LOW, draws=(8,), initial_flips=6)
    table.flip_all_but(range(6, 12), range(6, 12))
    table.act(Draw())
    legal, view = table.game.legal(0), observe(table.game, 0)
    assert legal is not None
    skilled, source = house("skilled"), random.Random(0)
    assert skilled(view, legal, source) == Keep(4)
    last_lap = replace(view, finisher=1)
    assert skilled(last_lap, legal, source) == Keep(1)


def test_without_columns_a_pair_is_worth_nothing() -> None:
    table = arranged(
        "8 12 1 2 / 9 3 . . / . . . .", LOW, draws=(8,), initial_flips=6, columns=False
    )
    table.flip_all_but(range(6, 12), range(6, 12))
    table.act(Draw())
    assert decide(table, "skilled") == Keep(1)


def test_with_rows_the_fourth_equal_card_completes_its_row() -> None:
    table = arranged("9 9 9 4 / 12 3 . . / . . . .", LOW, top=9, initial_flips=6, rows=True)
    table.flip_all_but(range(6, 12), range(6, 12))
    assert decide(table, "skilled") == decide(table, "casual") == Take(3)


def test_a_penalty_that_is_switched_off_frightens_nobody() -> None:
    free = nearly_open(HIGH, LOW, top=12)
    view = observe(free.game, 0)
    off = replace(view, rules=replace(view.rules, penalty_factor=1))
    assert Finish(off, TWO_SEATS).cost(100) == pytest.approx(100 - TWO_SEATS.finish_bonus)
    assert Finish(view, TWO_SEATS).cost(100) > 190
    added = replace(view, rules=replace(view.rules, penalty_points=50))
    assert Finish(added, TWO_SEATS).cost(100) > 240


@pytest.mark.parametrize("points", [0, -4])
def test_a_sum_that_is_not_positive_is_never_punished(points: int) -> None:
    table = arranged(HIGH, LOW, top=12, initial_flips=11, penalty_points=50)
    table.flip_all_but((11,), (11,))
    finish = Finish(observe(table.game, 0), TWO_SEATS)
    assert finish.cost(points) == pytest.approx(points - TWO_SEATS.finish_bonus)


def test_a_rival_that_forfeited_no_longer_threatens() -> None:
    table = nearly_open(HIGH, LOW, top=12)
    view = observe(table.game, 0)
    gone = replace(view, seats=(view.seats[0], replace(view.seats[1], forfeited=True)))
    assert Finish(view, TWO_SEATS).cost(50) > 90
    assert Finish(gone, TWO_SEATS).cost(50) < 50


def waits_for_ever(view: View, legal: Legal, source: random.Random) -> Action:
    """The bot ``skilled`` without the term that ends the waiting."""
    if legal.flip_count:
        return house("skilled")(view, legal, source)
    return Turn(view, replace(TWO_SEATS, impatience=0.0)).choose(legal)


def capped_rounds(bot: Strategy, deals: int) -> int:
    """How many rounds of the bot against itself run into the turn cap (R29)."""
    rules = Rules(players=2, rounds=1)
    games = (play(rules, [bot, bot], seed_key(deal, 0), "s") for deal in range(deals))
    return sum(TurnCapReached() in events for events in games)


def test_patience_ends() -> None:
    assert capped_rounds(waits_for_ever, 30) > 0
    assert capped_rounds(house("skilled"), 90) == 0
