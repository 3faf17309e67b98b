"""What a table's screen says beside the cards: clocks, what is wanted, and the keys as bound."""

import re
from dataclasses import replace

import pytest

from skyjo.v1 import event_pb2, play_pb2, rules_pb2, table_pb2, talk_pb2
from skyjo_client.present.canvas import Size, key_spot
from skyjo_client.present.clock_lines import bank_line, bank_shown
from skyjo_client.present.escape import SafeText
from skyjo_client.present.hint import hint
from skyjo_client.present.keymap import Keymap
from skyjo_client.screen.terminal import NoTerminal
from tests.client.scenes import (
    Scene,
    flipping,
    gathering,
    holding,
    over,
    scored,
    timed,
    watching,
    your_turn,
)
from tests.client.tables import presence, welcome

E = event_pb2.Event


@pytest.mark.parametrize("players", range(5, 9))
def test_every_clock_is_seen_at_80_by_24_also_while_one_waits_or_types(players: int) -> None:
    scene = timed(players)
    for seat in range(1, players):
        assert f" {bank_shown(scene.narrator.store, seat)} " in scene.shown(), seat
    assert "Time left: 0:41" in scene.shown()
    scene.press("t", "b")
    assert "Time left: 0:41" in scene.shown()
    scene.press("escape")
    scene.happen(E(turn=event_pb2.TurnStarted(seat=2)))
    assert "your clock 15:09" in scene.shown()
    assert re.search(r">3 Chris +11:59 ", scene.shown())


@pytest.mark.parametrize("size", [Size(60, 20), Size(80, 24), Size(120, 40)], ids="{0[0]}".format)
def test_a_long_answer_leaves_what_is_wanted_and_the_keys_to_be_seen(size: Size) -> None:
    scene = your_turn(8)
    scene.shown(size)
    scene.view.answer(["word " * (size.columns // 4)])
    shown = scene.shown(size)
    assert shown.count("word") == size.columns // 4
    assert "Your turn: draw a card, or take 10." in shown
    assert "[d] draw" in shown


def test_sentences_name_the_keys_that_are_bound() -> None:
    keymap = Keymap({"choose": ("space",), "back": ("f4",), "throw-away": ("w",)})
    scene = holding()
    scene.view.bind(keymap, NoTerminal())
    assert "F4 keeps it." in scene.shown()
    scene.press("escape", "escape", "escape")
    assert "or w to throw it away." in scene.shown()
    scene.press("q")
    assert "Space leaves, F4 stays." in scene.shown()
    scene = scored()
    scene.view.bind(keymap, NoTerminal())
    assert "Press Space for the next round." in scene.shown()


def test_the_footer_names_how_to_talk_type_and_invite_and_each_can_be_clicked() -> None:
    scene = watching()
    assert "[:] command" in scene.shown()
    scene.view.click(key_spot("colon"))
    scene.press("b", "o", "a", "r", "d", "enter")
    assert scene.lines == ["board"]
    scene = gathering()
    scene.view.click(key_spot("i"))
    assert scene.lines == ["invite"]
    scene = Scene(2)
    scene.narrator.store.phrases = True
    scene.begin()
    scene.view.click(key_spot("slash"))
    scene.press("h", "i", "enter")
    assert scene.lines == ["say hi"]
    stopped = table_pb2.Goodbye(reason=table_pb2.GOODBYE_REASON_DRAINING)
    scene.take(play_pb2.ServerFrame(goodbye=stopped))
    assert "[enter] leave" in scene.shown()
    assert "[/]" not in scene.shown()
    assert "[:]" not in scene.shown()


def test_a_name_that_is_cut_keeps_the_number_by_which_it_differs() -> None:
    scene = timed(6)
    for seat, player in scene.narrator.store.players.items():
        scene.narrator.store.players[seat] = replace(player, name=SafeText(f"bot:casual {seat}"))
    assert re.findall(r"bot:\S*\.\. (\d) ", scene.shown()) == ["1", "2", "3", "4", "5"]


def test_whoever_watches_may_see_a_game_again_that_is_over() -> None:
    scene = over()
    scene.narrator.store.seat = None
    assert "[v] see it again" in scene.shown()
    scene.press("v")
    assert scene.lines == ["replay"]


def test_what_is_said_before_a_game_is_seen_and_kept() -> None:
    scene = gathering()
    scene.take(play_pb2.ServerFrame(chat=talk_pb2.Chat(seat=1, text="hello everybody")))
    for size in (Size(60, 20), Size(80, 24), Size(120, 40)):
        assert "hello everybody" in scene.shown(size)
    scene.press("l")
    assert "hello everybody" in scene.shown()


def test_the_clock_stands_among_the_settings_before_a_game() -> None:
    scene = Scene(4)
    clock = rules_pb2.ClockRules(bank_ms=10_000)
    assert bank_line(clock) not in scene.shown()
    told = welcome(0, 4, stage=table_pb2.TABLE_STAGE_GATHERING)
    told.welcome.clock.CopyFrom(clock)
    scene.take(told)
    assert bank_line(clock) in scene.shown()


def test_keys_move_no_card_below_an_open_scoreboard() -> None:
    scene = your_turn(3)
    scene.press("right", "s")
    assert "[esc] close" in scene.shown()
    scene.press("left", "enter")
    assert scene.lines == []
    assert "[d] draw" in scene.shown(), "Enter only closes it"
    scene.press("s")
    scene.shown()
    scene.press("escape")
    assert "[d] draw" in scene.shown()
    scene.press("enter")
    assert scene.lines == ["d"], "the choice below stayed as it was"


def test_a_hint_is_seen_also_when_one_of_two_slots_is_chosen() -> None:
    scene = flipping()
    assert "Turn up a2 and one more." in scene.shown()
    scene.press("h")
    shown = scene.shown()
    assert hint(scene.narrator.store) in shown
    assert "Turn up a2 and one more." in shown


def test_who_leaves_after_a_game_keeps_the_name_on_its_scoreboard() -> None:
    scene = over()
    name = scene.narrator.store.name(1)
    left = presence(4, stage=table_pb2.TABLE_STAGE_GAME_OVER)
    del left.presence.players[1]
    scene.take(left)
    assert name in scene.shown()
