"""The page on running a server, and the files to deploy one, say what the server has."""

import re
import shlex
from pathlib import Path

import pytest

from skyjo_server.__main__ import main
from skyjo_server.configuration import check_environment
from skyjo_server.server import SERVICES
from tests.server.program import program
from tests.server.test_metrics import read

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8")
DEPLOY = ROOT / "deploy"
NOT_IN_THE_TABLE = {"--private", "--config"}


def test_every_option_is_in_the_table_with_its_variable() -> None:
    rows = dict(re.findall(r"^\| `(--[a-z-]+)`[^|]*\| `(\w+)` \|", PAGE, re.MULTILINE))
    options = {option.opts[0]: f"SKYJO_SERVE_{str(option.name).upper()}" for option in main.params}
    assert rows == {name: options[name] for name in options if name not in NOT_IN_THE_TABLE}


def test_every_service_is_named() -> None:
    assert [name for name in SERVICES if f"`{name}`" not in PAGE] == []


async def test_every_metric_is_in_the_table(tmp_path: Path) -> None:
    async with program("--port", "0", "--metrics", "0", "--data", str(tmp_path)) as server:
        shown = (await read(server)).families()
    names = {f"{m.name}_total" if m.type == "counter" else m.name for m in shown}
    rows = re.findall(r"^\| `(skyjo_\w+)` \| (\w+)", PAGE, re.MULTILINE)
    assert {name for name, _ in rows} == {name for name in names if name.startswith("skyjo_")}
    kinds = {m.name: m.type for m in shown}
    assert {kind for name, kind in rows if kind != kinds[name.removesuffix("_total")]} == set()


def test_the_deployed_settings_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = (DEPLOY / "skyjo.service").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=\S+/skyjo serve (.*)$", unit, re.MULTILINE)
    arguments = shlex.split(command.replace("/etc/skyjo", str(DEPLOY)))
    with main.make_context("skyjo serve", arguments) as context:
        assert context.params["data"] == Path("/var/lib/skyjo")
        assert context.params["metrics"] == ("127.0.0.1", 9595)
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    for name, value in re.findall(r"(SKYJO_\w+)=(\S+)", image):
        monkeypatch.setenv(name, value)
    check_environment(main.params)
    with main.make_context("skyjo serve", ["--insecure"]) as context:
        assert context.params["host"] == "0.0.0.0"  # noqa: S104  # within a container
        assert context.params["data"] == Path("/var/lib/skyjo")
