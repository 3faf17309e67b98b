"""What is typed before its time, at a terminal and from a pipe."""

import pytest

from skyjo.v1 import event_pb2, game_pb2, play_pb2, table_pb2
from skyjo_client.ahead import Ahead
from skyjo_client.present.grammar import Mistake, parse
from skyjo_client.present.moves import move
from skyjo_client.present.narrator import Narrator
from tests.client.tables import dealt, decision, events, presence, seated

TURN = game_pb2.LegalActions(take=range(12), draw=True)


def waiting(line: str, *, in_order: bool = False) -> tuple[Narrator, Ahead]:
    """A table at which Berta is to play while the viewer types a line."""
    narrator = seated()
    narrator.take(events(1, dealt(), event_pb2.Event(turn=event_pb2.TurnStarted(seat=1))))
    ahead = Ahead(narrator.store, in_order=in_order)
    assert ahead.takes(parse(line))
    assert ahead.due() is None
    return narrator, ahead


def ask(narrator: Narrator) -> None:
    """Let the viewer's turn come."""
    turn = event_pb2.Event(turn=event_pb2.TurnStarted(seat=0))
    narrator.take(events(narrator.store.board.latest_number + 1, turn))
    narrator.take(decision(play_pb2.DECISION_KIND_TURN, TURN))


def change_discard(narrator: Narrator) -> None:
    took = event_pb2.Took(seat=1, slot=0, card=7, replaced=12)
    narrator.take(events(narrator.store.board.latest_number + 1, event_pb2.Event(took=took)))


@pytest.mark.parametrize("line", ["d", "t b3", "b3"])
@pytest.mark.parametrize("in_order", [True, False], ids=["pipe", "terminal"])
def test_a_move_waits_until_the_player_is_asked(line: str, *, in_order: bool) -> None:
    narrator, ahead = waiting(line, in_order=in_order)
    ask(narrator)
    assert ahead.due() == parse(line)
    assert ahead.due() is None


def test_another_card_than_the_one_meant_is_not_taken() -> None:
    narrator, ahead = waiting("t b3")
    change_discard(narrator)
    ask(narrator)
    with pytest.raises(Mistake, match="shows 12 now, not 7: nothing was taken"):
        ahead.due()
    assert not ahead


def test_a_script_takes_whatever_lies_there() -> None:
    narrator, ahead = waiting("t b3", in_order=True)
    change_discard(narrator)
    ask(narrator)
    assert ahead.due() == parse("t b3")


def test_at_a_terminal_only_moves_wait_and_in_a_pipe_everything_behind_them_does() -> None:
    _narrator, ahead = waiting("d")
    assert not ahead.takes(parse("quit"))
    narrator, ahead = waiting("d", in_order=True)
    assert ahead.takes(parse("quit"))
    assert ahead.due() is None
    ask(narrator)
    assert [ahead.due(), ahead.due()] == [parse("d"), parse("quit")]


def test_between_rounds_a_move_is_answered_rather_than_waiting_for_ever() -> None:
    narrator, ahead = waiting("d", in_order=True)
    narrator.take(presence(3, stage=table_pb2.TABLE_STAGE_BETWEEN_ROUNDS))
    assert ahead.due() == parse("d")


def test_after_the_game_nothing_waits() -> None:
    narrator, ahead = waiting("d", in_order=True)
    narrator.take(presence(3, stage=table_pb2.TABLE_STAGE_GAME_OVER))
    assert ahead.due() == parse("d")


def test_what_follows_a_start_waits_for_the_game() -> None:
    narrator, ahead = waiting("d", in_order=True)
    narrator.take(presence(3, stage=table_pb2.TABLE_STAGE_GAME_OVER))
    narrator.store.starting = True
    assert ahead.due() is None


def test_moves_that_wait_can_be_forgotten() -> None:
    narrator, ahead = waiting("d")
    assert ahead.takes(parse("c4"))
    assert ahead.forget() == 2
    ask(narrator)
    assert ahead.due() is None


def test_in_a_pipe_what_was_typed_later_is_not_forgotten() -> None:
    narrator, ahead = waiting("d", in_order=True)
    assert ahead.takes(parse("forget"))
    assert ahead.takes(parse("quit"))
    ask(narrator)
    assert [ahead.due(), ahead.due(), ahead.forget()] == [parse("d"), parse("forget"), 0]
    assert ahead.due() == parse("quit")


def test_in_a_pipe_mistakes_are_answered_in_their_place() -> None:
    narrator, ahead = waiting("d", in_order=True)
    mistake = Mistake("what?")
    assert ahead.takes(mistake)
    assert ahead.due() is None
    ask(narrator)
    assert [ahead.due(), ahead.due()] == [parse("d"), mistake]
    assert not Ahead(narrator.store, in_order=False).takes(mistake)


@pytest.mark.parametrize("in_order", [True, False], ids=["pipe", "terminal"])
def test_moves_do_not_wait_for_a_turn_that_a_stand_in_has(*, in_order: bool) -> None:
    narrator, ahead = waiting("d", in_order=in_order)
    took_over = event_pb2.SEAT_CHANGE_BOT_TOOK_OVER
    changed = event_pb2.SeatChanged(seat=0, change=took_over)
    narrator.take(events(3, event_pb2.Event(seat_changed=changed)))
    assert ahead.due() == parse("d")
    assert ahead.takes(parse("back")) == in_order
    with pytest.raises(Mistake, match="Type back to take your seat again"):
        move(narrator.store, parse("d"))
