"""The command acts as the operator when it is told to, with a key that is in no argument."""

from pathlib import Path

import pytest

from skyjo.v1.operator_pb2 import OrganiserDeals
from skyjo_client import exit_codes
from skyjo_engine.record_text import loads
from tests.client import programs
from tests.encrypted import serving
from tests.server.conftest import OPERATOR_KEY, ServerProcess
from tests.server.desk import Desk, short
from tests.server.program import program
from tests.server.raw import RawStream
from tests.server.simple_player import SimplePlayer

IN_VARIABLE = {"SKYJO_OPERATOR_KEY": OPERATOR_KEY.hex()}


def in_file(folder: Path) -> dict[str, str]:
    path = folder / "operator key"
    path.write_text(f"{OPERATOR_KEY.hex()}\n")
    return {"SKYJO_OPERATOR_KEY_FILE": str(path)}


def test_where_only_the_operator_makes_tables(tmp_path: Path) -> None:
    keys = in_file(tmp_path)
    with serving(tmp_path / "data", "--events-only", host="127.0.0.1", **keys) as said:
        play = ("play", "--server", said["address"], "--json", "--seats", "2")
        for env in (programs.environment(tmp_path), programs.environment(tmp_path, **keys)):
            stranger = programs.run(tmp_path, *play, env=env)
            assert stranger.returncode == exit_codes.REFUSED
            assert stranger.stdout == ""
        for key in (keys, IN_VARIABLE):
            env = programs.environment(tmp_path, **key)
            made = programs.run(tmp_path, *play, "--operator", env=env)
            assert '"welcome"' in made.stdout, made.stderr
            assert OPERATOR_KEY.hex() not in made.stdout + made.stderr


def test_without_a_key_it_is_said_where_to_put_one(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    for variables in ({}, {"SKYJO_OPERATOR_KEY_FILE": str(tmp_path / "empty")}):
        env = programs.environment(tmp_path, **variables)
        done = programs.run(tmp_path, "tables", "--operator", env=env)
        assert done.returncode == exit_codes.UNFINISHED
        assert "SKYJO_OPERATOR_KEY_FILE" in done.stderr


@pytest.mark.parametrize("command", [("play",), ("record", "export")], ids=["play", "record"])
def test_a_game_of_ones_own_has_no_operator(tmp_path: Path, command: tuple[str, ...]) -> None:
    env = programs.environment(tmp_path, **IN_VARIABLE)
    done = programs.run(tmp_path, *command, "--operator", env=env)
    assert (done.returncode, "--operator needs --server" in done.stderr) == (exit_codes.USAGE, True)


async def test_the_operator_sees_unlisted_tables_and_withheld_games(
    server: ServerProcess, desk: Desk, stream: RawStream, tmp_path: Path
) -> None:
    deals = OrganiserDeals(event_id="secret cup", keys=[b"\x83" * 32])
    seats = await desk.seats(
        short(2), games=1, organiser_deals=deals, operator_key=OPERATOR_KEY, unlisted=True
    )
    env = programs.environment(tmp_path, **IN_VARIABLE)
    tables = ("tables", "--server", server.address)
    assert seats[0].code not in programs.run(tmp_path, *tables, env=env).stdout
    assert seats[0].code in programs.run(tmp_path, *tables, "--operator", env=env).stdout
    await stream.play(*(SimplePlayer(seat.seat_token, n) for n, seat in enumerate(seats, 1)))
    export = ("record", "export", seats[0].game_id, "--server", server.address)
    assert programs.run(tmp_path, *export, env=env).returncode == exit_codes.REFUSED
    exported = programs.run(tmp_path, *export, "--operator", env=env)
    assert loads(exported.stdout.encode()).game_id == seats[0].game_id


KEPT = (
    "Players are told to come back 7 s later.",
    "The server stops. The game goes on when it is back, in about 7 s.",
)
FOR_GOOD = (
    "Players are told not to come back.",
    "The server stops, and nobody has said when it is back.",
)
FORGOTTEN = ("It keeps no unfinished games: players are told not to come back.", FOR_GOOD[1])


@pytest.mark.parametrize(
    ("keeps", "wish", "answers"),
    [
        (True, ("--retry-after", "7"), KEPT),
        (True, ("--for-good",), FOR_GOOD),
        (False, ("--retry-after", "7"), FORGOTTEN),
    ],
    ids=["kept", "for good", "forgotten"],
)
async def test_the_operator_ends_a_server_and_players_are_told_whether_it_is_back(
    tmp_path: Path, *, keeps: bool, wish: tuple[str, ...], answers: tuple[str, str]
) -> None:
    keys = in_file(tmp_path)
    data = ("--data", str(tmp_path / "data")) if keeps else ()
    async with program("--port", "0", *data, env=keys) as running:
        server = ("--server", running.address)
        table = ("play", "--plain", *server, "--seats", "2", "--level", "beginner")
        with programs.start(tmp_path, *table) as player:
            assert player.stdout
            next(line for line in player.stdout if line.startswith("Turn up 2 cards"))
            stranger = programs.run(tmp_path, "drain", *server)
            assert stranger.returncode == exit_codes.UNFINISHED
            env = programs.environment(tmp_path, **keys)
            done = programs.run(tmp_path, "drain", *server, *wish, env=env)
            assert (done.returncode, done.stderr) == (exit_codes.FINISHED, "")
            assert done.stdout == (
                f"The server ends. Games that run: 1; they may go on for 0 s.\n{answers[0]}\n"
            )
            told = next(line for line in player.stdout if line.startswith("The server"))
            assert told.rstrip() == answers[1]
            player.kill()
        assert await running.status() == 0
