"""Duels with bots that fail: sentences, what was played so far, and no program left behind."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from skyjo_client import exit_codes
from skyjo_client.cases import MOST_OF_A_RUN
from tests.client import programs
from tests.client.duelling import CALL, PRESENT, all_gone, bot, duel, kit_bot, result, waited_for

pytestmark = pytest.mark.slow

IN_THE_MIDDLE = "COUNT[0] == 120 and "
"""A trick of the second game or so."""
CHEATING = (sys.executable, str(Path(__file__).with_name("cheating_bot.py")))
MANY = ("--against", "random", "--games", "40", "--at-once", "2", "--patience")


ENDS = "print('first'); print('\\tat\\x1b[31mlast'); raise SystemExit(7)"
SLEEPS = "import time; time.sleep(1000)"
RUBBISH = "while True: print('rubbish')"
NOT_WAITING = (
    "did not wait for work within 2 seconds. A bot enlists at SKYJO_SERVER with the key in "
    "SKYJO_KEY and then waits; one that reads and writes JSON lines is started by "
    "skyjo bot --stdio -- COMMAND. It wrote "
)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["./nowhere"], "./nowhere cannot be started: No such file or directory."),
        ([sys.executable, "-c", ENDS], "ended with exit status 7 before it waited for work."),
        ([sys.executable, "-c", ENDS], "It wrote at last:\n  first\n          at\\u001b[31mlast\n"),
        ([sys.executable, "-c", SLEEPS], f"{NOT_WAITING}nothing."),
        ([sys.executable, "-c", RUBBISH], f"{NOT_WAITING}at last:\n  rubbish"),
    ],
    ids=["missing", "ends", "says", "sleeps", "rubbish"],
)
def test_a_bot_that_does_not_begin(tmp_path: Path, command: list[str], sentence: str) -> None:
    done = duel(tmp_path, *MANY, "2", "--", *command)
    assert (done.returncode, done.stdout) == (exit_codes.UNFINISHED, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("trick", "case", "fault", "parts"),
    [
        (
            "(print('oh no', flush=True), os._exit(3))",
            "ended",
            {"crashed": 1},
            ["mine ended with exit status 3 in the middle of the duel. ", "  oh no"],
        ),
        (
            "1 / 0",
            "raised",
            {"crashed": 1, "resigned": 1},
            ["mine ended with exit status 1 in the middle", "\n  ZeroDivisionError: division"],
        ),
        (
            "time.sleep(1000)",
            "hung",
            {"hung": 1},
            ["Nothing has happened for 10 seconds.\n", "mine has not answered decision "],
        ),
    ],
    ids=["dies", "raises", "hangs"],
)
def test_a_bot_that_fails_in_the_middle_ends_the_duel_with_what_was_played(
    tmp_path: Path, trick: str, case: str, fault: dict[str, int], parts: list[str]
) -> None:
    mine = bot(tmp_path, "mine", IN_THE_MIDDLE + trick)
    logs = tmp_path / "logs"
    done = duel(tmp_path, *MANY, "10", "--logs", str(logs), "--json", "--", mine)
    assert done.returncode == exit_codes.UNFINISHED
    cases = [json.loads(file.read_text("utf-8")) for file in (logs / "cases").iterdir()]
    assert case in [case["fault"] for case in cases]
    told = result(done)
    assert told["bots"][0]["faults"] == fault
    assert 0 < told["finished"] < told["planned"]
    for part in parts:
        assert part in told["stopped"]
    assert told["stopped"] in done.stderr


def test_the_case_of_a_bot_that_crashes_says_what_it_wrote_after_its_stream(tmp_path: Path) -> None:
    last = "import sys, threading; threading.excepthook = sys.excepthook; 1 / 0"
    mine = kit_bot(tmp_path, f"if decision.legal.keep: {last}")
    logs = tmp_path / "logs"
    done = duel(tmp_path, "--against", "random", "--logs", str(logs), "--", *mine)
    cases = [json.loads(file.read_text("utf-8")) for file in (logs / "cases").iterdir()]
    assert {case["fault"] for case in cases} == {"ended"}
    for case in cases:
        assert "ZeroDivisionError: division by zero\n" in case["stderr"]
    where = f"Cases of faults: {len(cases)}, in {logs / 'cases'}, for skyjo case show FILE.\n"
    assert where in done.stdout


@pytest.mark.parametrize(("games", "finished"), [("40", False), ("3", True)])
def test_a_bot_that_the_server_suspends_is_told_as_what_it_is(
    tmp_path: Path, games: str, *, finished: bool
) -> None:
    mine = kit_bot(tmp_path, "act.keep.slot = 99")
    wanted = ("--against", "random", "--games", games, "--at-once", "1", "--clock", "bot-fast")
    done = duel(tmp_path, *wanted, "--json", "--", *mine)
    assert done.returncode == (exit_codes.FINISHED if finished else exit_codes.UNFINISHED)
    told = result(done)
    assert told["bots"][0]["faults"] == {"malformed": 9}
    assert told["finished"] == 3
    assert finished or "The server suspended " in told["stopped"]


def test_logs_that_cannot_be_written_any_more_are_a_sentence(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    mine = bot(tmp_path, "mine", f"COUNT[0] == 1 and __import__('shutil').rmtree({str(logs)!r})")
    done = duel(tmp_path, "--against", "random", "--logs", str(logs), "--", mine)
    assert done.returncode == exit_codes.UNFINISHED
    assert re.search(r"skyjo: .*logs.*: No such file or directory\.", done.stderr)
    assert "Traceback" not in done.stderr


def test_a_bot_that_is_too_slow_for_the_clock_forfeits(tmp_path: Path) -> None:
    slow = bot(tmp_path, "mine", "COUNT[0] == 10 and time.sleep(5)")
    wanted = ("--against", "random", "--games", "2", "--at-once", "1", "--clock", "3s")
    done = duel(tmp_path, *wanted, "--json", "--", slow)
    assert done.returncode == exit_codes.FINISHED, done.stderr
    faults = result(done)["bots"][0]["faults"]
    assert faults.keys() == {"timed_out"}  # on a machine that is busy perhaps several


def test_a_game_that_a_bot_gives_up_is_broken_off_and_not_counted(tmp_path: Path) -> None:
    mine = bot(tmp_path, "mine", IN_THE_MIDDLE + "1 / 0")
    done = duel(tmp_path, *MANY, "10", "--", mine)
    broken = re.search(r"^Broken off and not counted: game (\d+)\.$", done.stdout, re.MULTILINE)
    assert broken, done.stdout
    assert "1 crashed, 1 resigned" in done.stdout


def resigning(tmp_path: Path, when: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, str(Path(__file__).with_name("resigning_bot.py")), when)
    return duel(tmp_path, "--against", "random", "--games", "2", "--json", "--", *command)


def test_the_first_fault_is_told_with_what_the_bot_wrote(tmp_path: Path) -> None:
    command = (sys.executable, str(Path(__file__).with_name("resigning_bot.py")), "decision")
    done = duel(tmp_path, "--against", "random", "--games", "2", "--at-once", "1", "--", *command)
    assert done.returncode == exit_codes.UNFINISHED
    assert "Broken off and not counted: game 1, 2.\n" in done.stdout
    told = "The first fault: resigned, of resigning_bot in game 1. It has not answered anything: "
    assert f"{told}is what it writes flushed? It wrote at last:\n  I give up\n" in done.stdout
    assert "with --logs FOLDER." in done.stderr


def test_the_last_words_of_a_bot_do_not_tell_its_key(tmp_path: Path) -> None:
    code = "import os; print(os.environ['SKYJO_KEY'] + 'x' * (16 * 1024 - 40))"
    done = duel(tmp_path, "--against", "random", "--", sys.executable, "-c", code)
    assert "It wrote at last:\n  (secret)x" in done.stderr
    code = "import os; print(os.environ['SKYJO_KEY'])"
    done = duel(tmp_path, "--against", "random", "--", sys.executable, "-c", code)
    assert "It wrote at last:\n  (secret)" in done.stderr


def test_a_bot_that_gives_up_before_a_game_is_not_told_to_be_slow(tmp_path: Path) -> None:
    done = resigning(tmp_path, "welcome")
    assert done.returncode == exit_codes.UNFINISHED
    text = " gave up its seat before game 1 began. It wrote at last:\n  I give up"
    assert result(done)["stopped"].endswith(text)
    assert result(done)["bots"][0]["faults"] == {"resigned": 1}


def test_a_duel_without_a_finished_game_is_no_success(tmp_path: Path) -> None:
    done = resigning(tmp_path, "decision")
    assert done.returncode == exit_codes.UNFINISHED
    told = result(done)
    assert (told["finished"], told["stopped"], len(told["games"])) == (0, None, 2)
    assert told["bots"][0]["faults"] == {"resigned": 2}


def interrupted(tmp_path: Path, number: int) -> tuple[subprocess.Popen[str], str, str]:
    """A long duel of a bot with a child of its own, once it has played some; and what it told."""
    mine = bot(
        tmp_path,
        "mine",
        f"COUNT[0] == 1 and exec(\"{CALL}; subprocess.Popen(['sleep', '1000'], close_fds=False)\")",
    )
    with waited_for() as listener:
        port = str(listener.getsockname()[1])
        logs = ("--logs", str(tmp_path / "logs"))
        many = ("--against", "random", "--games", "1000", "--rounds", "1")
        wanted = ("duel", *many, *logs, "--", mine)
        env = programs.environment(tmp_path, **{PRESENT: port})
        running = programs.start(tmp_path, *wanted, env=env)
        line, _ = listener.accept()
        assert running.stderr is not None
        assert running.stderr.readline() == "100 of 1000 games\n"
        running.send_signal(number)
        said, errors = running.communicate(timeout=60)
        with line:
            assert all_gone(line)
    return running, said, errors


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(
    ("number", "status", "sentence"),
    [
        (signal.SIGINT, 130, "skyjo: The duel was interrupted.\n"),
        (signal.SIGTERM, 143, "skyjo: The duel was ended by SIGTERM.\n"),
        (getattr(signal, "SIGHUP", 0), 129, "skyjo: The duel was ended by SIGHUP.\n"),
    ],
    ids=["Ctrl-C", "SIGTERM", "SIGHUP"],
)
def test_a_duel_that_is_ended_tells_what_was_played_and_leaves_nothing_behind(
    tmp_path: Path, number: int, status: int, sentence: str
) -> None:
    running, said, errors = interrupted(tmp_path, number)
    assert running.returncode == status
    assert re.match(r"1\d\d of 1000 games played", said)
    assert errors.endswith(sentence)
    assert "Traceback" not in errors
    assert not (tmp_path / "logs" / "cases").exists()  # the bot has done nothing wrong


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_duel_that_is_killed_leaves_no_bot_behind(tmp_path: Path) -> None:
    running, _, _ = interrupted(tmp_path, signal.SIGKILL)
    assert running.returncode == -signal.SIGKILL


def test_the_cases_of_a_duel_that_is_killed_go_with_the_next_and_no_others(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    where = ("--against", "random", "--rounds", "1", "--logs", str(logs))
    running = programs.start(tmp_path, "duel", *where, "--games", "1000", "--", *CHEATING)
    assert running.stderr is not None
    assert running.stderr.readline() == "100 of 1000 games\n"
    running.kill()
    running.communicate(timeout=60)
    left = sorted((logs / "cases").glob("case-*"))
    assert len(left) == MOST_OF_A_RUN
    told = json.loads(left[0].read_text("utf-8"))
    told["bot"]["seed"] = str(int(told["bot"]["seed"]) + 1)
    foreign = logs / "cases" / "case-of-somebody-else.json"
    foreign.write_text(json.dumps(told), "utf-8")
    done = duel(tmp_path, *where, "--games", "1", "--", bot(tmp_path, "mine"))
    assert done.returncode == exit_codes.FINISHED, done.stderr
    assert list((logs / "cases").glob("case-*")) == [foreign]
    assert "log_bots" not in json.loads((logs / "duel.json").read_text("utf-8"))


def test_what_the_server_does_not_accept_is_counted_and_the_game_goes_on(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    wanted = ("--against", "random", "--games", "3", "--logs", str(logs))
    done = duel(tmp_path, *wanted, "--json", "--", *CHEATING)
    assert done.returncode == exit_codes.FINISHED, done.stderr
    told = result(done)
    assert told["finished"] == 3
    assert told["bots"][0]["faults"] == {"illegal": 3, "refused": 3}
    (case, *others) = (logs / "cases").iterdir()
    assert len(others) == 2
    shown = programs.run(tmp_path, "case", "show", str(case))
    assert "refused" in shown.stdout
    assert shown.returncode == exit_codes.FINISHED, shown.stderr


LOOK = """
import grpc
channel = grpc.insecure_channel(os.environ["SKYJO_SERVER"])
for method in ("RecordService/ListGames", "LobbyService/ListBots", "LobbyService/CreateTable"):
    try:
        channel.unary_unary(f"/skyjo.v1.{method}")(b"", timeout=60)
        print(method, "answers", flush=True)
    except grpc.RpcError as error:
        print(method, error.code().name, flush=True)
"""


def test_a_bot_finds_neither_records_nor_tables_at_its_server(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    mine = bot(tmp_path, "mine", f"COUNT[0] == 1 and exec({LOOK!r})")
    done = duel(tmp_path, *MANY, "10", "--games", "2", "--logs", str(logs), "--", mine)
    assert done.returncode == exit_codes.FINISHED
    log = (logs / "mine.log").read_text("utf-8")
    assert "answers" not in log
    for method in ("RecordService/ListGames", "LobbyService/ListBots", "LobbyService/CreateTable"):
        assert f"{method} PERMISSION_DENIED" in log


def test_a_bot_learns_nothing_from_the_logs_of_its_duel(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    look = f"COUNT[0] < 2 and print(dict(os.environ)), print(os.listdir({str(logs)!r}))"
    mine = bot(tmp_path, "mine", look)
    one_by_one = ("--games", "3", "--at-once", "1", "--against", "random")
    done = duel(tmp_path, *one_by_one, "--logs", str(logs), "--", mine)
    assert done.returncode == exit_codes.FINISHED, done.stderr
    first, _, rest = (logs / "mine.log").read_text("utf-8").partition("=== game 2 ends")
    assert "SKYJO_CASES" in first
    assert str(logs) not in first
    assert "'mine.log'" in first
    assert "game-0" not in first  # the second game has the cards of the first
    assert "game-0002.mine.jsonl" in rest
    assert "game-0003" not in rest
    assert (logs / "game-0003.jsonl").exists()
    if sys.platform != "win32":
        modes = {path.stat().st_mode & 0o777 for path in (logs, *logs.rglob("*"))}
        assert modes == {0o600, 0o700}


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX")
def test_a_second_duel_in_one_folder_at_the_same_time_is_refused(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    again = [sys.executable, "-m", "skyjo_client", "duel", "--bot", "random", "--bot", "random"]
    run = f"COUNT[0] == 1 and subprocess.run({[*again, '--logs', str(logs)]!r})"
    mine = bot(tmp_path, "mine", run)
    done = duel(tmp_path, "--against", "random", "--games", "1", "--logs", str(logs), "--", mine)
    assert done.returncode == exit_codes.FINISHED, done.stderr
    log = (logs / "mine.log").read_text("utf-8")
    assert f"skyjo: Another duel writes to {logs}. Name another folder." in log
    assert json.loads((logs / "duel.json").read_text("utf-8"))["finished"] == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_with_the_file_and_what_was_played(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    full = logs / "game-0001.jsonl"
    mine = bot(tmp_path, "mine", f"COUNT[0] == 1 and os.symlink('/dev/full', {str(full)!r})")
    wanted = ("--against", "random", "--games", "1", "--logs", str(logs), "--json", "--", mine)
    done = duel(tmp_path, *wanted)
    assert done.returncode == exit_codes.UNFINISHED
    assert f"{full}: No space left on device." in done.stderr
    assert len(result(done)["games"]) == 1
    assert json.loads((logs / "duel.json").read_text("utf-8"))["finished"] == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_the_report_is_kept_where_it_cannot_be_printed(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    unheard = ("sh", "-c", 'exec "$@" > /dev/full', "sh")
    wanted = ("duel", "--rounds", "1", "--games", "1", "--logs", str(logs))
    done = programs.run(tmp_path, *wanted, "--bot", "random", "--bot", "random", under=unheard)
    assert done.returncode != exit_codes.FINISHED
    assert json.loads((logs / "duel.json").read_text("utf-8"))["finished"] == 1
