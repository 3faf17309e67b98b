"""What a duel counts, from games made up."""

import pytest

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


def test_differences_go_game_by_game() -> None:
    (one,) = differences(NAMES, [game(10, 20), game(30, 30), game(40, 10), BROKEN])
    assert (one.bot, one.other, one.games) == ("new", "old", 3)
    assert one.mean == pytest.approx(20 / 3)
    assert one.deviation == pytest.approx(20.8167, abs=1e-4)
    assert differences(NAMES, [game(1, 2)])[0].deviation is None
    assert differences(NAMES, [BROKEN]) == []


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
