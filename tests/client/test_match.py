"""``skyjo match``: bots play each other, and nobody sits with them."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
import pytest

from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.play_pb2 import Attach, ClientFrame, Resign
from skyjo_client import exit_codes
from skyjo_client.bot import Decision
from skyjo_client.engagement import Engagement
from skyjo_client.running import play
from skyjo_engine.actions import Action
from skyjo_wire.version import protocol_version
from tests.client import programs
from tests.client.tabling import Announced, Plain
from tests.server.raw import PATIENCE, RawStream

SHORT = ("--rounds", "1")


class Failing(Plain):
    """Has a mistake."""

    def choose(self, decision: Decision) -> Action:  # noqa: ARG002  # it fails whatever is asked
        raise ZeroDivisionError


async def matched(
    folder: Path, address: str, kind: type[Plain], *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Have a bot "matched" that offers two seats wait for work, and run a match."""
    report = Announced()
    bot = Engagement(server=address, name="matched", key=bytes(16), seats=2, report=report)
    playing = asyncio.create_task(play(kind, bot))
    async with asyncio.timeout(PATIENCE):
        await report.enlisted.wait()
        done = await asyncio.to_thread(
            programs.run, folder, "match", *arguments, *SHORT, "--server", address
        )
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    return done


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


async def test_a_waiting_bot_and_a_house_bot_play_all_games_and_the_results_are_told(
    address: str, tmp_path: Path
) -> None:
    wanted = ("Matched", "Random", "matched", "--games", "2", "--json")
    done = await matched(tmp_path, address, Plain, *wanted)
    assert done.returncode == exit_codes.FINISHED, done.stderr
    made, *games, told = lines(done)
    assert made.keys() == {"server", "table_id", "code"}
    assert [game["table_id"] for game in games] == [made["table_id"]] * 2
    names = [player["name"] for player in games[0]["players"]]
    assert names == ["matched", "bot:random", "matched 2"]
    assert (told["planned"], told["finished"]) == (2, 2)
    rows = {row["bot"]: row for row in told["results"]}
    assert {name: row["seats"] for name, row in rows.items()} == {"matched": 2, "random": 1}
    points = [[seat["total"] for seat in game["results"]] for game in games]
    assert rows["random"]["points"] == sum(totals[1] for totals in points)
    assert rows["matched"]["points"] == sum(totals[0] + totals[2] for totals in points)
    assert rows["matched"]["mean"] == rows["matched"]["points"] / 4
    first = [[seat["rank"] == 1 for seat in game["results"]] for game in games]
    assert rows["matched"]["won"] == sum(wins[0] or wins[2] for wins in first)
    means = [row["mean"] for row in told["results"]]
    assert [row["rank"] for row in told["results"]] == [1, 2]
    assert means == sorted(means)


def test_people_read_each_game_and_a_table(address: str, tmp_path: Path) -> None:
    wanted = ("match", "Random", "skilled", "random", "--games", "2", *SHORT)
    done = programs.run(tmp_path, *wanted, "--server", address)
    assert done.returncode == exit_codes.FINISHED, done.stderr
    watching, first, second, head, _, titles, *rows = done.stdout.splitlines()
    assert watching.endswith(f"--server {address}")
    assert all("bot:skilled" in game for game in (first, second))
    assert head == "2 of 2 games played"
    assert titles.endswith("seats  games  won  points  a game  faults")
    assert {tuple(row.split()[1:4]) for row in rows} == {
        ("random", "2", "2"),
        ("skilled", "1", "2"),
    }


async def test_a_bot_with_faults_is_named_and_seen_in_the_exit_status(
    address: str, tmp_path: Path
) -> None:
    done = await matched(tmp_path, address, Failing, "matched", "beginner", "--json")
    assert done.returncode == exit_codes.UNFINISHED, done.stderr
    *_, told = lines(done)
    rows = {row["bot"]: row["faults"] for row in told["results"]}
    assert rows == {"matched": {"resigned": 1}, "beginner": {}}


async def test_a_seat_that_is_given_up_before_the_first_game_ends_the_match(
    address: str, tmp_path: Path
) -> None:
    version = protocol_version()
    enlist = Enlist(version=version, key=b"lazy" * 4, name="lazy", seats=1)
    async with (
        asyncio.timeout(PATIENCE),
        grpc.aio.insecure_channel(address) as channel,
        RawStream(channel) as stream,
    ):
        await stream.send(ClientFrame(number=1, enlist=enlist))
        await stream.frame(1, "enlisted")
        match = asyncio.create_task(
            asyncio.to_thread(
                programs.run, tmp_path, "match", "lazy", "random", "--server", address
            )
        )
        token = (await stream.frame(1, "assigned")).assigned.seat_token
        attach = Attach(version=version, seat_token=token)
        await stream.send(ClientFrame(number=2, attach=attach))
        await stream.frame(2, "welcome")
        await stream.send(ClientFrame(number=2, resign=Resign()))
        done = await match
    assert done.returncode == exit_codes.UNFINISHED
    assert "skyjo: lazy: not ready for the first game." in done.stderr
    assert "0 of 1 games played" in done.stdout
    assert "1 not ready" in done.stdout


async def test_bots_that_do_not_wait_are_named_once_beside_those_that_do(
    address: str, tmp_path: Path
) -> None:
    wanted = ("nobody", "skilled", "ghost", "nobody", "matched", "matched")
    done = await matched(tmp_path, address, Plain, *wanted)
    assert done.returncode == exit_codes.REFUSED
    assert done.stderr.startswith("skyjo: nobody, ghost: There is no bot of this name")
    assert "Waiting for work, with free places: matched (2)" in done.stderr


async def test_three_seats_are_too_many_for_two_places(address: str, tmp_path: Path) -> None:
    done = await matched(tmp_path, address, Plain, "matched", "matched", "matched")
    assert done.returncode == exit_codes.REFUSED
    assert done.stderr.startswith("skyjo: matched: There is no bot of this name with a free place")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_an_interrupted_match_tells_what_was_played_and_where_the_rest_is(
    address: str, tmp_path: Path
) -> None:
    wanted = ("match", "random", "beginner", "--games", "1000", "--server", address)
    match = programs.start(tmp_path, *wanted)
    assert match.stdout is not None
    for _ in range(2):  # where they play, and a game
        match.stdout.readline()
    match.send_signal(signal.SIGINT)
    out, err = match.communicate(timeout=PATIENCE)
    assert match.returncode == exit_codes.INTERRUPTED
    assert "of 1000 games played" in out
    assert f"skyjo record list --server {address}" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("count", [0, 1, 9])
def test_two_to_eight_bots_are_named(tmp_path: Path, count: int) -> None:
    done = programs.run(tmp_path, "match", *["random"] * count)
    assert done.returncode == exit_codes.USAGE
    assert "Name 2 to 8 bots." in done.stderr
