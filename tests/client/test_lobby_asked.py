"""What is asked in the lobby and typed there: names, games, tables and the way to them."""

import pytest

from skyjo_client.player_name import player_name
from skyjo_client.screen.lobby_answers import Wish
from tests.client.lobbies import (
    ADDRESS,
    TABLES,
    LobbyScene,
)


def test_another_name_is_taken_in_the_lobby_and_counts_from_then_on() -> None:
    scene = LobbyScene(*TABLES)
    for typed, name in (("Anke", "Anke"), ("name Anna Lena", "Anna Lena")):
        scene.press("colon")
        assert f"Your name is {player_name(None)}." in scene.shown()
        scene.view.paste(typed)
        scene.press("enter")
        assert f"At the next table your name is {name}." in scene.shown()
        assert player_name(None) == name
    scene.press("colon")
    scene.press("enter")
    assert "Type a name, or press Esc." in scene.shown()
    scene.view.paste("x" * 21)
    scene.press("enter")
    assert "This name is not possible." in scene.shown()
    assert player_name(None) == "Anna Lena"
    assert scene.view.wish is None


def test_a_name_that_is_set_is_not_changed_in_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKYJO_NAME", "Berta")
    scene = LobbyScene(*TABLES)
    scene.press("colon")
    scene.view.paste("Anke")
    scene.press("enter")
    assert "skyjo settings tells where it is set" in " ".join(scene.shown().split())
    assert player_name(None) == "Berta"


@pytest.mark.parametrize(
    ("keys", "wish"),
    [
        ("p", Wish("play", seats=4, level="casual")),
        ("p*2", Wish("play", seats=2, level="casual")),
        ("p*8 Skilled", Wish("play", seats=8, level="skilled")),
        ("n", Wish("make", ADDRESS, seats=4, level="casual")),
        ("n*6", Wish("make", ADDRESS, seats=6, level="casual")),
        ("n6", Wish("make", ADDRESS, seats=6, level="casual")),
        ("p3", Wish("play", seats=3, level="casual")),
        (
            "n bots 2 to 50 Clock 5M+10s level skilled rounds 3",
            Wish("make", ADDRESS, "", 4, "skilled", bots=2, to=50, rounds=3, clock="5m+10s"),
        ),
        ("jotter42", Wish("join", code="otter42")),
        ("jskyjo://192.0.2.9/A-1#x", Wish("join", code="skyjo://192.0.2.9/A-1#x")),
        ("q", Wish("quit")),
    ],
)
def test_keys_say_what_is_wanted(keys: str, wish: Wish) -> None:
    scene = LobbyScene(*TABLES)
    first, *more = ("ctrl+u" if key == "*" else key for key in keys)
    scene.press(first, *more, *([] if keys == "q" else ["enter"]))
    assert scene.view.wish == wish


@pytest.mark.parametrize(
    "keys",
    [
        "p*9",
        "p*x",
        "p*4 genius",
        "n*1",
        "n*",
        "n bots 4",
        "n to",
        "n to x",
        "n clock fast",
        "n x 3",
        "j",
        "n*44",
        "n*²",
    ],
)
def test_what_makes_no_sense_is_told_and_can_be_corrected(keys: str) -> None:
    scene = LobbyScene(*TABLES)
    before = scene.shown()
    scene.press(*("ctrl+u" if key == "*" else key for key in keys), "enter")
    assert any(told in scene.shown() for told in ("Type ", "room for at most 3 bots"))
    scene.press("escape")
    assert scene.view.wish is None
    assert scene.shown() == before


@pytest.mark.parametrize(
    "typed", ["xyz", "%%%", "KIWI", "42", "KIWI-42-7", "a b c", "300.1.1.1:x", "SKYJO://"]
)
def test_nonsense_where_a_code_is_asked_for_is_told_at_once_and_can_be_corrected(
    typed: str,
) -> None:
    scene = LobbyScene(*TABLES)
    scene.press("j", *typed, "enter")
    assert scene.view.wish is None
    told = " ".join(scene.shown().split())
    wrong = (
        "is not the code of a table. A code looks like",
        "HOST or HOST:PORT",
        "is broken. Copy",
    )
    assert any(text in told for text in wrong)
    scene.press("ctrl+u", *("backspace" for _ in typed), *"KIWI-42", "enter")
    assert scene.view.wish == Wish("join", code="KIWI-42")
