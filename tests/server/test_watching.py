"""Spectators, over a real socket."""

import pytest

from skyjo.v1.error_pb2 import (
    ERROR_REASON_FIELD_MISSING,
    ERROR_REASON_RESUME_AHEAD,
    ERROR_REASON_TABLE_UNKNOWN,
    ERROR_REASON_VERSION_UNSUPPORTED,
    ERROR_REASON_WATCHING_CLOSED,
    ErrorReason,
)
from skyjo.v1.event_pb2 import Event
from skyjo.v1.table_pb2 import GOODBYE_REASON_FINISHED, ProtocolVersion, Resume
from skyjo.v1.watch_pb2 import WatchRequest
from skyjo_engine.rules import Rules
from tests.server.desk import Desk, short
from tests.server.raw import RawStream, RawWatch, StreamEndedError
from tests.server.simple_player import VERSION, SimplePlayer


def watch(desk: Desk, **request: object) -> RawWatch:
    return RawWatch(desk.channel, WatchRequest(version=VERSION, **request))  # type: ignore[arg-type]


async def rest(spectator: RawWatch) -> list[Event]:
    """The events until the goodbye, which ends the stream."""
    events: list[Event] = []
    while (frame := await spectator.frame("events", "goodbye")).HasField("events"):
        events += frame.events.events
    assert frame.goodbye.reason == GOODBYE_REASON_FINISHED
    with pytest.raises(StreamEndedError):
        await spectator.frame()
    return events


async def test_a_spectator_sees_the_game_without_the_cards_in_hands(
    desk: Desk, stream: RawStream
) -> None:
    seats = await desk.seats(short(2))
    spectator = watch(desk, code=seats[0].code.lower())
    welcome = (await spectator.frame("welcome")).welcome
    assert not welcome.HasField("seat")
    players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
    await stream.play(*players)
    events = await rest(spectator)
    drew = [event.drew for event in events if event.HasField("drew")]
    assert drew
    assert not any(event.HasField("card") for event in drew)
    assert len(events) == len(players[0].events)
    shown = [event for event in events if not event.HasField("drew")]
    assert shown == [event for event in players[0].events if not event.HasField("drew")]


async def test_a_spectator_may_come_late_and_ask_for_the_past(
    desk: Desk, stream: RawStream
) -> None:
    seats = await desk.seats(short(2, initial_flips=4))
    players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
    await stream.play(*players, until=lambda: len(players[0].events) > 8)
    resume = Resume(game_id=players[0].welcome.game_id, after=3)
    late, later = watch(desk, code=seats[0].code), watch(desk, code=seats[0].code, resume=resume)
    welcome = (await late.frame("welcome")).welcome
    assert welcome.next_number == welcome.view.latest_number + 1 > 8
    assert not welcome.view.HasField("viewer")
    assert (await later.frame("welcome")).welcome.next_number == 4
    await stream.go_on(*players)
    count = len(players[0].events)
    assert len(await rest(late)) == count + 1 - welcome.next_number
    assert len(await rest(later)) == count - 3


async def test_a_finished_table_is_shown_to_its_end(desk: Desk, stream: RawStream) -> None:
    seats = await desk.seats(short(2))
    players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
    await stream.play(*players)
    resume = Resume(game_id=players[0].welcome.game_id)
    spectator = watch(desk, table_id=seats[0].table_id, resume=resume)
    assert len(await rest(spectator)) == len(players[0].events)


async def test_spectators_are_counted_until_they_go(desk: Desk, stream: RawStream) -> None:
    seats = await desk.seats(Rules(players=2))
    await stream.send(SimplePlayer(seats[0].seat_token).attach())
    spectator = watch(desk, code=seats[0].code)
    await stream.presence(1, lambda presence: presence.spectators == 1)
    spectator.cancel()
    await stream.presence(1, lambda presence: presence.spectators == 0)


async def reason(spectator: RawWatch) -> ErrorReason:
    with pytest.raises(StreamEndedError) as ended:
        await spectator.frame()
    assert ended.value.refusal
    return ended.value.refusal.reason


async def test_what_cannot_be_watched_is_refused(desk: Desk) -> None:
    (seat, _) = await desk.seats(Rules(players=2), watching_closed=True)
    assert await reason(watch(desk, code=seat.code)) == ERROR_REASON_WATCHING_CLOSED
    assert await reason(watch(desk, code="NONE-00")) == ERROR_REASON_TABLE_UNKNOWN
    assert await reason(watch(desk)) == ERROR_REASON_FIELD_MISSING
    (seat, _) = await desk.seats(Rules(players=2))
    other = RawWatch(desk.channel, WatchRequest(version=ProtocolVersion(major=2), code=seat.code))
    assert await reason(other) == ERROR_REASON_VERSION_UNSUPPORTED
    ahead = Resume(game_id=seat.game_id, after=1)
    assert await reason(watch(desk, code=seat.code, resume=ahead)) == ERROR_REASON_RESUME_AHEAD
