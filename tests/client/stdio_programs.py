"""Programs that play over standard input and output, and ``skyjo bot`` with them."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from skyjo.v1.lobby_pb2 import BotChoice
from skyjo_engine.rules import Rules
from tests.client.programs import SKYJO, environment

SHORT = Rules(players=2, rounds=1)
OTHER = (BotChoice(house_level="random"),)
FIRST = """
import json, os, sys

def answer(told):
    legal = told["decision"]["legal"]
    act = {"decision_id": told["decision"]["decision_id"]}
    if legal["flip_count"]:
        act["flip"] = {"slots": legal["flip"][: legal["flip_count"]]}
    elif legal["draw"]:
        act["draw"] = {}
    else:
        act["keep"] = {"slot": legal["keep"][0]}
    return {"game_id": told["game_id"], "seat": told["seat"], "act": act}

def say(what):
    print(what if isinstance(what, str) else json.dumps(what), flush=True)

for line in sys.stdin:
    told = json.loads(line)
    if "decision" in told:
        given = answer(told)
"""
"""A bot but for its last line, which says ``given``."""
PLAIN = FIRST + "        say(given)\n"

Process = asyncio.subprocess.Process


def script(folder: Path, code: str, name: str = "mine.py") -> str:
    """Write a program into a folder; returns its name."""
    (folder / name).write_text(code, encoding="utf-8")
    return name


@asynccontextmanager
async def skyjo(
    folder: Path, *arguments: str, env: Mapping[str, str] | None = None
) -> AsyncIterator[Process]:
    """``skyjo bot`` in a folder with its bot, under what the environment says."""
    process = await asyncio.create_subprocess_exec(
        *SKYJO,
        "bot",
        *arguments,
        cwd=folder,
        env=environment(folder, **(env or {})),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def ended(process: Process) -> tuple[int | None, str]:
    """Its exit status, and what it said."""
    out, said = await process.communicate()
    assert out == b""
    return process.returncode, said.decode()


async def line_with(process: Process, words: str) -> str:
    """The first line on standard error that has these words."""
    assert process.stderr is not None
    async for line in process.stderr:
        if words in line.decode():
            return line.decode()
    pytest.fail(f"it ended without {words}")
