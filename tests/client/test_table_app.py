"""The full screen itself: real keys, clicks and sizes, a real server behind it."""

import random
from collections.abc import AsyncIterator
from functools import partial

import pytest
from textual.pilot import Pilot
from textual.strip import Strip

from skyjo.v1 import lobby_pb2, play_pb2
from skyjo.v1.error_pb2 import ERROR_REASON_TABLE_FULL, Refusal
from skyjo.v1.table_pb2 import GOODBYE_REASON_DRAINING, Goodbye
from skyjo_client.connection import Connection
from skyjo_client.errors import RefusedError
from skyjo_client.host_desk import HostDesk
from skyjo_client.line_mode import LineMode
from skyjo_client.present.canvas import DISCARD, DRAW, Size, Spot, slot_spot
from skyjo_client.present.place import Place
from skyjo_client.screen.table_app import TableApp
from skyjo_client.session import SeatSession
from skyjo_client.table_choice import TableChoice
from skyjo_client.voice import Voice
from tests.client.app_screens import shown, until
from tests.client.attached import welcomed
from tests.client.scripted import SEATING, ScriptedServer, running
from tests.client.tables import seated


def place(app: TableApp, spot: Spot) -> tuple[int, int]:
    found = app.table.frame(Size(*app.size)).place_of(spot)
    assert found is not None
    return found[0] + 1, found[1]


def private(connection: Connection, seating: lobby_pb2.Seating, session: SeatSession) -> TableApp:
    def play(voice: Voice) -> LineMode:
        desk = HostDesk(connection.lobby, seating.seat_token)
        place = Place(private=True, begins_full=True)
        return LineMode(session, desk, voice, place=place, farewell="Unfinished.", at_terminal=True)

    return TableApp(play)


class Table:
    """A seat at a new table of the server, with house bots, in the full screen."""

    def __init__(self, address: str, seats: int = 2, rounds: int = 1) -> None:
        self.connection = Connection(address)
        self.choice = TableChoice(
            seats=seats, levels=("beginner",) * (seats - 1), name="Anke", rounds=rounds, games=0
        )

    async def __aenter__(self) -> TableApp:
        await self.connection.__aenter__()
        seating = (await self.connection.lobby.create_table(self.choice.request())).seating
        session = await self.connection.attach(seating)
        return private(self.connection, seating, session)

    async def __aexit__(self, *_: object) -> None:
        await self.connection.__aexit__(None, None, None)


def decides(app: TableApp) -> bool:
    return decision(app) is not None


def decision(app: TableApp) -> play_pb2.Decision | None:
    return app.table.narrator.store.decision


def goes_on(app: TableApp, done: int) -> bool:
    """Whether there is another decision than the one ``done``, or the game is over."""
    asked = decision(app)
    over = app.table.narrator.store.may_go_on
    return over or (asked is not None and asked.decision_id != done)


async def see_again(app: TableApp, pilot: Pilot[int]) -> None:
    """Look at the replay of the game that is over, come back, and look again."""
    await pilot.press("v")
    await until(pilot, lambda: "replay, as Anke saw it" in shown(app)[0])
    await pilot.press("right")
    assert any("Round 1 begins." in line for line in shown(app))
    await pilot.press("q")
    assert any("The game is over" in line for line in shown(app))
    await pilot.press("v")
    await until(pilot, lambda: "replay" in shown(app)[0])


async def test_who_leaves_the_screen_after_the_servers_end_is_told_on_the_terminal(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await welcomed(connection, scripted, running())
        app = private(connection, SEATING, session)
        async with app.run_test(size=(80, 24)) as pilot:
            await stream.send(number, goodbye=Goodbye(reason=GOODBYE_REASON_DRAINING))
            await until(pilot, lambda: any("Enter leaves." in line for line in shown(app)))
            await pilot.press("enter")
            await until(pilot, lambda: not app.is_running)
        assert app.last_words == [
            "The server stops, and nobody has said when it is back.",
            "Unfinished.",
        ]


async def test_a_game_is_played_by_arrows_and_enter_alone(address: str) -> None:
    source = random.Random(4)
    async with Table(address) as app, app.run_test(size=(80, 24)) as pilot:
        store = app.table.narrator.store
        await until(pilot, lambda: decides(app))
        asked = decision(app)
        done = asked.decision_id if asked else 0
        await pilot.press("right", "enter", "right", "right", "enter")
        while True:
            await until(pilot, partial(goes_on, app, done))
            asked = decision(app)
            if asked is None:
                break
            done = asked.decision_id
            if asked.legal.draw:
                await pilot.press("right", "enter")
            else:
                slot = source.choice(asked.legal.keep)
                arrows = ["right"] * (1 + slot % 4) + ["down"] * (slot // 4)
                await pilot.press(*arrows, "enter")
        assert any("The game is over" in line for line in shown(app))
        await see_again(app, pilot)
        app.table.press("enter")  # as if somebody else had begun the next game
        await until(pilot, lambda: store.game_index == 1 and decides(app))
        await until(pilot, lambda: any("Turn up 2 cards" in line for line in shown(app)))
        await pilot.press("q", "enter")
        await until(pilot, lambda: not app.is_running)
    assert app.table.farewell == ["Unfinished."]


async def test_a_turn_is_played_by_mouse_alone(address: str) -> None:
    async with Table(address) as app, app.run_test(size=(120, 40)) as pilot:
        store = app.table.narrator.store
        await until(pilot, lambda: decides(app))
        await pilot.click(offset=place(app, slot_spot(0)))
        await pilot.click(offset=place(app, slot_spot(5)))
        await until(pilot, lambda: store.decision is not None and store.decision.legal.draw)
        await pilot.click(offset=place(app, DISCARD))
        await pilot.click(offset=place(app, slot_spot(2)))
        own = store.board.own
        assert own is not None
        await until(pilot, lambda: store.board.own.turns == 1)  # type: ignore[union-attr]
        await until(pilot, lambda: store.decision is not None and store.decision.legal.draw)
        await pilot.click(offset=place(app, DRAW))
        await until(pilot, lambda: store.board.drawn is not None)
        await pilot.click(offset=place(app, slot_spot(7)))
        await until(pilot, lambda: store.board.own.turns == 2)  # type: ignore[union-attr]
        assert store.board.own.hidden == [1, 3, 4, 6, 8, 9, 10, 11]  # type: ignore[union-attr]


async def test_typed_moves_survive_a_resize_and_mistakes_are_told(address: str) -> None:
    async with Table(address) as app, app.run_test(size=(80, 24)) as pilot:
        store = app.table.narrator.store
        await until(pilot, lambda: decides(app))
        await pilot.press("a", "1")
        await pilot.resize_terminal(120, 40)
        assert any(line.startswith(" > a1") for line in shown(app))
        await pilot.press("space", "a", "1", "enter")
        await until(pilot, lambda: any("Name different slots." in line for line in shown(app)))
        await pilot.resize_terminal(30, 5)
        assert "30 x 5 is too small" in shown(app)[0]
        await pilot.resize_terminal(60, 20)
        await pilot.press("a", "1", "escape", "a", "1", "space", "b", "2", "enter")
        await until(pilot, lambda: store.decision is not None and store.decision.legal.draw)
        assert store.board.own.values[0] is not None  # type: ignore[union-attr]
        await pilot.press("colon", *"other 2", "enter")
        await until(pilot, lambda: any("bot:beginner, seat 2" in line for line in shown(app)))


async def test_a_lost_server_is_shown_and_the_game_goes_on_when_it_is_back(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await welcomed(connection, scripted, running())
        app = private(connection, SEATING, session)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: any("round 1" in line for line in shown(app)))
            stream.end()
            await until(pilot, lambda: any("! connection lost" in line for line in shown(app)))
            again = await scripted.stream()
            number = (await again.next_of("attach")).number
            await again.send(number, welcome=running())
            await until(pilot, lambda: not any("connection lost" in line for line in shown(app)))
            assert any("round 1" in line for line in shown(app))


class Idle:
    """Plays nothing, or what a test says."""

    def __init__(self, voice: Voice, error: Exception | None = None) -> None:
        self.voice = voice
        self.narrator = seated(0, 3)
        self.typed: list[str] = []
        self._error = error

    async def play(self, typed: AsyncIterator[str]) -> int:
        self.voice.settle()
        if self._error is not None:
            raise self._error
        async for line in typed:
            self.typed.append(line)
            if line == "quit":
                break
        return 7


async def test_what_ends_a_game_ends_the_screen_and_is_kept() -> None:
    error = RefusedError(Refusal(reason=ERROR_REASON_TABLE_FULL))
    app = TableApp(lambda voice: Idle(voice, error))
    async with app.run_test() as pilot:
        await until(pilot, lambda: not app.is_running)
    assert app.error is error


async def test_nothing_is_written_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    app = TableApp(Idle)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        painted: list[int] = []
        render = app.canvas.render_line

        def recording(y: int) -> Strip:
            painted.append(y)
            return render(y)

        monkeypatch.setattr(app.canvas, "render_line", recording)
        app._tick()
        app.table.settle()
        await pilot.pause()
        assert painted == []
        await pilot.press("q")
        await pilot.pause()
        assert set(painted) == {21, 23}


@pytest.mark.parametrize("no_color", ["1", None])
async def test_without_colour_none_is_written(
    monkeypatch: pytest.MonkeyPatch, no_color: str | None
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("SKYJO_THEME", "dark")
    monkeypatch.setenv("TERM", "xterm-256color")
    if no_color is not None:
        monkeypatch.setenv("NO_COLOR", no_color)
    app = TableApp(Idle)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        colours = {
            segment.style.color.name
            for strip in app.screen._compositor.render_strips()
            for segment in strip
            if segment.style and segment.style.color and not segment.style.color.is_default
        }
    assert bool(colours) is (no_color is None)
