"""``skyjo record export``: which game it means, and where it writes it."""

import os
import subprocess
import sys
import time
from itertools import groupby
from pathlib import Path

import pytest

from skyjo.v1.event_pb2 import SeatResult
from skyjo.v1.record_pb2 import GameSummary, ListGamesRequest, RecordedPlayer
from skyjo_client.lobby import Lobby
from skyjo_client.present.record_lines import game_line
from skyjo_client.private_server import private_server
from skyjo_client.running import play
from skyjo_engine.record import PlayerKind, Record
from skyjo_engine.record_text import loads
from skyjo_engine.rules import Rules
from tests.client.programs import SKYJO, environment, run, start
from tests.client.tabling import Plain, engaged, make_table
from tests.client.test_json_play import Program

if sys.platform != "win32":
    import pty

pytestmark = pytest.mark.slow


def play_a_game(folder: Path, *more: str) -> None:
    """Let a person play a short game."""
    with start(folder, "play", "--json", "--seats", "2", "--rounds", "1", *more) as process:
        program = Program(process, 1)
        program.play()
        assert program.end() == (0, "")


async def let_bots_play(folder: Path, games: int) -> list[str]:
    """Let bots play short games; return all identifiers that are kept in the folder, sorted."""
    async with private_server(data=folder / "data") as address, Lobby(address) as lobby:
        table = await make_table(lobby, Rules(players=2, rounds=1), games=games)
        await play(Plain, engaged(address, table.code, seats=2)[0])
        kept = (await lobby.list_games(ListGamesRequest(page_size=500))).games
    return sorted(game.game_id for game in kept)


def exported(folder: Path, *arguments: str) -> Record:
    """What is written to a pipe."""
    return loads(run(folder, "record", "export", *arguments).stdout.encode())


def people(record: Record) -> int:
    return sum(player.kind is PlayerKind.HUMAN for player in record.players)


async def test_the_latest_game_of_a_person_is_meant_unless_bots_are_asked_for(
    tmp_path: Path,
) -> None:
    none = run(tmp_path, "record", "export")
    assert (none.returncode, none.stdout) == (1, "")
    assert "No finished game of yours is kept here" in none.stderr
    play_a_game(tmp_path)
    mine, latest = await let_bots_play(tmp_path, 1)
    if people(exported(tmp_path, mine)) == 0:
        mine, latest = latest, mine
    assert exported(tmp_path).game_id == mine
    assert exported(tmp_path, "--demo").game_id == latest


async def test_on_a_server_the_latest_game_that_was_played_from_here_is_meant(
    tmp_path: Path, address: str
) -> None:
    play_a_game(tmp_path / "mine", "--server", address, "--level", "random")
    play_a_game(tmp_path / "other", "--server", address, "--level", "random", "--name", "Other")
    (name,) = {
        player.name
        for player in exported(tmp_path / "mine", "--server", address).players
        if player.kind is PlayerKind.HUMAN
    }
    assert name != "Other"
    stranger = run(tmp_path / "stranger", "record", "export", "--server", address)
    assert stranger.returncode == 1


async def test_the_beginning_of_an_identifier_is_enough_if_only_one_begins_like_it(
    tmp_path: Path,
) -> None:
    kept = await let_bots_play(tmp_path, 40)
    shared = next(
        letter for letter, some in groupby(kept, lambda one: one[0]) if len(list(some)) > 1
    )
    assert exported(tmp_path, kept[7][:-2]).game_id == kept[7]
    several = run(tmp_path, "record", "export", shared)
    assert (several.returncode, several.stdout) == (1, "")
    assert f"Several games begin with {shared}: {shared}" in several.stderr
    unknown = run(tmp_path, "record", "export", "?")
    assert (unknown.returncode, unknown.stdout) == (4, "")


def test_a_file_is_overwritten_only_if_that_is_wanted(tmp_path: Path) -> None:
    play_a_game(tmp_path)
    path = tmp_path / "game"
    path.write_text("precious", encoding="utf-8")
    refused = run(tmp_path, "record", "export", "-o", str(path))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "add --force to overwrite it." in refused.stderr
    assert path.read_text(encoding="utf-8") == "precious"
    assert run(tmp_path, "record", "export", "-o", str(path), "--force").returncode == 0
    assert people(loads(path.read_bytes())) == 1


def test_a_folder_that_is_missing_is_told_without_a_code(tmp_path: Path) -> None:
    play_a_game(tmp_path)
    path = tmp_path / "nowhere" / "game"
    failed = run(tmp_path, "record", "export", "-o", str(path))
    assert (failed.returncode, failed.stdout) == (1, "")
    assert failed.stderr == f"skyjo: {path}: No such file or directory.\n"


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has pseudo-terminals")
def test_on_a_terminal_the_record_goes_to_a_file(tmp_path: Path) -> None:
    play_a_game(tmp_path)
    terminal, inside = pty.openpty()
    subprocess.run(
        [*SKYJO, "record", "export"],
        stdout=inside,
        cwd=tmp_path,
        env=environment(tmp_path),
        check=True,
    )
    os.close(inside)
    shown = os.read(terminal, 4096).decode()
    os.close(terminal)
    (file,) = tmp_path.glob("*.jsonl")
    assert loads(file.read_bytes()).game_id == file.stem
    assert shown == f"{file.name}: {file.stat().st_size} bytes\r\n"


def test_names_that_end_in_a_number_are_told_apart_from_points() -> None:
    game = GameSummary(
        game_id="g",
        rounds=1,
        players=[RecordedPlayer(seat=seat, name=f"kotlin {seat + 2}") for seat in range(2)],
        results=[SeatResult(total=25, rank=1), SeatResult(total=-3, rank=1)],
    )
    assert game_line(game).endswith(", 1 round. kotlin 3: minus 3, kotlin 2: 25")


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX changes its time zone in a process")
def test_games_are_listed_with_the_time_of_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as changed:
        changed.setenv("TZ", "JST-9")
        time.tzset()
        assert "1970-01-02 09:00" in game_line(GameSummary(game_id="g", ended_unix_s=86_400))
    time.tzset()
