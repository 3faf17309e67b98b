"""Seats that nobody takes up, bots that forfeit too often, and tables that nobody begins at."""

import pytest

from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.event_pb2 import (
    SEAT_CHANGE_BOT_TOOK_OVER,
    SEAT_CHANGE_FORFEITED_ROUND,
)
from skyjo.v1.fault_pb2 import (
    FAULT_KIND_INFRASTRUCTURE,
    FAULT_OWNER_INFRASTRUCTURE,
)
from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest
from skyjo.v1.play_pb2 import ClientFrame
from skyjo.v1.rules_pb2 import (
    CLOCK_PRESET_BOT_FAST,
    FAULT_COST_GAME,
    FAULT_COST_STAND_IN,
    ClockRules,
)
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_NOT_READY,
    GOODBYE_REASON_RESIGNED,
    GOODBYE_REASON_SUSPENDED,
    PLAYER_KIND_BOT,
    PLAYER_KIND_HUMAN,
    TABLE_STAGE_CLOSED,
    TABLE_STAGE_GAME_OVER,
    TABLE_STAGE_GATHERING,
)
from skyjo_engine.record_text import dumps
from skyjo_server.access import Seated
from skyjo_server.clocks import STAND_IN_MS
from skyjo_wire import from_engine
from skyjo_wire.errors import RefusalError
from tests.server.desk import joiner, short
from tests.server.inside import Inside, Wire, play
from tests.server.seat_changes import changes
from tests.server.simple_player import VERSION, SimplePlayer
from tests.server.thinker import Sitting, Thinker, custom


def test_a_stand_in_pays_nothing_for_its_start_but_must_answer_in_the_end() -> None:
    sitting = Sitting(short(2), clock=custom(FAULT_COST_STAND_IN))
    seat = sitting.turn
    other = sitting.players[1 - seat]
    sitting.wait(12)
    sitting.wait(STAND_IN_MS / 1000 - 1)
    assert [change for _, change, *_ in changes(other)] == [SEAT_CHANGE_BOT_TOOK_OVER]
    sitting.wait(2)
    assert changes(other)[1] == (
        seat,
        SEAT_CHANGE_FORFEITED_ROUND,
        FAULT_KIND_INFRASTRUCTURE,
        FAULT_OWNER_INFRASTRUCTURE,
    )


def test_a_seat_whose_player_never_comes_is_free_again() -> None:
    inside = Inside()
    table, seats = inside.create(short(2), PLAYER_KIND_HUMAN, clock=custom(grace_ms=20_000))
    wire = Wire(inside.hall)
    wire.receive(SimplePlayer(seats[0].token).attach())
    inside.clock.advance(20)
    assert table.free_seats() == [1]
    with pytest.raises(RefusalError):
        inside.hall.access.place(seats[1].token)


def test_a_seat_that_is_not_ready_within_its_start_up_time_is_free_again() -> None:
    inside = Inside()
    table, seats = inside.create(short(2), clock=custom(start_up_ms=30_000))
    wires = [Wire(inside.hall), Wire(inside.hall)]
    ready, slow = SimplePlayer(seats[0].token), SimplePlayer(seats[1].token)
    wires[0].receive(ready.attach())
    for frame in wires[0].read():
        wires[0].receive(*ready.answer(frame))
    wires[1].receive(slow.attach())
    inside.clock.advance(30)
    assert [f.goodbye.reason for f in wires[1].read() if f.HasField("goodbye")] == [
        GOODBYE_REASON_NOT_READY
    ]
    assert table.free_seats() == [1]


def test_a_bot_that_forfeits_too_often_is_suspended_until_it_is_another_build() -> None:
    inside = Inside()
    wire = Wire(inside.hall)

    def enlist(number: int, build: bytes) -> ClientFrame:
        key = b"k" * 16
        message = Enlist(version=VERSION, key=key, name="late", seats=4, build_hash=build)
        return ClientFrame(number=number, enlist=message)

    wire.receive(enlist(1, b"one"))
    clock = ClockRules(preset=CLOCK_PRESET_BOT_FAST)
    for _ in range(3):
        other = Wire(inside.hall)
        opponent = SimplePlayer(table_with_bot(inside, clock).token)
        other.receive(opponent.attach())
        (token,) = (f.assigned.seat_token for f in wire.read() if f.HasField("assigned"))
        bot = Wire(inside.hall)
        late = Thinker(token)
        bot.receive(late.attach())
        while not (late.open or late.goodbye):
            for stream, player in ((other, opponent), (bot, late)):
                for frame in stream.read():
                    stream.receive(*player.answer(frame))
        inside.clock.advance(12)
    said = wire.read()
    assert [f.goodbye.reason for f in said if f.HasField("goodbye")] == [GOODBYE_REASON_SUSPENDED]
    wire.receive(enlist(2, b"one"), enlist(3, b"two"))
    kinds = {frame.number: frame.WhichOneof("frame") for frame in wire.read()}
    assert kinds == {2: "refused", 3: "enlisted"}


def table_with_bot(inside: Inside, clock: ClockRules) -> Seated:
    """The maker's seat at a table of two with the enlisted bot."""
    request = CreateTableRequest(
        rules=from_engine.rules(short(2)),
        joiner=joiner("Ada"),
        games=1,
        start_when_full=True,
        clock=clock,
        bots=[BotChoice(enlisted_name="late")],
    )
    _, seated, _ = inside.hall.create(request)
    assert seated
    return seated


def test_a_guest_who_comes_between_games_may_come_and_go() -> None:
    inside = Inside()
    table, seats = inside.create(
        short(3), PLAYER_KIND_HUMAN, games=0, clock=custom(grace_ms=5_000, pauses=1)
    )
    wires = [Wire(inside.hall) for _ in seats]
    players = [SimplePlayer(seat.token) for seat in seats]
    for wire, player in zip(wires, players, strict=True):
        wire.receive(player.attach())
    table.leave(table.seats.at(2), GOODBYE_REASON_RESIGNED)
    table.start()
    while any(wire.connection.outbox.size for wire in wires[:2]):
        for wire, player in zip(wires[:2], players[:2], strict=True):
            play(wire, player)
    assert table.stage == TABLE_STAGE_GAME_OVER
    guest = SimplePlayer(inside.hall.join(table, joiner("Guest"), None).token)
    wire = Wire(inside.hall)
    wire.receive(guest.attach())
    play(wire, guest)
    assert guest.welcome.seat == 2
    wire.connection.close()
    inside.clock.advance(5)
    assert table.free_seats() == [2]


def test_the_record_and_the_log_say_what_a_forfeit_was_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    sitting = Sitting(short(2), clock=custom(FAULT_COST_GAME))
    seat = sitting.turn
    sitting.wait(12)
    sitting.play_on()
    line = (
        f'{{"type":"seat","seat":{seat},"change":"forfeited","fault":"timed_out","owner":"player"'
    )
    assert line + ',"whole_game":true}' in dumps(sitting.record()).decode()
    assert f"fault at seat {seat} of table" in caplog.text


def test_a_table_ends_when_nobody_is_left_who_could_begin_a_game() -> None:
    inside = Inside()
    for begins_by_itself, stage in ((True, TABLE_STAGE_GATHERING), (False, TABLE_STAGE_CLOSED)):
        request = CreateTableRequest(
            rules=from_engine.rules(short(3)),
            joiner=joiner("Ada", PLAYER_KIND_HUMAN),
            start_when_full=begins_by_itself,
        )
        table, seated, _ = inside.hall.create(request)
        assert seated
        inside.hall.join(table, joiner("Bot", PLAYER_KIND_BOT), None)
        table.leave(seated.place.occupant, GOODBYE_REASON_RESIGNED)
        assert table.stage == stage
