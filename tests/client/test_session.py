"""One seat on a stream: order, duplicates, gaps, strange frames, ends."""

import asyncio

import pytest

from skyjo.v1.error_pb2 import (
    ERROR_REASON_RATE_LIMITED,
    ERROR_REASON_RESUME_AHEAD,
    ERROR_REASON_TOKEN_UNKNOWN,
    ERROR_REASON_VERSION_UNSUPPORTED,
    Refusal,
)
from skyjo.v1.event_pb2 import Event, Events
from skyjo.v1.play_pb2 import Decision, Opening, PlayResponse, Receipt, SeatOpening, ServerFrame
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_SLOW_READER,
    GOODBYE_REASON_SUPERSEDED,
    Goodbye,
    Heartbeat,
    Resume,
)
from skyjo_client.connection import Connection
from skyjo_client.errors import RefusedError, UnreachableError
from skyjo_client.notices import LinkChanged
from skyjo_client.session import SeatSession
from skyjo_engine.actions import Draw
from tests.client.scripted import (
    PATIENCE,
    SEATING,
    ScriptedServer,
    Stream,
    events,
    running,
    welcome,
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


async def test_a_repeated_event_is_shown_once(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await attached(connection, scripted)
        await stream.send(number, events=events(1, 3))
        await stream.send(number, events=events(2, 3))
        await stream.send(number, events=events(2, 5))
        assert await numbers(session) == [1, 2, 3]
        assert await numbers(session) == [4, 5]
        assert session.latest_number == 5


async def test_a_gap_makes_the_seat_attach_again_under_a_new_number(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await attached(connection, scripted)
        await stream.send(number, events=events(1, 2))
        await stream.send(number, events=events(4, 4))
        again = await stream.frame("attach")
        assert again.number > number
        assert again.attach.resume == Resume(game_id="game", after=2)
        await stream.send(number, events=events(3, 3))  # late, under the number given up
        await stream.send(again.number, welcome=running(next_number=3))
        await stream.send(again.number, events=events(3, 4))
        assert await numbers(session) == [1, 2]
        assert (await shown(session)).HasField("welcome")
        assert await numbers(session) == [3, 4]


async def test_heartbeats_that_know_more_make_the_seat_attach_again(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await attached(connection, scripted)
        await stream.send(number, events=events(1, 2))
        assert await numbers(session) == [1, 2]
        await stream.send(number, heartbeat=Heartbeat(latest_number=2, nonce=7))
        pong = (await stream.frame("pong")).pong
        assert (pong.nonce, pong.latest_number) == (7, 2)
        await stream.send(number, heartbeat=Heartbeat(latest_number=3, nonce=8))
        await stream.send(number, events=events(3, 3))  # it had not been sent yet
        for nonce in (9, 10):
            await stream.send(number, heartbeat=Heartbeat(latest_number=4, nonce=nonce))
        for nonce in (8, 9, 10):
            assert (await stream.frame("pong")).pong.nonce == nonce
        assert (await stream.frame("attach")).attach.resume.after == 3


async def test_a_pong_tells_what_the_program_took_not_what_arrived(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await attached(connection, scripted)
        await stream.send(number, events=events(1, 1))
        await stream.send(number, events=events(2, 2))
        await stream.send(number, heartbeat=Heartbeat(latest_number=2, nonce=1))
        assert (await stream.frame("pong")).pong.latest_number == 0
        await numbers(session)
        await stream.send(number, heartbeat=Heartbeat(latest_number=2, nonce=2))
        assert (await stream.frame("pong")).pong.latest_number == 1


async def test_unknown_frames_are_passed_over_and_unknown_events_count(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await attached(connection, scripted)
        unknown = b"\xfa\x3f\x02\x08\x01"  # field 1023, a message
        known = ServerFrame(number=number).SerializeToString()
        strange = ServerFrame.FromString(known + unknown)
        unknown_enum = Decision(decision_id=1, kind=99)  # type: ignore[arg-type]
        await stream.send_raw(
            PlayResponse(
                frames=[
                    strange,
                    ServerFrame(number=number + 500, events=events(1, 1)),
                    ServerFrame(number=number, decision=unknown_enum),
                    ServerFrame(
                        number=number,
                        events=Events(first_number=1, events=[Event.FromString(unknown)]),
                    ),
                    ServerFrame(number=number, events=events(2, 2)),
                ]
            )
        )
        assert (await shown(session)).decision.kind == 99
        assert await numbers(session) == [1]
        assert await numbers(session) == [2]


async def test_an_end_without_goodbye_is_a_drop_and_the_seat_resumes(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await attached(connection, scripted)
        await stream.send(number, events=events(1, 2))
        assert await numbers(session) == [1, 2]
        stream.end()
        assert await anext(session) == LinkChanged(connected=False)
        stream = await scripted.stream()
        attach = await stream.frame("attach")
        assert attach.attach.resume == Resume(game_id="game", after=2)
        await stream.send(attach.number, welcome=running(next_number=3))
        await stream.send(attach.number, events=events(3, 3))
        assert await anext(session) == LinkChanged(connected=True)
        assert (await shown(session)).welcome.next_number == 3
        assert await numbers(session) == [3]


async def test_an_answer_that_was_lost_is_given_again_unasked(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await attached(connection, scripted)
        await stream.send(number, decision=Decision(decision_id=4))
        assert (await shown(session)).decision.decision_id == 4
        session.act(4, Draw(), note="as planned")
        first = (await stream.frame("act")).act
        stream.end()
        stream = await scripted.stream()
        number = (await stream.frame("attach")).number
        await stream.send(number, welcome=running())
        await stream.send(number, decision=Decision(decision_id=4))
        assert (await stream.frame("act")).act == first
        await stream.send(number, receipt=Receipt(decision_id=4))
        await stream.send(number, decision=Decision(decision_id=5))
        kinds = [await anext(session) for _ in range(5)]
        assert [k.WhichOneof("frame") for k in kinds if isinstance(k, ServerFrame)] == [
            "welcome",
            "receipt",
            "decision",
        ]


async def test_a_decision_that_comes_twice_is_shown_once(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await attached(connection, scripted)
        await stream.send(number, decision=Decision(decision_id=4))
        await stream.send(number, decision=Decision(decision_id=4))
        assert (await shown(session)).decision.decision_id == 4
        session.act(4, Draw())
        await stream.frame("act")
        await stream.send(number, receipt=Receipt(decision_id=4))
        await stream.send(number, decision=Decision(decision_id=4))
        await stream.send(number, decision=Decision(decision_id=5))
        assert (await shown(session)).HasField("receipt")
        assert (await shown(session)).decision.decision_id == 5


async def test_what_is_said_while_the_connection_is_lost_is_not_lost_with_it(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await attached(connection, scripted)
        await stream.send(number, decision=Decision(decision_id=4))
        await shown(session)
        stream.end()
        assert await anext(session) == LinkChanged(connected=False)
        session.act(4, Draw())
        session.resign()
        stream = await scripted.stream()
        number = (await stream.frame("attach")).number
        await stream.send(number, welcome=running())
        await stream.send(number, decision=Decision(decision_id=4))
        await stream.frame("resign")
        assert (await stream.frame("act")).act.decision_id == 4


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


async def test_any_number_of_seats_share_one_stream(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        joining = [asyncio.create_task(connection.attach(SEATING)) for _ in range(3)]
        stream = await scripted.stream()
        given = [(await stream.frame("attach")).number for _ in joining]
        assert len(set(given)) == 3
        for number in reversed(given):
            await stream.send(number, welcome=running())
            await stream.send(number, events=events(1, number))
        for task in joining:
            session = await task
            await shown(session)
            await shown(session)
        assert sorted([(await task).latest_number for task in joining]) == sorted(given)


async def test_a_new_game_begins_its_numbers_anew(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number = await attached(connection, scripted)
        await stream.send(number, events=events(1, 3))
        await stream.send(number, welcome=welcome("second"))
        await stream.send(number, events=events(1, 1))
        assert await numbers(session) == [1, 2, 3]
        assert (await shown(session)).welcome.game_id == "second"
        assert await numbers(session) == [1]


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
        joining = asyncio.create_task(connection.attach(SEATING))
        stream = await scripted.stream()
        number = (await stream.frame("attach")).number
        await stream.send(number, welcome=running(heartbeat_ms=1))
        session = await joining
        await shown(session)
        again = await (await scripted.stream()).frame("attach")
        assert again.attach.resume.game_id == "game"
        assert await anext(session) == LinkChanged(connected=False)


async def test_nonsense_from_a_server_ends_the_session_instead_of_hanging_it(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        joining = asyncio.create_task(connection.attach(SEATING))
        stream = await scripted.stream()
        number = (await stream.frame("attach")).number
        beyond = welcome()
        beyond.seat = 7
        await stream.send(number, welcome=beyond)
        session = await joining
        seats = [SeatOpening(seat=0), SeatOpening(seat=1)]
        opening = Opening(game_id="game", commitment=beyond.commitment, seats=seats)
        await stream.send(number, opening=opening)
        with pytest.raises(IndexError):
            [item async for item in session]


async def test_rules_of_an_unknown_kind_are_refused(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        joining = asyncio.create_task(connection.attach(SEATING))
        stream = await scripted.stream()
        number = (await stream.frame("attach")).number
        newer = welcome()
        newer.rules.dealing = 99  # type: ignore[assignment]
        await stream.send(number, welcome=newer)
        with pytest.raises(RefusedError) as caught:
            await joining
        assert caught.value.refusal.field == "rules.dealing"
