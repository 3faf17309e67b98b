"""A bot's program that is asked to end, by Ctrl-C or by SIGTERM, ends well."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.client.stdio_programs import PLAIN, ended, line_with, script, skyjo

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="sends signals, as POSIX has them"),
    pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT]),
]


async def test_while_it_waits_for_work(address: str, tmp_path: Path, end: signal.Signals) -> None:
    name = script(tmp_path, PLAIN)
    async with skyjo(tmp_path, "--stdio", "--server", address, "--", sys.executable, name) as bot:
        await line_with(bot, "waits for work")
        bot.send_signal(end)
        assert await ended(bot) == (0, "")


async def test_while_it_still_connects(tmp_path: Path, end: signal.Signals) -> None:
    called = asyncio.Event()

    def hear(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        called.set()

    writers: list[asyncio.StreamWriter] = []
    async with await asyncio.start_server(hear, "127.0.0.1", 0) as silent:
        port = silent.sockets[0].getsockname()[1]
        asked = ("--house", "random", "--name", "mine", "--server", f"127.0.0.1:{port}")
        async with skyjo(tmp_path, *asked) as bot:
            await called.wait()
            bot.send_signal(end)
            assert await ended(bot) == (0, "")
        for writer in writers:
            writer.close()
