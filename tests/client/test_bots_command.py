"""``skyjo bots``: who waits for work, and the certificates that a bot needs for SKYJO_CA."""

import json
import os
import subprocess
import sys
from pathlib import Path

from skyjo_client import exit_codes
from tests.client import programs
from tests.encrypted import Encrypted

KIT = Path(__file__).parents[2] / "kits" / "python"


def test_a_server_without_waiting_bots_names_those_of_the_house(
    address: str, tmp_path: Path
) -> None:
    done = programs.run(tmp_path, "bots", "--server", address)
    assert (done.returncode, done.stderr) == (exit_codes.FINISHED, "")
    assert done.stdout.startswith("House bots: random, beginner, casual, skilled.\n")
    told = json.loads(programs.run(tmp_path, "bots", "--server", address, "--json").stdout)
    assert told["house_levels"] == ["random", "beginner", "casual", "skilled"]


def test_a_kit_believes_the_server_by_the_file_and_is_listed(
    tls_server: Encrypted, tmp_path: Path
) -> None:
    file = tmp_path / "ca.pem"
    listing = ("bots", "--server", tls_server.address)
    met = programs.run(tmp_path, *listing, "--trust", tls_server.words, "--ca", str(file))
    assert (met.returncode, met.stderr) == (exit_codes.FINISHED, "")
    variables = {
        "SKYJO_SERVER": tls_server.address,
        "SKYJO_CA": str(file),
        "SKYJO_KEY": os.urandom(16).hex(),
        "SKYJO_NAME": "Believer",
    }
    with subprocess.Popen(
        [sys.executable, str(KIT / "main.py")],
        env=programs.environment(tmp_path, **variables),
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as kit:
        assert kit.stderr
        assert "waiting for work as Believer" in kit.stderr.readline()
        listed = programs.run(tmp_path, *listing)
        kit.terminate()
    assert "Waiting for work, with free places: Believer (1)." in listed.stdout


def test_in_the_clear_no_file_is_written(address: str, tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    done = programs.run(tmp_path, "bots", "--server", address, "--ca", str(file))
    assert done.returncode == exit_codes.USAGE
    assert f"No SKYJO_CA is needed for {address}." in done.stderr
    assert not file.exists()


def test_a_file_that_cannot_be_written_is_named(tls_server: Encrypted, tmp_path: Path) -> None:
    file = tmp_path / "missing" / "ca.pem"
    done = programs.run(
        tmp_path,
        *("bots", "--server", tls_server.address, "--trust", tls_server.words),
        *("--ca", str(file)),
    )
    assert done.returncode == exit_codes.UNFINISHED
    assert str(file) in done.stderr
    assert "Traceback" not in done.stderr
