"""No word of others reaches a terminal raw: every text of every message, on every screen.

Whatever a message has as text is replaced by hostile texts, one after the other, before a screen
gets it; what comes out is looked at, and not how it came there.
"""

import unicodedata
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from google.protobuf.message import Message

from skyjo.v1 import event_pb2, lobby_pb2, play_pb2, record_pb2
from skyjo_client.json_lines import dump, server_line
from skyjo_client.present.canvas import Size
from skyjo_client.present.found_lines import not_found, server_lines
from skyjo_client.present.leaders import leader_line, leaders
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.record_lines import game_line
from skyjo_client.present.table_lines import table_line
from skyjo_client.screen.table_app import TableApp
from tests.client.app_screens import shown
from tests.client.lobbies import TABLES, LobbyScene
from tests.client.programs import environment, run
from tests.client.scene_list import SCENES
from tests.client.scenes import Scene
from tests.client.tables import seated, welcome
from tests.client.test_table_app import Idle
from tests.hostile import HOSTILE

SIZES = (Size(60, 20), Size(80, 24), Size(120, 40))
WIRE = [text.encode("utf-8", "replace").decode() for text in HOSTILE]
MARKUP = "[bold]Eve[/bold]"


def poison(message: Message, words: Iterator[str]) -> None:
    """Replace every text in a message."""
    for field in message.DESCRIPTOR.fields:
        chosen = field.containing_oneof
        if chosen is not None and message.WhichOneof(chosen.name) != field.name:
            continue
        value = getattr(message, field.name)
        if field.type == field.TYPE_STRING:
            if field.is_repeated:
                value[:] = [next(words) for _ in value or "ab"]
            else:
                setattr(message, field.name, next(words))
        elif field.type == field.TYPE_MESSAGE:
            for part in value if field.is_repeated else [value] * message.HasField(field.name):
                poison(part, words)


def assert_harmless(text: str) -> None:
    for line in text.splitlines() or [text]:
        assert line.isprintable(), ascii(line)
        assert not any(unicodedata.category(char) in ("Cc", "Cf", "Co", "Cn") for char in line)


@pytest.mark.parametrize("name", SCENES)
def test_every_table_stays_harmless_whatever_its_frames_say(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    words, take = cycle(WIRE), Scene.take
    told: list[str] = []

    def taking(scene: Scene, frame: play_pb2.ServerFrame) -> None:
        poisoned = play_pb2.ServerFrame()
        poisoned.CopyFrom(frame)
        poison(poisoned, words)
        told.append(dump(poisoned))
        take(scene, poisoned)

    monkeypatch.setattr(Scene, "take", taking)
    scene = SCENES[name]()
    for size in SIZES:
        assert_harmless(scene.shown(size))
    for key in ("l", "escape", "s", "s", "h"):
        scene.press(key)
        assert_harmless(scene.shown())
    for line in [*scene.narrator.log, *scene.narrator.story, scene.narrator.store.code]:
        assert_harmless(line)
    assert all(line.isascii() and line.isprintable() for line in told), "JSON lines"
    assert told


def test_the_lobby_stays_harmless_whatever_servers_say_and_announce() -> None:
    words = cycle(WIRE)
    tables = []
    for table in (*TABLES, *TABLES, *TABLES):
        poisoned = lobby_pb2.TableSummary()
        poisoned.CopyFrom(table)
        poison(poisoned, words)
        tables.append(poisoned)
    scene = LobbyScene(*tables)
    for text in WIRE:
        scene.view.announced("192.0.2.7:1", text, [text, next(words)])
        for size in SIZES:
            assert_harmless(scene.shown(size))
        scene.press("down")
    for table, text in zip(cycle(tables), WIRE, strict=False):
        assert_harmless(table_line(table))
        for line in server_lines("192.0.2.7:1", text, None, [text]):
            assert_harmless(line)
        for announced in (True, False):
            servers = [("192.0.2.7:1", text)]
            assert_harmless(not_found(text, servers, announced=announced))
        assert server_line("192.0.2.7:1", text, [table], [text]).isascii()


def test_finished_games_stay_harmless_whatever_they_are_called() -> None:
    words = cycle(WIRE)
    for _ in WIRE:
        game = record_pb2.GameSummary(
            players=[record_pb2.RecordedPlayer(seat=0), record_pb2.RecordedPlayer(seat=1)],
            results=[event_pb2.SeatResult(total=3, rank=1), event_pb2.SeatResult(total=9, rank=2)],
        )
        poison(game, words)
        assert_harmless(game_line(game))
        ranked = leaders([game])
        assert ranked
        for leader in ranked:
            assert_harmless(leader_line(leader))


async def test_markup_in_a_name_is_only_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    def called(_self: Idle) -> Narrator:
        narrator = seated(0, 3)
        narrator.take(welcome(names=("Anke", MARKUP, "[/]")))
        return narrator

    monkeypatch.setattr(Idle, "narrator", property(called, lambda *_: None), raising=False)
    app = TableApp(Idle)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = "\n".join(shown(app))
    assert MARKUP in text
    assert "[/]" in text


@pytest.mark.parametrize("command", ["join", "watch", "record verify", "replay", "bot", "rules"])
def test_what_was_pasted_from_others_is_repeated_harmlessly(tmp_path: Path, command: str) -> None:
    env = environment(tmp_path, SKYJO_TRACEBACK="1")
    hostile = ["x\x1b[31my\u202ez", "\u2066\x9b2J\u200bq"]
    done = run(tmp_path, *command.split(), *hostile, env=env)
    assert done.returncode != 0
    assert_harmless(done.stderr + done.stdout)
