"""R30 to R36: what a round scores, and who wins the game. The worked cases are the manual's."""

import pytest

from skyjo_engine.events import EndReason, GameEnded, RoundEnded
from skyjo_engine.inputs import StartRound
from skyjo_engine.rules import Rules
from skyjo_engine.scoring import ranks, round_scores
from tests.engine.scenario import Table, deck

MANUAL = (
    "0 2 1 -1 / 0 -2 1 3 / 5 3 0 -2",
    "1 3 7 4 / -2 0 -1 0 / 1 0 12 -1",
    "2 -2 5 3 / 0 0 2 -1 / 2 -1 0 0",
)
LOWEST = "-2 -2 -2 -2 / -1 -1 -1 -1 / -2 -1 -1 -1"
HIGHEST = "12 12 12 12 / 12 12 12 12 / 11 11 11 11"
EIGHT = "0 1 2 3 / 1 0 -1 1 / -2 2 0 1"
HUNDRED = "12 12 12 12 / 11 11 11 11 / 2 2 2 2"
SIXTY = "9 9 9 9 / 4 4 4 4 / 2 2 2 2"
ZERO = "5 -2 1 0 / -1 -1 0 1 / -2 -1 0 0"


def flips(grid: str, *, high: bool) -> tuple[int, int]:
    """The two slots with the highest, or the lowest, cards."""
    cards = [int(word) for word in grid.replace("/", " ").split()]
    order = sorted(range(12), key=cards.__getitem__, reverse=high)
    return order[0], order[1]


def play(table: Table, *grids: str, finisher: int = 0) -> RoundEnded:
    """Play the dealt round as the grids lie; the finisher starts, so it is first to end."""
    table.flip(*[flips(grid, high=seat == finisher) for seat, grid in enumerate(grids)])
    assert table.turn == finisher
    ended = table.play_round()
    assert ended.finisher == finisher
    return ended


def one_round(*grids: str, finisher: int = 0, target: int = 1000) -> Table:
    table = Table(Rules(players=len(grids), target=target), deck(*grids))
    play(table, *grids, finisher=finisher)
    return table


def test_r30_raw_score_is_the_sum_of_the_remaining_cards() -> None:
    assert one_round(*MANUAL).last(RoundEnded).raw == (10, 24, 10)
    with_columns = "5 7 1 4 / 5 7 2 4 / 5 7 3 4"
    assert one_round(with_columns, MANUAL[1]).last(RoundEnded).raw == (6, 24)


def test_r30_lowest_and_highest_possible_score() -> None:
    assert one_round(HIGHEST, LOWEST).last(RoundEnded).raw == (140, -17)
    assert one_round(HIGHEST, LOWEST).last(RoundEnded).scores == (280, -17)


def test_r31_manual_case_tie_for_lowest_doubles_the_finisher() -> None:
    assert one_round(*MANUAL).last(RoundEnded).scores == (20, 24, 10)


def test_r31_two_equal_scores() -> None:
    assert one_round(EIGHT, EIGHT).last(RoundEnded).scores == (16, 8)


@pytest.mark.parametrize(
    ("raw", "finisher", "scores"),
    [
        ((10, 24, 10), 0, (20, 24, 10)),
        ((8, 8), 0, (16, 8)),
        ((8, 9), 0, (8, 9)),
        ((9, 8), 0, (18, 8)),
        ((-2, -5), 0, (-2, -5)),
        ((-4, -5), 0, (-4, -5)),
        ((-2, 5), 0, (-2, 5)),
        ((0, -3), 0, (0, -3)),
        ((0, 0), 0, (0, 0)),
        ((1, 0), 0, (2, 0)),
        ((30, 9, 9, 40), 2, (30, 9, 18, 40)),
        ((9, 30, 30), 0, (9, 30, 30)),
        ((12, 3, 5), None, (12, 3, 5)),
    ],
)
def test_r31_doubling(raw: tuple[int, ...], finisher: int | None, scores: tuple[int, ...]) -> None:
    assert round_scores(raw, finisher, set(), Rules(players=len(raw))) == scores


def test_r32_seats_that_left_are_not_compared() -> None:
    rules = Rules(players=3)
    assert round_scores((10, None, 11), 0, set(), rules) == (10, None, 11)
    assert round_scores((None, 4, 9), 0, set(), rules) == (None, 4, 9)


def test_r33_totals_add_up_and_may_fall() -> None:
    low = ("-1 5 0 1 / 0 -1 1 2 / 1 2 -1 0", LOWEST)
    table = Table(Rules(players=2), deck(EIGHT, SIXTY), deck(*low))
    assert play(table, EIGHT, SIXTY).totals == (8, 60)
    table.apply(StartRound())
    assert table.game.totals == (8, 60)
    ended = play(table, *low)
    assert ended.scores == (18, -17)
    assert ended.totals == table.game.totals == (26, 43)


@pytest.mark.parametrize("total", [99, 100])
def test_r34_a_total_of_100_ends_the_game(total: int) -> None:
    other = HUNDRED if total == 100 else HUNDRED.replace("2 2 2 2", "2 2 2 1")
    table = one_round(EIGHT, other, target=100)
    assert table.game.totals == (8, total)
    assert table.game.over == bool(table.every(GameEnded)) == (total == 100)


def test_r34_doubling_may_carry_the_finisher_over_100() -> None:
    table = one_round(SIXTY, EIGHT, target=100)
    assert table.game.totals == (120, 8)
    assert table.last(GameEnded) == GameEnded((120, 8), (2, 1), EndReason.TARGET_REACHED)


def test_r34_only_a_complete_round_ends_the_game() -> None:
    table = Table(Rules(players=2), deck(HUNDRED, EIGHT))
    table.flip((0, 1), (0, 1))
    while table.turn is not None:
        assert not table.game.over
        table.discard_lowest()
    assert table.game.over


def test_r35_the_lowest_total_wins_and_ties_share_their_rank() -> None:
    assert ranks((50, 104, 50), set()) == (1, 3, 1)
    assert ranks((104, 20, 30, 30, 90), set()) == (5, 1, 2, 2, 4)
    table = one_round(ZERO, HUNDRED, ZERO, target=100)
    assert table.last(GameEnded).ranks == (1, 3, 1)


def test_r36_when_all_reach_the_target_the_lowest_still_wins() -> None:
    more = HUNDRED.replace("2 2 2 2", "3 3 3 2")
    table = one_round(HUNDRED, more, target=100)
    assert table.game.totals == (100, 103)
    assert table.last(GameEnded).ranks == (1, 2)
