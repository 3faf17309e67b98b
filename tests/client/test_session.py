"""One seat on a stream: order, duplicates, gaps, strange frames, ends."""

import asyncio

from skyjo.v1.event_pb2 import Event, Events
from skyjo.v1.play_pb2 import Decision, PlayResponse, Receipt, ServerFrame
from skyjo.v1.table_pb2 import (
    Heartbeat,
    Resume,
)
from skyjo_client.connection import Connection
from skyjo_client.notices import LinkChanged
from skyjo_engine.actions import Draw
from tests.client.attached import attached, numbers, shown
from tests.client.scripted import (
    SEATING,
    ScriptedServer,
    events,
    running,
    welcome,
)


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
