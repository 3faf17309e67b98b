"""R37 to R39: seats whose players drop or leave."""

import pytest

from skyjo_engine.actions import Draw, Flip, Keep
from skyjo_engine.errors import IllegalReason
from skyjo_engine.events import (
    Dealt,
    Discarded,
    EndReason,
    Finished,
    Flipped,
    GameEnded,
    HandDropped,
    Revealed,
    RoundEnded,
    SeatChange,
    SeatChanged,
    TurnReason,
    TurnStarted,
)
from skyjo_engine.inputs import Act, Leave, Return, StandIn, StartRound
from skyjo_engine.phase import Phase
from skyjo_engine.rules import OnLeave, Rules
from skyjo_engine.scoring import ranks
from skyjo_engine.seat import SeatStatus
from skyjo_engine.view import observe
from tests.engine.leavers import POOR, RICH, nearly_done, refused, turns_to_the_end
from tests.engine.scenario import PLAIN, Table, arranged, deck


def test_r37_a_stand_in_plays_the_seat_until_the_player_returns() -> None:
    table = nearly_done("SKIP")
    assert table.apply(StandIn(0)) == (SeatChanged(0, SeatChange.BOT_TOOK_OVER),)
    assert table.game.seats[0].status is SeatStatus.STAND_IN
    table.act(Draw())
    assert table.apply(Return(0)) == (SeatChanged(0, SeatChange.RETURNED),)
    assert observe(table.game, 0).drawn is not None
    table.act(Keep(0))
    assert table.every(Finished) == [Finished(0)]


def test_r37_no_second_stand_in_and_no_return_without_one() -> None:
    table = nearly_done("SKIP")
    assert refused(table, Return(0)) is IllegalReason.SEAT_NOT_STAND_IN
    table.apply(StandIn(0))
    assert refused(table, StandIn(0)) is IllegalReason.ALREADY_STAND_IN


def test_r38_bot_is_the_default_and_plays_on() -> None:
    assert Rules(players=2).on_leave is OnLeave.BOT
    table = nearly_done("BOT")
    assert table.apply(Leave(0)) == (SeatChanged(0, SeatChange.BOT_TOOK_OVER),)
    assert refused(table, Leave(0)) is IllegalReason.ALREADY_STAND_IN
    assert turns_to_the_end(table) == [0, 1, 2, 3]
    assert None not in table.last(RoundEnded).scores


@pytest.mark.parametrize("on_leave", ["BOT", "SKIP", "ABORT"])
def test_whoever_was_removed_is_told_apart_from_who_left(on_leave: str) -> None:
    table = nearly_done(on_leave)
    change = SeatChange.BOT_TOOK_OVER if on_leave == "BOT" else SeatChange.LEFT
    assert table.apply(Leave(2, removed=True))[0] == SeatChanged(2, change, removed=True)


def test_a_removal_is_also_told_of_a_seat_that_a_stand_in_plays_already() -> None:
    table = nearly_done("BOT")
    table.apply(StandIn(0))
    told = table.apply(Leave(0, removed=True))
    assert told == (SeatChanged(0, SeatChange.BOT_TOOK_OVER, removed=True),)
    assert turns_to_the_end(table) == [0, 1, 2, 3]


def test_r38_skip_keeps_the_grid_out_of_play() -> None:
    table = nearly_done("SKIP")
    table.apply(Leave(2))
    assert refused(table, Leave(2)) is IllegalReason.SEAT_HAS_LEFT
    assert turns_to_the_end(table) == [0, 1, 3]
    assert [event.seat for event in table.every(Revealed)] == []
    assert table.grid(2) == "[] 1 2 3 / 1 0 3 2 / 2 3 0 1"
    ended = table.last(RoundEnded)
    assert ended.raw[2] is ended.scores[2] is None
    assert ended.totals[2] == 0


def test_r38_a_seat_that_leaves_in_its_turn_is_passed_over() -> None:
    table = nearly_done("SKIP")
    events = table.apply(Leave(0))
    assert events == (
        SeatChanged(0, SeatChange.LEFT),
        TurnStarted(1, TurnReason.IN_ORDER),
    )


def test_r38_later_rounds_deal_a_leaver_out() -> None:
    cards = deck(POOR, RICH, POOR)
    table = Table(Rules(players=3, on_leave=OnLeave.SKIP, target=1000), cards, cards)
    table.flip((0, 1), (0, 1), (0, 1))
    table.play_round()
    table.apply(Leave(0))
    table.apply(StartRound())
    dealt = table.last(Dealt)
    assert (dealt.seats, dealt.draw_pile) == ((1, 2), 125)
    assert table.game.seats[1].grid.cards == list(cards[:12])
    view = observe(table.game, None).seats[0]
    assert (view.dealt_in, view.grid.values, view.grid.hidden) == (False, (), ())


def test_r38_leavers_rank_after_all_who_stayed() -> None:
    assert ranks((10, 90, 20, 15), {0, 3}) == (3, 2, 1, 4)
    table = nearly_done("SKIP")
    table.apply(Leave(1))
    turns_to_the_end(table)
    assert table.game.totals[1] == 0
    assert table.last(GameEnded).ranks == (3, 4, 2, 1)


def test_r38_a_pending_last_turn_counts_as_taken() -> None:
    table = nearly_done("SKIP")
    table.keep(0)
    table.apply(Leave(3))
    table.keep(0)
    assert table.turn == 2
    table.apply(Leave(2))
    assert table.last(RoundEnded).finisher == 0
    assert table.turn is None


def test_r38_the_lap_completes_when_the_finisher_leaves_and_nothing_doubles() -> None:
    table = nearly_done("SKIP")
    table.keep(0)
    table.apply(Leave(0))
    assert turns_to_the_end(table) == [1, 2, 3]
    ended = table.last(RoundEnded)
    assert ended.finisher == 0
    assert ended.scores == ended.raw
    assert ended.scores[0] is None


def test_r38_fewer_than_two_seats_end_the_game_unrated() -> None:
    table = nearly_done("SKIP")
    for seat in (3, 1):
        table.apply(Leave(seat))
    assert not table.game.over
    table.apply(Leave(0))
    assert table.last(GameEnded) == GameEnded((0,) * 4, (None,) * 4, EndReason.ABANDONED)
    assert table.game.phase is Phase.OVER
    assert [table.game.legal(seat) for seat in range(4)] == [None] * 4
    assert refused(table, Act(2, Draw())) is IllegalReason.GAME_OVER


def test_r38_abort_ends_the_game_at_once() -> None:
    table = nearly_done("ABORT")
    table.apply(Leave(2))
    assert table.last(GameEnded).reason is EndReason.ABANDONED
    assert table.last(GameEnded).ranks == (None,) * 4


def test_r38_leaving_between_rounds_and_before_the_first() -> None:
    game_table = Table(Rules(players=3, on_leave=OnLeave.SKIP), deck(PLAIN, PLAIN, PLAIN))
    fresh = type(game_table.game)(game_table.game.rules)
    assert fresh.apply(Leave(1), game_table.chance) == (SeatChanged(1, SeatChange.LEFT),)
    assert fresh.phase is Phase.BETWEEN


def test_r39_the_stand_in_places_the_drawn_card() -> None:
    table = nearly_done("BOT")
    table.act(Draw())
    table.apply(Leave(0))
    assert table.game.phase is Phase.HOLDING
    table.act(Keep(0))
    assert table.turn == 1


def test_r39_skip_discards_the_drawn_card_without_a_reveal() -> None:
    table = nearly_done("SKIP")
    (drew,) = table.act(Draw())
    events = table.apply(Leave(0))
    assert [type(event) for event in events] == [SeatChanged, HandDropped, TurnStarted]
    assert table.pile[-1] == table.last(HandDropped).card == getattr(drew, "card", None)
    assert table.every(Discarded) == []
    assert table.grid(0).startswith("[] 11")


@pytest.mark.parametrize("on_leave", ["ABORT", "SKIP"])
def test_r39_an_abandoned_game_discards_the_drawn_card_too(on_leave: str) -> None:
    table = arranged(RICH, POOR, initial_flips=11, on_leave=on_leave)
    table.flip_all_but((0,), (0,))
    table.act(Draw())
    events = table.apply(Leave(0))
    assert [type(event) for event in events] == [SeatChanged, HandDropped, GameEnded]


def test_r39_leaving_during_the_flips_lets_the_phase_end() -> None:
    table = arranged(PLAIN, PLAIN, PLAIN, PLAIN, on_leave="SKIP")
    table.apply(Act(0, Flip((3, 4))))
    table.apply(Leave(0))
    table.apply(Act(1, Flip((0, 1))))
    table.apply(Act(3, Flip((0, 1))))
    assert table.game.phase is Phase.FLIP
    table.apply(Leave(2))
    assert [event.by_server for event in table.every(Flipped)] == [False, False, False, True]
    assert table.turn in (1, 3)
