"""Clocks as players meet them, at tables of a real server."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from skyjo.v1.event_pb2 import SEAT_CHANGE_BOT_TOOK_OVER, SEAT_CHANGE_RETURNED
from skyjo.v1.fault_pb2 import FAULT_KIND_DISCONNECTED, FAULT_OWNER_PLAYER, Fault
from skyjo.v1.rules_pb2 import FAULT_COST_GAME
from skyjo_client.connection import Connection
from skyjo_client.lobby import Lobby
from skyjo_client.versions import joiner
from skyjo_wire.clocks import OFF, PRESETS
from tests.client.clocked import HASTY, changed, clock, heard, server_without_house, table
from tests.client.cutting import Cutting
from tests.client.programs import run, start

pytestmark = pytest.mark.slow
on_posix = pytest.mark.skipif(os.name != "posix", reason="only POSIX has pseudo-terminals")

if sys.platform != "win32":
    from tests.client.pseudo_terminal import Terminal

FIRST_BEGINS = 1
"""A seed with which the first of two seats begins, when the server turns up all first cards."""


@pytest.fixture
def still(tmp_path: Path) -> Iterator[str]:
    """The address of a server whose games stand still at a stand-in's turn."""
    with server_without_house(tmp_path) as address:
        yield address


def hasty_table(address: str) -> tuple[str, ...]:
    """How to join a table of two at which nobody has time, and whoever comes first begins."""

    async def make() -> str:
        async with Lobby(address) as lobby:
            return (await table(lobby, HASTY, seats=2, seed=FIRST_BEGINS)).code

    return ("join", asyncio.run(make()), "--server", address)


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


@pytest.mark.parametrize(
    ("spelt", "bank_ms", "increment_ms"),
    [("5m+10s", 300_000, 10_000), ("90S", 90_000, 0), ("1m30s+5s", 90_000, 5_000)],
)
def test_a_clock_of_ones_own_is_spelt_as_a_time(
    spelt: str, bank_ms: int, increment_ms: int, tmp_path: Path, address: str
) -> None:
    clock = welcomed(tmp_path, address, "--clock", spelt)
    assert clock["preset"] == "CLOCK_PRESET_CUSTOM"
    assert (clock["bank_ms"], clock["increment_ms"]) == (bank_ms, increment_ms)
    assert clock["empty_bank_cost"] == "FAULT_COST_STAND_IN"


def test_a_game_of_ones_own_has_no_clock(tmp_path: Path) -> None:
    refused = run(tmp_path, "play", "--json", "--clock", "lan")
    assert refused.returncode == 2
    assert "--clock needs --server: a game of your own has nothing of the kind." in refused.stderr
    unknown = run(tmp_path, "play", "--json", "--clock", "fast")
    assert "'fast' is no clock. There are dev, lan, bot-fast, bot-think, off," in unknown.stderr


@on_posix
def test_who_was_too_slow_takes_the_seat_back_by_typing(tmp_path: Path, still: str) -> None:
    join = hasty_table(still)
    berta_folder = tmp_path / "berta"
    with Terminal(tmp_path, *join, "--name", "Anke") as anke:
        anke.type("back")
        anke.until("No stand-in plays for you.")
        with start(berta_folder, *join, "--name", "Berta", "--json") as berta:
            anke.until("The server turned up for you: a1: ")
            for _ in range(3):
                line = anke.until("A stand-in plays for you until you are back.")
                assert line.endswith("Cause: no time left on the clock.")
                anke.until("A stand-in plays for you. Type back to take your seat again.")
                anke.type("d")
                anke.until("A stand-in plays for you. Type back to take your seat again.")
                anke.type("back")
                anke.until("You are back in your seat.")
            anke.type("quit")
            assert anke.end() == 0
            berta.kill()


def test_a_program_that_was_too_slow_takes_the_seat_back(tmp_path: Path, still: str) -> None:
    join = (*hasty_table(still), "--json")
    with start(tmp_path, *join, "--name", "Anke") as anke:
        frames = read(anke)
        next(frame for frame in frames if "welcome" in frame)
        changes = seat_changes(frames)
        with start(tmp_path / "berta", *join, "--name", "Berta") as berta:
            for _ in range(2):
                late = next(changes)
                assert (late["seat"], late["change"]) == (0, "SEAT_CHANGE_BOT_TOOK_OVER")
                fault = {"kind": "FAULT_KIND_TIMED_OUT", "owner": "FAULT_OWNER_PLAYER"}
                assert late["fault"] == fault
                assert anke.stdin
                print('{"attach": {}}', file=anke.stdin, flush=True)
                back = next(changes)
                assert (back["seat"], back["change"]) == (0, "SEAT_CHANGE_RETURNED")
            anke.communicate('{"resign": {}}\n')
            berta.kill()
        assert anke.returncode == 0


@on_posix
def test_a_player_who_thinks_is_told_when_time_gets_low(tmp_path: Path, address: str) -> None:
    async def make() -> str:
        async with Lobby(address) as lobby:
            rules = clock(FAULT_COST_GAME, bank_ms=10_900)
            return (await table(lobby, rules, "casual", seats=2)).code

    join = ("join", asyncio.run(make()), "--server", address, "--name", "Anke")
    with Terminal(tmp_path, *join) as anke:
        anke.until("Everybody has 11 s for the game. When that is used up, the game is forfeited.")
        anke.until("Turn up 2 cards")
        anke.until("10 s left.")
        anke.type("")
        anke.until("Turn up 2 cards")
        anke.until(" s left.")
        anke.type("clock")
        anke.until("bot:casual: 11 s at the last count.")
        anke.until(" s left.")


def read(program: "subprocess.Popen[str]") -> Iterator[dict[str, Any]]:
    """The frames that a program writes."""
    assert program.stdout
    for line in program.stdout:
        yield json.loads(line)


def seat_changes(frames: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The next changes of seats."""
    for frame in frames:
        for event in frame.get("events", {}).get("events", ()):
            if "seat_changed" in event:
                yield event["seat_changed"]


async def test_who_comes_back_from_being_cut_off_has_the_seat_and_a_full_bank(
    address: str,
) -> None:
    rules = clock(bank_ms=600_000, grace_ms=3_000)
    async with (
        Cutting(address) as way,
        Connection(address) as steady,
        Connection(way.address) as shaky,
    ):
        lobby = steady.lobby
        made = await table(lobby, rules, seats=2)
        sessions = [
            await connection.attach(await lobby.join_table(made.code, joiner(name)))
            for connection, name in ((steady, "steady"), (shaky, "shaky"))
        ]
        for session in sessions:
            await heard(session, lambda frame: frame.HasField("decision"))
        way.down = True
        way.cut()
        fault = Fault(kind=FAULT_KIND_DISCONNECTED, owner=FAULT_OWNER_PLAYER)
        gone = await changed(sessions[0], SEAT_CHANGE_BOT_TOOK_OVER)
        assert (gone.seat, gone.fault) == (1, fault)
        way.down = False
        assert (await changed(sessions[0], SEAT_CHANGE_RETURNED)).seat == 1
        presence = await heard(
            sessions[0], lambda frame: frame.HasField("presence") and frame.presence
        )
        shaky_player = presence.players[1]
        assert (shaky_player.stand_in, shaky_player.bank_ms) == (False, 600_000)
        assert (await changed(sessions[1], SEAT_CHANGE_BOT_TOOK_OVER)).fault == fault
        assert (await changed(sessions[1], SEAT_CHANGE_RETURNED)).seat == 1
