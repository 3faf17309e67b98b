"""Settings from flags, the environment and a file: which one counts, and what is refused."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from skyjo_server.__main__ import main
from tests.client.programs import SKYJO, environment

VARIABLES = {f"SKYJO_SERVE_{str(option.name).upper()}" for option in main.params}


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "server.toml"


def settings(*arguments: str) -> dict[str, Any]:
    with main.make_context("skyjo serve", list(arguments)) as context:
        return context.params


def refusal(*arguments: str, **env: str) -> str:
    """What a server that does not start says, on standard error alone."""
    done = subprocess.run(
        [sys.executable, "-m", "skyjo_server", *arguments],
        env={**os.environ, **env},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()[-1]


def test_a_flag_counts_more_than_a_variable_and_that_more_than_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert settings()["retry_after"] == 5
    file.write_text("retry-after = 11\n")
    flag = ("--config", str(file))
    assert settings(*flag)["retry_after"] == 11
    monkeypatch.setenv("SKYJO_SERVE_RETRY_AFTER", "12")
    assert settings(*flag)["retry_after"] == 12
    assert settings(*flag, "--retry-after", "13")["retry_after"] == 13
    monkeypatch.setenv("SKYJO_SERVE_CONFIG", str(file))
    monkeypatch.delenv("SKYJO_SERVE_RETRY_AFTER")
    assert settings()["retry_after"] == 11


def test_what_the_file_switches_on_a_variable_or_flag_switches_off(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("reflection = true\n")
    flag = ("--config", str(file))
    assert settings(*flag)["reflection"] is True
    assert settings(*flag, "--no-reflection")["reflection"] is False
    monkeypatch.setenv("SKYJO_SERVE_REFLECTION", "off")
    assert settings(*flag)["reflection"] is False
    assert settings(*flag, "--reflection")["reflection"] is True


EVERYTHING = {
    'host = "::1"': "::1",
    "port = 1234": 1234,
    'data = "games"': Path("games"),
    'durability = "full"': "full",
    'clock = "bot-fast"': "bot-fast",
    "insecure = true": True,
    "reflection = true": True,
    'metrics = "[::1]:9000"': ("::1", 9000),
    'log-format = "json"': "json",
    "drain-wait = 30": 30.0,
    "retry-after = 2.5": 2.5,
    "heartbeat = 1": 1.0,
    "end-with-stdin = true": True,
    'cert = "server.pem"': Path("server.pem"),
    'key = "server.key"': Path("server.key"),
    "events-only = true": True,
    "announce = false": False,
    'name = "Hall"': "Hall",
    'greeting = "json"': "json",
    "guesses = 90": 90,
}
"""Lines of a file, and what each sets."""


def test_everything_can_stand_in_the_file(file: Path) -> None:
    file.write_text("\n".join(EVERYTHING))
    meant = {line.split(" ")[0].replace("-", "_"): value for line, value in EVERYTHING.items()}
    assert settings("--config", str(file)) == {**meant, "private": False}


def test_a_private_server_heeds_its_flags_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('host = "0.0.0.0"\n')
    plain = settings("--private", "--port", "0")
    for name, value in (
        ("CONFIG", str(file)),
        ("INSECURE", "1"),
        ("PORT", "1"),
        ("DRAIN_WAIT", "9"),
    ):
        monkeypatch.setenv(f"SKYJO_SERVE_{name}", value)
    assert settings("--private", "--port", "0") == plain
    assert settings("--config", str(file), "--private", "--port", "0") == plain
    monkeypatch.setenv("SKYJO_SERVE_PRIVATE", "1")
    assert settings()["private"] is False


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1", '"prot" is no setting of the server; did you mean "port"?'),
        ("drain_wait = 1", '"drain_wait" is no setting of the server; did you mean "drain-wait"?'),
        ("[server]\nport = 1", '"server" is no setting of the server; there are host, port, '),
        ("private = true", '"private" is no setting'),
        ("operator-key = '00'", '"operator-key" is no setting'),
        ("port = true", "port must be a whole number, not true"),
        ('port = "1"', 'port must be a whole number, not "1"'),
        ("host = 1", "host must be a text, not 1"),
        ("insecure = 1", "insecure must be true or false, not 1"),
        ("drain-wait = []", "drain-wait must be a number, not []"),
        ("port = 70000", "port: 70000 is not in the range"),
        ('durability = "some"', "durability: 'some' is not one of"),
        ('metrics = "there"', "metrics: 'there' is neither a port nor HOST:PORT"),
        ("port: 1", "is no TOML file: "),
        pytest.param("host = " + "[" * 9999, "is no TOML file: ", id="nested"),
        ('data = "a\\u0000"', "data must be a text without zero characters"),
        ("drain-wait = nan", "drain-wait: nan is not a number of seconds"),
        ("port = 1\nport = 2", "is no TOML file: "),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_its_name(
    file: Path, text: str, sentence: str
) -> None:
    file.write_text(text)
    said = refusal("--config", str(file))
    assert said.startswith(f"Error: {file}")
    assert sentence in said


def test_a_file_that_is_not_there_or_not_text_is_refused(file: Path) -> None:
    assert (
        refusal("--config", str(file)) == f"Error: {file} cannot be read: No such file or directory"
    )
    file.write_bytes(b"\xff")
    assert f"{file} is no TOML file" in refusal(SKYJO_SERVE_CONFIG=str(file))


def test_a_variable_that_is_none_or_wrong_is_refused() -> None:
    said = refusal(SKYJO_SERVE_PRT="1")
    assert said.endswith(
        '"SKYJO_SERVE_PRT" is no variable of the server; did you mean "SKYJO_SERVE_PORT"?'
    )
    assert "'--port'" in refusal(SKYJO_SERVE_PORT="many")
    assert "'--insecure'" in refusal(SKYJO_SERVE_INSECURE="perhaps")


def test_a_setting_that_cannot_be_is_refused_wherever_it_stands(file: Path) -> None:
    file.write_text("events-only = true\n")
    assert "--events-only needs an operator" in refusal("--config", str(file))
    assert "--events-only needs an operator" in refusal(SKYJO_SERVE_EVENTS_ONLY="1")


def test_the_command_passes_every_option_on(file: Path) -> None:
    shown = subprocess.run(
        [*SKYJO, "serve", "--help"], capture_output=True, encoding="utf-8", check=True
    )
    options = [name for option in main.params for name in option.opts]
    assert [name for name in options if f"{name} " not in shown.stdout] == []
    file.write_text("prot = 1")
    done = subprocess.run(
        [*SKYJO, "serve", "--port", "0", "--no-reflection", "--config", str(file)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert 'did you mean "port"?' in done.stderr


def test_the_commands_own_folder_counts_less_than_the_file(file: Path, tmp_path: Path) -> None:
    file.write_text(f'port = 0\ndata = "{(tmp_path / "chosen").as_posix()}"\n')
    command = [*SKYJO, "serve", "--config", str(file)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(tmp_path)
    ) as process:
        assert process.stdout
        process.stdout.readline()
        process.terminate()
        assert process.wait(timeout=60) == 0
    assert (tmp_path / "chosen" / "games.sqlite3").exists()
    assert not (tmp_path / "data").exists()
