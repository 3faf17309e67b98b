"""What a duel counts, from games made up."""

from dataclasses import replace

import pytest

from skyjo_client.duel.entrants import Entrant
from skyjo_client.duel.plan import Plan
from skyjo_client.duel.report import Report
from skyjo_client.duel.schedule import Fixture, fixtures
from skyjo_client.duel.tally import Conduct, Played, differences, rows

NAMES = ["new", "old"]


def game(new: int, old: int, *faults: tuple[int, str]) -> Played:
    """A game of one round with these totals."""
    ranks = (1 + (new > old), 1 + (old > new))
    return Played(Fixture(1, 1, 7, (0, 1)), ((new, old), ranks), ((new, old),), faults)


BROKEN = Played(Fixture(2, 1, 7, (1, 0)), None, ((50, 60),), ((0, "resigned"),))


def test_shared_wins_are_told_apart_and_broken_games_are_not_counted() -> None:
    games = [game(10, 20), game(30, 30), game(40, 10), game(5, 9), BROKEN]
    new, old = rows(NAMES, games, [Conduct(), Conduct()])
    assert (new.games, new.wins, new.shared) == (4, 2, 1)
    assert (old.games, old.wins, old.shared) == (4, 1, 1)
    assert new.mean_total == new.mean_round == pytest.approx(85 / 4)
    assert new.faults == {"resigned": 1}
    assert (new.mean_seconds, new.worst_seconds) == (None, None)


def deals(*less: tuple[int, int]) -> list[Played]:
    """Deals of two games, in which the new bot has so many points more than the old one."""
    return [
        replace(game(50 + more, 50), fixture=Fixture(1, deal, 7, (0, 1)))
        for deal, pair in enumerate(less, 1)
        for more in pair
    ]


def test_differences_go_deal_by_deal() -> None:
    whole = deals((-40, 20), (-30, 30), (10, -10))
    broken = [replace(game(99, 0), fixture=Fixture(7, 4, 7, (0, 1))), BROKEN]
    (one,) = differences(NAMES, whole + broken)
    assert (one.bot, one.other, one.games, one.deals) == ("new", "old", 6, 3)
    assert one.mean == pytest.approx(-10 / 3)
    assert one.error == pytest.approx(10 / 3)
    assert one.low == pytest.approx(-10 / 3 - 4.303 * 10 / 3)
    assert one.high == pytest.approx(-10 / 3 + 4.303 * 10 / 3)
    (other,) = differences(NAMES, whole, bot=1)
    assert (other.bot, other.other) == ("old", "new")
    assert other.mean == pytest.approx(10 / 3)
    assert differences(NAMES, deals((1, 2)))[0].high is None
    assert differences(NAMES, [BROKEN]) == []


def report(games: list[Played]) -> str:
    entrants = (Entrant("new", command=("node",), typed="node a/main.js"), Entrant("old", "old"))
    how = {"target": 100, "rounds": 1, "seed": 7, "clock": "off", "at_once": 1, "patience": 60}
    plan = Plan(entrants=entrants, games=len(games), **how)  # type: ignore[arg-type]
    return Report(plan, rows(NAMES, games, [Conduct(), Conduct()]), games).text()


@pytest.mark.parametrize(
    ("less", "says"),
    [
        ([(-9, -11), (-8, -12), (-12, -10)] * 2, "over 6 deals: new is better"),
        ([(9, 11), (8, 12), (12, 10)] * 2, "over 6 deals: old is better"),
        ([(-40, 20), (-30, 30), (10, -10)] * 2, "over 6 deals: too few games to tell"),
        ([(10, 10), (10, 10)], "+10.0 to +10.0, over 2 deals: too few games to tell"),
        ([(-9, -11)], "new less old: -10.0 points a game in one deal: too few games to tell"),
    ],
    ids=["better", "worse", "unclear", "alike", "one"],
)
def test_the_report_says_who_is_better_where_that_can_be_told(
    less: list[tuple[int, int]], says: str
) -> None:
    lines = report(deals(*less)).splitlines()
    assert [line for line in lines if line.endswith(says)]
    assert "new is node a/main.js" in lines


def test_a_deal_that_is_not_whole_compares_nothing() -> None:
    assert "Nothing is compared: no deal was played to its end" in report([game(1, 2), BROKEN])


def test_the_table_has_the_best_bot_first() -> None:
    assert [line.split()[0] for line in report(deals((9, 11))).splitlines()[3:5]] == ["old", "new"]


def test_faults_of_games_and_of_the_program_add_up() -> None:
    conduct = Conduct([0.5, 0.1])
    conduct.faults["illegal"] = 2
    games = [game(1, 2, (0, "timed_out"), (1, "stalled")), game(3, 4, (0, "timed_out"))]
    new, old = rows(NAMES, games, [conduct, Conduct()])
    assert new.faults == {"illegal": 2, "timed_out": 2}
    assert old.faults == {"stalled": 1}
    assert (new.decisions, new.worst_seconds) == (2, 0.5)
    assert new.mean_seconds == pytest.approx(0.3)


@pytest.mark.parametrize("bots", range(2, 9))
def test_each_deal_has_every_bot_in_every_seat_once(bots: int) -> None:
    planned = fixtures(3 * bots, bots, seed=7)
    assert [fixture.number for fixture in planned] == list(range(1, 3 * bots + 1))
    seeds = set()
    for deal in range(3):
        turned = planned[deal * bots : (deal + 1) * bots]
        (seed,) = {fixture.seed for fixture in turned}
        seeds.add(seed)
        seats = [{fixture.order[seat] for fixture in turned} for seat in range(bots)]
        assert seats == [set(range(bots))] * bots
    assert len(seeds) == 3
    assert not seeds & {fixture.seed for fixture in fixtures(3 * bots, bots, seed=8)}
