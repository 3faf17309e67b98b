"""Bots of the SDK keep to the contract, also where a command plays through it."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from skyjo.v1.play_pb2 import DECISION_KIND_PLACE
from skyjo_client.case_file import load_case
from skyjo_client.cases import Cases
from skyjo_client.conformance.check import Check
from skyjo_client.conformance.ledger import Outcome
from skyjo_client.conformance.rows import ROWS
from tests.client.duelling import bot
from tests.client.programs import SKYJO
from tests.client.stdio_programs import FIRST, PLAIN, script

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


def raising_in_python(folder: Path) -> tuple[str, ...]:
    return (*SKYJO, "bot", bot(folder, "mine", "if decision.legal.keep: raise KeyError(7)"))


def mistaken_over_stdio(folder: Path) -> tuple[str, ...]:
    wrong = "        if 'keep' in given['act']: given['act']['keep']['slot'] = 12\n"
    script(folder, FIRST + wrong + "        say(given)\n")
    return (*SKYJO, "bot", "--stdio", "--", sys.executable, str(folder / "mine.py"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "says"),
    [
        (raising_in_python, "Mine.choose raised KeyError, at decision "),
        (mistaken_over_stdio, "chooses keep 12, where slots are 0 to 11 (it says {"),
    ],
    ids=["python", "stdio"],
)
async def test_a_bot_that_resigns_after_its_own_mistake_fails_where_it_made_it(
    tmp_path: Path, command: Callable[[Path], tuple[str, ...]], says: str
) -> None:
    tried = ("place", "turn", "unknown-event", "second-game", "table-sizes")
    rows = [row for row in ROWS if row.name in tried]
    cases = Cases(tmp_path / "cases")
    check = Check(command(tmp_path), rows, 20.0, lambda _: None, cases)
    ledger = (await check.run()).ledger
    outcome, reason = ledger["place"]
    assert outcome is Outcome.FAILED
    assert reason.startswith("seat 0 resigned instead of answering decision ")
    assert says in reason
    assert ".. Case" not in reason
    path, *_ = sorted(cases.folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert reason.endswith(f". Case: {path}")
    case = load_case(path.read_bytes())
    assert (case.fault, case.decision.kind if case.decision else None) == (
        "resigned",
        DECISION_KIND_PLACE,
    )
    why = "the bot resigned after a mistake of its own: see place"
    others = {row: ledger[row] for row in tried if row != "place"}
    assert others == dict.fromkeys(others, (Outcome.NOT_REACHED, why))


@pytest.mark.slow
async def test_a_bot_that_gives_up_before_it_is_asked_fails_one_row_and_says_why(
    tmp_path: Path,
) -> None:
    file = bot(tmp_path, "mine", "pass\n\n    def game_started(self, game):\n        1 / 0")
    rows = [row for row in ROWS if row.name in ("second-game", "unknown-event", "column")]
    finding = await Check((*SKYJO, "bot", file), rows, 20.0, lambda _: None).run()
    assert finding.ledger.count(Outcome.FAILED) == 1
    outcome, reason = finding.ledger["second-game"]
    assert outcome is Outcome.FAILED
    assert reason == (
        "seat 0 resigned of its own accord; its last words: skyjo: Mine.game_started raised "
        "ZeroDivisionError in seat 0. The seat resigns."
    )
    why = "it came to no end: see second-game"
    assert finding.ledger["unknown-event"] == (Outcome.NOT_REACHED, why)


@pytest.mark.slow
async def test_a_row_alone_asks_often_enough_to_find_a_mistake_that_comes_late(
    tmp_path: Path,
) -> None:
    command = (*SKYJO, "bot", bot(tmp_path, "mine", "COUNT[0] == 60 and 1 / 0"))
    rows = [row for row in ROWS if row.name in ("flip", "turn", "place")]
    finding = await Check(command, rows, 20.0, lambda _: None).run()
    assert finding.ledger.count(Outcome.FAILED) == 1
    assert "raised ZeroDivisionError, at decision " in "".join(
        finding.ledger[row.name][1] for row in rows
    )


@pytest.mark.slow
async def test_a_bot_that_crashes_at_a_decision_fails_the_row_of_that_decision(
    tmp_path: Path,
) -> None:
    command = (*SKYJO, "bot", bot(tmp_path, "mine", "decision.legal.keep and os._exit(3)"))
    rows = [row for row in ROWS if row.name in ("second-game", "place", "column")]
    ledger = (await Check(command, rows, 20.0, lambda _: None).run()).ledger
    assert ledger["place"][0] is Outcome.FAILED
    assert ledger["place"][1].startswith("the bot ended with exit status 3, and seat 0 did not")
    assert ledger["second-game"] == (Outcome.NOT_REACHED, "it came to no end: see place")
    assert "(as in place)" in ledger["column"][1]
