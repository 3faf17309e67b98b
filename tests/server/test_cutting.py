"""Streams that are cut: which, with what goodbye, and what becomes of the seats and the others."""

import pytest

from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.play_pb2 import ClientFrame, Pong, ServerFrame
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_SILENT,
    GOODBYE_REASON_SLOW_READER,
    Goodbye,
    Heartbeat,
)
from skyjo.v1.watch_pb2 import WatchResponse
from skyjo_engine.rules import Rules
from skyjo_server.connection import MOST_WAITING, MOST_WAITING_EACH
from skyjo_server.greeting import presence_frame
from skyjo_server.pulse import MOST_UNANSWERED
from skyjo_server.services.watch import WatchLink
from tests.server.inside import Inside, Wire
from tests.server.simple_player import VERSION, SimplePlayer

SILENT = Goodbye(reason=GOODBYE_REASON_SILENT, retry_after_ms=0)
SLOW = Goodbye(reason=GOODBYE_REASON_SLOW_READER, retry_after_ms=0)


def seated(inside: Inside, players: int = 2) -> tuple[Wire, list[SimplePlayer]]:
    """Players who sit at one table, on one stream."""
    _, seats = inside.create(Rules(players=players))
    wire = Wire(inside.hall)
    sitting = [SimplePlayer(seat.token, number) for number, seat in enumerate(seats, 1)]
    wire.receive(*(player.attach() for player in sitting))
    wire.read()
    return wire, sitting


def pong(number: int, beat: Heartbeat) -> ClientFrame:
    return ClientFrame(number=number, pong=Pong(nonce=beat.nonce, latest_number=beat.latest_number))


def beats(wire: Wire, *answering: int, count: int = MOST_UNANSWERED + 1) -> list[ServerFrame]:
    """Let heartbeats pass, which some numbers answer; all that is said meanwhile."""
    said = []
    for _ in range(count):
        wire.connection.beat()
        frames = wire.read()
        said += frames
        wire.receive(
            *(
                pong(frame.number, frame.heartbeat)
                for frame in frames
                if frame.HasField("heartbeat") and frame.number in answering
            )
        )
    return said


def goodbyes(said: list[ServerFrame]) -> dict[int, Goodbye]:
    return {frame.number: frame.goodbye for frame in said if frame.HasField("goodbye")}


def test_only_the_seat_that_does_not_answer_is_cut() -> None:
    inside = Inside()
    wire, _ = seated(inside, 3)
    assert goodbyes(beats(wire, 1, 3, count=10)) == {2: SILENT}
    (table,) = inside.hall.tables.values()
    assert [player.connected for player in table.standing().players] == [True, False, True]
    assert [holder.silent for holder in table.seats.holders()] == [False, True, False]
    assert inside.hall.meters.cuts == {GOODBYE_REASON_SILENT: 1}
    assert not wire.connection.outbox.closed


def test_a_seat_that_was_cut_is_taken_up_again_on_the_same_stream() -> None:
    inside = Inside()
    wire, (_, player) = seated(inside)
    beats(wire, 1)
    player.number = 3
    wire.receive(player.attach())
    (table,) = inside.hall.tables.values()
    assert not any(holder.silent for holder in table.seats.holders())
    assert any(f.HasField("welcome") for f in wire.read() if f.number == 3)


def test_a_stream_ends_with_the_last_seat_that_is_cut() -> None:
    inside = Inside()
    wire, players = seated(inside)
    assert goodbyes(beats(wire)) == {1: SILENT, 2: SILENT}
    assert wire.connection.outbox.closed
    players[0].number = 3
    wire.receive(players[0].attach())
    (table,) = inside.hall.tables.values()
    assert not any(player.connected for player in table.standing().players)


def test_a_bot_that_does_not_answer_waits_for_no_work() -> None:
    inside = Inside()
    wire = Wire(inside.hall)
    enlist = Enlist(version=VERSION, key=b"silent" * 4, name="Silent", seats=1)
    wire.receive(ClientFrame(number=1, enlist=enlist))
    assert [bot.name for bot in inside.hall.workforce.enlisted()] == ["Silent"]
    assert goodbyes(beats(wire)) == {1: SILENT}
    assert inside.hall.workforce.enlisted() == []


def test_a_goodbye_does_not_wait_for_the_journal() -> None:
    inside = Inside(held=True)
    _, seats = inside.create(Rules(players=2))
    wire = Wire(inside.hall)
    wire.receive(SimplePlayer(seats[0].token).attach())
    for _ in range(MOST_UNANSWERED + 1):
        wire.connection.beat()
    assert [frame.WhichOneof("frame") for frame in wire.read()] == ["goodbye"]
    inside.journal.commit()
    assert wire.read() == []


def test_who_does_not_read_the_answers_to_a_flood_is_cut() -> None:
    inside = Inside()
    wire, (player, _) = seated(inside)
    outbox, most, waited = wire.connection.outbox, MOST_WAITING + 2 * MOST_WAITING_EACH, -1
    while outbox.size > waited:
        waited, player.number = outbox.size, player.number + 2
        wire.receive(player.attach())
    assert most * 0.9 < waited <= most
    wire.connection.cut_slow_reader()
    said = wire.read()
    assert goodbyes(said) == {player.number: SLOW, 2: SLOW}
    assert {frame.WhichOneof("frame") for frame in said} == {"goodbye", "presence"}
    assert wire.connection.outbox.closed
    assert inside.hall.meters.cuts == {GOODBYE_REASON_SLOW_READER: 2}


def test_the_answers_to_one_request_may_wait_whatever_they_are() -> None:
    inside = Inside()
    wire, (player, _) = seated(inside)
    attaches = []
    for number in range(3, 1_027):
        player.number = number
        attaches.append(player.attach())
    wire.receive(*attaches)
    answered = {frame.number for frame in wire.read() if frame.HasField("welcome")}
    assert answered == set(range(3, 1_027))


@pytest.mark.parametrize("reason", [GOODBYE_REASON_SILENT, GOODBYE_REASON_SLOW_READER])
def test_the_game_goes_on_where_it_was(reason: int) -> None:
    inside = Inside()
    wire, players = seated(inside)
    if reason == GOODBYE_REASON_SILENT:
        beats(wire)
    else:
        wire.connection.cut_slow_reader()
    again = Wire(inside.hall)
    again.receive(*(player.attach() for player in players))
    welcomes = [frame.welcome for frame in again.read() if frame.HasField("welcome")]
    assert [welcome.seat for welcome in welcomes] == [0, 1]


def test_a_spectator_who_was_left_out_is_told_nothing_before_a_welcome() -> None:
    inside = Inside(held=True)
    table, _ = inside.create(Rules(players=2))
    link = WatchLink()
    table.watch(link, None)
    inside.journal.commit()
    while link.outbox.size:
        link.deliver(presence_frame(table.standing()))
    link.deliver(presence_frame(table.standing()))
    assert not link.outbox.size
    table.announce()
    table.watch(link, None)
    inside.journal.commit()
    frames = [f for m in link.outbox.take() for f in WatchResponse.FromString(m).frames]
    assert [frame.WhichOneof("frame") for frame in frames] == ["welcome", "presence"]
    assert table.standing().spectators == 1
