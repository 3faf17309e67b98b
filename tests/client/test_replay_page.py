"""The page of a replay in a real browser, from a file and without a network."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect, sync_playwright

from skyjo_client.cli import main
from skyjo_client.present.recording import EVERYTHING, Recording, Viewpoint
from skyjo_client.replay_page.page import page as replay_page
from skyjo_engine.game import Game
from skyjo_engine.record import Record
from skyjo_engine.record_text import dumps
from skyjo_engine.rules import Rules
from skyjo_engine.view import GridView, observe
from tests.client.recordings import any_record, dealt_cards, plain_record, walked
from tests.hostile import HOSTILE
from tests.recorded import record_game

pytestmark = pytest.mark.slow

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MARKUP = '</script><script>hacked = 1</script><img src="x" onerror="hacked = 2">&lt;b&gt;'

SHOWN = """
([viewer, places]) => {
  const choose = (id, value, name) => {
    const element = document.getElementById(id);
    element.value = value;
    element.dispatchEvent(new Event(name));
  };
  choose("view", viewer, "change");
  return places.map((place) => {
    choose("place", place, "input");
    const cells = [...document.querySelectorAll("#seats tbody td span:first-child")];
    const captions = [...document.querySelectorAll("#seats caption")];
    return {
      cards: cells.map((cell) => cell.textContent),
      captions: captions.map((caption) => caption.textContent),
      piles: ["top", "draw", "held"].map((id) => document.getElementById(id).textContent),
    };
  });
}
"""
"""Goes to places as a viewer by the page's own controls, and reads the tables there."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        yield browser
        browser.close()


class Shown:
    """Opens pages and notes whatever they complain about or ask for."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._context = browser.new_context(offline=True, locale="en")
        self._folder = folder
        self.trouble: list[str] = []
        self.asked: list[str] = []

    def open(self, record: Record, viewpoint: Viewpoint = EVERYTHING) -> Page:
        path = self._folder / "game.html"
        path.write_text(replay_page(Recording(record), viewpoint), encoding="utf-8")
        page = self._context.new_page()
        page.on("console", lambda message: self.trouble.append(message.text))
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        page.goto(path.as_uri())
        return page

    def close(self) -> None:
        self._context.close()


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Shown]:
    shown = Shown(browser, tmp_path)
    yield shown
    shown.close()
    assert shown.trouble == []
    assert shown.asked == [(tmp_path / "game.html").as_uri()]


LATER = re.compile(r"Event ([3-9]|\d\d+) of")
"""The progress once a replay that is played has gone on by some events."""


def place(page: Page) -> int:
    return int(page.input_value("#place"))


def faces(grid: GridView, dealt: tuple[int, ...] = ()) -> list[str]:
    """What the page shows of a grid; ``dealt`` are the cards of its hidden slots."""
    if not grid.values:
        return [""] * 12
    under = dict(zip(grid.hidden, dealt, strict=True)) if dealt else {}
    return [
        ""
        if slot in grid.cleared
        else f"({under[slot]})"
        if slot in under
        else "··"
        if value is None
        else str(value)
        for slot, value in enumerate(grid.values)
    ]


def expected(game: Game, viewer: int | None, hidden: dict[int, tuple[int, ...]]) -> dict[str, Any]:
    """What the engine's view says."""
    view = observe(game, viewer)
    cards = [
        face for n, seat in enumerate(view.seats) for face in faces(seat.grid, hidden.get(n, ()))
    ]
    drawn = view.drawn
    if hidden and game.round:
        drawn = game.round.drawn
    return {"cards": cards, "turn": view.turn, "drawn": drawn, "totals": list(view.totals)}


def read(shown: dict[str, Any]) -> dict[str, Any]:
    """The same of what the page shows."""
    captions = shown["captions"]
    turns = [n for n, caption in enumerate(captions) if caption.startswith("> ")]
    held = shown["piles"][2]
    return {
        "cards": shown["cards"],
        "turn": turns[0] if turns else None,
        "drawn": int(held.split()[-1]) if held else None,
        "totals": [int(caption.split(": ")[-1].split(" ")[0]) for caption in captions],
    }


@pytest.mark.parametrize("record", [plain_record(), any_record(3)], ids=["usual", "odd"])
def test_each_seat_sees_throughout_what_the_engine_lets_it_see(
    opened: Shown, record: Record
) -> None:
    page = opened.open(record)
    recording = Recording(record)
    stops = [numbers[-1] for _game, numbers in walked(record)]
    for viewer in range(len(record.players) + 1):
        shown = page.evaluate(SHOWN, [viewer, stops])
        seat = viewer - 1 if viewer else None
        for (game, numbers), one in zip(walked(record), shown, strict=True):
            hidden = dealt_cards(game, recording, numbers[-1]) if seat is None else {}
            assert read(one) == expected(game, seat, hidden), (viewer, numbers)


def test_it_is_used_by_keys_alone(opened: Shown) -> None:
    record = plain_record()
    recording = Recording(record)
    page = opened.open(record)
    press = page.keyboard.press
    assert place(page) == recording.rounds[0]
    press("Home")
    places = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown", "PageDown", "ArrowUp", "End"):
        press(key)
        places.append(place(page))
    first, second = recording.rounds
    last = max(turn for turn in recording.turns if turn < second)
    assert places == [1, 2, first, recording.turns[0], second, last, recording.end]
    press("Home")
    press("PageDown")
    press("2")
    expect(page.locator("caption", has_text="2 Berta")).to_be_visible()
    assert page.input_value("#view") == "2"
    press("+")
    press("+")
    assert page.input_value("#speed") == "0.25"
    press("Tab")
    expect(page.get_by_role("button", name="Beginning")).to_be_focused()
    press(" ")
    assert place(page) == 0
    page.get_by_role("button", name="Play").focus()
    press("Enter")
    expect(page.locator("#progress")).to_have_text(LATER)
    press("ArrowRight")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_it_is_used_by_buttons_alone(opened: Shown) -> None:
    record = plain_record()
    recording = Recording(record)
    page = opened.open(record, Viewpoint(1))
    assert page.input_value("#view") == "2"
    places = []
    for name in ("Next turn", "On", "Back", "Next round", "Turn back", "Round back", "End"):
        page.get_by_role("button", name=name, exact=True).click()
        places.append(place(page))
    first, second = recording.rounds
    last = max(turn for turn in recording.turns if turn < second)
    turn = recording.turns[0]
    assert places == [turn, turn + 1, turn, second, last, first, recording.end]
    page.get_by_label("Seen by").select_option("3 Chris")
    page.get_by_label("Seconds for each event").select_option("0.1")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#progress")).to_have_text(LATER)
    page.get_by_role("button", name="Pause").click()
    stopped = place(page)
    page.get_by_role("button", name="On", exact=True).click()
    assert place(page) == stopped + 1


def test_what_is_seen_can_be_heard(opened: Shown) -> None:
    page = opened.open(plain_record(), Viewpoint(0))
    page.keyboard.press("Home")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_contain_text("turned up")
    table = page.get_by_role("table", name="1 Anke: 0")
    expect(table.get_by_role("rowheader")).to_have_text(["a", "b", "c"])
    expect(table.get_by_role("columnheader")).to_have_text(["1", "2", "3", "4"])
    assert {"hidden"} <= set(table.locator("td .spoken").all_inner_texts())
    page.keyboard.press("End")
    expect(page.get_by_role("status")).to_contain_text("The game is over")
    scores = page.get_by_role("table", name="Scores")
    winner = scores.get_by_role("row").filter(has=page.get_by_role("cell", name="1", exact=True))
    assert winner.count() >= 1
    expect(page.locator("#log li").last).to_contain_text("The game is over")


def test_hostile_names_are_words_and_nothing_else(opened: Shown) -> None:
    record = plain_record(8)
    names = [MARKUP, *HOSTILE][:8]
    named = [replace(one, name=name) for one, name in zip(record.players, names, strict=False)]
    page = opened.open(replace(record, players=tuple(named), game_id=MARKUP))
    page.keyboard.press("End")
    assert page.evaluate("typeof hacked") == "undefined"
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    assert "</script><script>hacked" in page.locator("#seat-0 caption").inner_text()
    assert page.title().startswith("SKYJO, game </scrip")


def test_no_other_script_may_run(opened: Shown) -> None:
    page = opened.open(plain_record())
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'),"
        " {textContent: 'hacked = 1'}))"
    )
    assert page.evaluate("typeof hacked") == "undefined"
    refused, opened.trouble = opened.trouble, []
    assert any("Content Security Policy" in line for line in refused)


def test_it_follows_the_colours_of_the_system(opened: Shown) -> None:
    page = opened.open(plain_record())
    grounds = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds == ["rgb(253, 253, 248)", "rgb(22, 26, 29)"]


def test_a_long_game_of_eight_is_no_large_file() -> None:
    record = record_game(Rules(players=8, target=300), 5, careful=True)
    assert Recording(record).end > 2000
    assert len(replay_page(Recording(record), EVERYTHING).encode()) < 1_000_000


def test_the_command_writes_the_page_and_overwrites_nothing_unasked(tmp_path: Path) -> None:
    record, target = tmp_path / "game", tmp_path / "game.html"
    record.write_bytes(dumps(plain_record()))
    arguments = ["replay", str(record), "--as", "2", "--html"]
    written = CliRunner().invoke(main, [*arguments, str(target)])
    assert (written.exit_code, written.stderr) == (0, "")
    text = target.read_bytes()
    assert written.stdout == f"{target}: {len(text)} bytes\n"
    assert text.decode() == replay_page(Recording(plain_record()), Viewpoint(1))
    target.write_text("precious", encoding="utf-8")
    refused = CliRunner().invoke(main, [*arguments, str(target)])
    assert (refused.exit_code, target.read_text(encoding="utf-8")) == (2, "precious")
    assert "add --force to overwrite it." in refused.stderr
    assert CliRunner().invoke(main, [*arguments, str(target), "--force"]).exit_code == 0
    assert target.read_bytes() == text
    piped = CliRunner().invoke(main, [*arguments, "-"])
    assert piped.stdout_bytes == text
    both = CliRunner().invoke(main, [*arguments, "-", "--json"])
    assert (both.exit_code, both.stdout) == (2, "")
