"""The server that a bot is tried on: a real one that can be killed and started again."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from types import TracebackType
from typing import Final, Self

from skyjo_client.address import host_and_port
from skyjo_client.errors import ServerFailedError
from skyjo_client.private_server import last_words
from skyjo_client.swept_folder import SweptFolder
from skyjo_client.trust import own_server

_START_SECONDS: Final = 20.0
_END_SECONDS: Final = 5.0
_HEARTBEAT_SECONDS: Final = 60
"""So rarely that heartbeats other than those of the check are none of its business."""


class PracticeServer:
    """Keeps its games in a folder that others use, too."""

    def __init__(self, kept: SweptFolder) -> None:
        """Prepare; entering starts it. Raises :class:`ServerFailedError` then."""
        self.address = ""
        self._kept = kept
        self._folder = kept.path / "server"
        self._stack = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Self:
        self._folder.mkdir()
        self._errors = self._stack.enter_context((self._folder / "log").open("w+b"))
        await self._start(0)
        self._stack.enter_context(own_server(self.address))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None  # noqa: S101  # it is a pipe
        self._process.stdin.close()
        try:
            async with asyncio.timeout(_END_SECONDS):
                await self._process.wait()
        except TimeoutError:
            await self._kill()
        await self._stack.aclose()

    async def kill_and_start_again(self) -> None:
        """Let it die as if by a power cut, and begin anew at the same address with its games."""
        await self._kill()
        await self._start(host_and_port(self.address)[1])

    async def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    async def _start(self, port: int) -> None:
        inherited = {name: t for name, t in os.environ.items() if not name.startswith("SKYJO_")}
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "skyjo_server", "--port", str(port), "--no-announce"),
            *("--data", str(self._folder), "--greeting", "json", "--end-with-stdin"),
            *("--heartbeat", str(_HEARTBEAT_SECONDS), "--guesses", "1000"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=inherited,
            # An interrupt from the terminal is for this program, which then ends the server.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            **self._kept.shared(),
        )
        assert self._process.stdout is not None  # noqa: S101  # it is a pipe
        try:
            async with asyncio.timeout(_START_SECONDS):
                line = await self._process.stdout.readline()
            self.address = str(json.loads(line)["address"])
        except (TimeoutError, ValueError, KeyError, TypeError):
            raise ServerFailedError(last_words(self._errors)) from None
