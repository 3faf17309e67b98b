"""A server of one's own that is interrupted, or fails, while it starts."""

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from skyjo.v1 import lobby_pb2, table_pb2
from skyjo_client import exit_codes
from skyjo_client.hosted_server import people_at
from tests.client import programs

if sys.platform == "win32":
    pytest.skip("only POSIX has named pipes in the file system", allow_module_level=True)

HOST = ("host", "--plain", "--name", "Anke")
# Stands in for a server that takes its time: it tells its parent nothing, and holds a pipe open.
_SLOW = """
import os, signal
with open(os.environ["TEST_PIPE"], "w") as pipe:
    print("begun", file=pipe, flush=True)
    signal.pause()
"""


def with_server(folder: Path, script: str, **more: str) -> dict[str, str]:
    """The environment of a player for whom a script stands in for the server."""
    stand_in = folder / "stand-in" / "skyjo_server"
    stand_in.mkdir(parents=True)
    (stand_in / "__init__.py").touch()
    (stand_in / "__main__.py").write_text(script, "utf-8")
    path = os.pathsep.join([str(stand_in.parent), os.environ.get("PYTHONPATH", "")])
    return programs.environment(folder, PYTHONPATH=path, **more)


def test_an_interrupt_while_the_server_starts_leaves_none(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    env = with_server(tmp_path, _SLOW, TEST_PIPE=str(pipe))
    with programs.start(tmp_path, *HOST, env=env) as hosting, pipe.open(encoding="utf-8") as held:
        assert hosting.stderr
        assert held.readline() == "begun\n"
        assert hosting.stderr.readline() == "skyjo: Your server is starting ...\n"
        hosting.send_signal(signal.SIGINT)
        assert held.read() == "", "the server has ended when nobody holds its pipe any more"
        assert hosting.wait(timeout=60) == exit_codes.INTERRUPTED


def test_a_seat_that_a_stand_in_plays_counts_nobody_who_sits_there() -> None:
    person, bot = table_pb2.PLAYER_KIND_HUMAN, table_pb2.PLAYER_KIND_HOUSE_BOT
    players = [
        table_pb2.Player(seat=0, kind=person, connected=True),
        table_pb2.Player(seat=1, kind=person, connected=True),
        table_pb2.Player(seat=2, kind=person, connected=True, stand_in=True),
        table_pb2.Player(seat=3, kind=person),
        table_pb2.Player(seat=4, kind=bot, connected=True),
    ]
    assert people_at(lobby_pb2.TableSummary(players=players), besides=0) == 1


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("x" * 50, "This name is not possible. Take 1 to 20 visible letters, with --name."),
        (
            "Bot:x",
            "Names that begin like this are the server's own. Take another with --name.",
        ),
    ],
)
def test_a_name_that_is_not_possible_starts_no_server(tmp_path: Path, name: str, told: str) -> None:
    done = programs.run(tmp_path, "host", "--plain", "--name", name)
    assert done.returncode == exit_codes.REFUSED
    assert done.stderr == f"skyjo: {told}\n"
    assert not (tmp_path / "data" / "server").exists()


def test_a_server_that_does_not_start_leaves_what_is_known_of_the_one_before(
    tmp_path: Path,
) -> None:
    env = with_server(tmp_path, "raise SystemExit('no place')")
    known = {"address": "127.0.0.1:9", "fingerprint": "", "words": "", "data": "here"}
    kept = tmp_path / "state" / "hosted.json"
    kept.parent.mkdir()
    kept.write_text(json.dumps({**known, "operator_key": "ab"}), "utf-8")
    done = programs.run(tmp_path, *HOST, env=env)
    assert done.returncode == exit_codes.UNREACHABLE
    assert done.stderr.endswith("The server did not start. It said: no place\n")
    assert json.loads(kept.read_text("utf-8")) == {**known, "operator_key": "ab"}
