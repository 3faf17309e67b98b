"""Programs in any language play over their standard input and output."""

import asyncio
import json
import os
import re
import shutil
import signal
import sys
from pathlib import Path

import pytest

from skyjo.v1.lobby_pb2 import BotChoice
from skyjo_client.lobby import Lobby
from skyjo_engine.rules import Rules
from tests.client.stdio_programs import (
    FIRST,
    OTHER,
    PLAIN,
    SHORT,
    ended,
    line_with,
    script,
    skyjo,
)
from tests.client.tabling import finished, make_table

PAGE = Path(__file__).parents[2] / "docs" / "bots-over-stdio.md"


def page_code(language: str) -> str:
    (code,) = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return str(code)


@pytest.mark.parametrize(
    ("language", "program", "file"),
    [("python", "python3", "mine.py"), ("javascript", "node", "mine.mjs")],
    ids=["python", "javascript"],
)
@pytest.mark.slow
async def test_the_programs_in_the_page_play_whole_games(
    address: str, tmp_path: Path, language: str, program: str, file: str
) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} was not found")
    name = script(tmp_path, page_code(language), file)
    command = ("--seats", "3", "--", program, name)
    async with Lobby(address) as lobby:
        table = await make_table(lobby, Rules(players=3, rounds=3))
        asked = ("--stdio", "--server", address, "--code", table.code, *command)
        async with skyjo(tmp_path, *asked) as bot:
            assert await ended(bot) == (0, "")
        (record,) = await finished(lobby, table.table_id)
    assert [player.name for player in record.players] == ["mine", "mine 2", "mine 3"]


@pytest.mark.slow
async def test_a_program_that_is_told_all_by_its_environment_waits_for_work(
    address: str, tmp_path: Path
) -> None:
    code = PLAIN + '    elif "game_ended" in told:\n        print("over", file=sys.stderr)\n'
    name = script(tmp_path, code)
    told = {"SKYJO_SERVER": address, "SKYJO_KEY": "5e" * 16}
    told |= {"SKYJO_NAME": "Ida", "SKYJO_SEATS": "2"}
    async with (
        Lobby(address) as lobby,
        skyjo(tmp_path, "--stdio", "--", sys.executable, name, env=told) as bot,
    ):
        await line_with(bot, "Ida waits for work")
        table = await make_table(lobby, SHORT, bots=(BotChoice(enlisted_name="Ida"),) * 2)
        for _ in "12":
            await line_with(bot, "over")
        assert bot.returncode is None
        (record,) = await finished(lobby, table.table_id)
    assert [player.name for player in record.players] == ["Ida", "Ida 2"]


@pytest.mark.slow
async def test_equal_seeds_give_the_program_equal_seeds(address: str, tmp_path: Path) -> None:
    code = PLAIN + '    elif "welcome" in told:\n        print(told["seed"], file=sys.stderr)\n'
    name = script(tmp_path, code)
    said = []
    async with Lobby(address) as lobby:
        for seed in ("5", "5", "6"):
            table = await make_table(lobby, SHORT, bots=OTHER)
            told = {"SKYJO_SERVER": address, "SKYJO_CODE": table.code, "SKYJO_SEED": seed}
            async with skyjo(tmp_path, "--stdio", "--", sys.executable, name, env=told) as bot:
                said.append(await ended(bot))
    assert said[0] == said[1]
    assert said[0] != said[2]
    assert [status for status, _ in said] == [0, 0, 0]


@pytest.mark.slow
async def test_a_program_is_told_when_games_begin_and_end_but_no_secret(
    address: str, tmp_path: Path
) -> None:
    code = PLAIN.replace("    told =", '    open("books", "a").write(line)\n    told =', 1)
    code += '\nopen("variables", "w").write(json.dumps(dict(os.environ)))\n'
    name = script(tmp_path, code)
    secret = "5e" * 16
    async with Lobby(address) as lobby:
        table = await make_table(lobby, SHORT, bots=OTHER, games=2)
        told = {"SKYJO_SERVER": address, "SKYJO_CODE": table.code, "SKYJO_KEY": secret}
        async with skyjo(tmp_path, "--stdio", "--", sys.executable, name, env=told) as bot:
            assert await ended(bot) == (0, "")
        games = [record.game_id for record in await finished(lobby, table.table_id)]
    lines = [json.loads(line) for line in (tmp_path / "books").read_text("utf-8").splitlines()]
    ends = [line for line in lines if "game_ended" in line]
    assert [line["game_id"] for line in ends] == games[::-1]
    assert all(len(line["game_ended"]["results"]) == 2 for line in ends)
    begins = [line for line in lines if "welcome" in line]
    assert {line["game_id"] for line in begins} == set(games)
    assert all(line["welcome"]["rules"]["rounds"] == 1 for line in begins)
    variables = json.loads((tmp_path / "variables").read_text("utf-8"))
    assert variables["SKYJO_SERVER"] == address
    assert secret not in variables.values()


@pytest.mark.parametrize(
    ("last", "says"),
    [
        ("say('moin')", "line 1 of the command is not JSON"),
        ("say('')", "line 1 of the command is empty"),
        ("say('[1]')", "line 1 of the command is not an object"),
        ("say({'act': given['act']})", 'needs a "game_id" and a "seat"'),
        ("given['seat'] = 1 - given['seat']; say(given)", "which was not asked"),
        ("say(given); say(given)", "which was not asked"),
        ("given['act']['decision_id'] += 1; say(given)", "answers decision"),
        ("given.pop('act'); say(given)", 'needs an "act", and nothing beside it'),
        (
            "given['act'] = {'decision_id': 1}; say(given)",
            "has no action: flip, take, draw, keep or discard",
        ),
        (
            "given['act'].pop('flip'); given['act']['keep'] = {'slot': 12}; say(given)",
            'chooses keep 12, where slots are 0 to 11 (it says {"game_id":',
        ),
        ("given['act']['flip']['slots'] = [3, 3]; say(given)", "chooses flip [3, 3], with a slot"),
        ("given['act'].pop('flip'); given['act']['take'] = {}; say(given)", "take without a slot"),
        ("say('moin\\x07')", "char 0) (it says moin\\u0007)"),
        ("given['act']['fly'] = {}; say(given)", "is not a ClientFrame"),
        ("given['act'].pop('flip'); given['act']['draw'] = {}; say(given)", "chooses Draw()"),
        ("given['act']['\\ud800'] = 1; say(given)", "a name in it has half a surrogate"),
        ("say('x' * 70000)", "line 1 of the command is longer than 65536 bytes"),
        ("sys.exit(3)", "the command ended with exit status 3"),
        ("os.kill(os.getpid(), 9)", "the command was ended by signal 9"),
        ("sys.stdin.close(); os.close(1); import time; time.sleep(60)", "closed its standard"),
    ],
    ids=lambda value: re.sub(r"\W+", "-", value)[:30],
)
@pytest.mark.slow
async def test_a_wrong_line_is_a_sentence_and_the_seat_resigns(
    address: str, tmp_path: Path, last: str, says: str
) -> None:
    name = script(tmp_path, f"{FIRST}        {last}\n")
    async with Lobby(address) as lobby:
        table = await make_table(lobby, SHORT, bots=OTHER)
        asked = ("--stdio", "--server", address, "--code", table.code)
        async with skyjo(tmp_path, *asked, "--", sys.executable, name) as bot:
            status, said = await ended(bot)
    assert status == 1
    assert says in said
    assert "Traceback" not in said
    assert "The seat resigns." in said or "The bot plays no more." in said


@pytest.mark.slow
async def test_a_program_that_ends_while_nothing_is_asked_ends_the_bot(
    address: str, tmp_path: Path
) -> None:
    name = script(tmp_path, "import sys\nprint('no display', file=sys.stderr)\nsys.exit(7)\n")
    async with skyjo(tmp_path, "--stdio", "--server", address, "--", sys.executable, name) as bot:
        status, said = await ended(bot)
    assert status == 1
    assert "no display\n" in said
    assert "the command ended with exit status 7. The bot plays no more." in said


@pytest.mark.slow
async def test_a_program_has_ended_also_where_its_child_holds_its_output(
    address: str, tmp_path: Path
) -> None:
    code = "import os, subprocess\nsubprocess.Popen(['sleep', '1000'])\nos._exit(7)\n"
    name = script(tmp_path, code)
    async with skyjo(tmp_path, "--stdio", "--server", address, "--", sys.executable, name) as bot:
        status, said = await ended(bot)
    assert status == 1
    assert "the command ended with exit status 7. The bot plays no more." in said


@pytest.mark.slow
async def test_what_is_cut_off_tells_no_part_of_a_key(address: str, tmp_path: Path) -> None:
    key = "5e0f" * 16
    cut = "print('x' * (4096 - 40), file=sys.stderr); say('y' * 1960 + KEY)"
    said = f"KEY = '{key}'\nimport sys\nprint(KEY, file=sys.stderr)\n"
    name = script(tmp_path, said + FIRST + f"        {cut}\n")
    async with Lobby(address) as lobby:
        table = await make_table(lobby, SHORT, bots=OTHER)
        told = {"SKYJO_SERVER": address, "SKYJO_CODE": table.code, "SKYJO_KEY": key}
        async with skyjo(tmp_path, "--stdio", "--", sys.executable, name, env=told) as bot:
            await ended(bot)
    (case,) = (tmp_path / "state" / "cases").iterdir()
    kept = json.loads(case.read_text("utf-8"))
    assert "yyy" in kept["answer"]
    assert "xxx" in kept["stderr"]
    assert key[:16] not in kept["answer"] + kept["stderr"]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="asks the system about a process, as POSIX does")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
async def test_a_program_that_does_not_listen_ends_with_its_parent(
    address: str, tmp_path: Path, end: signal.Signals
) -> None:
    held = tmp_path / "held"
    os.mkfifo(held)
    code = """import subprocess, sys, time
held = open("held", "wb", 0)
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], pass_fds=[held.fileno()])
held.write(b"both run")
time.sleep(600)
"""
    name = script(tmp_path, code)
    asked = ("--stdio", "--server", address, "--", sys.executable, name)
    async with skyjo(tmp_path, *asked) as bot:
        pipe = await asyncio.to_thread(held.open, "rb", 0)
        with pipe:
            assert await asyncio.to_thread(pipe.read, 100) == b"both run"
            bot.send_signal(end)
            assert await asyncio.to_thread(pipe.read) == b""  # nobody has it open any more


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (["--stdio"], 2, "Name the command behind --"),
        (["--stdio", "--house", "random"], 2, "Choose one of --stdio and --house."),
        (["--stdio", "--", "./nothing here"], 1, "./nothing here cannot be started"),
        ([], 2, "Name either a FILE or a house bot"),
        (["one.py", "two.py"], 2, "Name either a FILE or a house bot"),
        (["one.py"], 2, "'one.py' does not exist"),
    ],
    ids=["nothing", "house", "missing", "no file", "two files", "no such file"],
)
async def test_what_cannot_be_started_is_a_sentence(
    address: str, tmp_path: Path, arguments: list[str], code: int, part: str
) -> None:
    async with skyjo(tmp_path, *arguments, env={"SKYJO_SERVER": address}) as bot:
        status, said = await ended(bot)
    assert status == code
    assert part in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("SKYJO_SEATS", "many", "a whole number"),
        ("SKYJO_SEED", str(2**64), "a whole number from 0 to 2^64 - 1."),
        ("SKYJO_SEED", "-1", "a whole number from 0 to 2^64 - 1."),
    ],
)
async def test_a_variable_that_cannot_be_used_is_a_sentence(
    address: str, tmp_path: Path, name: str, value: str, expected: str
) -> None:
    told = {"SKYJO_SERVER": address, name: value}
    async with skyjo(tmp_path, "--stdio", "--", "cat", env=told) as bot:
        status, said = await ended(bot)
    assert status == 1
    assert f"{name} cannot be used. It should be {expected}" in said


async def test_an_address_that_is_none_is_told_with_its_variable(tmp_path: Path) -> None:
    told = {"SKYJO_SERVER": "127.0.0.1:99999"}
    async with skyjo(tmp_path, "--stdio", "--", "cat", env=told) as bot:
        status, said = await ended(bot)
    assert status == 1
    assert "SKYJO_SERVER: '127.0.0.1:99999' is not the address of a server. Write HOST" in said


def test_every_field_of_a_decision_is_explained_in_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    shown, explained = re.findall(
        r"<!-- shown: decision -->\n```text\n(.*?)```\n<!-- end -->(.*?)\n## ", page, re.DOTALL
    )[0]
    asked = json.loads(shown.replace("\n", ""))

    def names(value: object) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*map(names, value.values()))
        return set().union(*map(names, value)) if isinstance(value, list) else set()

    told = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", explained))))
    assert names(asked["decision"]) - {"decision_id"} <= told
    assert {f"DECISION_KIND_{name}" for name in ("FLIP", "TURN", "PLACE")} <= told
