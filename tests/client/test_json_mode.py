"""What a program in JSON mode is told when its server stops."""

import asyncio
import json
from collections.abc import AsyncIterator

from skyjo.v1.table_pb2 import GOODBYE_REASON_DRAINING, Goodbye
from skyjo_client import exit_codes
from skyjo_client.connection import Connection
from skyjo_client.json_mode import JsonMode
from tests.client.attached import welcomed
from tests.client.scripted import ScriptedServer, running


async def nothing() -> AsyncIterator[str]:
    """Input that never ends and never says anything."""
    await asyncio.Event().wait()
    yield ""


async def test_a_program_is_told_when_its_server_is_back_and_when_it_is_gone_for_good(
    scripted: ScriptedServer,
) -> None:
    lines: list[str] = []
    said: list[str] = []
    async with Connection(scripted.address) as connection:
        session, stream, number = await welcomed(connection, scripted, running())
        mode = JsonMode(session, lines.append, said.append)
        playing = asyncio.create_task(mode.play(nothing()))
        back = Goodbye(reason=GOODBYE_REASON_DRAINING, retry_after_ms=100)
        await stream.send(number, goodbye=back)
        again = (await stream.frame("attach")).number
        await stream.send(again, welcome=running())
        await stream.send(again, goodbye=Goodbye(reason=GOODBYE_REASON_DRAINING))
        assert await playing == exit_codes.UNREACHABLE
    assert said == [
        "the server stops and is back in about 0.1 s, trying again then",
        "connected again",
    ]
    goodbye = json.loads(lines[-1])["goodbye"]
    assert goodbye == {"reason": "GOODBYE_REASON_DRAINING", "address": ""}
