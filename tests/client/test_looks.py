"""Themes and colours: readable, told apart by everybody, and never the only sign of anything."""

from collections.abc import Callable
from itertools import combinations, groupby, product
from pathlib import Path
from typing import Protocol

import pytest
from coloraide import Color
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.style import Style

from skyjo_client.present.canvas import Ink, Role, Size
from skyjo_client.screen.appearance import chosen_looks, needs_ascii
from skyjo_client.screen.canvas_app import View
from skyjo_client.screen.table_app import TableApp
from skyjo_client.screen.theme import ANSI, COLOURS, MONO, THEMES, Looks
from skyjo_client.settings import Settings
from skyjo_client.settings_file import SettingsFile
from skyjo_client.settings_table import SETTINGS
from tests.client.looks import FOLDER, files, letter
from tests.client.replays import REPLAYS
from tests.client.scene_list import LOBBIES, SCENES
from tests.client.test_table_app import Idle

READABLE = 4.5
"""The least contrast of text, as the Web Content Accessibility Guidelines want it (level AA)."""
TOLD_APART = 12.0
"""The least distance of two cards' colours by CIEDE2000; 2.3 is what one can just see."""
CARDS = (Role.LOWEST, Role.ZERO, Role.LOW, Role.MIDDLE, Role.HIGH)
TRUE_THEMES = [theme for theme in THEMES if theme != ANSI]
FILES = files()


class Scene(Protocol):
    """Something that a screen shows."""

    @property
    def view(self) -> View: ...


SCREENS: dict[str, Callable[[], Scene]] = {**SCENES, **LOBBIES, **REPLAYS}


def pair(style: Style, system: ColorSystem = ColorSystem.TRUECOLOR) -> tuple[str, str]:
    """What stands on what, as a terminal with so many colours shows it."""
    colours = []
    for colour in (style.color, style.bgcolor):
        assert colour is not None
        colours.append(colour.downgrade(system).get_truecolor().hex)
    return colours[1 if style.reverse else 0], colours[0 if style.reverse else 1]


@pytest.mark.parametrize("system", [ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT])
@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("theme", TRUE_THEMES)
def test_everything_can_be_read(theme: str, colours: str, system: ColorSystem) -> None:
    looks = Looks(theme, colours)
    for role, cursor, fresh in product(Role, (False, True), (False, True)):
        style = looks.of(Ink(role, cursor, fresh))
        text, ground = pair(style, system)
        assert Color(text).contrast(ground, method="wcag21") >= READABLE, (role, cursor, fresh)
        assert not style.dim, "a terminal dims as it likes"


def test_high_contrast_is_high() -> None:
    looks = Looks("high-contrast", "high-contrast")
    for role in Role:
        text, ground = pair(looks.of(Ink(role)))
        assert Color(text).contrast(ground, method="wcag21") >= 7, role


@pytest.mark.parametrize("seen", ["deutan", "protan", "tritan", None])
@pytest.mark.parametrize("colours", [name for name in COLOURS if name != MONO])
def test_cards_are_told_apart_however_one_sees_colours(colours: str, seen: str | None) -> None:
    grounds = [Color(pair(Looks("dark", colours).of(Ink(role)))[1]) for role in CARDS]
    shown = [ground.filter(seen) if seen else ground for ground in grounds]
    for (one, first), (other, second) in combinations(zip(CARDS, shown, strict=True), 2):
        assert first.delta_e(second, method="2000") >= TOLD_APART, (one, other)


@pytest.mark.parametrize("colours", COLOURS)
def test_a_colour_of_the_terminals_own_never_stands_on_an_unknown_ground(colours: str) -> None:
    looks = Looks(ANSI, colours)
    for role in Role:
        style = looks.of(Ink(role))
        assert (style.color is None) == (style.bgcolor is None)


@pytest.mark.parametrize("theme", THEMES)
def test_mono_has_no_colour_beside_those_of_the_text(theme: str) -> None:
    looks = Looks(theme, MONO)
    plain = looks.of(Ink())
    for role in (Role.ALERT, *CARDS):
        assert looks.of(Ink(role)).color == plain.color
        assert looks.of(Ink(role)).bgcolor == plain.bgcolor
    assert all(looks.of(Ink(role)).color is None for role in Role) is (theme == ANSI)


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_tells_the_same_without_colours(name: str) -> None:
    """What a cell's ink adds to its sign shows as an attribute, or the sign tells it by itself."""
    canvas = SCREENS[name]().view.frame(Size(80, 24))
    looks = Looks(ANSI, MONO)
    for y in range(canvas.size.lines):
        for text, ink in canvas.runs(y):
            style = looks.of(ink)
            assert style.color is None
            assert style.bgcolor is None
            if ink.cursor:
                assert style.reverse
            if ink.fresh:
                assert style.underline
            if ink.role is Role.ALERT:
                assert style.bold
                assert style.reverse
            if ink.role is Role.KEY:
                assert text == "> " or (text[0], text[-1]) == ("[", "]")
            if ink.role in CARDS:
                signs = text.rpartition(":")[2].translate(str.maketrans("[]()*-", "      "))
                assert all(sign.isdigit() for sign in signs.split())


@pytest.mark.parametrize("name", FILES)
def test_a_look_is_as_it_was(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == FILES[name], (
        "Read the difference; python -m tools.golden writes the files anew."
    )


def test_there_is_no_file_of_a_look_that_is_gone() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(FILES)


@pytest.mark.parametrize(("theme", "colours"), list(product(THEMES, COLOURS)))
async def test_the_terminal_gets_what_theme_and_colours_say(
    monkeypatch: pytest.MonkeyPatch, theme: str, colours: str
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("SKYJO_THEME", theme)
    monkeypatch.setenv("SKYJO_COLOURS", colours)
    monkeypatch.setenv("TERM", "xterm-256color")
    app = TableApp(Idle)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        canvas = app.table.frame(Size(80, 24))
        looks = Looks(theme, colours)
        for y, strip in enumerate(app.screen._compositor.render_strips()):
            expected = [looks.of(ink) for text, ink in canvas.runs(y) for _ in text]
            shown = [segment.style for segment in strip for _ in segment.text]
            assert [(one.color, one.bgcolor, one.bold) for one in expected] == [
                (own(one.color), own(one.bgcolor), one.bold) for one in shown if one is not None
            ]


def own(colour: RichColor | None) -> RichColor | None:
    """None for a colour that the terminal chooses."""
    return None if colour is None or colour.is_default else colour


@pytest.mark.parametrize(
    ("environ", "said", "expected"),
    [
        ({"NO_COLOR": "1"}, "", (ANSI, MONO)),
        ({"NO_COLOR": "0"}, 'theme = "dark"', (ANSI, MONO)),
        ({"NO_COLOR": ""}, "", (ANSI, "default")),
        ({}, 'theme = "light"', ("light", "default")),
        ({"NO_COLOR": "1"}, 'theme = "light"\ncolours = "blue-orange"', ("light", "blue-orange")),
        ({"NO_COLOR": "1", "SKYJO_COLOURS": "default"}, "", (ANSI, "default")),
    ],
)
def test_no_color_leaves_none_unless_colours_are_asked_for(
    tmp_path: Path, environ: dict[str, str], said: str, expected: tuple[str, str]
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(said)
    assert chosen_looks(Settings({}, environ, lambda: SettingsFile(path)), environ) == expected


@pytest.mark.parametrize(
    ("environ", "encoding", "expected"),
    [
        ({"LANG": "de_DE.UTF-8"}, "utf-8", False),
        ({}, "UTF-8", False),
        ({"LANG": "C"}, "ascii", True),
        ({}, "cp1252", True),
        ({"LANG": "ja_JP.UTF-8"}, "utf-8", True),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "utf-8", False),
        ({"LANG": "en_GB.UTF-8", "LC_CTYPE": "ko_KR.UTF-8"}, "utf-8", True),
    ],
)
def test_plain_signs_are_chosen_where_frames_would_break(
    environ: dict[str, str], encoding: str, *, expected: bool
) -> None:
    assert needs_ascii(environ, encoding) is expected


@pytest.mark.parametrize(("said", "plain"), [("on", True), ("off", False)])
async def test_plain_signs_can_be_asked_for(
    monkeypatch: pytest.MonkeyPatch, said: str, *, plain: bool
) -> None:
    monkeypatch.setenv("SKYJO_ASCII", said)
    app = TableApp(Idle)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        strips = app.screen._compositor.render_strips()
        shown = "".join(segment.text for strip in strips for segment in strip)
    assert shown.isascii() is plain


@pytest.mark.parametrize(("term", "theme"), [("xterm-256color", "dark"), ("xterm-16color", ANSI)])
async def test_a_terminal_of_few_colours_gets_its_own(
    monkeypatch: pytest.MonkeyPatch, term: str, theme: str
) -> None:
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("SKYJO_THEME", "dark")
    monkeypatch.setenv("TERM", term)
    assert TableApp(Idle).appearance.looks.of(Ink()) == Looks(theme, "default").of(Ink())


def test_every_theme_and_set_can_be_chosen() -> None:
    assert set(SETTINGS["theme"].allowed) == set(THEMES)
    assert set(SETTINGS["colours"].allowed) == set(COLOURS)


def test_no_two_inks_share_a_letter() -> None:
    inks = [Ink(role, *marks) for role in Role for marks in product((False, True), repeat=2)]
    letters = [letter(ink) for ink in inks if not (ink.cursor and ink.fresh)]
    assert [one for one, many in groupby(sorted(letters)) if len(list(many)) > 1] == []
