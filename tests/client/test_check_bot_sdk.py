"""Bots of the SDK, in Python and over standard input, keep to what check-bot asks of a program."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.programs import SKYJO, run
from tests.client.stdio_programs import PLAIN
from tests.client.test_check_bot import FIRST

ROWS = (
    *("forged-opening", "second-opening", "round-end", "sigterm", "sigint", "tls-other-name"),
    *("no-opening", "heartbeat-ahead", "repeated-events", "unknown-event", "repeated-welcome"),
    *("pauses", "code", "refused-enlistment", "refused-token", "wrong-environment"),
    *("usual-port", "ipv6", "insecure", "tls"),
)

pytestmark = pytest.mark.slow


def checked(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    only = [word for row in ROWS for word in ("--only", row)]
    return run(folder, "check-bot", *only, "--", *command)


def test_a_bot_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(FIRST, "utf-8")
    done = checked(tmp_path, str(file))
    assert done.returncode == 0, done.stdout


def test_a_command_over_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "plain.py"
    file.write_text(PLAIN, "utf-8")
    done = checked(tmp_path, *SKYJO, "bot", "--stdio", "--", sys.executable, str(file))
    assert done.returncode == 0, done.stdout
