"""What keys and clicks mean in the lobby, without a terminal."""

from dataclasses import replace

import pytest

from skyjo.v1 import lobby_pb2
from skyjo_client.address import LOCAL
from skyjo_client.errors import TableNotFoundError
from skyjo_client.lobby_trouble import explain_in_lobby
from skyjo_client.present.canvas import Size, key_spot
from skyjo_client.present.keymap import Keymap
from skyjo_client.present.lobby_frame import row_spot
from skyjo_client.screen.lobby_answers import Wish
from skyjo_client.screen.terminal import NoTerminal
from tests.client.lobbies import (
    ADDRESS,
    ANKE,
    ELSEWHERE,
    HOLGER,
    KEPT,
    TABLES,
    LobbyScene,
    kept_lobby,
    lobby,
    network_lobby,
    summary,
)
from tests.hostile import HOSTILE


def test_enter_joins_where_a_seat_is_free_and_watches_where_none_is() -> None:
    scene = LobbyScene(*TABLES)
    assert "Enter takes a seat at this table." in scene.shown()
    assert all(f"[{key}]" in scene.shown() for key in ("enter", "w", "p", "n", "j", "?", "q"))
    scene.press("enter")
    assert scene.view.wish == Wish("join", ADDRESS, "KIWI-42")
    scene.press("down")
    assert "Enter looks on at this table." in scene.shown()
    scene.press("enter")
    assert scene.view.wish == Wish("watch", ADDRESS, "MOIN-07")
    assert scene.wishes == 2


def test_a_table_that_can_be_joined_can_be_watched_too() -> None:
    scene = LobbyScene(*TABLES)
    scene.press("w")
    assert scene.view.wish == Wish("watch", ADDRESS, "KIWI-42")


def test_who_still_holds_a_seat_returns_by_enter() -> None:
    scene = kept_lobby()
    first, second = scene.shown().splitlines()[2:4]
    assert first.startswith(f" > Your seat at table MOIN-07 on {ADDRESS}.")
    assert second.startswith(f"   Your seat at table OTTER-42 on {HOLGER}.")
    scene.press("enter")
    assert scene.view.wish == Wish("back", "x9", "MOIN-07")
    scene.press("down", "enter")
    assert scene.view.wish == Wish("back", "y8", "OTTER-42")
    scene.press("down", "enter")
    assert scene.view.wish == Wish("join", ADDRESS, "KIWI-42")
    assert KEPT.seating.seat_token.decode() not in scene.shown()


def test_who_returns_goes_to_where_the_server_is_now() -> None:
    scene = LobbyScene(address="", kept=(KEPT,))
    news = lobby_pb2.WatchTablesResponse(complete=True, tables=TABLES)
    scene.view.take(ANKE, news, "Anke", KEPT.server)
    scene.press("up", "up", "up", "enter")
    assert scene.view.wish == Wish("back", "x9", "MOIN-07", seen_at=ANKE)


def test_escape_goes_back_to_the_lobby_one_came_from() -> None:
    scene = LobbyScene(*TABLES)
    scene.press("escape")
    assert (scene.view.wish, "[esc]" in scene.shown()) == (None, False)
    scene.view.let_go_home()
    assert "[esc] back" in scene.shown()
    scene.press("j", "escape")
    assert scene.view.wish is None
    scene.press("escape")
    assert scene.view.wish == Wish("home")


def test_enter_at_a_table_at_which_one_holds_a_seat_returns_to_it() -> None:
    scene = LobbyScene(*TABLES, kept=(replace(KEPT, server=ADDRESS),))
    scene.press("down", "down")
    assert "> MOIN-07" in scene.shown()
    assert "Enter returns to your seat." in scene.shown()
    assert "[enter] return" in scene.shown()
    scene.press("enter")
    assert scene.view.wish == Wish("back", ADDRESS, "MOIN-07", seen_at=ADDRESS)
    scene.press("w")
    assert scene.view.wish == Wish("watch", ADDRESS, "MOIN-07")


def test_the_mouse_alone_chooses_and_joins() -> None:
    scene = LobbyScene(*TABLES)
    frame = scene.view.frame(Size(80, 24))
    assert frame.place_of(row_spot(2)) == (1, 4)
    scene.view.click(row_spot(2))
    assert scene.wishes == 0
    scene.view.click(row_spot(2))
    assert scene.view.wish == Wish("watch", ADDRESS, "ROBO-11")
    scene.view.click(key_spot("p"))
    scene.view.click(key_spot("enter"))
    assert scene.view.wish == Wish("play", seats=4, level="casual")


def test_tables_come_and_go_under_the_cursor() -> None:
    scene = lobby()
    assert "> MOIN-07" in scene.shown()
    scene.tell(gone=("table of KIWI-42",))
    assert "> MOIN-07" in scene.shown()
    scene.tell(summary("MOIN-07", 1, seats=2))
    assert "1/2 1 seat free" in scene.shown()
    scene.tell(gone=("table of MOIN-07", "table of ROBO-11"))
    assert "No open table yet." in scene.shown()
    scene.press("enter", "down", "up", "w")
    assert scene.view.wish is None
    scene.tell(summary("NEW-01"), complete=True)
    assert "> NEW-01" in scene.shown()


def test_tables_of_servers_that_were_not_met_are_listed_and_joined_by_their_address() -> None:
    scene = network_lobby()
    assert "> OTTER-42   Holger     not met yet" in scene.shown()
    assert "You have not met this server yet." in " ".join(scene.shown().split())
    scene.press("enter")
    assert scene.view.wish == Wish("join", HOLGER, "OTTER-42")
    scene.press("up", "enter")
    assert scene.view.wish == Wish("watch", ANKE, "MOIN-07")
    assert f"at Anke, {ANKE}" in scene.shown()
    scene.view.announced(HOLGER, "Holger", ["ROBIN-12"])
    assert "OTTER-42" not in scene.shown()
    scene.view.lost(ANKE)
    assert "> ROBIN-12" in scene.shown()


@pytest.mark.parametrize("known_by", ["the certificate", ""])
def test_the_tables_of_a_server_that_is_seen_by_two_addresses_are_listed_once(
    known_by: str,
) -> None:
    scene = LobbyScene(address="")
    news = lobby_pb2.WatchTablesResponse(complete=True, tables=TABLES[:1])
    scene.view.take(LOCAL, news, known_by=known_by)
    scene.view.take(ANKE, news, "Anke", known_by)
    assert scene.shown().count("KIWI-42") == 2, "in the list and beside it"
    assert f"at Anke, {ANKE}" in scene.shown()
    scene.view.lost(ANKE)
    assert f"at {LOCAL}" in scene.shown()
    scene.view.take(ANKE, news, "Anke", "another certificate")
    assert scene.shown().count("KIWI-42") == 3, "somebody else's may have the same code"


def test_a_network_in_which_nothing_is_found_is_explained_after_a_while() -> None:
    scene = LobbyScene(address="")
    assert "Looking for tables" in scene.shown()
    assert "firewall" not in scene.shown()
    scene.view.silent()
    assert "firewall or guest Wi-Fi" in " ".join(scene.shown().split())
    scene.view.announced(HOLGER, "Holger", ["OTTER-42"])
    assert "firewall" not in scene.shown()
    scene.press("n", "enter")
    assert scene.view.wish == Wish("make", "", seats=4, level="casual")


def test_a_server_that_does_not_answer_has_no_list_and_no_word_of_it_stays_when_it_does() -> None:
    scene = LobbyScene(*TABLES)
    scene.view.lost(ADDRESS)
    scene.view.note("No server answers.")
    assert "No server answers." in scene.shown()
    assert "No open table" not in scene.shown()
    scene.tell(*TABLES, complete=True)
    assert "No server answers." not in scene.shown()
    assert "KIWI-42" in scene.shown()


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids="{0[0]}x{0[1]}".format)
def test_all_that_is_asked_and_told_is_shown(size: Size) -> None:
    scene = LobbyScene(*TABLES)
    scene.press("p")
    assert "(random, beginner, casual, skilled)?" in " ".join(scene.shown(size).split())
    assert " > 4 casual_" in scene.shown(size)
    scene.press("escape")
    told = " ".join(f"word{number}" for number in range(40))
    scene.view.note(told)
    assert told in " ".join(scene.shown(size).split())
    assert "> KIWI-42" in scene.shown(size)
    assert "[p] bots" in scene.shown(size)


def test_many_tables_scroll_with_the_cursor() -> None:
    scene = LobbyScene(*(summary(f"T-{number:02}") for number in range(60)))
    assert "T-59" not in scene.shown()
    scene.press(*["down"] * 70)
    assert "> T-59" in scene.shown()


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_reach_no_frame_raw(text: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    table = summary("X-1", title=text)
    table.code = text
    table.players[1].name = text
    scene = LobbyScene(table, address="")
    scene.view.announced("192.0.2.9:1", text, [text])
    scene.press("down")
    shown = scene.shown() + scene.shown(Size(60, 20)) + scene.shown(Size(120, 40))
    assert all(char.isprintable() or char == "\n" for char in shown)


def test_a_seat_at_ones_own_server_that_has_ended_is_offered_with_a_new_start() -> None:
    scene = LobbyScene(kept=(KEPT, ELSEWHERE), ended="y8")
    first, second = scene.shown().splitlines()[2:4]
    assert "Your seat at table MOIN-07" in first
    assert "Your server has ended: Enter starts it, with OTTER-42." in second


def test_the_first_lines_name_the_key_that_is_bound() -> None:
    scene = LobbyScene(*TABLES, kept=(KEPT,), ended=KEPT.server)
    scene.view.bind(Keymap({"choose": ("space",)}), NoTerminal())
    assert "Space starts it" in scene.shown().splitlines()[2]
    assert "Space returns to your seat." in scene.shown()


def test_a_code_that_nobody_announces_is_not_found_and_one_of_two_servers_is_told_apart() -> None:
    error = TableNotFoundError("WRONG-99", [(ANKE, "Anke")], announced=False)
    assert explain_in_lobby(error).startswith("No table WRONG-99 is found. Check the code")
    error = TableNotFoundError("KIWI-42", [(ANKE, "Anke"), (HOLGER, "H")], announced=True)
    assert explain_in_lobby(error).startswith("It cannot be told which server has table KIWI-42.")
