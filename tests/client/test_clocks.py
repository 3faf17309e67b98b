"""Clocks as players meet them, at tables of a real server."""

import json
from pathlib import Path

import pytest

from skyjo_wire.clocks import OFF, PRESETS
from tests.client.programs import run, start

pytestmark = pytest.mark.slow


def welcomed(folder: Path, server: str, *more: str) -> dict[str, object]:
    """The clock in the welcome of a table that is made and left."""
    arguments = ("play", "--json", "--server", server, "--seats", "2", *more)
    with start(folder, *arguments) as playing:
        assert playing.stdout
        frame = json.loads(playing.stdout.readline())
        playing.communicate('{"resign": {}}\n')
    clock: dict[str, object] = frame["welcome"]["clock"]
    return clock


@pytest.mark.parametrize("name", PRESETS)
def test_a_table_gets_the_clock_its_maker_names(name: str, tmp_path: Path, address: str) -> None:
    clock = welcomed(tmp_path, address, "--clock", name.upper())
    assert clock["preset"] == f"CLOCK_PRESET_{name.upper().replace('-', '_')}"


def test_a_table_gets_the_servers_clock_or_none(tmp_path: Path, address: str) -> None:
    assert welcomed(tmp_path, address)["preset"] == "CLOCK_PRESET_LAN"
    clock = welcomed(tmp_path, address, "--clock", OFF)
    assert (clock["preset"], clock["grace_ms"]) == ("CLOCK_PRESET_CUSTOM", 0)
    assert "bank_ms" not in clock
    assert {clock["illegal_cost"], clock["empty_bank_cost"]} == {"FAULT_COST_REJECTED"}


def test_a_game_of_ones_own_has_no_clock(tmp_path: Path) -> None:
    refused = run(tmp_path, "play", "--json", "--clock", "lan")
    assert refused.returncode == 2
    assert "--clock needs --server: a game of your own has no clock." in refused.stderr
    unknown = run(tmp_path, "play", "--json", "--clock", "fast")
    assert "'fast' is no clock. There are dev, lan, bot-fast, bot-think, off." in unknown.stderr
