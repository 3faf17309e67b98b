"""The decision of a case is asked again, of bots of every kind."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from skyjo.v1.event_pb2 import SEAT_CHANGE_FORFEITED_GAME, SeatChanged
from skyjo.v1.fault_pb2 import FAULT_KIND_TIMED_OUT, FAULT_OWNER_PLAYER, Fault
from skyjo_client.case_file import Author, Case
from skyjo_client.position import position
from tests.client.duelling import kit_bot
from tests.client.programs import SKYJO, environment, run, start
from tests.client.stdio_programs import FIRST, PLAIN, script
from tests.client.test_cases import made

SLIP = """
from skyjo_client.bot import Bot
from skyjo_engine.actions import {action}

class Slip(Bot):
    def choose(self, decision):
        assert decision.decision_id == 1 and decision.view.drawn == 5
        return {action}({slot})
"""


def case_file(folder: Path, case: Case | None = None) -> str:
    path = folder / "case.json"
    path.write_bytes((case or made()).dumps())
    return str(path)


def asked(folder: Path, *command: str, json_too: bool = False) -> subprocess.CompletedProcess[str]:
    options = ("--json",) if json_too else ()
    return run(folder, "case", "run", case_file(folder), *options, "--", *command)


def python_bot(folder: Path, action: str, slot: int) -> tuple[str, ...]:
    file = folder / "slip.py"
    file.write_text(SLIP.format(action=action, slot=slot), "utf-8")
    return (*SKYJO, "bot", str(file))


@pytest.mark.slow
def test_a_python_bot_answers_and_the_question_is_drawn(tmp_path: Path) -> None:
    done = asked(tmp_path, *python_bot(tmp_path, "Keep", 6))
    assert done.returncode == 0, done.stderr
    assert "a   1   2   ?   ?" in done.stdout
    assert "You hold 5." in done.stdout
    assert "Legal: keep on a1," in done.stdout
    last = done.stdout.splitlines()[-1]
    assert last.startswith("Answer after ")
    assert last.endswith(" ms: keep on b3. It is legal.")


@pytest.mark.slow
def test_a_bot_that_fails_again_leaves_no_further_case(tmp_path: Path) -> None:
    done = asked(tmp_path, python_bot(tmp_path, "Discard", 0)[-1])
    assert done.returncode == 1
    assert "Slip.choose returned Discard(slot=0), which is not allowed" in done.stderr
    assert "No answer: the bot resigned its seat. It wrote at last:\n" in done.stdout
    assert not list((tmp_path / "state").rglob("*"))


@pytest.mark.slow
def test_a_command_over_standard_input_and_output_answers_as_json(tmp_path: Path) -> None:
    name = script(tmp_path, PLAIN)
    command = (*SKYJO, "bot", "--stdio", "--", sys.executable, str(tmp_path / name))
    done = asked(tmp_path, *command, json_too=True)
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    told = json.loads(line)
    assert told.pop("milliseconds") > 0
    assert told == {"legal": True, "wrong": "", "answer": {"decision_id": 1, "keep": {"slot": 0}}}


@pytest.mark.parametrize(
    ("last", "says"),
    [
        ("given['act'] = {'decision_id': 1, 'draw': {}}; say(given)", "resigned its seat"),
        (
            "sys.exit(3)",
            "the command ended with exit status 3",
        ),
    ],
    ids=["illegal", "ends"],
)
@pytest.mark.slow
def test_a_command_that_fails_gives_no_answer(tmp_path: Path, last: str, says: str) -> None:
    name = script(tmp_path, f"{FIRST}        {last}\n")
    command = (*SKYJO, "bot", "--stdio", "--", sys.executable, str(tmp_path / name))
    done = asked(tmp_path, *command, json_too=True)
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert (told["legal"], told["answer"]) == (False, None)
    assert says in told["wrong"]


AT_RANDOM = "if decision.legal.keep: act.flip.slots[:] = [random.randrange(12)]"
"""A choice that is not allowed, and another for each seed."""


@pytest.mark.slow
def test_a_bot_of_the_guide_answers_the_case_of_a_duel_as_before(tmp_path: Path) -> None:
    command = kit_bot(tmp_path, AT_RANDOM)
    logs = ("--logs", str(tmp_path / "logs"))
    wanted = ("--against", "random", "--games", "1", "--rounds", "3", "--seed", "5", *logs)
    done = run(tmp_path, "duel", *wanted, "--", *command)
    assert "illegal" in done.stdout, done.stderr
    files = sorted((tmp_path / "logs" / "cases").iterdir())
    cases = [json.loads(file.read_text("utf-8")) for file in files]
    assert {case["fault"] for case in cases} == {"refused"}
    assert len({(case["game_id"], case["decision"]["decision_id"]) for case in cases}) == len(cases)
    (lost,) = (file for file, case in zip(files, cases, strict=True) if case["seat_changed"])
    shown = run(tmp_path, "case", "show", str(lost))
    assert (
        "What it cost: seat 0 forfeits the game. Cause: actions that the rules do not allow."
        in shown.stdout
    )
    for file, case in zip(files[:3], cases, strict=False):
        assert case["bot"]["seed"] != case["bot"]["bot_seed"]
        again = run(tmp_path, "case", "run", str(file), "--json", "--", *command)
        assert json.loads(again.stdout)["answer"] == case["answer"], again.stderr


@pytest.mark.slow
def test_an_illegal_answer_over_grpc_is_judged(tmp_path: Path) -> None:
    code = """
import asyncio, os
from skyjo.v1.play_pb2 import ServerFrame
from skyjo_client.connection import Connection
from skyjo_engine.actions import Draw

async def play():
    async with Connection(os.environ["SKYJO_SERVER"], receipts=None) as connection:
        key = bytes.fromhex(os.environ["SKYJO_KEY"])
        enlistment = await connection.enlist(key, os.environ["SKYJO_NAME"])
        async for assigned in enlistment:
            assert (assigned.bot_seed, os.environ["SKYJO_SEED"]) == (9, "3")
            session = await connection.attach(assigned, omit_views=True)
            async for item in session:
                if isinstance(item, ServerFrame) and item.HasField("decision"):
                    assert not item.decision.HasField("view")
                    session.act(1, Draw())

asyncio.run(play())
"""
    file = tmp_path / "raw.py"
    file.write_text(code, "utf-8")
    path = case_file(tmp_path, made(bot=Author(name="Ida", seed=3, bot_seed=9)))
    done = run(tmp_path, "case", "run", path, "--", sys.executable, str(file))
    assert done.returncode == 1, done.stderr
    last = done.stdout.splitlines()[-1]
    assert "draw. It is not legal: it is not among the legal actions." in last


@pytest.mark.slow
def test_a_command_that_is_no_bot_is_told_at_once(tmp_path: Path) -> None:
    done = asked(tmp_path, sys.executable, "-c", "import sys; sys.exit(5)")
    assert done.returncode == 1
    assert done.stdout.endswith("No answer: the command ended with exit status 5.\n")
    done = asked(tmp_path, "./nothing here")
    assert done.returncode == 1
    assert "./nothing here cannot be started" in done.stderr


@pytest.mark.slow
def test_show_tells_all_of_a_case(tmp_path: Path) -> None:
    decision = position("-1 2 ? ? / ? ? ? ? / ? ? ? ?", discard=-1, drawn=5)
    answer = {"decision_id": 1, "keep": {"slot": 6}}
    case = made(
        decision=decision.frame,
        answer=answer,
        traceback="Traceback:\n  \x1b[31mred",
        stderr="so long\n",
    )
    done = run(tmp_path, "case", "show", case_file(tmp_path, case))
    assert done.returncode == 0, done.stderr
    for part in (
        "a bot in seat 0 of game g7, decision 1.",
        "Fault (raised): a slip",
        "\n0 you",
        "Discard shows -1, ",
        "\nAnswer: keep on b3.\n",
        "You hold 5.",
        "so long",
    ):
        assert part in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.slow
def test_show_tells_a_wrong_answer_and_a_lost_seat_in_plain_words(tmp_path: Path) -> None:
    fault = Fault(kind=FAULT_KIND_TIMED_OUT, owner=FAULT_OWNER_PLAYER)
    change = SeatChanged(seat=0, change=SEAT_CHANGE_FORFEITED_GAME, fault=fault)
    for answer, told in (
        ({"decision_id": 1, "keep": {"slot": 12}}, "Answer: keep 12."),
        ("moin\x07", "Answer:\nmoin\\u0007"),
        (None, "Answer: none."),
    ):
        case = made(fault="lost", says="", seat_changed=change, answer=answer)
        done = run(tmp_path, "case", "show", case_file(tmp_path, case))
        assert f"\n{told}\n" in done.stdout
        sentence = "Fault (lost): seat 0 forfeits the game. Cause: no time left on the clock.\n"
        assert sentence in done.stdout
        assert "_" not in done.stdout


@pytest.mark.slow
def test_a_bot_that_does_nothing_is_waited_for_as_long_as_wished(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        *("case", "run", case_file(tmp_path), "--patience", "1", "--"),
        *(sys.executable, "-c", "print('Hm.', flush=True); import time; time.sleep(99)"),
    )
    assert done.returncode == 1
    assert done.stdout.endswith("No answer: the bot did not take its seat within 1 s.\n")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"{}", 'this is no case file: it has no "case": 1'),
        (b"x" * 70000, "this is no case file: it has more than 65536 bytes"),
        (made(decision=None).dumps(), "the bot was not asked anything in this case"),
    ],
    ids=["foreign", "huge", "no decision"],
)
@pytest.mark.slow
def test_a_file_that_cannot_be_asked_is_a_sentence(
    tmp_path: Path, content: bytes, says: str, language: str
) -> None:
    path = tmp_path / "case.json"
    path.write_bytes(content)
    done = run(tmp_path, "--lang", language, "case", "run", str(path), "--", "true")
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_case_without_a_command_is_wrong_usage(tmp_path: Path) -> None:
    done = run(tmp_path, "case", "run", case_file(tmp_path))
    assert done.returncode == 2
    assert "Name the command behind --" in done.stderr


@pytest.mark.slow
def test_a_command_that_ends_is_told_also_where_its_child_holds_its_output(tmp_path: Path) -> None:
    code = "import os, subprocess; subprocess.Popen(['sleep', '1000']); os._exit(3)"
    done = asked(tmp_path, sys.executable, "-c", code)
    assert "the command ended with exit status 3" in done.stdout


HELD = "import sys; print('I run', file=sys.stderr, flush=True); sys.stdin.read()"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_question_that_is_ended_leaves_nothing_behind(tmp_path: Path, name: str) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    env = environment(tmp_path, TMPDIR=str(temporary))
    command = ("case", "run", case_file(tmp_path), "--", sys.executable, "-c", HELD)
    with start(tmp_path, *command, env=env) as process:
        assert process.stderr
        assert process.stderr.readline() == "I run\n"
        process.send_signal(number := getattr(signal, name))
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (128 + number, "")
    assert list(temporary.iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="named pipes of POSIX")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = run(tmp_path, "case", "show", str(tmp_path / "pipe"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "this is no case file: it is no regular file" in done.stderr
