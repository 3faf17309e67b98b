"""The full screen between rounds and games, without a server, and at the end."""

from skyjo.v1 import event_pb2, play_pb2, table_pb2
from tests.client.scenes import again, gathering, over, scored, your_turn
from tests.client.tables import dealt, presence

E = event_pb2.Event


def test_the_scoreboard_comes_with_the_end_of_a_round_and_goes_with_the_next() -> None:
    scene = scored(3)
    assert "rank  player" in scene.shown()
    scene.press("escape")
    assert "rank  player" not in scene.shown()
    scene.press("s", "enter")
    assert scene.lines == [""]
    again = dealt(3)
    again.dealt.round = 3
    scene.happen(again)
    assert "rank  player" not in scene.shown()
    scene.press("s")
    assert "rank  player" in scene.shown()


def test_who_is_ready_is_shown() -> None:
    scene = scored(3)
    before = scene.shown()
    assert before.count("not yet") == 2
    frame = presence(3, stage=table_pb2.TABLE_STAGE_BETWEEN_ROUNDS)
    for player in frame.presence.players:
        player.ready = True
    scene.take(frame)
    assert "not yet" not in scene.shown()


def test_enter_asks_for_another_game_or_begins_it() -> None:
    scene = over()
    assert "[enter] play again" in scene.shown()
    scene.press("enter")
    assert scene.lines == ["start"]
    scene.take(presence(4, stage=table_pb2.TABLE_STAGE_GAME_OVER, host=1))
    scene.press("enter")
    assert scene.lines == ["start", "vote again yes"]


def test_the_scoreboard_shows_who_wants_another_game() -> None:
    scene = again()
    answers = {
        name: next(line for line in scene.shown().splitlines()[3:7] if name in line).split("  ")
        for name in ("Anke", "Berta", "Chris", "Dörte")
    }
    assert "not yet" in answers["Anke"]
    assert "not yet" in answers["Berta"]
    assert "yes" in answers["Chris"]
    assert "no" in answers["Dörte"]
    assert "1 of 3 votes needed, 1 against." in scene.shown()


def test_whoever_has_asked_for_another_game_waits() -> None:
    scene = again()
    scene.take(presence(4, stage=table_pb2.TABLE_STAGE_GAME_OVER, host=1))
    assert "Enter asks for another one." in scene.shown()
    scene.narrator.store.seat = 2
    scene.press("enter")
    assert scene.lines == []
    assert "You have asked for another game." in scene.shown()
    assert "[enter]" not in scene.shown()


def test_a_host_begins_when_all_seats_are_taken() -> None:
    scene = gathering()
    scene.press("enter", "b")
    assert scene.lines == []
    assert " > bot casual_" in scene.shown()
    scene.press("escape")
    scene.take(presence(4, stage=table_pb2.TABLE_STAGE_GATHERING))
    scene.press("enter")
    assert scene.lines == ["start"]


def test_enter_takes_the_seat_back_from_a_stand_in() -> None:
    scene = your_turn(2)
    change = event_pb2.SEAT_CHANGE_BOT_TOOK_OVER
    scene.happen(E(seat_changed=event_pb2.SeatChanged(seat=0, change=change)))
    assert "A stand-in plays for you. Enter takes your seat back." in scene.shown()
    scene.press("enter")
    assert scene.lines == ["back"]


def test_a_lost_server_is_shown_and_a_welcome_mends_it() -> None:
    scene = your_turn(2)
    turn = scene.shown()
    scene.view.tell(scene.narrator.link(linked=False))
    scene.view.settle()
    assert "! connection lost" in scene.shown()
    assert "Your seat is kept." in scene.shown()
    scene.view.tell(scene.narrator.link(linked=True))
    scene.view.settle()
    assert "connection lost" not in scene.shown()
    assert scene.shown().splitlines()[:9] == turn.splitlines()[:9]


def test_why_it_is_over_is_said_until_the_player_leaves() -> None:
    scene = your_turn(2)
    goodbye = table_pb2.Goodbye(reason=table_pb2.GOODBYE_REASON_KICKED)
    scene.take(play_pb2.ServerFrame(goodbye=goodbye))
    assert "You were removed from the table. Enter leaves." in scene.shown()
    assert "[enter] leave" in scene.shown()
    assert not scene.view.left
    scene.press("enter")
    assert scene.view.left


def test_nobody_is_offered_another_game_by_a_server_that_has_ended() -> None:
    scene = over()
    goodbye = table_pb2.Goodbye(reason=table_pb2.GOODBYE_REASON_DRAINING)
    scene.take(play_pb2.ServerFrame(goodbye=goodbye))
    assert "Enter leaves." in scene.shown()
    assert "[enter] leave" in scene.shown()
    assert "play again" not in scene.shown()
