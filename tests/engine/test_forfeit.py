"""R40: a seat forfeits the running round."""

import pytest

from skyjo_engine.actions import Draw, Flip
from skyjo_engine.errors import IllegalReason
from skyjo_engine.events import (
    Flipped,
    HandDropped,
    Revealed,
    RoundEnded,
    SeatChanged,
    TurnReason,
    TurnStarted,
)
from skyjo_engine.inputs import Act, Forfeit, StartRound
from skyjo_engine.phase import Phase
from skyjo_engine.rules import Rules
from skyjo_engine.scoring import round_scores
from tests.engine.leavers import PLAYERS, POOR, RICH, nearly_done, refused, turns_to_the_end
from tests.engine.scenario import PLAIN, Table, arranged, deck


def test_r40_a_forfeited_seat_takes_no_more_turns_in_the_round() -> None:
    table = nearly_done("BOT")
    table.keep(0)
    table.apply(Forfeit(2))
    assert refused(table, Forfeit(2)) is IllegalReason.ALREADY_FORFEITED
    assert turns_to_the_end(table) == [1, 3]
    assert table.every(Revealed) == [Revealed(2, (0,), (0,))]


def test_r40_forfeiting_in_the_own_turn_drops_the_hand_and_passes_on() -> None:
    table = nearly_done("BOT")
    table.act(Draw())
    events = table.apply(Forfeit(0))
    assert [type(event) for event in events] == [SeatChanged, HandDropped, TurnStarted]
    assert table.turn == 1


def test_r40_forfeiting_before_the_flip_lets_the_server_turn_the_cards() -> None:
    table = arranged(PLAIN, RICH)
    table.apply(Forfeit(1))
    assert table.last(Flipped) == Flipped(1, (0, 5), (12, 7), by_server=True)
    table.apply(Act(0, Flip((0, 1))))
    assert table.last(TurnStarted).seat == 0


@pytest.mark.parametrize(
    ("raw", "finisher", "forfeited", "scores"),
    [
        ((7, 12, 30), None, {0}, (30, 12, 30)),
        ((25, 12, 30), None, {0}, (50, 12, 30)),
        ((1, 1), None, {0}, (2, 1)),
        ((-4, 12, -9), None, {0}, (12, 12, -9)),
        ((7, 12, 30), 1, {0}, (30, 12, 30)),  # a forfeited 7 does not double the finisher's 12
        ((7, 30, 12), 1, {0}, (60, 60, 12)),
        ((20, 5, 6), 0, {0}, (40, 5, 6)),  # the finisher forfeits: no penalty on top
        ((7, 50, 30), None, {0, 1}, (100, 100, 30)),
        ((-3, -5), None, {0, 1}, (-3, -3)),
        ((7, None, 30), None, {0}, (30, None, 30)),
    ],
)
def test_r40_forfeit_scores(
    raw: tuple[int | None, ...],
    finisher: int | None,
    forfeited: set[int],
    scores: tuple[int | None, ...],
) -> None:
    rules = Rules(players=max(2, len(raw)))
    assert round_scores(raw, finisher, forfeited, rules) == scores


def test_r40_the_lap_completes_when_the_finisher_forfeits() -> None:
    table = nearly_done("BOT")
    table.keep(0)
    table.apply(Forfeit(0))
    assert turns_to_the_end(table) == [1, 2, 3]
    ended = table.last(RoundEnded)
    assert ended.finisher == 0
    assert ended.raw[0] is not None
    assert ended.scores[0] == 2 * ended.raw[0]


def test_r40_when_everybody_forfeits_the_round_is_scored() -> None:
    table = nearly_done("BOT")
    for seat in range(PLAYERS):
        table.apply(Forfeit(seat))
    ended = table.last(RoundEnded)
    assert ended.finisher is None
    assert ended.raw[0] == 105
    assert ended.scores == (210,) * 4


def test_r40_when_everybody_forfeits_before_the_flips_the_round_is_scored_too() -> None:
    table = arranged(RICH, POOR, target=1000)
    table.apply(Forfeit(0))
    table.apply(Forfeit(1))
    assert table.game.phase is Phase.BETWEEN
    assert table.every(TurnStarted) == []
    assert table.last(RoundEnded).scores == (210, 210)


def test_r40_the_forfeit_ends_with_the_round() -> None:
    cards = deck(POOR, RICH)
    table = Table(Rules(players=2, target=1000), cards, cards)
    table.flip((0, 1), (0, 1))
    assert refused(table, StartRound()) is IllegalReason.ROUND_RUNNING
    table.apply(Forfeit(0))
    table.play_round()
    assert refused(table, Forfeit(0)) is IllegalReason.ROUND_NOT_STARTED
    table.apply(StartRound())
    table.flip((0, 1), (0, 1))
    assert table.last(TurnStarted) == TurnStarted(1, TurnReason.FINISHER)
    table.discard_lowest()
    assert table.turn == 0
