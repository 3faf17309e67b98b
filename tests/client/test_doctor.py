"""``skyjo doctor`` against what is really broken, and what it says of other systems."""

import errno
import json
import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from skyjo.v1.lobby_pb2 import GetServerResponse
from skyjo.v1.table_pb2 import ProtocolVersion
from skyjo_client import checkup
from skyjo_client.checkup import Status
from skyjo_client.checkup_network import local_network, server_version
from skyjo_wire.version import MAJOR
from tests.client.programs import environment, run
from tests.encrypted import Encrypted


def checks(folder: Path, *arguments: str, **more: str) -> dict[str, Any]:
    """What is found, by name, with the exit status."""
    done = run(folder, "doctor", "--json", *arguments, env=environment(folder, **more))
    assert done.stderr == ""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return {"exit": done.returncode, **{one["check"]: one for one in found}}


@pytest.fixture
def closed() -> Iterator[str]:
    """An address of this machine at which nobody listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{held.getsockname()[1]}"


def test_a_machine_without_faults(tmp_path: Path, address: str) -> None:
    found = checks(tmp_path, "--server", address)
    assert (found["exit"], found["server"]["status"]) == (0, "ok")
    assert found["server version"]["says"] + ", " in found["client"]["says"] + ", "
    assert found["data folder"]["says"] == str(tmp_path / "data")
    assert not (tmp_path / "data").exists()
    assert found["multicast"] == {
        "check": "multicast",
        "status": "warn",
        "says": "switched off by SKYJO_DISCOVER",
        "todo": found["multicast"]["todo"],
    }


def test_findings_stand_in_straight_columns_of_ones_own_language(tmp_path: Path) -> None:
    lines = run(tmp_path, "doctor", "--lang", "de").stdout.splitlines()
    rows = [re.split(" {2,}", line, maxsplit=2) for line in lines if not line.startswith(" ")]
    assert {len(row) for row in rows} == {3}
    names = {row[1] for row in rows}
    assert "Einstellungen" in names
    assert not names & {"settings", "line"}
    told = [line for line in lines if not line.startswith(" ")]
    assert len({line.index(row[2]) for line, row in zip(told, rows, strict=True)}) == 1


def test_a_closed_port(tmp_path: Path, closed: str) -> None:
    found = checks(tmp_path, SKYJO_SERVER=closed)
    assert (found["exit"], found["server"]["status"]) == (1, "fail")
    assert found["server"]["says"] == f"{closed}: Connection refused"
    assert f"the address is still {closed}" in found["server"]["todo"]


def test_what_is_no_address_and_no_server(tmp_path: Path) -> None:
    assert checks(tmp_path, "--server", "a b")["server"]["status"] == "fail"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        found = checks(tmp_path, "--server", f"127.0.0.1:{silent.getsockname()[1]}")
    assert (found["exit"], found["server"]["status"]) == (1, "ok")
    assert found["server version"]["status"] == "fail"


def test_a_server_that_is_not_known_yet(tmp_path: Path, tls_server: Encrypted) -> None:
    found = checks(tmp_path, "--server", tls_server.address)
    assert (found["exit"], found["server"]["status"]) == (1, "ok")
    assert f"--trust {tls_server.words}" in found["server version"]["says"]
    known = checks(tmp_path, "--server", tls_server.address, "--trust", tls_server.words)
    assert (known["exit"], known["server version"]["status"]) == (0, "ok")


@pytest.mark.parametrize("variable", ["SKYJO_DATA_DIR", "SKYJO_STATE_DIR"])
def test_a_folder_that_cannot_be_written(tmp_path: Path, variable: str) -> None:
    (tmp_path / "file").write_text("")
    found = checks(tmp_path, **{variable: str(tmp_path / "file" / "below")})
    name = "data folder" if variable == "SKYJO_DATA_DIR" else "state folder"
    assert (found["exit"], found[name]["status"]) == (1, "fail")
    assert variable in found[name]["todo"]


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX has pseudo-terminals")
@pytest.mark.parametrize(
    ("kind", "columns", "wrong"),
    [("xterm-256color", 80, set()), ("dumb", 80, {"terminal"}), ("xterm", 59, {"size"})],
    ids=["good", "dumb", "narrow"],
)
def test_the_terminal(tmp_path: Path, kind: str, columns: int, wrong: set[str]) -> None:
    from tests.client.pseudo_terminal import Terminal  # noqa: PLC0415  # POSIX only

    env = environment(tmp_path, TERM=kind, COLUMNS=str(columns), LINES="24")
    with Terminal(tmp_path, "doctor", env=env) as doctor:
        assert doctor.end() == 0
    table = {line[6:21].strip(): line[:5].strip() for line in doctor.text.splitlines()}
    mine = ("terminal", "size", "colours", "characters")
    assert {name for name in mine if table[name] != "ok"} == wrong


def test_settings_that_are_not_understood(tmp_path: Path) -> None:
    assert checks(tmp_path)["settings"]["status"] == "ok"
    (tmp_path / "settings.toml").write_text("bell = 'loud'")
    found = checks(tmp_path)
    assert (found["exit"], found["settings"]["status"]) == (1, "fail")
    assert "bell cannot be loud" in found["settings"]["says"]


def test_less_motion_is_offered_to_who_comes_by_ssh_and_never_chosen() -> None:
    far = {"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}
    assert "motion" in checkup.line(far, "full").todo
    assert checkup.line(far, "reduced").todo == checkup.line({}, "full").todo == ""


def test_another_encoding(tmp_path: Path) -> None:
    more = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}
    found = checks(tmp_path, **more)
    assert (found["exit"], found["characters"]["status"]) == (0, "warn")
    assert "cp1252" in found["characters"]["says"]


def test_firewalls_of_every_system(tmp_path: Path) -> None:
    def quiet(_: list[str]) -> str:
        return ""

    def look(system: str, answer: checkup.Answer = quiet) -> checkup.Check:
        return checkup.firewall(system, 17595, tmp_path, answer)

    assert look("linux").status is Status.OK
    (tmp_path / "etc/ufw").mkdir(parents=True)
    (tmp_path / "etc/ufw/ufw.conf").write_text("# ufw\nENABLED=no\n")
    assert look("linux").status is Status.OK
    (tmp_path / "etc/ufw/ufw.conf").write_text("# ufw\nENABLED=yes\n")
    assert look("linux").todo == "sudo ufw allow 17595/tcp && sudo ufw allow 5353/udp"
    (tmp_path / "etc/ufw/ufw.conf").unlink()
    (tmp_path / "run/firewalld").mkdir(parents=True)
    assert "firewall-cmd --add-port=17595/tcp" in look("linux").todo
    assert look("darwin", lambda _: "Firewall is enabled. (State = 1)").status is Status.WARN
    assert look("darwin", lambda _: "Firewall is disabled.").status is Status.OK
    assert "localport=17595" in look("win32").todo
    assert look("win32", lambda _: "State      OFF").status is Status.OK


@pytest.mark.parametrize(
    ("major", "old"), [(MAJOR, ""), (MAJOR + 1, "This client"), (MAJOR - 1, "The server")]
)
def test_the_older_side_is_named(major: int, old: str) -> None:
    said = GetServerResponse(version=ProtocolVersion(major=major), server_version="9\x1b[2J")
    check = server_version(said)
    assert check.status is (Status.FAIL if old else Status.OK)
    assert check.todo.startswith(old)
    assert check.says == f"skyjo-terminal 9\\u001b[2J, protocol {major}.0"


def test_the_permission_of_macos() -> None:
    refused = OSError(errno.EHOSTUNREACH, "No route to host")
    assert local_network("linux", refused) is None
    denied, allowed = local_network("darwin", refused), local_network("darwin", None)
    assert denied
    assert allowed
    assert (denied.status, allowed.status) == (Status.FAIL, Status.OK)
    assert "Local Network" in denied.todo
