"""The screens have room for every language that there is, and for longer ones."""

import re

import pytest

from skyjo_client.present import messages
from skyjo_client.present.canvas import Size
from skyjo_client.present.languages import SOURCE
from skyjo_client.present.wrapped import width
from tests.client.scenes import SIZES, timed
from tests.client.speaking import (
    BEGIN,
    END,
    EVERY_SCENE,
    FOLDER,
    SPOKEN,
    Longer,
    Marked,
    language_screens,
    speaking,
)

SCROLLED = ("rules", "log", "replay-help", "replay-scored")
"""Pages that go on below, and sentences of any length in one line."""
FULL = ("clock", "lobby-kept", "replay-over")
"""Lines that are nearly full in English; every language that there is fits."""
TALL = (Size(80, 45), Size(120, 45))
"""What is told beside a list may go on below the screen."""
LONGER = "longer"


@pytest.mark.parametrize("language", SPOKEN)
def test_screens_look_as_they_did(language: str) -> None:
    golden = (FOLDER / f"{language}.txt").read_text(encoding="utf-8")
    assert language_screens(language) == golden, (
        "Read the difference; python -m tools.golden writes the files anew."
    )


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("size", [*SIZES, Size(60, 20)], ids="{0[0]}x{0[1]}".format)
def test_no_line_is_longer_than_the_screen(language: str, size: Size) -> None:
    with speaking(language):
        for name, scene in EVERY_SCENE.items():
            lines = scene().shown(size).splitlines()
            assert len(lines) <= size.lines, name
            assert max(map(width, lines)) <= size.columns, name


@pytest.mark.parametrize("language", [SOURCE, *SPOKEN, LONGER])
@pytest.mark.parametrize("size", TALL, ids="{0[0]}x{0[1]}".format)
def test_no_text_is_cut(language: str, size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = Longer() if language == LONGER else messages._catalogue(language)
    monkeypatch.setattr(messages, "_catalogue", lambda _language: Marked(texts))
    for name, scene in EVERY_SCENE.items():
        if name not in SCROLLED and (language != LONGER or name not in FULL):
            shown = scene().shown(size)
            assert BEGIN in shown
            assert (name, shown.count(END)) >= (name, shown.count(BEGIN)), shown


@pytest.mark.parametrize("language", [SOURCE, *SPOKEN])
@pytest.mark.parametrize("size", [*SIZES, Size(60, 20)], ids="{0[0]}x{0[1]}".format)
def test_every_clock_and_what_lies_open_is_shown_in_full(language: str, size: Size) -> None:
    with speaking(language):
        scene = timed(4 if size in SIZES else 8)  # fewer are shown as cards there
        shown = scene.shown(size)
        for seat, clock in ((1, "13:34"), (2, "11:59"), (3, "10:24")):
            board = scene.narrator.store.board.seat(seat)
            text = messages._("open {sum}, hidden {hidden}")
            assert clock in shown
            assert text.format(sum=board.open_sum, hidden=len(board.hidden)) in shown


@pytest.mark.parametrize("language", [SOURCE, *SPOKEN])
def test_the_keys_wanted_most_are_shown_at_80_columns(language: str) -> None:
    """Which keys there are is asked where there is room for all."""
    usual, wide = SIZES
    with speaking(language):
        for name, scene in EVERY_SCENE.items():
            keys, all_keys = (_keys(scene().shown(size)) for size in (usual, wide))
            if name not in SCROLLED:
                assert all_keys[:3] == keys[:3], name
                assert all_keys[-2:] == keys[-2:], name


def _keys(shown: str) -> list[str]:
    return re.findall(r"\[(.+?)\] ", shown.splitlines()[-1])
