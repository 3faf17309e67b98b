"""``skyjo check-bot`` finds what is wrong with a bot, in the row that is about it."""

import json
import re
import sys
from pathlib import Path

import pytest

from skyjo_client.case_file import load_case
from skyjo_client.conformance.ledger import Ledger
from skyjo_client.conformance.report import Finding
from skyjo_client.conformance.rows import ROWS, SERVER_ROWS
from skyjo_client.exit_codes import NOT_CONFORMING
from tests.client.programs import environment, run

CHECKOUT = Path(__file__).parents[2]
BOT = (sys.executable, str(Path(__file__).with_name("breakable_bot.py")))


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
