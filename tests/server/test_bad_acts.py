"""Acts that are none, or not now: each has its own receipt, and the game goes on unharmed."""

import pytest

from skyjo.v1 import error_pb2 as error
from skyjo.v1.play_pb2 import (
    VERDICT_ACCEPTED,
    VERDICT_DUPLICATE,
    VERDICT_ILLEGAL,
    VERDICT_LATE,
    VERDICT_MALFORMED,
    VERDICT_UNKNOWN,
    Act,
    Receipt,
)
from tests.server.desk import Desk, short
from tests.server.paused import PausedGame
from tests.server.raw import RawStream
from tests.server.simple_player import SimplePlayer

NOTHING = error.ERROR_REASON_UNSPECIFIED
MALFORMED = {
    "no action": (Act(), error.ERROR_REASON_ACTION_MISSING),
    "take without slot": (Act(take={}), error.ERROR_REASON_SLOT_MISSING),
    "keep without slot": (Act(keep={}), error.ERROR_REASON_SLOT_MISSING),
    "discard without slot": (Act(discard={}), error.ERROR_REASON_SLOT_MISSING),
    "slot 12": (Act(take={"slot": 12}), error.ERROR_REASON_SLOT_OUT_OF_RANGE),
    "highest slot": (Act(keep={"slot": 2**32 - 1}), error.ERROR_REASON_SLOT_OUT_OF_RANGE),
    "flip of slot 12": (Act(flip={"slots": [0, 12]}), error.ERROR_REASON_SLOT_OUT_OF_RANGE),
    "slot twice": (Act(flip={"slots": [3, 3]}), error.ERROR_REASON_SLOT_REPEATED),
    "many slots": (Act(flip={"slots": [0] * 9999}), error.ERROR_REASON_SLOT_REPEATED),
    "note of two lines": (Act(draw={}, note="a\nb"), error.ERROR_REASON_TEXT_INVALID),
    "long note": (Act(draw={}, note="a" * 257), error.ERROR_REASON_TEXT_INVALID),
}
ILLEGAL = {
    "keep before a draw": Act(keep={"slot": 0}),
    "discard before a draw": Act(discard={"slot": 11}),
    "flip in a turn": Act(flip={"slots": [8, 9]}),
}


@pytest.fixture
async def game(desk: Desk, stream: RawStream) -> PausedGame:
    game = PausedGame(desk, stream)
    await game.begin()
    return game


async def receipt_for(game: PausedGame, act: Act, player: SimplePlayer | None = None) -> Receipt:
    """What a player (else the one who is asked) gets for an act."""
    player = player or game.actor
    await game.stream.send(player.frame(act=act))
    return (await game.stream.frame(player.number, "receipt")).receipt


def on(decision_id: int, act: Act) -> Act:
    """The same act for this decision."""
    act = Act.FromString(act.SerializeToString())
    act.decision_id = decision_id
    return act


async def test_what_is_no_action_is_malformed(game: PausedGame) -> None:
    for strikes, (name, (act, reason)) in enumerate(MALFORMED.items(), 1):
        receipt = await receipt_for(game, on(game.decision_id, act))
        assert (receipt.verdict, receipt.reason) == (VERDICT_MALFORMED, reason), name
        assert (receipt.decision_id, receipt.strikes) == (game.decision_id, strikes)
    await game.finish()


async def test_what_the_rules_forbid_is_illegal(game: PausedGame) -> None:
    for name, act in ILLEGAL.items():
        receipt = await receipt_for(game, on(game.decision_id, act))
        expected = (VERDICT_ILLEGAL, error.ERROR_REASON_WRONG_PHASE)
        assert (receipt.verdict, receipt.reason) == expected, name
    await game.finish()


async def test_with_a_card_in_hand_only_placing_is_legal(game: PausedGame) -> None:
    await receipt_for(game, Act(decision_id=game.decision_id, draw={}))
    decision = (await game.stream.frame(game.actor.number, "decision")).decision
    for act, reason in (
        (Act(draw={}), error.ERROR_REASON_WRONG_PHASE),
        (Act(take={"slot": 0}), error.ERROR_REASON_WRONG_PHASE),
        (Act(discard={"slot": 0}), error.ERROR_REASON_SLOT_OPEN),
    ):
        receipt = await receipt_for(game, on(decision.decision_id, act))
        assert (receipt.verdict, receipt.reason) == (VERDICT_ILLEGAL, reason)
    game.actor.asked = decision
    await game.finish()


async def test_first_cards_are_counted(desk: Desk, stream: RawStream) -> None:
    seats = await desk.seats(short(2, initial_flips=2))
    players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
    held = players[1]
    held.choose, choose = (lambda decision: Act(decision_id=decision.decision_id)), held.choose
    await stream.play(*players, until=lambda: bool(held.receipts))
    decision = next(frame.decision for frame in held.frames if frame.HasField("decision"))
    for slots, reason in (
        ([], error.ERROR_REASON_FLIP_COUNT),
        ([0], error.ERROR_REASON_FLIP_COUNT),
        ([0, 1, 2], error.ERROR_REASON_FLIP_COUNT),
    ):
        await stream.send(held.frame(act=Act(decision_id=1, flip={"slots": slots})))
        receipt = (await stream.frame(2, "receipt")).receipt
        assert (receipt.verdict, receipt.reason) == (VERDICT_ILLEGAL, reason)
    held.choose = choose
    await stream.send(held.frame(act=choose(decision)))
    await stream.go_on(*players)
    assert held.last == "game_ended"


async def test_who_is_not_asked_is_late_or_has_no_such_decision(game: PausedGame) -> None:
    late = Act(decision_id=game.decision_id, draw={})
    receipt = await receipt_for(game, late, game.other)
    assert (receipt.verdict, receipt.reason) == (VERDICT_LATE, error.ERROR_REASON_DECISION_OVER)
    for decision_id in (0, game.decision_id + 1, 2**32 - 1):
        receipt = await receipt_for(game, Act(decision_id=decision_id, draw={}))
        expected = (VERDICT_UNKNOWN, error.ERROR_REASON_DECISION_UNKNOWN)
        assert (receipt.verdict, receipt.reason) == expected
    await game.finish()


async def test_a_repeated_act_acts_once(game: PausedGame) -> None:
    draw = Act(decision_id=game.decision_id, draw={})
    assert (await receipt_for(game, draw)).verdict == VERDICT_ACCEPTED
    assert (await receipt_for(game, draw)).verdict == VERDICT_DUPLICATE
    other = await receipt_for(game, Act(decision_id=game.decision_id, take={"slot": 0}))
    assert (other.verdict, other.reason) == (VERDICT_LATE, error.ERROR_REASON_DECISION_ANSWERED)
    await go_on_with_the_card(game)


async def go_on_with_the_card(game: PausedGame) -> None:
    """One card has been drawn, whatever was said; place it and play on."""
    game.actor.asked = (await game.stream.frame(game.actor.number, "decision")).decision
    await game.finish()
    drawn = [event.drew.draw_pile for event in game.players[0].events if event.HasField("drew")]
    assert drawn == list(range(drawn[0], drawn[0] - len(drawn), -1))


async def test_a_repeated_act_is_known_by_its_note_as_it_is_kept(game: PausedGame) -> None:
    draw = Act(decision_id=game.decision_id, draw={}, note="cafe\u0301")
    assert (await receipt_for(game, draw)).verdict == VERDICT_ACCEPTED
    assert (await receipt_for(game, draw)).verdict == VERDICT_DUPLICATE
    draw.note = "tea"
    other = await receipt_for(game, draw)
    assert (other.verdict, other.reason) == (VERDICT_LATE, error.ERROR_REASON_DECISION_ANSWERED)
    await go_on_with_the_card(game)


@pytest.mark.parametrize("messages", [1, 2])
async def test_two_draws_within_a_millisecond_draw_one_card(
    game: PausedGame, messages: int
) -> None:
    draw = game.actor.frame(act=Act(decision_id=game.decision_id, draw={}))
    if messages == 1:
        await game.stream.send(draw, draw)
    else:
        await game.stream.send(draw)
        await game.stream.send(draw)
    receipts = [(await game.stream.frame(game.actor.number, "receipt")).receipt for _ in "ab"]
    assert [receipt.verdict for receipt in receipts] == [VERDICT_ACCEPTED, VERDICT_DUPLICATE]
    await go_on_with_the_card(game)


async def test_a_second_draw_for_the_next_decision_is_illegal(game: PausedGame) -> None:
    draw = Act(decision_id=game.decision_id, draw={})
    await game.stream.send(
        game.actor.frame(act=draw), game.actor.frame(act=on(game.decision_id + 1, draw))
    )
    receipts = [(await game.stream.frame(game.actor.number, "receipt")).receipt for _ in "ab"]
    assert [receipt.verdict for receipt in receipts] == [VERDICT_ACCEPTED, VERDICT_ILLEGAL]
    assert receipts[1].reason == error.ERROR_REASON_WRONG_PHASE
    await go_on_with_the_card(game)


async def test_an_act_after_the_end_of_the_game_is_late(desk: Desk, stream: RawStream) -> None:
    made = await desk.create(short(2))
    seats = await desk.fill(made.code, ["Ada", "Ben"])
    players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
    await desk.start(made.host_token)
    await stream.play(*players, until=lambda: players[1].last == "game_ended")
    await stream.send(players[0].frame(act=Act(decision_id=1, draw={})))
    receipt = (await stream.frame(1, "receipt")).receipt
    assert (receipt.verdict, receipt.reason) == (VERDICT_LATE, error.ERROR_REASON_DECISION_OVER)
    assert len((await desk.page(table_id=made.table_id)).games) == 1
