"""One decision of a case, asked of a bot again."""

import asyncio
import secrets
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from skyjo_client import environment
from skyjo_client.case_file import Case
from skyjo_client.case_server import Answer, CaseServer
from skyjo_client.child_program import ChildProgram, child_program
from skyjo_client.last_words import excerpt

_KEY_BYTES: Final = 32
_NAME: Final = "case"


async def ask_again(case: Case, command: Sequence[str], patience: float) -> Answer:
    """Start a command as check and duel do, ask it what ``case`` has, and end it.

    It may take ``patience`` seconds to take its seat, and as many to answer. An answer without an
    act says in ``wrong`` why there is none. Raises :class:`NotStartedError`.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as state:
        async with (
            CaseServer(case) as server,
            child_program(command, _told(case, server.address, state)) as child,
        ):
            answer = await _answer(server, child, patience)
        return answer if answer.act else replace(answer, wrong=_explained(answer.wrong, child))


def _explained(wrong: str, child: ChildProgram) -> str:
    """Why there is no answer, with the last lines that the bot wrote."""
    lines = [line for line in excerpt(child.last_words()) if line]
    return "\n  ".join([f"{wrong}. It wrote at last:", *lines]) if lines else f"{wrong}."


def _told(case: Case, address: str, state: str) -> Mapping[str, str]:
    """The environment of a bot that waits for work at the case's server.

    ``state`` is the folder where it may keep what it likes.
    """
    return {
        environment.SEED: "" if case.bot.seed is None else str(case.bot.seed),
        environment.SERVER: address,
        environment.INSECURE: "1",
        environment.NAME: name if (name := case.bot.name).isprintable() and name else _NAME,
        environment.KEY: secrets.token_hex(_KEY_BYTES),
        environment.SEATS: "1",
        environment.CODE: "",
        environment.CASES: "0",  # there is one already
        environment.STATE: state,
        environment.END_WITH_STDIN: "1",
    }


async def _answer(server: CaseServer, child: ChildProgram, patience: float) -> Answer:
    gone = asyncio.create_task(_gone(child))
    try:
        for waiting, late in (
            (server.came, "the bot did not take its seat"),
            (server.answer, "the bot did not answer"),
        ):
            await asyncio.wait(
                {waiting, gone}, timeout=patience, return_when=asyncio.FIRST_COMPLETED
            )
            if server.answer.done():
                return server.answer.result()
            if gone.done():
                return Answer(None, f"the command {gone.result()}", seconds=0.0)
            if not waiting.done():
                return Answer(None, f"{late} within {patience:g} s", patience)
        raise AssertionError("unreachable")  # pragma: no cover
    finally:
        gone.cancel()


async def _gone(child: ChildProgram) -> str:
    """How the command ended. What it writes to standard output is not for anybody."""
    while await child.stdout.read(4096):
        pass
    return await child.ending()
