"""Keys of one's own: what is refused, what the views are told, what the screen shows of them."""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from skyjo_client.present.canvas import Size
from skyjo_client.present.keymap import ACTIONS, DEFAULT_KEYMAP, Keymap, KeymapError, Press, Where
from skyjo_client.present.languages import SOURCE
from skyjo_client.present.messages import speak
from skyjo_client.screen.lobby_answers import Wish
from skyjo_client.screen.table_app import TableApp
from skyjo_client.screen.terminal import NoTerminal
from skyjo_client.settings_file import SettingsError, SettingsFile
from tests.client.app_screens import shown
from tests.client.lobbies import ADDRESS, TABLES, LobbyScene
from tests.client.programs import run
from tests.client.scene_list import SCENES
from tests.client.scenes import Scene, your_turn
from tests.client.test_table_app import Idle

PAGE = Path(__file__).parents[2] / "docs" / "full-screen.md"
SENT = ("enter",)
"""The keys that send something, by default."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """One of the keys changes the language."""
    yield
    speak(SOURCE)


class Recorder(NoTerminal):
    """A terminal that remembers what was copied."""

    def __init__(self) -> None:
        self.copied = ""

    def copy(self, text: str) -> None:
        self.copied = text


def test_every_key_by_default_means_its_action_and_the_views_know_it() -> None:
    for action in ACTIONS.values():
        for key, where in product(action.keys, action.where):
            meant = DEFAULT_KEYMAP.meant(where, key, key if len(key) == 1 else None)
            assert meant.key == action.view_key


@pytest.mark.parametrize("scene", SCENES)
def test_no_key_but_enter_sends_anything_but_an_answer(scene: str) -> None:
    """So no key that cannot be taken back lies beside one that can, on any keyboard."""
    for action in ACTIONS.values():
        for key in action.keys:
            one = SCENES[scene]()
            one.lines.clear()
            answers = one.view.where is Where.ASKED
            one.view.press(
                *DEFAULT_KEYMAP.meant(one.view.where, key, key if len(key) == 1 else None)
            )
            assert key in SENT or answers or one.lines in ([], ["help"], ["invite"], ["replay"])


@pytest.mark.parametrize(
    ("keys", "line", "expected"),
    [
        ('log = "s"', 2, "s cannot mean log, it means scores already."),
        ('hint = "k"\nlog = ["f4", "k"]', 3, "k cannot mean log, it means hint already."),
        ('logg = "k"', 2, "There is no action logg. There are: choose, back, "),
        ('log = "F99"', 2, "F99 is no key. Write a sign, ctrl+ and a letter, or one of: enter, "),
        ('log = ""', 2, 'log: "" is no key.'),
        ("log = []", 2, "log needs a key."),
        ("log = 7", 2, "log needs a key in quotes"),
        ('log = "a"', 2, "a cannot mean log: it begins the name of a slot."),
        ('leave = ["q", "ctrl+c"]', 2, "ctrl+c cannot mean leave: it always asks to leave."),
        ('log = "\\u202e"', 2, "\\u202e is no key."),
    ],
)
def test_keys_that_cannot_be_are_told_with_their_line(
    tmp_path: Path, keys: str, line: int, expected: str
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f"[keys]\n{keys}\n", "utf-8")
    with pytest.raises(SettingsError) as caught:
        SettingsFile(path)
    assert f"line {line}: " in str(caught.value)
    assert expected.removeprefix("log: ") in str(caught.value)


def test_a_key_is_looked_for_below_its_heading(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('mouse = true\n\n[keys]\nmouse = "h"\n', "utf-8")
    with pytest.raises(SettingsError, match=r"line 4: h cannot mean mouse"):
        SettingsFile(path)


def test_keys_that_are_no_table_are_told(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('keys = "vi"', "utf-8")
    with pytest.raises(SettingsError, match=r"line 1: Keys stand below \[keys\]"):
        SettingsFile(path)


def test_two_actions_may_change_keys() -> None:
    keymap = Keymap({"log": ("s",), "scores": ("l", "f4")})
    assert keymap.meant(Where.TABLE, "s", "s") == Press("l", "l")
    assert keymap.meant(Where.TABLE, "f4") == Press("s", "s")


def test_a_key_that_is_named_twice_is_named_once() -> None:
    assert Keymap({"log": ("k", "k")}).meant(Where.TABLE, "k", "k").key == "l"


def test_the_same_key_may_mean_one_thing_in_the_lobby_and_another_at_a_table() -> None:
    keymap = Keymap({"rules": ("l",)})
    assert keymap.meant(Where.LOBBY, "l", "l").key == "r"
    assert keymap.meant(Where.TABLE, "l", "l").key == "l"


def test_a_key_that_lost_its_meaning_has_none() -> None:
    keymap = Keymap({"log": ("f4",)})
    assert keymap.meant(Where.LOBBY, "r", "r").key == "r"
    assert keymap.meant(Where.TABLE, "l", "l") == Press("", "l")


def test_in_a_typed_line_each_key_is_itself() -> None:
    keymap = Keymap({"choose": ("space",), "hint": ("e",)})
    for key in ("e", "h", "enter", "space"):
        assert keymap.meant(Where.TYPING, key, key[:1]) == Press(key, key[:1])


@pytest.mark.parametrize("keys", [("ctrl+y",), ("alt+1", "Ö"), ("shift+f5",), ("é", "}")])
def test_many_keys_may_be_bound(keys: tuple[str, ...]) -> None:
    keymap = Keymap({"hint": keys})
    assert all(keymap.meant(Where.TABLE, key, key).key == "h" for key in keys)


@pytest.mark.parametrize("key", ["", " ", "\n", "ctrl", "ctrl+", "ctrl+ab", "hyper+a", "f13", "ab"])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(KeymapError):
        Keymap({"hint": (key,)})


def pressed(scene: Scene, keymap: Keymap, *keys: str) -> None:
    scene.view.bind(keymap, NoTerminal())
    for key in keys:
        scene.view.press(*keymap.meant(scene.view.where, key, key if len(key) == 1 else None))


def test_footer_and_help_show_the_keys_that_are_bound() -> None:
    keymap = Keymap({"hint": ("f4", "k"), "leave": ("ctrl+x",), "draw": ("g",)})
    scene = your_turn(2)
    pressed(scene, keymap, "f4")
    footer = scene.shown().splitlines()[-1]
    assert "[g] draw" in footer
    assert "[f4] hint" in footer
    assert "[ctrl+x] leave" in footer
    pressed(scene, keymap, "g", "enter", "?")
    assert scene.lines == ["d", "help"]
    scene.view.answer(["t SLOT: take"])
    page = scene.shown(Size(80, 40))
    assert re.search(r"f4, k +get a hint", page)
    assert "t SLOT: take" in page


def test_the_lobby_tells_the_keys_that_are_bound() -> None:
    keymap = Keymap({"play": ("g",), "join": ("f3",)})
    scene = LobbyScene()
    scene.view.bind(keymap, NoTerminal())
    shown = scene.shown()
    assert "g: a game of your own" in shown
    assert "f3: join by a code" in shown
    assert "[g] bots" in shown
    scene.view.press(*keymap.meant(scene.view.where, "?", "?"))
    assert "f3" in scene.shown()
    assert "join by code or address" in scene.shown()


def test_a_key_that_is_bound_plays_in_the_lobby() -> None:
    keymap = Keymap({"watch": ("k",)})
    scene = LobbyScene(*TABLES)
    scene.view.bind(keymap, NoTerminal())
    scene.view.press(*keymap.meant(scene.view.where, "w", "w"))
    assert scene.wishes == 0
    scene.view.press(*keymap.meant(scene.view.where, "k", "k"))
    assert scene.view.wish == Wish("watch", ADDRESS, "KIWI-42")


def test_the_log_is_copied() -> None:
    scene = your_turn(2)
    terminal = Recorder()
    scene.view.bind(DEFAULT_KEYMAP, terminal)
    scene.press("y")
    assert terminal.copied.splitlines() == list(scene.narrator.log)
    assert "The log was copied" in scene.shown()


async def test_the_screen_listens_to_the_keys_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[keys]\nlog = ["k", "l"]\n')
    app = TableApp(Idle)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert any("[k] log" in line for line in shown(app))
        for key in ("k", "l"):
            await pilot.press(key)
            assert any("Nothing has happened yet." in line for line in shown(app))
            await pilot.press("escape")


def test_every_action_and_its_keys_are_documented() -> None:
    page = PAGE.read_text("utf-8")
    for action in ACTIONS.values():
        row = next(line for line in page.splitlines() if f"`{action.name}`" in line)
        assert all(f"`{key}`" in row for key in action.keys), action.name


def test_the_list_of_keys_has_straight_columns_of_ones_own_language(tmp_path: Path) -> None:
    lines = run(tmp_path, "keys", "--lang", "de").stdout.splitlines()
    rows = [re.split(" {2,}", line) for line in lines]
    assert {len(row) for row in rows} == {4}
    assert len({line.rindex("  ") for line in lines}) == 1
    places = {place for row in rows for place in re.split(", | und ", row[3])}
    assert places == {"Tisch", "Lobby", "Wiederholung", "Seite"}


def test_the_command_lists_the_keys(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[keys]\nlog = ["k", "f4"]\n')
    lines = run(tmp_path, "keys").stdout.splitlines()
    assert next(line for line in lines if " log " in line).split()[:3] == ["k", "f4", "log"]
    told = [json.loads(line) for line in run(tmp_path, "keys", "--json").stdout.splitlines()]
    assert {one["action"] for one in told} == set(ACTIONS)
    assert next(one for one in told if one["action"] == "log")["keys"] == ["k", "f4"]
