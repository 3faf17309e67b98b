"""Whatever is typed and wherever it runs: a sentence and a documented exit code, no traceback.

What commands say to wrong arguments and addresses is in test_command.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from skyjo_client import exit_codes
from tests.client.programs import SKYJO, environment

if sys.platform == "win32":
    pytest.skip("only POSIX has pseudo-terminals", allow_module_level=True)

from tests.client.multiplexer import Tmux
from tests.client.pseudo_terminal import Terminal

pytestmark = pytest.mark.slow
needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

NOWHERE = "/proc/none"
"""A folder that nobody can write to, whoever asks."""
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
LATIN = {"LC_ALL": "de_DE.ISO-8859-1", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}
CP1252 = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}
FOLDERS = ("SKYJO_DATA_DIR", "SKYJO_STATE_DIR", "SKYJO_CONFIG")


def homeless(folder: Path, home: str) -> dict[str, str]:
    """The environment of somebody whose home is of no use, and who names no other folder."""
    kept = {
        name: value
        for name, value in environment(folder).items()
        if name not in FOLDERS and not name.startswith("XDG_")
    }
    return {**kept, "HOME": home}


def skyjo(
    env: Mapping[str, str], *arguments: str, given: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*SKYJO, *arguments], input=given, capture_output=True, timeout=90, env=env, check=False
    )


# --- half-typed and wrong lines ---

WRONG = (
    b"a", b"t", b"x", b"t t", b"xa", b"a1 a1", b"a1", b"d4", b"z9", b"\xff\xfe\xe4", b"\x00",
    b"\x1b[2J", b"say", b"vote", b"vote maybe", b"log -1", b"log 99999999999", b"other 9",
    b"grid x",
    b"kick", b"bot", b"host 99", b"mute 7", b"forget", b"back", b"start", b"help me", b":", b"/",
    b"t b3 b4", b"e" * 5000, "ä1 ²".encode(), b"invite", b"quit now",
)  # fmt: skip


@pytest.mark.parametrize("more", [{}, ASCII, LATIN, CP1252], ids=["utf-8", "C", "latin", "cp1252"])
def test_every_wrong_line_is_answered_and_the_game_goes_on(
    tmp_path: Path, more: dict[str, str]
) -> None:
    env = environment(tmp_path, **more)
    given = b"\n".join([*WRONG, b"a1 b2", b"d", b"board", b"quit", b""])
    done = skyjo(env, "play", "--plain", "--seats", "2", "--seed", "3", given=given)
    assert (done.returncode, done.stderr) == (exit_codes.FINISHED, b"")
    lines = done.stdout.splitlines()
    assert len(lines) > len(WRONG)
    assert any(line.startswith(b"Row a: ") for line in lines)
    assert b"Traceback" not in done.stdout
    assert b"\x1b" not in done.stdout


# --- folders that cannot be used ---


@pytest.mark.parametrize("home", [NOWHERE, "/dev/null", ""], ids=["read-only", "a file", "empty"])
def test_a_game_is_played_without_a_home(tmp_path: Path, home: str) -> None:
    env = homeless(tmp_path, home or NOWHERE)
    if not home:
        env["HOME"], env["XDG_DATA_HOME"], env["XDG_STATE_HOME"] = "", NOWHERE, NOWHERE
    done = skyjo(env, "play", "--plain", "--seats", "2", given=b"quit\n")
    assert done.returncode == exit_codes.FINISHED
    assert done.stdout.startswith(b"You are ")
    assert done.stderr.startswith(b"skyjo: No finished games are kept, because ")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["host", "--plain", "--name", "Anke"], exit_codes.UNFINISHED),
        (["record", "list"], exit_codes.FINISHED),
        (["record", "export"], exit_codes.UNFINISHED),
        (["replay"], exit_codes.UNFINISHED),
        (["scores"], exit_codes.FINISHED),
        (["settings"], exit_codes.FINISHED),
        (["settings", "--write"], exit_codes.UNFINISHED),
        (["doctor"], exit_codes.UNFINISHED),
        (["tables", "--server", "127.0.0.1:1"], exit_codes.UNREACHABLE),
        (["join", "otter-42", "--plain", "--server", "127.0.0.1:1"], exit_codes.UNREACHABLE),
        (["rules"], exit_codes.FINISHED),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else None,
)
def test_every_command_says_what_it_misses_without_a_home(
    tmp_path: Path, arguments: list[str], code: int
) -> None:
    done = skyjo(homeless(tmp_path, NOWHERE), *arguments)
    said = (done.stdout + done.stderr).decode()
    assert "Traceback" not in said
    assert "This program made a mistake" not in said
    assert said.strip().endswith((".", ")")) or not done.returncode or arguments == ["doctor"]
    assert done.returncode == code, said


def test_a_host_without_a_home_is_told_what_to_name_and_no_server_is_left(tmp_path: Path) -> None:
    host = ("host", "--plain", "--name", "Anke")
    for env in (homeless(tmp_path, NOWHERE), environment(tmp_path, SKYJO_STATE_DIR=NOWHERE)):
        done = skyjo(env, *host)
        assert done.returncode == exit_codes.UNFINISHED
        assert b"cannot be used" in done.stderr
        assert b"Name other folders in SKYJO_DATA_DIR and SKYJO_STATE_DIR." in done.stderr
    assert not (tmp_path / "data" / "server").exists()


# --- terminals ---


def screen_of(folder: Path, *arguments: str, **more: str) -> Terminal:
    env = environment(folder, TERM="xterm-256color", **more)
    return Terminal(folder, *arguments, env=env, columns=80)


@pytest.mark.parametrize(
    "more",
    [{"LC_ALL": "C.UTF-8"}, ASCII, LATIN, {"HOME": NOWHERE, "SKYJO_STATE_DIR": NOWHERE}],
    ids=["utf-8", "C", "latin", "no home"],
)
def test_the_full_screen_survives_every_key_and_what_is_none(
    tmp_path: Path, more: dict[str, str]
) -> None:
    keys = bytes(code for code in range(1, 256) if code not in (3, 17, 26, 27, 28))
    with screen_of(tmp_path, "play", "--seats", "2", "--name", "D\u00f6rte", **more) as terminal:
        terminal.until("Turn up 2 cards")
        terminal.press(keys)
        terminal.press(b"\xe4\xff\x1b[999~\x1b[200~\x1b]0;x\x07\xfe\x1b[201~\r")
        for _ in range(4):
            terminal.press(b"\x03\r")
        assert terminal.end() == exit_codes.FINISHED
        assert "The game ends here, unfinished." in terminal.text
    assert "Traceback" not in terminal.text


@needs_tmux
def test_a_terminal_of_one_cell_is_survived(tmp_path: Path) -> None:
    with Tmux(tmp_path, "play", "--seats", "2", "--name", "Anke", columns=1, lines=1) as terminal:
        terminal.until(lambda shown: bool(shown.strip()))
        terminal.resize(80, 24)
        terminal.until(lambda shown: "Turn up 2 cards" in shown)
        terminal.resize(1, 1)
        terminal.until(lambda shown: len(shown.strip()) == 1)
        terminal.press("q", "Enter")
        terminal.resize(80, 24)
        assert terminal.end() == exit_codes.FINISHED


def test_an_interrupt_ends_it_without_a_traceback_from_the_first_moment_on(tmp_path: Path) -> None:
    env = environment(tmp_path, PYTHONVERBOSE="1")
    command = [sys.executable, "-c", "from skyjo_client.start import main; main()", "tables"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, env=env, start_new_session=True)
    assert process.stderr is not None
    with process, process.stderr as said:
        for line in said:
            if b"import 'skyjo_client.start'" in line:
                break
        while b"'click" not in said.readline():
            pass
        os.killpg(process.pid, signal.SIGINT)
        rest = said.read()
    assert b"Traceback" not in rest
    assert process.returncode in (-signal.SIGINT, exit_codes.INTERRUPTED)
