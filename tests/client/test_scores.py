"""Who leads: from games made up here, and from those that really were played."""

import json
import re
from pathlib import Path

import pytest

from skyjo.v1 import event_pb2, record_pb2, table_pb2
from skyjo_client.present.leaders import (
    PAUSE_SECONDS,
    all_time_line,
    counted,
    evening,
    evening_line,
    leader_line,
    leaders,
)
from tests.client.programs import MOVES, Scripted, run, start
from tests.client.test_json_play import Program

PERSON = table_pb2.PLAYER_KIND_HUMAN
NOON = 1_700_000_000


def game(
    *results: tuple[str, int, int | None],
    at: int = NOON,
    reason: event_pb2.GameEndReason = event_pb2.GAME_END_REASON_TARGET_REACHED,
    source: table_pb2.DealSource = table_pb2.DEAL_SOURCE_PLAYERS,
) -> record_pb2.GameSummary:
    """A game of people, and bots where the name begins so: name, total and rank of each seat."""
    summary = record_pb2.GameSummary(ended_unix_s=at, reason=reason, deal_source=source)
    for seat, (name, total, rank) in enumerate(results):
        level = re.sub(r"^bot:(\w+).*|.*", r"\1", name, count=1)
        kind = table_pb2.PLAYER_KIND_HOUSE_BOT if level else PERSON
        summary.players.add(seat=seat, name=name, kind=kind, house_level=level)
        summary.results.add(total=total, rank=rank)
    return summary


def test_wins_count_before_points_and_equal_ones_share_a_place() -> None:
    played = [
        game(("Anke", 30, 1), ("Berta", 90, 3), ("Chris", 60, 2)),
        game(("berta", 10, 1), ("Anke", 100, 2)),
        game(("Chris", 20, 1), ("Dora", 20, 1)),
    ]
    lines = [leader_line(leader) for leader in leaders(played)]
    assert lines == [
        "1. Dora: 1 win in 1 game, 20.0 points a game.",
        "2. Chris: 1 win in 2 games, 40.0 points a game.",
        "3. Berta: 1 win in 2 games, 50.0 points a game.",
        "4. Anke: 1 win in 2 games, 65.0 points a game.",
    ]
    shared = leaders([game(("Emil", -7, 1), ("Frauke", -7, 1), ("Anke", 3, 3))])
    assert [leader.place for leader in shared] == [1, 1, 3]
    assert leader_line(shared[0]) == "1. Emil: 1 win in 1 game, minus 7.0 points a game."


def test_house_bots_are_one_by_level_a_game_counts_once_and_nobody_who_left_is_ranked() -> None:
    bots = (("bot:casual", 9, 1), ("bot:casual 2", 11, 2))
    played = game(*bots, ("Anke", 15, 3), ("Berta", 0, None))
    found = {leader.name: leader for leader in leaders([played])}
    assert set(found) == {"Anke", "bot:casual"}
    bot = found["bot:casual"]
    assert (bot.games, bot.wins, bot.mean) == (1, 1, 10)


@pytest.mark.parametrize(
    "left_out",
    [
        game(("Anke", 1, 1), ("B", 2, 2), reason=event_pb2.GAME_END_REASON_ABANDONED),
        game(("Anke", 1, 1), ("B", 2, 2), source=table_pb2.DEAL_SOURCE_SEED),
        game(("bot:casual", 1, 1), ("bot:skilled", 2, 2)),
    ],
    ids=["abandoned", "seed", "bots"],
)
def test_what_does_not_count(left_out: record_pb2.GameSummary) -> None:
    kept = game(("Anke", 1, 1), ("B", 2, 2))
    assert counted([left_out, kept]) == [kept]


def test_an_evening_ends_with_a_long_pause() -> None:
    times = [0, 3600, 3600 + PAUSE_SECONDS + 1, 3600 + 2 * PAUSE_SECONDS + 1]
    played = counted(game(("Anke", 1, 1), at=NOON + at) for at in times)
    assert [one.ended_unix_s - NOON for one in evening(played)] == [times[3], times[2]]
    assert evening_line(evening(played)).endswith(", 2 games:")
    assert all_time_line(played) == "For all time, 4 games:"
    assert evening(played[:1]) == played[:1]


def test_names_of_others_are_escaped() -> None:
    (leader,) = leaders([game(("\x1b[2Jrtl\u202e", 1, 1))])
    assert leader_line(leader).isprintable()


@pytest.mark.slow
def test_they_come_from_the_games_that_were_played(tmp_path: Path) -> None:
    nothing = run(tmp_path, "scores")
    assert (nothing.returncode, nothing.stdout) == (0, "")
    assert nothing.stderr == "skyjo: No finished game that counts is kept here.\n"
    assert not (tmp_path / "data").exists()
    play = ("play", "--json", "--seats", "2", "--rounds", "1", "--target", "1000")
    for more in (("--name", "Anke"), ("--name", "Berta"), ("--name", "Seed", "--seed", "1")):
        with start(tmp_path, *play, *more) as process:
            Program(process, seed=1).play()
    run(tmp_path, "play", "--demo", "--seats", "2", "--rounds", "1")
    listed = run(tmp_path, "record", "list", "--json").stdout
    games = [json.loads(line) for line in listed.splitlines()]
    assert len(games) == 4
    lines = [json.loads(line) for line in run(tmp_path, "scores", "--json").stdout.splitlines()]
    for period in ("evening", "all time"):
        told = {line["name"]: line for line in lines if line["period"] == period}
        assert set(told) == {"Anke", "Berta", "bot:casual"}
        assert sum(line["wins"] for line in told.values()) >= 2
        assert told["bot:casual"]["games"] == 2
        for name in ("Anke", "Berta"):
            (total,) = (
                played["results"][player["seat"]]["total"]
                for played in games
                for player in played["players"]
                if player["name"] == name
            )
            assert told[name]["mean"] == total
    shown = run(tmp_path, "scores").stdout.splitlines()
    assert shown[0].startswith("Evening of ")
    assert shown[4] == "For all time, 2 games:"


@pytest.mark.slow
def test_scores_records_and_replays_find_the_games_of_ones_own_server_while_it_runs_and_after(
    tmp_path: Path,
) -> None:
    table = ("--seats", "2", "--bots", "1", "--rounds", "1", "--target", "1000")
    with start(tmp_path, "host", "--plain", "--name", "Anke", *table) as process:
        anke = Scripted(process)
        anke.type(MOVES)
        anke.until("The game is over")
        running = finds_the_game(tmp_path)
        process.communicate("quit\n", timeout=60)
    assert finds_the_game(tmp_path) == running


def finds_the_game(folder: Path) -> str:
    """Look for the only game there is in every way; returns its identifier."""
    assert "Anke" in run(folder, "scores").stdout
    (line,) = run(folder, "record", "list", "--json").stdout.splitlines()
    game_id: str = json.loads(line)["game_id"]
    assert "Anke" in run(folder, "replay", "--plain").stdout
    assert game_id in run(folder, "record", "export", game_id[:6]).stdout
    return game_id
