"""The pictures in the pages are of the screens as they are, and ask nobody for anything."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tools.pictures import FOLDER, PICTURES

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all pictures are drawn, away from this process and its terminal."""
    folder = tmp_path_factory.mktemp("pictures")
    command = [sys.executable, "-m", "tools.pictures", str(folder)]
    environment = {**os.environ, "NO_COLOR": "1", "LANG": "C", "TERM": "dumb"}
    subprocess.run(command, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, check=True)
    return folder


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_of_the_screen_as_it_is(name: str, drawn: Path) -> None:
    made = (drawn / f"{name}.svg").read_text(encoding="utf-8")
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == made, (
        "Look at the difference; make pictures draws them anew."
    )


def test_there_is_no_picture_that_is_not_shown_and_none_is_missing() -> None:
    pages = (CHECKOUT / "README.md", *(CHECKOUT / "docs").glob("*.md"))
    shown = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.svg" for name in PICTURES}
    assert [name for name in PICTURES if f"pictures/{name}.svg)" not in shown] == []


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_asks_nobody_for_anything(name: str) -> None:
    text = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert "url(" not in text.replace("url(#", "")
    outside = [
        value
        for element in ET.fromstring(text).iter()  # noqa: S314 # our own file
        for key, value in element.attrib.items()
        if key.endswith(("href", "src"))
    ]
    assert outside == []
