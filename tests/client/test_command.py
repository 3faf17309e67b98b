"""The command itself: help, pipes without a terminal, encodings, errors without tracebacks."""

import subprocess
import sys
from pathlib import Path

import pytest

from skyjo_bots.levels import LEVELS
from skyjo_client.cli import main
from skyjo_client.table_options import CLOCKS_HELP, LEVELS_HELP
from skyjo_engine.cards import DECK_COUNTS
from skyjo_wire.clocks import OFF, PRESETS
from tests.client.programs import environment, run, start

NOT_FOR_HELP = """
import sys
from skyjo_client.cli import main
main(["--help"], standalone_mode=False)
heavy = {"asyncio", "grpc", "google", "skyjo", "skyjo_engine", "skyjo_bots", "skyjo_wire",
         "platformdirs", "sqlite3", "cryptography", "textual", "zeroconf", "multiprocessing"}
print("heavy:", sorted(heavy & set(sys.modules)))
"""


def test_help_needs_click_only(tmp_path: Path) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", NOT_FOR_HELP],
        capture_output=True,
        encoding="utf-8",
        env=environment(tmp_path),
        check=True,
    ).stdout
    assert shown.endswith("heavy: []\n")
    assert all(command in shown for command in main.list_commands(main.make_context("x", ["play"])))


NOT_FOR_THE_FIRST_FRAME = """
import sys
import skyjo_client.lobby_visit
heavy = {"grpc", "zeroconf", "ifaddr", "cryptography", "sqlite3", "skyjo_bots"}
print("heavy:", sorted(heavy & set(sys.modules)))
"""


def test_the_lobbys_first_frame_waits_for_no_network(tmp_path: Path) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", NOT_FOR_THE_FIRST_FRAME],
        capture_output=True,
        encoding="utf-8",
        env=environment(tmp_path),
        check=True,
    ).stdout
    assert shown == "heavy: []\n"


@pytest.mark.parametrize("group", [[], ["record"]], ids=["skyjo", "record"])
def test_the_help_shows_every_command_in_a_whole_line(tmp_path: Path, group: list[str]) -> None:
    shown = run(tmp_path, *group, "--help", env=environment(tmp_path, COLUMNS="80")).stdout
    commands = shown.split("Commands:\n")[1].splitlines()
    assert [line for line in commands if not line.endswith(".") or line.endswith("...")] == []


def test_alone_without_a_terminal_it_prints_its_help(tmp_path: Path) -> None:
    alone, helped = run(tmp_path), run(tmp_path, "--help")
    assert (alone.returncode, alone.stdout, alone.stderr) == (0, helped.stdout, "")


def test_the_help_names_every_level_and_clock() -> None:
    assert [word for word in LEVELS if word not in LEVELS_HELP] == []
    assert [word for word in (*PRESETS, OFF) if word not in CLOCKS_HELP] == []


def test_the_rules_give_the_deck_that_is_dealt(tmp_path: Path) -> None:
    shown = run(tmp_path, "rules").stdout
    assert "unofficial" in shown
    lines = [line.split() for line in shown.splitlines()]
    for card, count in DECK_COUNTS.items():
        assert [str(card), str(count)] in lines
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.slow
def test_without_a_terminal_it_says_how_to_play_and_shows_a_game(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--rounds", "1", "--seats", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("There is no terminal here")
    assert " begins" in done.stdout
    assert "\n1. bot:" in done.stdout
    assert done.stdout.endswith("The games at this table are over.\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ({"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}, "D\xf6rte \\u0141".encode("cp1252")),
        ({"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}, b"D\\xf6rte \\u0141"),
        ({"LC_ALL": "C"}, "Dörte Ł".encode()),
    ],
    ids=["cp1252", "ascii", "C"],
)
def test_names_survive_every_encoding(tmp_path: Path, more: dict[str, str], shown: bytes) -> None:
    env = environment(tmp_path, SKYJO_NAME="Dörte Ł", **more)
    command = [sys.executable, "-m", "skyjo_client", "play", "--plain", "--seats", "2"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=env) as process:
        assert process.stdout
        assert process.stderr
        first = process.stdout.readline()
        _, errors = process.communicate(b"quit\n", timeout=60)
    assert first.startswith(b"You are " + shown + b" in seat 1"), errors
    assert (process.returncode, errors) == (0, b"")


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (["play", "--seats", "9"], 2, "'9' is not a whole number from 2 to 8."),
        (["play", "--seats", "two"], 2, "'two' is not a whole number from 2 to 8."),
        (["play", "--level", "Skilled", "--seats", "x"], 2, "Invalid value for '--seats'"),
        (["play", "--level", "genius"], 2, "There are random, beginner, casual, skilled."),
        (["play", "--plain", "--json"], 2, "Choose one of --plain and --json."),
        (["play", "--server", "127.0.0.1:1"], 2, "choose --plain or --json"),
        (["play", "--server", "127.0.0.1:1", "--plain"], 3, "No server answers at 127.0.0.1:1."),
        (["join", "127.0.0.1:1", "--json"], 3, "No server answers at 127.0.0.1:1."),
        (["watch", "otter42", "--server", "127.0.0.1:1"], 3, "No server answers"),
        (["tables", "--server", "127.0.0.1:1"], 3, "No server answers"),
        (["watch", "localhost:1"], 3, "No server answers at localhost:1."),
        (["watch", "localhost", "--server", "localhost"], 2, "Name the server once"),
        (["tables", "--server", "http://127.0.0.1:18002"], 2, "Write HOST or HOST:PORT"),
        (["join", "127.0.0.1:abc", "--plain"], 2, "'127.0.0.1:abc' is not the address"),
        (["record", "verify", "no such file"], 2, "No such file"),
        (["dance"], 2, "No such command"),
        (["Pley"], 2, "No such command 'Pley'. Did you mean play?"),
        (["--nope"], 2, "Error: No such option '--nope'.\n"),
        (["play", "--seat", "2"], 2, "Did you mean '--seats'?"),
        (["--moude", "--lang", "de"], 2, "(Meintest du eines davon: "),
        (
            ["play", "--colors", "pink", "--lang", "de"],
            2,
            "'pink' gibt es nicht. Möglich: ",
        ),
        (["play", "--nope", "--lang", "de"], 2, "Aufruf: skyjo play [OPTIONEN]\n"),
        (["join", "skyjo://x", "--plain"], 2, "The link 'skyjo://x' is broken."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_errors_are_one_sentence_with_a_code(
    tmp_path: Path, arguments: list[str], code: int, part: str
) -> None:
    done = run(tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert part in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["play", "--demo", "--rounds", "1"], "The games at this table are over."),
        (["record", "list"], ""),
    ],
    ids=["play", "list"],
)
def test_where_no_game_can_be_kept_one_line_says_so(
    tmp_path: Path, arguments: list[str], shown: str
) -> None:
    (tmp_path / "data").write_text("a file", encoding="utf-8")
    done = run(tmp_path, *arguments)
    assert done.returncode == 0
    assert done.stdout.strip().endswith(shown)
    warning = done.stderr.splitlines()[0]
    assert warning == (
        "skyjo: No finished games are kept, "
        f"because {tmp_path / 'data'} cannot be used: File exists."
    )


@pytest.mark.slow
def test_a_private_game_says_that_it_does_not_use_the_server_of_the_environment(
    tmp_path: Path,
) -> None:
    env = environment(tmp_path, SKYJO_SERVER="127.0.0.1:1")
    done = run(tmp_path, "play", "--plain", given="quit\n", env=env)
    assert done.returncode == 0
    assert done.stdout.startswith("You are ")
    assert done.stderr.startswith("skyjo: This game is private, although SKYJO_SERVER")


@pytest.mark.slow
def test_games_kept_by_something_else_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "games.sqlite3").write_text("something else", encoding="utf-8")
    done = run(tmp_path, "play", "--demo")
    assert done.returncode == 3
    assert done.stderr.startswith("skyjo: The server did not start. It said: ")
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    with start(tmp_path, "play", "--demo", "--seats", "2") as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=60) == 1


def test_a_changed_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_bytes(b'{"type":"game"}\n')
    done = run(tmp_path, "record", "verify", str(path))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("Refused: ")
