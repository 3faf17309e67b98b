"""Every reason to refuse an input is given where it should be, and then nothing has changed."""

from collections.abc import Callable

import pytest

from skyjo_engine.actions import Discard, Draw, Flip, Keep, Take
from skyjo_engine.errors import (
    IllegalActionError,
    IllegalReason,
    MalformedActionError,
    MalformedReason,
)
from skyjo_engine.game import Game
from skyjo_engine.inputs import Abandon, Act, Forfeit, Input, Leave, Return, StandIn, StartRound
from skyjo_engine.rules import original_en
from tests.engine.scenario import PLAIN, Table, arranged, dump

CLEARED = "9 . . . / 9 . . . / 9 . . ."


def flipping() -> Table:
    table = arranged(CLEARED, PLAIN, PLAIN, initial_flips=3, on_leave="SKIP")
    table.apply(Act(0, Flip((0, 4, 8))))
    return table


def turning() -> Table:
    """Seat 0 is on turn; its first column went."""
    table = flipping()
    table.apply(Act(1, Flip((0, 1, 2))))
    table.apply(Act(2, Flip((0, 1, 2))))
    assert table.turn == 0
    return table


def holding() -> Table:
    table = turning()
    table.act(Draw())
    return table


def forfeited() -> Table:
    table = turning()
    table.apply(Forfeit(1))
    return table


def stood_in() -> Table:
    table = turning()
    table.apply(StandIn(1))
    return table


def left() -> Table:
    table = turning()
    table.apply(Leave(1))
    return table


def between() -> Table:
    table = arranged(PLAIN, PLAIN, target=1000)
    table.flip((0, 1), (0, 1))
    table.play_round()
    return table


def over() -> Table:
    table = turning()
    table.apply(Abandon())
    return table


REFUSED: list[tuple[Callable[[], Table], Input, IllegalReason]] = [
    (flipping, Act(0, Flip((1, 2, 3))), IllegalReason.ALREADY_FLIPPED),
    (flipping, Act(1, Flip((1, 2))), IllegalReason.WRONG_FLIP_COUNT),
    (flipping, Act(1, Take(1)), IllegalReason.WRONG_PHASE),
    (flipping, StartRound(), IllegalReason.ROUND_RUNNING),
    (turning, Act(1, Draw()), IllegalReason.NOT_YOUR_TURN),
    (turning, Act(0, Flip((1, 2, 3))), IllegalReason.WRONG_PHASE),
    (turning, Act(0, Keep(1)), IllegalReason.WRONG_PHASE),
    (turning, Act(0, Take(4)), IllegalReason.SLOT_CLEARED),
    (turning, Return(0), IllegalReason.SEAT_NOT_STAND_IN),
    (holding, Act(0, Draw()), IllegalReason.WRONG_PHASE),
    (holding, Act(0, Take(1)), IllegalReason.WRONG_PHASE),
    (holding, Act(0, Keep(8)), IllegalReason.SLOT_CLEARED),
    (holding, Act(0, Discard(8)), IllegalReason.SLOT_CLEARED),
    (holding, Act(1, Keep(1)), IllegalReason.NOT_YOUR_TURN),
    (forfeited, Forfeit(1), IllegalReason.ALREADY_FORFEITED),
    (stood_in, StandIn(1), IllegalReason.ALREADY_STAND_IN),
    (left, Act(1, Draw()), IllegalReason.SEAT_HAS_LEFT),
    (left, Leave(1), IllegalReason.SEAT_HAS_LEFT),
    (left, StandIn(1), IllegalReason.SEAT_HAS_LEFT),
    (left, Forfeit(1), IllegalReason.SEAT_HAS_LEFT),
    (between, Act(0, Draw()), IllegalReason.ROUND_NOT_STARTED),
    (between, Forfeit(0), IllegalReason.ROUND_NOT_STARTED),
    (over, Act(0, Draw()), IllegalReason.GAME_OVER),
    (over, StartRound(), IllegalReason.GAME_OVER),
    (over, Leave(0), IllegalReason.GAME_OVER),
    (over, Abandon(), IllegalReason.GAME_OVER),
]


@pytest.mark.parametrize(
    ("start", "given", "reason"), REFUSED, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_illegal(start: Callable[[], Table], given: Input, reason: IllegalReason) -> None:
    assert_refused(start(), given, reason)


def test_illegal_to_turn_up_an_open_card() -> None:
    table = turning()
    table.take(1)
    for _ in range(2):
        table.take(0)
    table.act(Draw())
    assert_refused(table, Act(0, Discard(1)), IllegalReason.SLOT_NOT_HIDDEN)


def assert_refused(table: Table, given: Input, reason: IllegalReason) -> None:
    before = dump(table.game)
    with pytest.raises(IllegalActionError) as error:
        table.game.apply(given, table.chance)
    assert (error.value.reason, error.value.what) == (reason, given)
    assert reason.value in str(error.value)
    assert dump(table.game) == before


def test_every_reason_is_tried() -> None:
    tried = {reason for _, _, reason in REFUSED}
    assert tried | {IllegalReason.SLOT_NOT_HIDDEN} == set(IllegalReason)


@pytest.mark.parametrize(
    ("seat", "reason"),
    [
        (2, MalformedReason.SEAT_OUT_OF_RANGE),
        (-1, MalformedReason.SEAT_OUT_OF_RANGE),
        (True, MalformedReason.NOT_AN_INTEGER),
        ("0", MalformedReason.NOT_AN_INTEGER),
        (None, MalformedReason.NOT_AN_INTEGER),
    ],
    ids=repr,
)
@pytest.mark.parametrize("kind", [Leave, StandIn, Return, Forfeit, lambda seat: Act(seat, Draw())])
def test_no_such_seat(kind: Callable[..., Input], seat: object, reason: MalformedReason) -> None:
    table = arranged(PLAIN, PLAIN)
    before = dump(table.game)
    with pytest.raises(MalformedActionError) as error:
        table.game.apply(kind(seat), table.chance)
    assert error.value.reason is reason
    assert dump(table.game) == before


@pytest.mark.parametrize(
    ("slot", "reason"),
    [
        (12, MalformedReason.SLOT_OUT_OF_RANGE),
        (-1, MalformedReason.SLOT_OUT_OF_RANGE),
        (1.0, MalformedReason.NOT_AN_INTEGER),
        (False, MalformedReason.NOT_AN_INTEGER),
        ("a1", MalformedReason.NOT_AN_INTEGER),
    ],
    ids=repr,
)
@pytest.mark.parametrize("kind", [Take, Keep, Discard, lambda slot: Flip((3, slot))])
def test_no_such_slot(kind: Callable[..., object], slot: object, reason: MalformedReason) -> None:
    with pytest.raises(MalformedActionError) as error:
        kind(slot)
    assert error.value.reason is reason


def test_nothing_can_be_done_before_the_first_deal() -> None:
    game = Game(original_en(2))
    table = arranged(PLAIN, PLAIN)
    with pytest.raises(IllegalActionError) as error:
        game.apply(Act(0, Draw()), table.chance)
    assert error.value.reason is IllegalReason.ROUND_NOT_STARTED
    assert game.legal(0) is None
