"""What tables do when time passes, on a clock that the test moves."""

import pytest

from skyjo.v1.error_pb2 import ERROR_REASON_TABLE_UNKNOWN, ERROR_REASON_TOKEN_UNKNOWN
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_TABLE_CLOSED,
    PLAYER_KIND_HUMAN,
    TABLE_STAGE_BETWEEN_ROUNDS,
    TABLE_STAGE_GATHERING,
    TABLE_STAGE_PLAYING,
)
from skyjo_engine.rules import Rules
from skyjo_server.plan import PEOPLE_BETWEEN_ROUNDS_MS
from skyjo_server.table import LINGER_SECONDS
from skyjo_server.tenancy import IDLE_SECONDS
from skyjo_wire.errors import RefusalError
from tests.server.desk import NO_CLOCK, short
from tests.server.inside import Inside, Wire, play
from tests.server.simple_player import SimplePlayer


def between_rounds(**settings: object) -> tuple[Inside, Wire, list[SimplePlayer]]:
    """A table of two people who have not said that they are ready for the second round."""
    inside = Inside()
    table, seats = inside.create(short(2, rounds=2), PLAYER_KIND_HUMAN, **settings)
    wire = Wire(inside.hall)
    players = [SimplePlayer(s.token, number, patient=True) for number, s in enumerate(seats, 1)]
    wire.receive(*(player.attach() for player in players))
    play(wire, *players)
    assert table.stage == TABLE_STAGE_BETWEEN_ROUNDS
    return inside, wire, players


@pytest.mark.parametrize("wait_ms", [None, 5_000])
def test_the_next_round_begins_when_people_were_waited_for_long_enough(
    wait_ms: int | None,
) -> None:
    settings = {} if wait_ms is None else {"between_rounds_ms": wait_ms}
    wait = (wait_ms or PEOPLE_BETWEEN_ROUNDS_MS) / 1000
    inside, wire, players = between_rounds(**settings)
    (table,) = inside.hall.tables.values()
    inside.clock.advance(wait - 1)
    assert table.stage == TABLE_STAGE_BETWEEN_ROUNDS
    assert table.standing().next_round_ms == 1000
    inside.clock.advance(1)
    assert table.stage == TABLE_STAGE_PLAYING
    play(wire, *players)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}


def test_a_wait_of_nothing_waits_for_nobody() -> None:
    inside = Inside()
    _, seats = inside.create(short(2, rounds=3), PLAYER_KIND_HUMAN, between_rounds_ms=0)
    wire = Wire(inside.hall)
    players = [SimplePlayer(s.token, number, patient=True) for number, s in enumerate(seats, 1)]
    wire.receive(*(player.attach() for player in players))
    play(wire, *players)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}


def test_a_finished_table_is_forgotten_after_a_while() -> None:
    inside = Inside()
    table, seats = inside.create(short(2))
    wire = Wire(inside.hall)
    players = [SimplePlayer(s.token, number) for number, s in enumerate(seats, 1)]
    wire.receive(*(player.attach() for player in players))
    play(wire, *players)
    inside.clock.advance(LINGER_SECONDS - 1)
    assert inside.hall.table(table.plan.code) is table
    inside.hall.access.place(seats[0].token)
    inside.clock.advance(1)
    with pytest.raises(RefusalError) as refused:
        inside.hall.table(table.plan.code)
    assert refused.value.reason == ERROR_REASON_TABLE_UNKNOWN
    with pytest.raises(RefusalError) as refused:
        inside.hall.access.place(seats[0].token)
    assert refused.value.reason == ERROR_REASON_TOKEN_UNKNOWN
    assert inside.hall.tables == {}


def test_a_table_where_nobody_is_attached_is_closed_after_a_while() -> None:
    inside = Inside()
    table, seats = inside.create(Rules(players=2), start_when_full=False, clock=NO_CLOCK)
    wire = Wire(inside.hall)
    player = SimplePlayer(seats[0].token)
    inside.clock.advance(IDLE_SECONDS - 1)
    wire.receive(player.attach())
    inside.clock.advance(2 * IDLE_SECONDS)
    assert table.stage == TABLE_STAGE_GATHERING
    wire.connection.close()
    inside.clock.advance(IDLE_SECONDS)
    back = Wire(inside.hall)
    back.receive(player.attach())
    assert [f.goodbye.reason for f in back.read() if f.HasField("goodbye")] == [
        GOODBYE_REASON_TABLE_CLOSED
    ]


def test_a_heartbeat_names_the_latest_event() -> None:
    _, wire, players = between_rounds()
    wire.connection.beat()
    beats = [frame.heartbeat for frame in wire.read() if frame.HasField("heartbeat")]
    assert [beat.latest_number for beat in beats] == [player.latest for player in players]
    assert {beat.nonce for beat in beats} == {1}
