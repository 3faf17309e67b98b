"""Bots of the SDK keep to the contract, also where a command plays through it."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from skyjo_client.conformance.check import Check
from skyjo_client.conformance.ledger import Outcome
from skyjo_client.conformance.rows import ROWS
from tests.client.duelling import bot
from tests.client.programs import SKYJO
from tests.client.test_stdio_bots import PLAIN, script

TRIED = {
    *("enlist", "numbers", "entropy", "flip", "turn", "place", "second-game", "several-seats"),
    *("resume", "drop-turn", "draining-back", "draining-elsewhere", "draining-for-good"),
    *("heartbeat", "silence", "repeated-decision", "missing-events"),
    *("unknown-frame", "unknown-enum", "token", "exit", "secrets"),
}


def in_python(folder: Path) -> tuple[str, ...]:
    return (*SKYJO, "bot", bot(folder, "mine"))


def over_stdio(folder: Path) -> tuple[str, ...]:
    script(folder, PLAIN)
    return (*SKYJO, "bot", "--stdio", "--", sys.executable, str(folder / "mine.py"))


@pytest.mark.slow
@pytest.mark.parametrize("command", [in_python, over_stdio], ids=["python", "stdio"])
async def test_a_bot_keeps_to_the_contract(
    tmp_path: Path, command: Callable[[Path], tuple[str, ...]]
) -> None:
    rows = [row for row in ROWS if row.name in TRIED]
    finding = await Check(command(tmp_path), rows, 20.0, lambda _: None).run()
    outcomes = {row.name: finding.ledger[row.name] for row in rows}
    assert outcomes == dict.fromkeys(TRIED, (Outcome.PASSED, ""))
