"""What keys and clicks mean at a table, without a terminal."""

import pytest

from skyjo.v1 import event_pb2, game_pb2, play_pb2, table_pb2, talk_pb2
from skyjo_client.present.asked import asked
from skyjo_client.present.canvas import DISCARD, DRAW, Size, key_spot, slot_spot
from skyjo_client.present.prompts import invitation_lines
from tests.client.scenes import TURN, Scene, flipping, holding, hosting, last_lap, your_turn
from tests.client.tables import decision, welcome
from tests.hostile import HOSTILE

E = event_pb2.Event


def test_arrows_and_enter_draw_a_card() -> None:
    scene = your_turn(2)
    scene.press("right", "enter")
    assert scene.lines == ["d"]


def test_enter_alone_never_moves_and_says_how_to() -> None:
    scene = your_turn(2)
    scene.press("enter", "enter")
    assert scene.lines == []
    assert "Choose with the arrows or the mouse" in scene.shown()


def test_arrows_take_the_discard_onto_a_slot() -> None:
    scene = your_turn(2)
    scene.press("left", "right", "enter")
    assert "choose the slot to put it on" in scene.shown()
    scene.press("left", "left", "down", "enter")
    assert scene.lines == ["t b4"]


def test_escape_backs_out_of_a_choice_step_by_step_until_it_is_sent() -> None:
    scene = your_turn(2)
    before = scene.shown()
    scene.press("left", "right", "enter", "left", "escape", "escape")
    assert scene.lines == []
    assert scene.shown() == before
    scene = flipping()
    scene.press("escape", "enter", "left", "enter")
    assert scene.lines == ["b2 b1"]


def test_who_waits_in_a_last_lap_is_told_whose_it_is() -> None:
    scene = last_lap()
    scene.happen(E(turn=event_pb2.TurnStarted(seat=3)))
    assert "Dörte to play. Last lap: Gustav has finished." in scene.shown()


def test_tab_goes_round_the_table_and_esc_back_to_it() -> None:
    scene = your_turn(4)
    before = scene.shown(Size(60, 20))
    for name in ("Berta", "Chris", "Dörte", "Anke"):
        scene.press("tab")
        assert f"{name}, seat" in scene.shown(Size(60, 20)) or name == "Anke"
    assert "1 you" in scene.shown(Size(60, 20))
    scene.press("escape")
    assert scene.shown(Size(60, 20)) == before
    assert scene.lines == []


def test_a_click_on_a_pile_and_a_slot_is_a_move() -> None:
    scene = your_turn(2)
    scene.view.click(DISCARD)
    scene.view.click(slot_spot(6))
    scene.view.click(DRAW)
    assert scene.lines == ["t b3", "d"]


def test_a_second_click_on_the_discard_takes_the_first_back() -> None:
    scene = holding()
    scene.view.click(DISCARD)
    scene.view.click(slot_spot(6))
    assert scene.lines == ["b3"]


def test_everything_in_the_footer_can_be_clicked() -> None:
    scene = your_turn(2)
    for key in ("h", "s", "l", "q"):
        frame = scene.view.frame(Size(80, 24))
        place = frame.place_of(key_spot(key))
        assert place is not None
        scene.view.click(key_spot(key))
        assert scene.shown() != "\n".join(frame.rows()) + "\n"
        scene.press("escape")
    scene.view.click(key_spot("t"))
    scene.view.click(slot_spot(0))
    scene.view.click(key_spot("d"))
    assert scene.lines == ["t a1"], "a click beside one that can be taken back draws no card"
    scene.view.click(key_spot("enter"))
    assert scene.lines == ["t a1", "d"]


@pytest.mark.parametrize(
    ("keys", "line"),
    [("d", "d"), ("tb3", "t b3"), ("b3", "b3"), (":start", "start"), ("/hi", "say hi")],
)
def test_a_letter_begins_a_line_and_enter_sends_it(keys: str, line: str) -> None:
    scene = your_turn(2)
    scene.press(*keys)
    assert scene.lines == []
    assert f" > {line}_\n" in scene.shown()
    scene.press("escape")
    assert f"> {line}" not in scene.shown()
    scene.press(*keys, "enter")
    assert scene.lines == [line]


def test_a_typed_line_can_be_edited() -> None:
    scene = your_turn(2)
    scene.press("t", "b", "4", "left", "a", "backspace", "backspace", "a", "end", "backspace")
    scene.press("2", "home", "delete", "x", "left", "ctrl+u", "enter")
    assert scene.lines == ["x a2"]


def test_a_long_line_shows_its_end_and_a_pasted_one_is_a_line() -> None:
    scene = your_turn(2)
    scene.press("/")
    scene.view.paste("word\n\x1b[2J " * 40)
    shown = scene.shown()
    assert shown.splitlines()[22].endswith("[2J _")
    assert "\x1b" not in shown
    scene.press("enter")
    assert "\n" not in scene.lines[0]


def test_leaving_is_asked_about_and_can_be_refused() -> None:
    scene = your_turn(2)
    for way in ("q", "ctrl+c"):
        scene.press(way)
        assert "Leave? Your seat is kept" in scene.shown()
        scene.press("escape")
        assert "Leave?" not in scene.shown()
    assert scene.lines == []
    scene.press("q", "enter")
    assert scene.lines == ["quit"]
    assert scene.view.left


def test_a_new_decision_forgets_what_was_chosen_for_the_one_before() -> None:
    scene = your_turn(2)
    scene.press("left", "right", "enter")
    legal = game_pb2.LegalActions(keep=range(12), discard=range(12))
    scene.happen(E(drew=event_pb2.Drew(seat=0, card=1, draw_pile=100)))
    scene.take(decision(play_pb2.DECISION_KIND_PLACE, legal, 2))
    scene.press("enter")
    assert scene.lines == []
    scene.press("right", "enter")
    assert scene.lines == ["a1"]


def test_a_resize_in_the_middle_of_a_choice_keeps_it() -> None:
    scene = your_turn(8)
    scene.press("left", "right", "enter", "left")
    small, large = scene.shown(Size(60, 20)), scene.shown(Size(120, 40))
    assert scene.shown(Size(10, 3)).startswith("10 x 3 is")
    for shown in (small, large):
        assert "choose the slot to put it on" in shown
    scene.press("left", "enter")
    assert scene.lines == [], "played without seeing it"
    scene.shown(Size(60, 20))
    scene.press("left", "enter")
    assert scene.lines == ["t a4"]


def test_a_short_answer_stays_until_the_next_key_and_a_long_one_is_a_page() -> None:
    scene = your_turn(2)
    scene.view.answer(["a1 lies open. Possible: b2."])
    scene.happen(E(flipped=event_pb2.Flipped(seat=1, slots=[0], values=[1])))
    assert "a1 lies open." in scene.shown()
    scene.press("f5")
    assert "a1 lies open." not in scene.shown()
    scene.view.answer([f"line {number}" for number in range(60)])
    assert "line 0\n" in scene.shown()
    assert "more below" in scene.shown()
    scene.press(*["pagedown"] * 9)
    assert "line 59\n" in scene.shown()
    assert "more below" not in scene.shown()
    scene.press("escape")
    assert "Your turn" in scene.shown()


def test_the_page_of_an_invitation_is_named() -> None:
    scene = hosting()
    scene.view.answer(invitation_lines(scene.narrator.store))
    assert "How others come to this table" in scene.shown().splitlines()[0]


def test_what_is_wanted_stands_below_a_short_answer() -> None:
    scene = your_turn(2)
    wanted = asked(scene.narrator.store)
    scene.view.answer(["I do not know frob."])
    answer, below = scene.shown().splitlines()[-3:-1]
    assert answer.strip() == "I do not know frob."
    assert below.strip() == wanted


def test_the_clock_counts_down_and_stops_with_the_decision() -> None:
    scene = your_turn(2)
    assert "Time left" not in scene.shown()
    timed = decision(play_pb2.DECISION_KIND_TURN, TURN.decision.legal, 2)
    timed.decision.clock.bank_ms = timed.decision.clock.deadline_ms = 600_000
    scene.take(timed)
    assert "Time left: 10:00" in scene.shown()
    scene.now += 595
    assert "Time left: 0:05" in scene.shown()
    scene.now += 9
    assert "Time left: 0:00" in scene.shown()
    scene.happen(E(turn=event_pb2.TurnStarted(seat=1)))
    assert "Time left" not in scene.shown()


def test_a_waiting_table_tells_its_title_unless_that_is_its_code() -> None:
    scene = Scene(4)
    frame = welcome(0, 4, stage=table_pb2.TABLE_STAGE_GATHERING)
    scene.take(frame)
    assert "SKYJO · otter42 · Evening" in scene.shown()
    frame.welcome.title = frame.welcome.code
    scene.take(frame)
    assert scene.shown().splitlines()[0].strip() == "SKYJO · otter42"


def test_the_hint_names_a_move_and_a_reason() -> None:
    scene = Scene(2)
    scene.begin()
    own = game_pb2.SeatState(dealt_in=True)
    for slot in range(12):
        own.grid.slots.add(value=9 if slot in (0, 4) else None)
    rival = game_pb2.SeatState(dealt_in=True)
    for _ in range(12):
        rival.grid.slots.add()
    view = game_pb2.View(
        viewer=0,
        round=1,
        phase=game_pb2.PHASE_TURN,
        turn=0,
        discard_top=9,
        discard_pile=1,
        draw_pile=125,
        seats=[own, rival],
        unseen=[10] * 15,
        latest_number=scene.number - 1,
    )
    frame = decision(play_pb2.DECISION_KIND_TURN, TURN.decision.legal)
    frame.decision.view.CopyFrom(view)
    scene.take(frame)
    scene.press("h")
    shown = " ".join(scene.shown().split())
    assert "Hint: take 9 onto c1. That clears column 1. Drawing would cost about" in shown


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_reach_no_frame_raw(text: str) -> None:
    text = text.encode("utf-8", "replace").decode()  # the wire carries no surrogates
    first = welcome(0, 2, names=["Anke", text])
    first.welcome.title = text
    first.welcome.code = text
    scene = Scene(2)
    scene.take(first)
    scene.take(play_pb2.ServerFrame(chat=talk_pb2.Chat(seat=1, text=text)))
    shown = scene.shown()
    scene.begin()
    scene.lap()
    shown += scene.shown() + scene.shown(Size(60, 20))
    scene.press("l")
    shown += scene.shown()
    assert all(char.isprintable() or char == "\n" for char in shown)
    assert not any(char in shown for char in "\x1b\x9b\u202e\u2066\u200b\ufeff")
