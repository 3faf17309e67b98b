"""A seat whose share in the shuffle a scripted server asks for."""

import asyncio
import hashlib

import pytest

from skyjo.v1.play_pb2 import Opening, Ready, SeatOpening
from skyjo_client.connection import Connection
from skyjo_client.errors import UnfairDealError
from skyjo_client.session import SeatSession
from tests.client.attached import welcomed
from tests.client.scripted import (
    COMMITMENT,
    PATIENCE,
    ScriptedServer,
    Stream,
    welcome,
)

THEIRS = hashlib.sha256(b"theirs").digest()


async def seated(
    connection: Connection, scripted: ScriptedServer, *, auto_ready: bool = False
) -> tuple[SeatSession, Stream, int, Ready]:
    """A session before its game's opening, and the ready it said."""
    session, stream, number = await welcomed(connection, scripted, welcome(), auto_ready=auto_ready)
    return session, stream, number, (await stream.frame("ready")).ready


async def opened(
    connection: Connection, scripted: ScriptedServer, *, auto_ready: bool = False
) -> tuple[SeatSession, Stream, int, Ready]:
    """A session whose entropy is told, and the ready that promised it."""
    session, stream, number, promised = await seated(connection, scripted, auto_ready=auto_ready)
    await stream.send(number, opening=opening(promised.entropy_hash))
    assert (await stream.frame("ready")).ready.HasField("entropy")
    return session, stream, number, promised


async def broken(session: SeatSession) -> str:
    """The promise for whose breach the session ends."""
    with pytest.raises(UnfairDealError) as caught:
        async with asyncio.timeout(PATIENCE):
            [item async for item in session]
    return caught.value.what


def opening(
    own: bytes, game_id: str = "game", commitment: bytes = COMMITMENT, theirs: bytes = THEIRS
) -> Opening:
    seats = [SeatOpening(seat=0, entropy_hash=own), SeatOpening(seat=1, entropy_hash=theirs)]
    return Opening(game_id=game_id, commitment=commitment, seats=seats)
