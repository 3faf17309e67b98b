"""``skyjo check-bot`` finds what is wrong with a bot, in the row that is about it."""

import asyncio
import json
import re
import sys
from pathlib import Path

import pytest

from skyjo_client.case_file import load_case
from skyjo_client.conformance.check import Check
from skyjo_client.conformance.ledger import Ledger, Outcome
from skyjo_client.conformance.report import Finding
from skyjo_client.conformance.rows import ROWS, SERVER_ROWS
from skyjo_client.exit_codes import NOT_CONFORMING
from tests.client.programs import environment, run

CHECKOUT = Path(__file__).parents[2]
BOT = (sys.executable, str(Path(__file__).with_name("breakable_bot.py")))

PLAIN = {
    *("second-game", "enlist", "entropy", "flip", "turn", "place", "numbers", "secrets"),
}
"""Rows that one plain game shows; they are looked at with every defect."""

AT_ONCE = 3

DEFECTS = [
    ("own-port", "slow-start"),
    ("never-pauses", "server-killed"),
    ("own-name", "enlist"),
    ("reuses-numbers", "numbers"),
    ("wrong-entropy", "entropy"),
    ("old-entropy", "entropy"),
    ("entropy-for-seeds", "no-entropy"),
    ("shows-always", "forged-opening"),
    ("takes-any-commitment", "forged-opening"),
    ("takes-any-hashes", "forged-opening"),
    ("forgets-hashes", "second-opening"),
    ("wrong-slot", "turn"),
    ("knows-better", "listed"),
    ("never-ready-again", "round-end"),
    ("wrong-round", "round-end"),
    ("no-pong", "heartbeat"),
    ("pongs-zero", "heartbeat"),
    ("one-seat", "several-seats"),
    ("four-seats-at-most", "table-sizes"),
    ("dies-on-reshuffled", "reshuffle"),
    ("no-resume", "resume"),
    ("counts-wrong", "resume"),
    ("waits-forever", "silence"),
    ("fickle", "repeated-decision"),
    ("skips-gaps", "missing-events"),
    ("dies-on-None", "unknown-event"),
    ("dies-on-unknown-frame", "unknown-frame"),
    ("dies-on-unknown-enum", "unknown-enum"),
    ("hangs-after-refusal", "refused-action"),
    ("insists", "refused-again"),
    ("one-goodbye-ends-all", "empty-clock"),
    ("fights", "superseded"),
    ("always-back", "unknown-goodbye"),
    ("dies-on-drain", "draining-back"),
    ("hurries", "draining-back"),
    ("stays-here", "draining-elsewhere"),
    ("hopes", "draining-for-good"),
    ("gives-up", "server-killed"),
    ("ignores-seed", "seed"),
    ("fails-at-the-end", "exit"),
    ("never-ends", "exit"),
    ("ignores-sigterm", "sigterm"),
    ("ends-badly", "sigterm"),
    ("ignores-sigint", "sigint"),
    ("shrugs-at-refusals", "refused-enlistment"),
    ("shrugs-at-keys", "wrong-environment"),
    ("expects-one-name", "tls-own-name"),
    ("ignores-ca", "tls"),
    ("trusts-anybody", "tls-foreign"),
    ("prints-token", "secrets"),
]


async def checked(defect: str, rows: set[str], patience: float = 4.0) -> Ledger:
    wanted = [row for row in ROWS if row.name in rows]
    command = (*BOT, defect) if defect else BOT
    return (await Check(command, wanted, patience, lambda _: None).run()).ledger


def failed(ledger: Ledger) -> dict[str, str]:
    """The rows that failed, with the reasons."""
    found = {row.name: ledger[row.name] for row in ledger.rows}
    return {name: reason for name, (outcome, reason) in found.items() if outcome is Outcome.FAILED}


@pytest.mark.slow
async def test_a_correct_bot_passes_every_row() -> None:
    ledger = await checked("", {row.name for row in ROWS}, patience=10.0)
    assert {row.name: ledger[row.name] for row in ROWS} == {
        row.name: (Outcome.PASSED, "") for row in ROWS
    }


@pytest.mark.slow
async def test_a_defect_fails_the_row_that_is_about_it_and_no_other() -> None:
    few = asyncio.Semaphore(AT_ONCE)

    async def fails(defect: str, row: str) -> dict[str, str]:
        async with few:
            return failed(await checked(defect, PLAIN | {row}))

    found = await asyncio.gather(*(fails(*pair) for pair in DEFECTS))
    wrong = {pair: one for pair, one in zip(DEFECTS, found, strict=True) if one.keys() != {pair[1]}}
    assert wrong == {}


def test_the_rows_are_about_headings_that_exist() -> None:
    for row in (*ROWS, *SERVER_ROWS):
        page, heading = re.fullmatch(r"(docs/.*\.md), '(.*)'", row.section).groups()  # type: ignore[union-attr]
        assert re.search(
            rf"^#+ {re.escape(heading)}$", (CHECKOUT / page).read_text("utf-8"), re.MULTILINE
        ), row


def test_the_page_says_what_each_row_is_about() -> None:
    page = (CHECKOUT / "docs" / "check-bot.md").read_text("utf-8")
    assert [row.name for row in (*ROWS, *SERVER_ROWS) if f"| `{row.name}` |" not in page] == []


def test_lists_its_rows(tmp_path: Path) -> None:
    shown = run(tmp_path, "check-bot", "--list")
    assert shown.stdout.splitlines()[0].startswith("slow-start")
    assert len(shown.stdout.splitlines()) == len(ROWS)
    objects = map(json.loads, run(tmp_path, "check-bot", "--list", "--json").stdout.splitlines())
    assert [one["row"] for one in objects] == [row.name for row in ROWS]


@pytest.mark.slow
def test_says_what_is_wrong_and_where_to_read_about_it(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        *("check-bot", "--only", "turn", "--only", "flip", "--patience", "5"),
        *("--", *BOT, "wrong-slot"),
    )
    assert done.returncode == NOT_CONFORMING
    assert re.search(r"^passed +flip ", done.stdout, re.MULTILINE)
    assert re.search(r"^FAILED +turn ", done.stdout, re.MULTILINE)
    assert "with take 12; listed were: take [" in done.stdout
    assert "See docs/protocol.md, 'Decisions and acts'." in done.stdout
    assert "1 passed, 1 failed, 0 not reached" in done.stdout
    assert done.stderr == ""
    (case,) = (tmp_path / "state" / "cases").iterdir()
    assert f"Case: {case}\n" in done.stdout
    again = run(tmp_path, "case", "run", str(case), "--", *BOT, "wrong-slot")
    assert again.returncode == 1
    assert "take 12. It is not legal: it chooses take 12, where slots are 0 to 11." in again.stdout
    assert run(tmp_path, "case", "run", str(case), "--", *BOT).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("defect", "row", "fault"),
    [
        ("dies-on-reshuffled", "reshuffle", "ended"),
        ("hangs-after-refusal", "refused-action", "hung"),
    ],
    ids=["dies", "hangs"],
)
def test_an_answer_that_does_not_come_leaves_a_case(
    tmp_path: Path, defect: str, row: str, fault: str
) -> None:
    wanted = ("--only", row, "--patience", "3", "--cases", str(tmp_path / "cases"))
    done = run(tmp_path, "check-bot", *wanted, "--", *BOT, defect)
    assert done.returncode == NOT_CONFORMING
    (path, *_) = (tmp_path / "cases").iterdir()
    assert f"Case: {path}" in done.stdout
    case = load_case(path.read_bytes())
    assert case.fault == fault
    assert case.decision is not None
    assert case.answer is None


FIRST = """
from skyjo_client.bot import Bot
from skyjo_engine.actions import Discard, Draw, Flip

class First(Bot):
    def choose(self, decision):
        legal = decision.legal
        if legal.flip_count:
            return Flip(legal.flip[: legal.flip_count])
        return Draw() if legal.draw else Discard(legal.discard[0])
"""


@pytest.mark.slow
def test_a_bot_of_the_sdk_leaves_nothing_among_its_authors_own_files(tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(FIRST, "utf-8")
    home = tmp_path / "home"
    env = environment(tmp_path, HOME=str(home), XDG_STATE_HOME=str(home))
    done = run(tmp_path, "check-bot", "--only", "flip", "--", str(file), env=env)
    assert done.returncode == 0, done.stdout
    assert not list(home.rglob("*"))
    assert not list((tmp_path / "state").rglob("*"))


@pytest.mark.slow
def test_tells_programs_the_same(tmp_path: Path) -> None:
    done = run(tmp_path, "check-bot", "--only", "flip", "--json", "--", *BOT)
    assert done.returncode == 0
    row, whole = map(json.loads, done.stdout.splitlines())
    assert (row["row"], row["outcome"], row["reason"]) == ("flip", "passed", "")
    assert (whole["right"], whole["passed"], whole["failed"], whole["not_reached"]) == (
        True,
        1,
        0,
        0,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["-c", "pass"], "the bot ended with exit status 0, and it did not"),
        (["-c", "import sys; sys.exit('no key')"], "the bot ended with exit status 1, and it did"),
        (["-c", "import time; time.sleep(60)"], "it did not connect to SKYJO_SERVER, which was"),
    ],
    ids=["ends", "fails", "sleeps"],
)
def test_a_bot_that_never_comes_is_told_what_it_did_not_do(
    tmp_path: Path, command: list[str], says: str
) -> None:
    patience = ("--patience", "1")
    done = run(tmp_path, "check-bot", *patience, "--", sys.executable, *command)
    assert done.returncode == NOT_CONFORMING
    assert says in done.stdout
    assert f"0 passed, 1 failed, {len(ROWS) - 1} not reached" in done.stdout
    assert "the bot never waited for work: see slow-start" in done.stdout
    assert ("; its last words: no key" in done.stdout) == ("no key" in command[1])
    assert "is started by skyjo bot --stdio -- COMMAND" in done.stdout
    assert ("| no key" in done.stdout) == ("no key" in command[1])
    assert ("A bot is to" in done.stdout) == ("sleep" in command[1])


@pytest.mark.slow
def test_a_row_alone_says_why_its_bot_never_came_and_keeps_its_key(tmp_path: Path) -> None:
    leaks = "import os, sys; print(os.environ['SKYJO_KEY']); sys.exit(3)"
    done = run(tmp_path, "check-bot", "--only", "exit", "--", sys.executable, "-c", leaks)
    assert done.returncode == NOT_CONFORMING
    assert "never waited for work: the bot ended with exit status 3, and" in done.stdout
    assert "its last words: (secret)" in done.stdout
    assert not re.search("[0-9a-f]{64}", done.stdout)


@pytest.mark.slow
def test_a_bot_that_dies_says_so_once(tmp_path: Path) -> None:
    rows = ("--only", "draining-back", "--only", "draining-elsewhere")
    done = run(tmp_path, "check-bot", *rows, "--patience", "4", "--", *BOT, "dies-on-drain")
    assert done.stdout.count("the bot ended with exit status 3") == 2
    assert "A bot is to" not in done.stdout


@pytest.mark.slow
async def test_a_bot_that_waits_for_a_silent_server_is_told_so() -> None:
    reason = failed(await checked("waits-forever", {"silence"}))["silence"]
    assert reason == "seat 0 did not come back after the server had fallen silent within 4 s"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "Name the command that starts the bot, after two dashes."),
        (("--only", "flop", "--", "x"), "No such row 'flop'. Did you mean flip?"),
        (("--only", "draining", "--", "x"), "Did you mean draining-back, draining-elsewhere, dr"),
        (("--only", "unkown-event", "--", "x"), "Did you mean unknown-event, unknown-"),
        (("--only", "nosuch", "--", "x"), "No such row 'nosuch'. --list names all of them."),
        (("--server", "127.0.0.1:1", "--", "x"), "With --server a bot needs its key"),
        (("--", "no-such-bot.py"), "'no-such-bot.py' is no file."),
        (("--", "./no-such-bot"), "skyjo: ./no-such-bot cannot be started"),
    ],
    ids=["nothing", "row", "part", "misspelt", "far", "key", "file", "command"],
)
def test_a_mistake_is_told_in_a_sentence(
    tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    done = run(tmp_path, "check-bot", *arguments)
    assert done.returncode in {1, 2}
    assert says in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_tabs_in_what_the_bot_wrote_are_spaces() -> None:
    *_, last = Finding(Ledger([]), said="goroutine 1:\n\tmain.go:7\x07").lines()
    assert last == "  |         main.go:7\\u0007"
