"""Sessions of a scripted server."""

import asyncio

from skyjo.v1.play_pb2 import ServerFrame
from skyjo.v1.table_pb2 import Welcome
from skyjo_client.connection import Connection
from skyjo_client.session import SeatSession
from tests.client.scripted import (
    PATIENCE,
    SEATING,
    ScriptedServer,
    Stream,
    running,
)


async def welcomed(
    connection: Connection, scripted: ScriptedServer, first: Welcome, *, auto_ready: bool = False
) -> tuple[SeatSession, Stream, int]:
    """A session that has its ``first`` welcome to give out, its stream, and the number it took."""
    joining = asyncio.create_task(connection.attach(SEATING, auto_ready=auto_ready))
    stream = await scripted.stream()
    number = (await stream.frame("attach")).number
    await stream.send(number, welcome=first)
    return await joining, stream, number


async def attached(
    connection: Connection, scripted: ScriptedServer
) -> tuple[SeatSession, Stream, int]:
    """A session in the middle of a game, its stream, and the number it took."""
    session, stream, number = await welcomed(connection, scripted, running())
    assert (await shown(session)).HasField("welcome")
    return session, stream, number


async def shown(session: SeatSession) -> ServerFrame:
    """The next item, which must be a frame."""
    item = await asyncio.wait_for(anext(session), PATIENCE)
    assert isinstance(item, ServerFrame), item
    return item


async def numbers(session: SeatSession) -> list[int]:
    """The numbers of the events in the next frame."""
    message = (await shown(session)).events
    return list(range(message.first_number, message.first_number + len(message.events)))
