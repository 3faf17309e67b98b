"""What a table's screen says beside the cards: clocks, what is wanted, and the keys as bound."""

import re
from dataclasses import replace

import pytest

from skyjo.v1 import event_pb2, play_pb2, table_pb2
from skyjo_client.present.canvas import Size, key_spot
from skyjo_client.present.clock_lines import bank_shown
from skyjo_client.present.escape import SafeText
from skyjo_client.present.keymap import Keymap
from skyjo_client.screen.terminal import NoTerminal
from tests.client.scenes import (
    Scene,
    gathering,
    holding,
    over,
    scored,
    timed,
    watching,
    your_turn,
)

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
    assert "f4 keeps it." in scene.shown()
    scene.press("escape", "escape", "escape")
    assert "or w to throw it away." in scene.shown()
    scene.press("q")
    assert "space leaves, f4 stays." in scene.shown()
    scene = scored()
    scene.view.bind(keymap, NoTerminal())
    assert "Press space for the next round." in scene.shown()


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
