"""What a table's screen asks and answers above its keys: leaving, votes, what a host may do."""

import pytest

from skyjo.v1 import error_pb2, play_pb2, table_pb2, talk_pb2
from skyjo_client.connection import Connection
from skyjo_client.present.keymap import Keymap
from skyjo_client.present.prompts import wanted
from skyjo_client.present.refusals import refusal_sentence
from tests.client.app_screens import shown, until
from tests.client.attached import welcomed
from tests.client.scenes import gathering, over, scored, your_turn
from tests.client.scripted import SEATING, ScriptedServer, running
from tests.client.speaking import speaking
from tests.client.tables import presence
from tests.client.test_keys import Recorder
from tests.client.test_table_app import private


@pytest.mark.parametrize("answer", ["y", "enter", "q", "ctrl+c"])
def test_the_question_whether_to_leave_is_answered_by_yes_and_by_asking_again(answer: str) -> None:
    scene = your_turn(2)
    scene.press("q", answer)
    assert scene.lines == ["quit"]
    assert scene.view.left


@pytest.mark.parametrize("answer", ["n", "escape"])
def test_the_question_whether_to_leave_is_answered_by_no(answer: str) -> None:
    scene = your_turn(2)
    before = scene.shown()
    scene.press("q", answer)
    assert scene.lines == []
    assert scene.shown() == before


def test_the_question_whether_to_leave_is_answered_in_the_players_language() -> None:
    scene = your_turn(2)
    with speaking("de"):
        scene.press("q", "n", "q", "j")
    assert scene.lines == ["quit"]


def test_a_letter_that_answers_does_nothing_else_meanwhile_whatever_is_bound_to_it() -> None:
    scene = your_turn(2)
    terminal = Recorder()
    keymap = Keymap({"hint": ("y",), "copy": ("k",)})
    scene.view.bind(keymap, terminal)
    scene.press("q")
    scene.view.press(*keymap.meant(scene.view.where, "k", "k"))
    assert scene.lines == []
    scene.view.press(*keymap.meant(scene.view.where, "y", "y"))
    assert scene.view.left
    assert terminal.copied == ""


def test_enter_on_a_slot_before_a_draw_leaves_the_cursor_there() -> None:
    scene = your_turn(2)
    scene.press("right", "left")
    before = scene.shown()
    assert before.count("[··]") == 1
    scene.press("enter")
    assert scene.lines == ["a4"]
    assert scene.shown() == before


def test_a_vote_on_who_has_to_go_is_asked_above_the_keys_until_it_is_given() -> None:
    scene = your_turn(4)
    ballot = talk_pb2.Ballot(
        kind=talk_pb2.BALLOT_KIND_REMOVE_SEAT,
        seat=2,
        yes=[1],
        needed=2,
        outcome=talk_pb2.BALLOT_OUTCOME_OPEN,
    )
    scene.take(play_pb2.ServerFrame(ballot=ballot))
    bottom = " ".join(scene.shown().split("─" * 80)[-1].split())
    assert "Type :vote remove 3 yes or :vote remove 3 no. Your turn: draw a card" in bottom
    scene.press("h")
    assert "vote remove" not in scene.shown().split("─" * 80)[-1]
    scene.press("escape")
    assert "vote remove 3 yes" in scene.shown().split("─" * 80)[-1]
    ballot.yes.append(0)
    scene.take(play_pb2.ServerFrame(ballot=ballot))
    assert "vote remove" not in scene.shown().split("─" * 80)[-1]


def test_what_only_repeats_what_is_wanted_is_told_once_and_by_the_keys() -> None:
    scene = gathering()
    scene.take(presence(4, stage=table_pb2.TABLE_STAGE_GATHERING))
    scene.view.answer([wanted(scene.narrator.store)])
    assert "Type start" not in scene.shown()
    assert scene.shown().count("Enter begins.") == 1


def test_an_answer_goes_when_the_table_is_over_for_the_player() -> None:
    scene = your_turn(2)
    scene.view.answer(["You cannot remove yourself."])
    assert "yourself" in scene.shown()
    goodbye = table_pb2.Goodbye(reason=table_pb2.GOODBYE_REASON_KICKED)
    scene.take(play_pb2.ServerFrame(goodbye=goodbye))
    assert "yourself" not in scene.shown()
    assert "[q] leave" not in scene.shown()


def test_a_host_of_two_is_told_how_to_begin_with_free_seats_and_one_alone_is_not() -> None:
    scene = gathering()
    assert "or type :start to begin" in " ".join(scene.shown().split())
    scene.take(presence(1, stage=table_pb2.TABLE_STAGE_GATHERING))
    assert ":start" not in scene.shown()


def test_the_scoreboard_after_a_game_says_which_key_shows_the_cards() -> None:
    scene = over()
    assert "[s] cards" in scene.shown()
    scene.press("s")
    assert "[s] scores" in scene.shown()
    assert "discard" in scene.shown()


def test_a_game_of_so_many_rounds_says_so_in_its_first_line() -> None:
    scene = scored(3)
    scene.narrator.store.rules.rounds = 2
    assert "to 100 points, 2 rounds at most" in scene.shown().splitlines()[0]
    scene.press("s")
    assert "round 2 of 2" in scene.shown().splitlines()[0]


async def test_what_the_server_refuses_is_told_above_the_keys(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await welcomed(connection, scripted, running())
        app = private(connection, SEATING, session)
        async with app.run_test(size=(80, 24)) as pilot:
            refusal = error_pb2.Refusal(reason=error_pb2.ERROR_REASON_VOTE_CLOSED)
            await stream.send(number, refused=refusal)
            sentence = refusal_sentence(refusal)
            await until(pilot, lambda: any(sentence[:60] in line for line in shown(app)[20:]))
            assert not any(sentence[:20] in line for line in shown(app)[:20])
