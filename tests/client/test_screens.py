"""Every screen as text, at every size, against the files under tests/golden/screens."""

import pytest

from skyjo_client.present.canvas import Size
from skyjo_client.present.wrapped import width
from tests.client.scene_list import FOLDER, SCENES, screens
from tests.client.scenes import SIZES, your_turn
from tools.golden import README, with_screens

SCREENS = screens()


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_did(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == SCREENS[name], (
        "Read the difference; python -m tools.golden writes the files anew."
    )


def test_the_readme_shows_a_screen_as_it_is() -> None:
    page = README.read_text(encoding="utf-8")
    assert "<!-- screen: " in page
    assert with_screens(page) == page


def test_there_is_no_file_of_a_screen_that_is_gone() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(SCREENS)


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("size", [*SIZES, Size(60, 20), Size(97, 29)], ids="{0[0]}x{0[1]}".format)
def test_no_line_is_longer_than_the_screen(scene: str, size: Size) -> None:
    lines = SCENES[scene]().shown(size).splitlines()
    assert len(lines) <= size.lines
    assert max(map(width, lines)) <= size.columns


@pytest.mark.parametrize("columns", range(1, 130, 7))
@pytest.mark.parametrize("lines", [1, 2, 19, 20, 24, 40])
def test_every_size_is_survived(columns: int, lines: int) -> None:
    size = Size(columns, lines)
    shown = your_turn(8).shown(size)
    assert len(shown.splitlines()) <= lines
    if columns < 60 or lines < 20:
        assert "┌" not in shown
