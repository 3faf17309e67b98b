"""Where clocks, stand-ins and players who come and go meet, and no table may stand still."""

import pytest

from skyjo.v1.error_pb2 import ERROR_REASON_FIELD_OUT_OF_RANGE, ERROR_REASON_TABLE_CLOSED
from skyjo.v1.event_pb2 import SEAT_CHANGE_FORFEITED_GAME
from skyjo.v1.fault_pb2 import FAULT_KIND_CRASHED, FAULT_OWNER_INFRASTRUCTURE
from skyjo.v1.lobby_pb2 import BotChoice
from skyjo.v1.play_pb2 import VERDICT_LATE, Note, Ready, Resign
from skyjo.v1.rules_pb2 import (
    CLOCK_PRESET_BOT_FAST,
    CLOCK_PRESET_LAN,
    FAULT_COST_GAME,
    FAULT_COST_ROUND,
    FAULT_COST_STAND_IN,
    ClockRules,
)
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_KICKED,
    GOODBYE_REASON_RESIGNED,
    GOODBYE_REASON_TABLE_CLOSED,
    PLAYER_KIND_HUMAN,
    TABLE_STAGE_CLOSED,
    TABLE_STAGE_GATHERING,
    TABLE_STAGE_PLAYING,
)
from skyjo_engine.record import NoteEntry
from skyjo_server.attempt import Attempt
from skyjo_server.clocks import MOST_BANK_MS, STAND_IN_MS, Clocks
from skyjo_server.tenancy import DESERTED_SECONDS
from skyjo_server.workforce import STAND_IN_LEVEL
from skyjo_wire.errors import RefusalError
from tests.server.company import Company
from tests.server.desk import NO_CLOCK, short
from tests.server.inside import Inside, Wire
from tests.server.simple_player import SimplePlayer
from tests.server.thinker import Sitting, custom

LAN = ClockRules(preset=CLOCK_PRESET_LAN)
HUNG_SECONDS = STAND_IN_MS / 1000 + 1


@pytest.mark.parametrize(
    "beyond",
    [
        {"bank_ms": 2**32 - 1},
        {"increment_ms": 2**32 - 1},
        {"grace_ms": 2**32 - 1},
        {"strike_limit": 0},
        {"illegal_limit": 0},
    ],
)
def test_a_clock_beyond_all_sense_is_refused(beyond: dict[str, int]) -> None:
    with pytest.raises(RefusalError) as refused:
        Inside().create(short(2), clock=custom(**beyond))  # type: ignore[arg-type]
    assert refused.value.reason == ERROR_REASON_FIELD_OUT_OF_RANGE
    assert refused.value.refusal.field == f"clock.{next(iter(beyond))}"


def test_a_bank_does_not_grow_for_ever() -> None:
    clocks = Clocks(custom(increment_ms=3_600_000), 1, lambda: 0.0)
    for decision in range(1, 300):
        clocks.ask(0, decision, stand_in=False)
    assert clocks.bank_ms(0) == MOST_BANK_MS


def test_a_stand_in_before_the_grace_time_is_over_ends_it() -> None:
    clock = custom(FAULT_COST_STAND_IN, grace_ms=60_000)
    sitting = Sitting(short(3), kind=PLAYER_KIND_HUMAN, clock=clock)
    seat = sitting.turn
    sitting.cut(seat)
    sitting.wait(13)  # the bank is empty before the grace time is over
    sitting.wait(HUNG_SECONDS)  # no bot comes, so the round is forfeited
    assert sitting.turn != seat
    sitting.wait(13)
    assert sum(sitting.inside.hall.meters.faults.values()) == 3


def test_a_closed_table_cannot_be_left_into_another_game() -> None:
    sitting = Sitting(short(3), games=2, between_rounds_ms=0)
    for _ in range(3):
        sitting.play_on()
    assert sitting.table.stage == TABLE_STAGE_CLOSED
    with pytest.raises(RefusalError) as refused:
        sitting.table.leave(sitting.table.seats.at(0), GOODBYE_REASON_RESIGNED)
    assert refused.value.reason == ERROR_REASON_TABLE_CLOSED
    assert sitting.table.stage == TABLE_STAGE_CLOSED


@pytest.mark.parametrize("reason", [GOODBYE_REASON_KICKED, GOODBYE_REASON_RESIGNED])
@pytest.mark.parametrize("cut", [True, False])
def test_the_stand_in_of_whoever_leaves_must_answer_in_the_end(*, cut: bool, reason: int) -> None:
    sitting = Sitting(short(3), kind=PLAYER_KIND_HUMAN, clock=LAN)
    seat = sitting.turn
    if cut:
        sitting.cut(seat)
    sitting.table.leave(sitting.table.seats.at(seat), reason)  # type: ignore[arg-type]
    sitting.wait(HUNG_SECONDS)
    assert sitting.turn != seat


def test_whoever_comes_back_to_a_closed_table_sees_its_end() -> None:
    sitting = Sitting(short(3), kind=PLAYER_KIND_HUMAN, clock=LAN)
    seat = sitting.turn
    sitting.cut(seat)
    sitting.wait(301)
    sitting.table.close(GOODBYE_REASON_TABLE_CLOSED)
    sitting.wires[seat] = wire = Wire(sitting.inside.hall)
    wire.receive(sitting.players[seat].attach())
    assert [frame.WhichOneof("frame") for frame in wire.read()] == ["welcome", "goodbye"]


def test_what_follows_a_resignation_in_one_message_does_nothing() -> None:
    sitting = Sitting(short(3), held=True, games=0, kind=PLAYER_KIND_HUMAN, clock=LAN)
    while sitting.inside.journal.pending:
        sitting.inside.journal.commit()
        sitting.listen()
    seat = sitting.turn
    player = sitting.players[seat]
    frames = (player.frame(resign=Resign()), player.frame(ready=Ready(entropy_hash=bytes(32))))
    sitting.wires[seat].receive(*frames)
    sitting.inside.journal.commit()
    kinds = [frame.WhichOneof("frame") for frame in sitting.wires[seat].read()]
    assert kinds[-1] == "goodbye"
    assert "refused" not in kinds


def test_a_ready_player_who_is_cut_off_keeps_the_seat_for_the_grace_time() -> None:
    inside = Inside()
    clock = custom(start_up_ms=10_000, grace_ms=60_000)
    table, seats = inside.create(short(3), start_when_full=False, clock=clock)
    wire = Wire(inside.hall)
    player = SimplePlayer(seats[0].token)
    wire.receive(player.attach())
    for frame in wire.read():
        wire.receive(*player.answer(frame))
    inside.clock.advance(30)
    wire.connection.close()
    inside.clock.advance(9)
    assert 0 not in table.free_seats()
    assert table.stage == TABLE_STAGE_GATHERING


def test_a_new_promise_takes_the_place_of_what_was_shown() -> None:
    attempt = Attempt("game", short(2), bytes(32), Inside().create(short(2))[0].plan.source)
    attempt.promise(0, None)
    attempt.entropy[0] = b"old"
    attempt.promise(0, bytes(32))
    assert attempt.unopened() == [0]


def test_a_note_on_a_decision_that_time_has_ended_is_not_kept() -> None:
    sitting = Sitting(short(2, rounds=2), clock=custom(FAULT_COST_ROUND))
    seat = sitting.turn
    player = sitting.players[seat]
    assert player.open
    note = Note(decision_id=player.open.decision_id, text="thinking")
    sitting.wires[seat].receive(player.frame(note=note))
    sitting.wait(13)
    sitting.play_on()
    assert not [e for e in sitting.record().entries if isinstance(e, NoteEntry)]


def test_an_act_after_a_stand_in_has_come_is_late() -> None:
    sitting = Sitting(short(2), clock=custom(FAULT_COST_STAND_IN))
    seat = sitting.turn
    act = sitting.players[seat].act()
    sitting.wait(13)
    sitting.wires[seat].receive(act)
    sitting.listen()
    assert sitting.players[seat].receipts[-1].verdict == VERDICT_LATE


def test_a_game_without_a_clock_to_which_nobody_comes_back_is_given_up_in_the_end() -> None:
    sitting = Sitting(short(2), clock=NO_CLOCK)
    for seat in (0, 1):
        sitting.cut(seat)
    sitting.wait(DESERTED_SECONDS - 1)
    assert sitting.table.stage == TABLE_STAGE_PLAYING
    sitting.wait(2)
    assert sitting.table.stage == TABLE_STAGE_CLOSED


def test_strangers_cannot_suspend_a_bot_by_a_clock_of_their_own() -> None:
    sitting = Sitting(short(2), clock=custom(FAULT_COST_GAME, strike_limit=1, strike_games=1))
    told: list[bool] = []
    hall = sitting.inside.hall
    hall.workforce.played = lambda *_, forfeited: told.append(forfeited)  # type: ignore[method-assign]
    sitting.wait(13)
    assert told == []


def test_a_house_bot_whose_program_has_ended_is_the_servers_fault() -> None:
    clock = ClockRules(preset=CLOCK_PRESET_BOT_FAST)
    company = Company(2, short(3, initial_flips=4), clock=clock)
    hall = company.inside.hall
    hall.add_bot(company.table, BotChoice(house_level=STAND_IN_LEVEL))
    program = Wire(hall)
    program.receive(company.inside.enlistment())
    (token,) = [f.assigned.seat_token for f in program.read() if f.HasField("assigned")]
    company.wires.append(program)
    company.players.append(SimplePlayer(token, 2))
    company.send(2, company.players[2].attach())
    company.table.start()
    company.play(until_latest=7)
    program.connection.close()
    company.inside.clock.advance(10)
    told = [event for frame in company.new(0, "events") for event in frame.events.events]
    changes = [event.seat_changed for event in told if event.HasField("seat_changed")]
    (changed,) = [change for change in changes if change.seat == len(company.seats)]
    assert changed.change == SEAT_CHANGE_FORFEITED_GAME
    assert changed.fault.kind == FAULT_KIND_CRASHED
    assert changed.fault.owner == FAULT_OWNER_INFRASTRUCTURE
