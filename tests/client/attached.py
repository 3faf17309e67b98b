"""Sessions of a scripted server."""

import asyncio

from skyjo.v1.play_pb2 import ServerFrame
from skyjo_client.connection import Connection
from skyjo_client.session import SeatSession
from tests.client.scripted import (
    PATIENCE,
    SEATING,
    ScriptedServer,
    Stream,
    running,
)


async def attached(
    connection: Connection, scripted: ScriptedServer
) -> tuple[SeatSession, Stream, int]:
    """A session in the middle of a game, its stream, and the number it took."""
    joining = asyncio.create_task(connection.attach(SEATING))
    stream = await scripted.stream()
    attach = await stream.frame("attach")
    await stream.send(attach.number, welcome=running())
    session = await joining
    assert (await shown(session)).HasField("welcome")
    return session, stream, attach.number


async def shown(session: SeatSession) -> ServerFrame:
    """The next item, which must be a frame."""
    item = await asyncio.wait_for(anext(session), PATIENCE)
    assert isinstance(item, ServerFrame), item
    return item


async def numbers(session: SeatSession) -> list[int]:
    """The numbers of the events in the next frame."""
    message = (await shown(session)).events
    return list(range(message.first_number, message.first_number + len(message.events)))
