"""A recorded game seen again: exactly what each seat saw, or everything."""

import copy
import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from skyjo_client.cli import main
from skyjo_client.present.board import board_of_view
from skyjo_client.present.recording import EVERYTHING, Recording, Viewpoint
from skyjo_client.present.recording_lines import recording_lines
from skyjo_client.present.store import TableStore
from skyjo_engine.events import Drew
from skyjo_engine.record import TurnEntry
from skyjo_engine.record_text import dumps
from skyjo_engine.view import observe
from skyjo_wire import from_engine
from tests.client.programs import run
from tests.client.recordings import (
    any_record,
    dealt_cards,
    plain_record,
    record_given_up,
    seats_of,
    walked,
)
from tests.client.replays import ReplayScene
from tests.client.test_json_play import events_of, program
from tests.hostile import HOSTILE


@pytest.mark.parametrize("seed", range(8))
def test_a_seat_sees_again_what_it_could_see_and_no_more(seed: int) -> None:
    record = any_record(seed)
    recording = Recording(record)
    stores = {one: TableStore() for one in seats_of(recording)}
    for viewpoint, store in stores.items():
        store.take(recording.welcome(viewpoint))
    for game, numbers in walked(record):
        for viewpoint, store in stores.items():
            for number in numbers:
                store.take(recording.frame(number, viewpoint))
            view = from_engine.view(observe(game, viewpoint.seat), numbers[-1])
            assert store.board == board_of_view(view), (numbers, viewpoint)
    assert {store.board.latest_number for store in stores.values()} == {recording.end}


@pytest.mark.parametrize("seed", range(8))
def test_with_all_cards_open_nothing_is_left_out(seed: int) -> None:
    record = any_record(seed)
    recording = Recording(record)
    store = TableStore()
    store.take(recording.welcome(EVERYTHING))
    for game, numbers in walked(record):
        for number in numbers:
            store.take(recording.frame(number, EVERYTHING))
        place = numbers[-1]
        drawn = game.round.drawn if game.round else None
        assert store.board.drawn == drawn
        if drawn is None:
            assert store.board == board_of_view(from_engine.view(observe(game, None), place))
        for seat, cards in dealt_cards(game, recording, place).items():
            grid = game.seats[seat].grid
            assert cards == tuple(copy.deepcopy(grid).turn_up(s) for s in grid.hidden_slots())


def test_the_sentences_name_a_drawn_card_only_to_its_seat() -> None:
    recording = Recording(plain_record())
    drawers = {one.seat for one in recording.events if isinstance(one, Drew)}
    assert drawers == {0, 1, 2}
    told = {one: "\n".join(recording_lines(recording, one)) for one in recording.viewpoints}
    assert "draws a card." not in told[EVERYTHING]
    assert "Anke draws " in told[EVERYTHING]
    for seat in drawers:
        lines = told[Viewpoint(seat)].splitlines()
        draws = [line for line in lines if " draws " in line]
        assert draws
        assert {line.split(" draws ")[1] for line in draws} == {"a card."}
        assert any(line.startswith("You drew ") for line in lines)
        assert "Dealt to" not in told[Viewpoint(seat)]


def test_a_game_given_up_before_its_first_deal_is_short() -> None:
    recording = Recording(record_given_up())
    _about, told, *_standings = recording_lines(recording, EVERYTHING)
    assert told == "The game was given up."
    scene = ReplayScene(record_given_up())
    scene.press("right", "down", "pagedown", "pageup", "s", "s", "tab", "end")
    assert "The game was given up." in scene.shown()


def test_hostile_words_in_a_record_come_out_harmless(tmp_path: Path) -> None:
    record = plain_record(8)
    for first in range(0, len(HOSTILE), 8):
        names = [name.replace("\ud800", "") for name in HOSTILE[first : first + 8]]
        named = [replace(one, name=n) for one, n in zip(record.players, names, strict=False)]
        hostile = replace(
            record, game_id=HOSTILE[0], players=(*named, *record.players[len(named) :])
        )
        path = tmp_path / "game"
        path.write_bytes(dumps(hostile))
        for option in ("--plain", "--json"):
            told = CliRunner().invoke(main, ["replay", str(path), option])
            assert told.exit_code == 0
            assert all(line.isprintable() for line in told.stdout.split("\n"))


@pytest.mark.slow
async def test_a_game_of_a_server_is_named_by_its_beginning(tmp_path: Path, address: str) -> None:
    played = ["--server", address, "--seats", "2", "--rounds", "1", "--level", "random"]
    with program(tmp_path, *played) as player:
        player.play()
        assert player.end() == (0, "")
    game = next(frame["welcome"]["game_id"] for frame in player.frames if "welcome" in frame)
    done = run(tmp_path, "replay", "--server", address, game[:7], "--as", "1")
    assert done.stdout.startswith(f"Game {game[:8]}, as ")
    assert "The game is over" in done.stdout


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game"
    path.write_bytes(dumps(plain_record()))
    return path


@pytest.mark.slow
def test_a_pipe_gets_the_whole_game_as_sentences(tmp_path: Path, file: Path) -> None:
    done = run(tmp_path, "replay", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    recording = Recording(plain_record())
    assert done.stdout.splitlines() == list(recording_lines(recording, EVERYTHING))
    seen = run(tmp_path, "replay", str(file), "--as", "2", "--plain")
    assert seen.stdout.splitlines() == list(recording_lines(recording, Viewpoint(1)))
    assert seen.stdout.startswith("Game 7f3a0123, as Berta saw it: Anke, Berta, Chris.\n")


@pytest.mark.slow
def test_json_is_the_stream_that_the_seat_was_sent(tmp_path: Path) -> None:
    with program(tmp_path, "--seats", "3", "--rounds", "1", "--name", "Zoë") as player:
        player.play()
        assert player.end() == (0, "")
    welcome = next(frame["welcome"] for frame in player.frames if "welcome" in frame)
    live = [event for frame in player.frames for event in events_of(frame)]
    seat = str(welcome["seat"] + 1)
    done = run(tmp_path, "replay", welcome["game_id"][:6], "--json", "--as", seat)
    assert (done.returncode, done.stderr) == (0, "")
    first, *events, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event for frame in events for event in events_of(frame)] == live
    assert first["welcome"]["commitment"] == welcome["commitment"]
    assert last == {"goodbye": {"reason": "GOODBYE_REASON_FINISHED"}} | last
    named = run(tmp_path, "replay", "--plain").stdout
    assert named.startswith(f"Game {welcome['game_id'][:8]}, with all cards open: ")
    assert "Zoë" in named


def test_a_record_that_is_not_sound_is_refused_in_one_line(file: Path) -> None:
    text = file.read_bytes()
    lines = text.splitlines(keepends=True)
    record = plain_record()
    (_, turn, *_) = (n for n, one in enumerate(record.entries, 2) if isinstance(one, TurnEntry))
    entries = [one for n, one in enumerate(record.entries, 2) if n != turn]
    lacking = dumps(replace(record, entries=tuple(entries)))
    for damaged, why in (
        (b"".join(lines[:-1]), "the record is cut off, or something stands behind its end."),
        (text.replace(b"Berta", b"Maria"), "the record was changed after it was exported."),
        (lacking, f"line {turn} is not what the rules of the game allow there."),
        (b"\0\xff" * 100, "this is not the record of a SKYJO game."),
        (b"", "this is not the record of a SKYJO game."),
    ):
        file.write_bytes(damaged)
        for option in ("--plain", "--json"):
            done = CliRunner().invoke(main, ["replay", str(file), option])
            assert (done.exit_code, done.stdout) == (1, "")
            assert done.stderr == f"skyjo: Refused: {why}\n"


@pytest.mark.slow
def test_what_is_not_there_is_told(tmp_path: Path, file: Path) -> None:
    for arguments, code, told in (
        ((str(file), "--as", "4"), 2, "There is no seat 4: 3 played."),
        (("nowhere.jsonl",), 1, "skyjo: nowhere.jsonl: No such file or directory."),
        (("nowhere",), 4, "skyjo: There is no such game."),
        ((), 1, "No finished game of yours is kept here"),
        ((str(file), "--demo"), 2, "Choose one of GAME and --demo."),
    ):
        done = run(tmp_path, "replay", *arguments)
        assert (done.returncode, done.stdout) == (code, "")
        assert told in done.stderr
        assert "Traceback" not in done.stderr
