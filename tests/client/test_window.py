"""What a terminal does beside showing the screen: bell, title, mouse, and how often it is drawn."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from skyjo.v1 import game_pb2, play_pb2
from skyjo_client.present.canvas import key_spot
from skyjo_client.present.summons import Summons
from skyjo_client.screen.table_app import TableApp
from skyjo_client.screen.window import MOUSE_OFF, MOUSE_ON, Window, has_title
from tests.client.app_screens import shown
from tests.client.scenes import TURN, Scene, scored, timed, your_turn
from tests.client.tables import decision
from tests.client.test_table_app import Idle, place

KEPT, PUT_BACK = "\x1b[22;2t", "\x1b[23;2t"


def placing() -> play_pb2.ServerFrame:
    return decision(play_pb2.DECISION_KIND_PLACE, game_pb2.LegalActions(keep=range(12)), 2)


def again() -> play_pb2.ServerFrame:
    return decision(
        play_pb2.DECISION_KIND_TURN, game_pb2.LegalActions(draw=True, take=range(12)), 3
    )


@pytest.mark.parametrize(
    ("bell", "expected"),
    [
        ("off", [False, False, False, False, False]),
        ("once", [False, True, False, False, True]),
        ("always", [False, True, False, True, True]),
    ],
)
def test_the_bell_rings_as_it_was_asked_to(bell: str, expected: list[bool]) -> None:
    scene = Scene(2)
    scene.begin()
    summons = Summons(bell)
    rung = [summons.rings(scene.narrator.store)]
    for frame in (TURN, TURN, placing(), again()):
        scene.take(frame)
        rung.append(summons.rings(scene.narrator.store))
    assert rung == expected


def test_the_bell_that_always_rings_calls_to_the_next_round_once() -> None:
    summons, store = Summons("always"), scored(3).narrator.store
    assert [summons.rings(store), summons.rings(store)] == [True, False]
    assert not Summons("once").rings(store)


def window(told: list[str], *, title: bool = True, mouse: bool = True) -> Window:
    return Window(told.append, told.append, title=title, mouse=mouse)


def test_the_title_says_whose_turn_it_is_and_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    told: list[str] = []
    one = window(told, mouse=False)
    for awaited in (False, True, True, False):
        one.entitle("KIWI-42", awaited=awaited)
    one.close()
    quiet, called = "\x1b]2;KIWI-42 - skyjo\x07", "\x1b]2;> your turn - KIWI-42 - skyjo\x07"
    assert told == [KEPT + quiet, called, quiet, PUT_BACK]


def test_a_title_that_nobody_wants_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    for title, term in ((False, "xterm"), (True, "linux")):
        monkeypatch.setenv("TERM", term)
        one = window(told, title=title, mouse=False)
        one.entitle("KIWI-42", awaited=True)
        one.close()
    assert told == []
    assert has_title({})


def test_the_mouse_is_given_away_and_taken_back_and_left_to_the_terminal() -> None:
    told: list[str] = []
    one = window(told)
    assert [one.switch_mouse(), one.switch_mouse()] == [False, True]
    one.close()
    assert told == [MOUSE_OFF, MOUSE_ON, MOUSE_OFF]


class Told:
    """Everything that a running screen tells its terminal beside the frames."""

    def __init__(self, app: TableApp, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: list[str] = []
        self.rung = 0
        monkeypatch.setattr(app, "_write", self.texts.append)
        app.window._write = self.texts.append
        monkeypatch.setattr(app, "bell", self._ring)

    def _ring(self) -> None:
        self.rung += 1


def app_of(scene: Callable[[], Scene], monkeypatch: pytest.MonkeyPatch) -> tuple[TableApp, Told]:
    """A screen that shows a scene."""
    app = TableApp(Idle)
    told = Told(app, monkeypatch)
    app.player.narrator = app.table.narrator = scene().narrator
    return app, told


async def test_a_turn_rings_and_marks_the_title_and_the_title_is_put_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SKYJO_BELL", "once")
    monkeypatch.setenv("TERM", "xterm-256color")
    app, told = app_of(lambda: your_turn(2), monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert told.rung == 1
        assert any("> your turn" in text for text in told.texts)
        app.redraw()
        assert told.rung == 1
    assert PUT_BACK in told.texts


async def test_m_switches_the_mouse_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    app, told = app_of(lambda: your_turn(2), monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        assert MOUSE_OFF in told.texts
        assert any("select text with it" in line for line in shown(app))
        await pilot.press("m")
        assert told.texts[-1] == MOUSE_ON
        await pilot.press("t", "m")
        assert told.texts[-1] == MOUSE_ON, "in a line it is a letter"


async def drawn(pilot: Pilot[int], app: TableApp, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Say of each drawing that follows that it was made."""
    made: list[str] = []
    draw = app.canvas.redraw

    def recorded() -> None:
        made.append("drawn")
        draw()

    await pilot.pause()
    monkeypatch.setattr(app.canvas, "redraw", recorded)
    return made


@pytest.mark.parametrize(("motion", "times"), [("full", 5), ("reduced", 5), ("off", 1)])
async def test_without_motion_what_happens_at_once_is_drawn_at_once(
    monkeypatch: pytest.MonkeyPatch, motion: str, times: int
) -> None:
    monkeypatch.setenv("SKYJO_MOTION", motion)
    app, _told = app_of(lambda: your_turn(2), monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        made = await drawn(pilot, app, monkeypatch)
        app._waits = False
        for _ in range(5):
            app.redraw()
        assert len(made) == times
        await pilot.press("s")
        assert len(made) > times, "a key is seen at once"
        seen = len(made)
        await pilot.click(offset=place(app, key_spot("escape")))
        assert len(made) > seen, "and so is a click"


@pytest.mark.parametrize(
    ("motion", "shown_at_41", "shown_at_39", "shown_at_7"),
    [
        ("full", "0:41", "0:39", "0:07"),
        ("reduced", "0:40", "0:30", "0:07"),
    ],
)
def test_a_clock_counts_in_larger_steps_where_little_is_to_move(
    motion: str, shown_at_41: str, shown_at_39: str, shown_at_7: str
) -> None:
    scene = timed()
    scene.view.motion = motion
    assert f"Time left: {shown_at_41}" in scene.shown()
    scene.now += 2
    assert f"Time left: {shown_at_39}" in scene.shown()
    scene.now += 32
    assert f"Time left: {shown_at_7}" in scene.shown()


def test_a_clock_without_motion_says_when_time_is_up() -> None:
    scene = timed()
    scene.view.motion = "off"
    assert "Your time ends at " in scene.shown()
    assert "Time left" not in scene.shown()
