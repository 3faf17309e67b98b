"""Bots that wait for work, and the return to their seats."""

import asyncio

import pytest

from skyjo.v1.enlist_pb2 import Assigned, Enlisted
from skyjo.v1.error_pb2 import ERROR_REASON_NAME_TAKEN, ERROR_REASON_TOKEN_UNKNOWN, Refusal
from skyjo.v1.play_pb2 import ServerFrame
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_SUPERSEDED,
    Goodbye,
    Heartbeat,
)
from skyjo.v1.talk_pb2 import Say
from skyjo_client.connection import Connection
from skyjo_client.enlistment import Enlistment
from skyjo_client.errors import RefusedError
from skyjo_client.notices import LinkChanged
from skyjo_client.session import SeatSession
from tests.client.scripted import ScriptedServer, Stream, running

KEY = b"k" * 16


def assigned(seat: int, token: bytes, *, returned: bool = False) -> Assigned:
    return Assigned(table_id="table", seat=seat, seat_token=token, returned=returned)


async def enlisted(
    connection: Connection, scripted: ScriptedServer
) -> tuple[Enlistment, Stream, int]:
    waiting = asyncio.create_task(connection.enlist(KEY, "digger", seats=4))
    stream = await scripted.stream()
    frame = await stream.frame("enlist")
    assert (frame.enlist.key, frame.enlist.name, frame.enlist.seats) == (KEY, "digger", 4)
    await stream.send(frame.number, enlisted=Enlisted(seats=4))
    return await waiting, stream, frame.number


async def take_seat(
    connection: Connection, enlistment: Enlistment, stream: Stream, number: int, seat: int
) -> SeatSession:
    """Assign a seat and let the bot attach to it."""
    await stream.send(number, assigned=assigned(seat, b"first"))
    joining = asyncio.create_task(connection.attach(await anext(enlistment)))
    attach = await stream.frame("attach")
    assert attach.attach.seat_token == b"first"
    message = running()
    message.seat = seat
    await stream.send(attach.number, welcome=message)
    session = await joining
    await anext(session)
    return session


async def test_after_a_drop_live_seats_go_on_with_their_new_tokens(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        enlistment, stream, number = await enlisted(connection, scripted)
        session = await take_seat(connection, enlistment, stream, number, 0)
        stream.end()
        stream = await scripted.stream()
        number = (await stream.frame("enlist")).number
        await stream.send(number, enlisted=Enlisted(seats=4, returned=2))
        await stream.send(number, assigned=assigned(0, b"second", returned=True))
        await stream.send(number, assigned=assigned(1, b"other", returned=True))
        attach = await stream.frame("attach")
        assert attach.attach.seat_token == b"second"
        assert attach.attach.resume.game_id == "game"
        await stream.send(attach.number, welcome=running())
        assert await anext(session) == LinkChanged(connected=False)
        assert await anext(session) == LinkChanged(connected=True)
        strange = await anext(enlistment)
        assert (strange.seat, strange.seat_token) == (1, b"other")


async def test_a_seat_that_ended_meanwhile_is_given_up(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        enlistment, stream, number = await enlisted(connection, scripted)
        session = await take_seat(connection, enlistment, stream, number, 0)
        stream.end()
        stream = await scripted.stream()
        number = (await stream.frame("enlist")).number
        await stream.send(number, enlisted=Enlisted(seats=4))
        with pytest.raises(RefusedError) as caught:
            [item async for item in session]
        assert caught.value.reason == ERROR_REASON_TOKEN_UNKNOWN


async def test_nothing_is_remembered_of_seats_that_have_ended(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        enlistment, stream, number = await enlisted(connection, scripted)
        session = await take_seat(connection, enlistment, stream, number, 0)
        assert enlistment.owns(session.hold)
        await stream.send(2, goodbye=Goodbye(reason=GOODBYE_REASON_FINISHED))
        [item async for item in session]
        assert not enlistment.owns(session.hold)


async def test_a_seat_nobody_took_up_before_a_drop_is_not_offered_with_its_old_token(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        enlistment, stream, number = await enlisted(connection, scripted)
        await stream.send(number, heartbeat=Heartbeat(nonce=5))
        assert (await stream.frame("pong")).pong.nonce == 5
        await stream.send(number, assigned=assigned(0, b"first"))
        stream.end()
        stream = await scripted.stream()
        number = (await stream.frame("enlist")).number
        await stream.send(number, enlisted=Enlisted(seats=4, returned=1))
        await stream.send(number, assigned=assigned(0, b"second", returned=True))
        assert (await anext(enlistment)).seat_token == b"second"


async def test_a_name_that_is_taken_is_refused(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        waiting = asyncio.create_task(connection.enlist(KEY, "digger"))
        stream = await scripted.stream()
        number = (await stream.frame("enlist")).number
        refusal = Refusal(reason=ERROR_REASON_NAME_TAKEN, frame="enlist")
        await stream.send(number, refused=refusal)
        with pytest.raises(RefusedError) as caught:
            await waiting
        assert caught.value.reason == ERROR_REASON_NAME_TAKEN


async def test_an_enlistment_that_was_taken_over_ends_and_its_seats_go_on(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        enlistment, stream, number = await enlisted(connection, scripted)
        session = await take_seat(connection, enlistment, stream, number, 0)
        await stream.send(number, goodbye=Goodbye(reason=GOODBYE_REASON_SUPERSEDED))
        assert [one async for one in enlistment] == []
        session.say(Say(text="still here"))
        frame = await stream.frame("say")
        await stream.send(frame.number, goodbye=Goodbye(reason=GOODBYE_REASON_SUPERSEDED))
        assert isinstance(await anext(session), ServerFrame)
