"""What keys do in a replay, and that it shows the table as it was."""

import random

import pytest

from skyjo_client.present.canvas import Size, key_spot
from skyjo_client.present.frame_parts import Sight
from skyjo_client.present.languages import SOURCE
from skyjo_client.present.messages import speak
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.recording import EVERYTHING, Recording, Viewpoint
from skyjo_client.present.table_frame import table_frame
from skyjo_client.screen.replay_app import ReplayApp
from skyjo_client.screen.replay_view import PACES
from tests.client.app_screens import shown, until
from tests.client.recordings import any_record, plain_record
from tests.client.replays import ReplayScene

SIZE = Size(80, 24)


@pytest.fixture
def scene() -> ReplayScene:
    return ReplayScene(plain_record())


def test_a_replayed_table_looks_as_it_did(scene: ReplayScene) -> None:
    """Between first and last lines, which say other things."""
    recording = scene.view.recording
    scene.press("2", "s")
    narrator = Narrator()
    narrator.take(recording.welcome(Viewpoint(1)))
    narrator.story.clear()
    for number in range(1, recording.end + 1):
        narrator.take(recording.frame(number, Viewpoint(1)))
        live = table_frame(narrator, Sight(), SIZE).rows()
        scene.press("right")
        replayed = scene.view.frame(SIZE).rows()
        if "rank" not in replayed[2]:
            assert replayed[1:-3] == live[1:-3]
    assert scene.view.place == recording.end


@pytest.mark.parametrize("seed", range(2))
def test_wherever_one_comes_from_a_place_looks_the_same(seed: int) -> None:
    record = any_record(seed)
    onwards = ReplayScene(record)
    screens = []
    for _ in range(onwards.view.recording.end + 1):
        screens.append(onwards.shown())
        onwards.press("right")
    wanderer = ReplayScene(record)
    source = random.Random(seed)
    keys = ("left", "left", "right", "up", "down", "pageup", "pagedown", "home", "end", "tab")
    for _ in range(100):
        wanderer.press(source.choice(keys))
        wanderer.view.frame(SIZE)
        if wanderer.view.viewpoint == EVERYTHING:
            assert wanderer.shown() == screens[wanderer.view.place]


def test_keys_go_to_events_turns_rounds_and_ends(scene: ReplayScene) -> None:
    view, recording = scene.view, scene.view.recording
    first, second = recording.rounds
    places = []
    for key in ("right", "right", "left", "down", "down", "up", "pagedown", "up", "end", "pageup"):
        scene.press(key)
        places.append(view.place)
    assert places == [
        *(1, 2, 1, recording.turns[0], recording.turns[1], recording.turns[0], second),
        max(turn for turn in recording.turns if turn < second),
        *(recording.end, second),
    ]
    scene.press("pageup", "pageup", "left")
    assert (first, view.place) == (1, 0)
    scene.press("end", "right", "down", "pagedown")
    assert view.place == recording.end
    assert f"event {recording.end} of {recording.end} · round 2 of 2 · paused" in scene.shown()


def test_a_seat_sees_its_own_draws_only(scene: ReplayScene) -> None:
    while "draws" not in scene.shown() or "Anke" not in scene.shown().split("draws")[0][-9:]:
        scene.press("right")
    assert "Anke: [" in scene.shown()
    assert "(" in scene.shown()
    scene.press("1")
    assert "you hold: [" in scene.shown()
    assert "replay, as Anke saw it" in scene.shown()
    assert "(" not in scene.shown()
    scene.press("tab")
    assert "replay, as Berta saw it" in scene.shown()
    assert " [" not in "".join(scene.shown().splitlines()[:-2])
    assert "Anke draws a card." in scene.shown()
    scene.press("tab", "tab")
    assert "all cards open" in scene.shown()
    scene.press("shift+tab", "0", "9", "²")
    assert "all cards open" in scene.shown()


def test_scores_log_and_help(scene: ReplayScene) -> None:
    scene.press("down", "s")
    assert "rank" in scene.shown()
    scene.press("s")
    assert "discard" in scene.shown()
    scene.press("l")
    assert "Round 1 begins." in scene.shown()
    scene.press("escape", "question_mark")
    assert "on by an event" in scene.shown()
    scene.press("q")
    assert scene.ended == 0
    scene.view.click(key_spot("right"))
    scene.view.click(key_spot("q"))
    assert scene.ended == 1


def test_a_click_on_the_bar_goes_there(scene: ReplayScene) -> None:
    canvas = scene.view.frame(SIZE)
    row = next(y for y, line in enumerate(canvas.rows()) if "□" in line)
    places = []
    for x in (10, 1, 5):
        spot = canvas.spot_at(x, row)
        assert spot is not None
        scene.view.click(spot)
        places.append(scene.view.place)
    end = scene.view.recording.end
    assert places == [end, 0, end * 4 // 9]


def test_it_plays_at_the_pace_that_is_asked_for_and_pauses_at_the_end(scene: ReplayScene) -> None:
    view = scene.view
    paces = [view.pace]
    for keys in (["space"], ["plus"], ["minus"] * 9, ["plus"] * 9, ["space"]):
        scene.press(*keys)
        paces.append(view.pace)
    assert paces == [None, 1.0, 0.5, max(PACES), min(PACES), None]
    scene.press("space")
    assert "0.1 s each" in scene.shown()
    view.tick()
    assert (view.place, view.playing) == (1, True)
    scene.press("right")
    assert (view.place, view.pace) == (2, None)
    scene.press("end", "left", "space")
    view.tick()
    assert (view.place, view.pace) == (view.recording.end, None)
    scene.press("space")
    assert (view.place, view.playing) == (0, True)


def test_what_has_happened_is_told_in_the_language_that_is_chosen_meanwhile(
    scene: ReplayScene,
) -> None:
    scene.press("down", "l")
    assert "Round 1 begins." in scene.shown()
    try:
        scene.press("escape", "f2", "l")
        assert "Runde 1 beginnt." in scene.shown()
        assert "Round 1" not in scene.shown()
    finally:
        speak(SOURCE)


@pytest.mark.parametrize("lines", [1, 19, 20, 40])
@pytest.mark.parametrize("columns", [1, 59, 60, 101])
def test_every_size_is_survived(scene: ReplayScene, columns: int, lines: int) -> None:
    scene.press("end", "left")
    rows = scene.shown(Size(columns, lines)).splitlines()
    assert len(rows) <= lines
    assert any("event" in row for row in rows) == (columns >= 60 and lines >= 20)


@pytest.mark.slow
async def test_real_keys_reach_it_and_time_moves_it() -> None:
    recording = Recording(plain_record())
    app = ReplayApp(recording, Viewpoint(1))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "event 0 of" in "\n".join(shown(app)))
        await pilot.press("right", "down", "tab", "shift+tab", "tab")
        await until(pilot, lambda: "as Chris saw it" in shown(app)[0])
        place = app.replay.place
        await pilot.press("plus", "plus", "plus", "space")
        await until(pilot, lambda: app.replay.place > place + 2)
        await pilot.press("space")
        assert app.replay.pace is None
        await pilot.press("end", "space", "q")
    assert app.return_code == 0
