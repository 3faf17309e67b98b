"""Goodbyes, refusals and servers that fall silent: how the seat of a session comes back or ends."""

import asyncio

import pytest

from skyjo.v1.error_pb2 import (
    ERROR_REASON_RATE_LIMITED,
    ERROR_REASON_RESUME_AHEAD,
    ERROR_REASON_TOKEN_UNKNOWN,
    ERROR_REASON_VERSION_UNSUPPORTED,
    Refusal,
)
from skyjo.v1.play_pb2 import Opening, SeatOpening, ServerFrame
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_SLOW_READER,
    GOODBYE_REASON_SUPERSEDED,
    Goodbye,
    Resume,
)
from skyjo_client.connection import Connection
from skyjo_client.errors import RefusedError, UnreachableError
from skyjo_client.notices import LinkChanged
from tests.client.attached import attached, numbers, shown, welcomed
from tests.client.scripted import (
    SEATING,
    ScriptedServer,
    events,
    running,
    welcome,
)


@pytest.mark.parametrize("reason", [GOODBYE_REASON_FINISHED, GOODBYE_REASON_SUPERSEDED])
async def test_a_goodbye_for_good_ends_the_iteration(scripted: ScriptedServer, reason: int) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await attached(connection, scripted)
        goodbye = Goodbye(reason=reason, retry_after_ms=0)  # type: ignore[arg-type]
        await stream.send(number, goodbye=goodbye)
        frames = [item async for item in session]
        assert [f.goodbye.reason for f in frames if isinstance(f, ServerFrame)] == [reason]
        with pytest.raises(StopAsyncIteration):
            await anext(session)


async def test_a_goodbye_to_come_back_from_is_followed_by_an_attach(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await attached(connection, scripted)
        await stream.send(number, goodbye=Goodbye(reason=GOODBYE_REASON_SLOW_READER))
        again = await stream.frame("attach")
        assert again.attach.resume.game_id == "game"
        await stream.send(again.number, welcome=running())
        assert await anext(session) == LinkChanged(connected=False)
        assert await anext(session) == LinkChanged(connected=True)


async def test_a_redirecting_goodbye_takes_the_seat_to_the_other_server(
    scripted: ScriptedServer,
) -> None:
    async with ScriptedServer() as other, Connection(scripted.address) as connection:
        _, stream, number = await attached(connection, scripted)
        goodbye = Goodbye(reason=99, retry_after_ms=0, address=other.address)  # type: ignore[arg-type]
        await stream.send(number, goodbye=goodbye)
        stream.end()
        attach = (await (await other.stream()).frame("attach")).attach
        assert attach.resume.game_id == "game"


async def test_a_refused_attach_raises_with_the_reason(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        joining = asyncio.create_task(connection.attach(SEATING))
        stream = await scripted.stream()
        number = (await stream.frame("attach")).number
        refusal = Refusal(reason=ERROR_REASON_TOKEN_UNKNOWN, frame="attach")
        await stream.send(number, refused=refusal)
        with pytest.raises(RefusedError) as caught:
            await joining
        assert caught.value.reason == ERROR_REASON_TOKEN_UNKNOWN


async def test_an_attach_refused_for_now_is_tried_again(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        joining = asyncio.create_task(connection.attach(SEATING))
        stream = await scripted.stream()
        number = (await stream.frame("attach")).number
        refusal = Refusal(reason=ERROR_REASON_RATE_LIMITED, frame="attach", retry_after_ms=1)
        await stream.send(number, refused=refusal)
        await stream.send((await stream.frame("attach")).number, welcome=running())
        assert (await joining).game_id == "game"


async def test_a_resume_point_the_server_never_reached_is_given_up(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        resume = Resume(game_id="game", after=90)
        joining = asyncio.create_task(connection.attach(SEATING, resume=resume))
        stream = await scripted.stream()
        attach = await stream.frame("attach")
        assert attach.attach.resume == resume
        refusal = Refusal(reason=ERROR_REASON_RESUME_AHEAD, frame="attach")
        await stream.send(attach.number, refused=refusal)
        again = await stream.frame("attach")
        assert not again.attach.HasField("resume")
        await stream.send(again.number, welcome=running(next_number=12))
        session = await joining
        await stream.send(again.number, events=events(12, 12))
        await shown(session)
        assert session.latest_number == 11
        assert await numbers(session) == [12]


async def test_a_stream_refused_for_good_ends_the_connection(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, _ = await attached(connection, scripted)
        stream.end(Refusal(reason=ERROR_REASON_VERSION_UNSUPPORTED))
        with pytest.raises(RefusedError) as caught:
            [item async for item in session]
        assert caught.value.reason == ERROR_REASON_VERSION_UNSUPPORTED
        with pytest.raises(RefusedError):
            await connection.attach(SEATING)


async def test_nobody_there_is_unreachable(scripted: ScriptedServer) -> None:
    await scripted.stop()
    with pytest.raises(UnreachableError) as caught:
        async with Connection(scripted.address):
            pass
    assert caught.value.address == scripted.address


async def test_a_server_that_stays_away_is_given_up(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address, give_up_after=0.0) as connection:
        session, _, _ = await attached(connection, scripted)
        await scripted.stop()
        with pytest.raises(UnreachableError):
            [item async for item in session]


async def test_leaving_the_connection_ends_its_sessions(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, _ = await attached(connection, scripted)
        session.resign()
    await stream.frame("resign")
    assert [
        item for item in [item async for item in session] if isinstance(item, ServerFrame)
    ] == []


async def test_a_server_that_falls_silent_is_taken_for_dead(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        session, _, _ = await welcomed(connection, scripted, running(heartbeat_ms=1))
        await shown(session)
        again = await (await scripted.stream()).frame("attach")
        assert again.attach.resume.game_id == "game"
        assert await anext(session) == LinkChanged(connected=False)


async def test_nonsense_from_a_server_ends_the_session_instead_of_hanging_it(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        beyond = welcome()
        beyond.seat = 7
        session, stream, number = await welcomed(connection, scripted, beyond)
        seats = [SeatOpening(seat=0), SeatOpening(seat=1)]
        opening = Opening(game_id="game", commitment=beyond.commitment, seats=seats)
        await stream.send(number, opening=opening)
        with pytest.raises(IndexError):
            [item async for item in session]


async def test_rules_of_an_unknown_kind_are_refused(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        newer = welcome()
        newer.rules.dealing = 99  # type: ignore[assignment]
        with pytest.raises(RefusedError) as caught:
            await welcomed(connection, scripted, newer)
        assert caught.value.refusal.field == "rules.dealing"
