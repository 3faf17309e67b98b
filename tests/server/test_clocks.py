"""Banks, deadlines and what it costs to be late, to be away or to break the rules."""

import pytest

from skyjo.v1.error_pb2 import ERROR_REASON_DECISION_OVER, ERROR_REASON_TOKEN_UNKNOWN
from skyjo.v1.event_pb2 import (
    SEAT_CHANGE_BOT_TOOK_OVER,
    SEAT_CHANGE_FORFEITED_GAME,
    SEAT_CHANGE_FORFEITED_ROUND,
    SEAT_CHANGE_RETURNED,
)
from skyjo.v1.fault_pb2 import (
    FAULT_KIND_DISCONNECTED,
    FAULT_KIND_ILLEGAL,
    FAULT_KIND_STALLED,
    FAULT_KIND_TIMED_OUT,
    FAULT_OWNER_PLAYER,
)
from skyjo.v1.play_pb2 import (
    VERDICT_ACCEPTED,
    VERDICT_ILLEGAL,
    VERDICT_LATE,
)
from skyjo.v1.rules_pb2 import (
    CLOCK_PRESET_BOT_FAST,
    CLOCK_PRESET_DEV,
    CLOCK_PRESET_LAN,
    FAULT_COST_GAME,
    FAULT_COST_REJECTED,
    FAULT_COST_ROUND,
    FAULT_COST_STAND_IN,
    ClockRules,
)
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_FORFEITED,
    GOODBYE_REASON_SUPERSEDED,
    PLAYER_KIND_HUMAN,
)
from skyjo_engine.verify import verify
from skyjo_server.pulse import MOST_UNANSWERED
from skyjo_wire.errors import RefusalError
from tests.server.desk import short
from tests.server.seat_changes import changes, enlisted, hear
from tests.server.thinker import Sitting, custom

MILLISECOND = 0.001


def test_an_answer_costs_the_time_it_took_and_each_decision_adds_the_increment() -> None:
    sitting = Sitting(short(2), clock=custom(network_cap_ms=500))
    player = sitting.players[sitting.turn]
    asked = player.asked[-1].clock
    assert (asked.bank_ms, asked.increment_ms, asked.deadline_ms) == (12_000, 1_000, 12_500)
    sitting.wait(3)
    sitting.act()
    receipt = player.receipts[-1]
    assert (receipt.charged_ms, receipt.network_ms, receipt.bank_ms) == (3_000, 0, 9_000)
    assert player.asked[-1].clock.bank_ms == 10_000  # a drawn card is a decision of its own


def test_the_networks_share_is_not_charged_up_to_its_cap() -> None:
    sitting = Sitting(short(2), clock=custom(network_cap_ms=500))
    seat = sitting.turn
    for network, shared in ((300, 300), (900, 500)):
        sitting.wires[seat].connection.network_ms = network
        sitting.wait(2)
        sitting.act()
        receipt = sitting.players[seat].receipts[-1]
        assert (receipt.charged_ms, receipt.network_ms) == (2_000 - shared, shared)


def test_round_trips_are_measured_by_the_answers_to_heartbeats() -> None:
    sitting = Sitting(short(2), clock=custom(network_cap_ms=500))
    seat = sitting.turn
    for trip in (0.2, 0.3, 5.0):
        sitting.wires[seat].connection.beat()
        sitting.clock.advance(trip)
        sitting.listen()
    sitting.act()
    assert sitting.players[seat].receipts[-1].network_ms == 300


def test_a_seat_that_is_cut_for_its_silence_has_stalled() -> None:
    sitting = Sitting(short(2), clock=custom(FAULT_COST_GAME, grace_ms=5_000))
    mute = sitting.turn - 1
    for _ in range(MOST_UNANSWERED + 1):
        sitting.wires[mute].connection.beat()
        sitting.wires[mute].read()
    sitting.wait(5)
    assert changes(sitting.players[sitting.turn])[0][2] == FAULT_KIND_STALLED


def test_the_clock_starts_when_the_decision_leaves_the_server() -> None:
    sitting = Sitting(short(2), held=True, clock=custom())
    while sitting.inside.journal.pending:
        sitting.inside.journal.commit()
        sitting.listen()
    seat = sitting.turn
    sitting.act()
    sitting.wait(5)  # the journal has not kept the act yet, so nobody knows of what follows
    sitting.inside.journal.commit()
    sitting.listen()
    sitting.wait(1)
    sitting.act()
    sitting.inside.journal.commit()
    sitting.listen()
    assert sitting.players[seat].receipts[-1].charged_ms == 1_000


def test_an_act_read_at_the_deadline_counts_and_one_read_later_is_late() -> None:
    for late, verdict in ((0.0, VERDICT_ACCEPTED), (2 * MILLISECOND, VERDICT_LATE)):
        sitting = Sitting(short(2), clock=custom(FAULT_COST_ROUND, network_cap_ms=500))
        seat = sitting.turn
        sitting.clock.now += 12.499 + late  # the act overtakes the server's own timer
        sitting.act()
        receipt = sitting.players[seat].receipts[-1]
        assert receipt.verdict == verdict
        if late:
            assert receipt.reason == ERROR_REASON_DECISION_OVER


@pytest.mark.parametrize(
    ("cost", "change"),
    [
        (FAULT_COST_ROUND, SEAT_CHANGE_FORFEITED_ROUND),
        (FAULT_COST_GAME, SEAT_CHANGE_FORFEITED_GAME),
        (FAULT_COST_STAND_IN, SEAT_CHANGE_BOT_TOOK_OVER),
    ],
)
def test_an_empty_bank_costs_what_the_clock_says(cost: int, change: int) -> None:
    sitting = Sitting(short(3), clock=custom(cost))  # type: ignore[arg-type]
    seat = sitting.turn
    other = sitting.players[seat - 1]
    sitting.wait(12 - MILLISECOND)
    assert changes(other) == []
    sitting.wait(2 * MILLISECOND)
    assert changes(other) == [(seat, change, FAULT_KIND_TIMED_OUT, FAULT_OWNER_PLAYER)]
    forfeited = GOODBYE_REASON_FORFEITED if cost == FAULT_COST_GAME else None
    assert sitting.players[seat].goodbye == forfeited
    assert sum(sitting.inside.hall.meters.faults.values()) == 1


def test_an_empty_bank_that_costs_nothing_leaves_the_decision_open() -> None:
    sitting = Sitting(short(2), clock=custom(FAULT_COST_REJECTED))
    seat = sitting.turn
    sitting.wait(1_000_000)
    sitting.act()
    receipt = sitting.players[seat].receipts[-1]
    assert (receipt.verdict, receipt.bank_ms) == (VERDICT_ACCEPTED, 0)


def test_first_cards_that_are_not_turned_up_in_time_are_turned_up_by_the_server() -> None:
    sitting = Sitting(short(2, initial_flips=2), flips=True, clock=custom(FAULT_COST_GAME))
    sitting.wires[1].receive(sitting.players[1].act())
    sitting.wait(12)
    flips = [e.flipped for e in sitting.players[1].events if e.HasField("flipped")]
    assert [(list(one.slots), one.by_server) for one in flips if one.seat == 0] == [([0, 5], True)]
    assert changes(sitting.players[1]) == []
    assert sitting.players[sitting.turn].open


def test_a_forfeited_game_is_forfeited_in_every_round_and_the_others_play_on() -> None:
    sitting = Sitting(short(3, rounds=3), clock=custom(FAULT_COST_GAME))
    seat = sitting.turn
    sitting.wait(12)
    with pytest.raises(RefusalError) as refused:
        sitting.inside.hall.access.place(sitting.players[seat].token)
    assert refused.value.reason == ERROR_REASON_TOKEN_UNKNOWN
    sitting.play_on()
    others = [player for player in sitting.players if player.goodbye == GOODBYE_REASON_FINISHED]
    assert len(others) == 2
    game = SEAT_CHANGE_FORFEITED_GAME
    assert [(s, change) for s, change, *_ in changes(others[0])] == [(seat, game)] * 3
    scores = [e.round_ended.scores for e in others[0].events if e.HasField("round_ended")]
    assert all(line[seat].score == max(one.score for one in line) for line in scores)
    verify(sitting.record())


def test_when_all_forfeit_the_game_still_ends() -> None:
    sitting = Sitting(short(2, rounds=4), clock=custom(FAULT_COST_GAME))
    sitting.wait(1_000)
    assert [player.goodbye for player in sitting.players] == [GOODBYE_REASON_FORFEITED] * 2
    verify(sitting.record())


def test_an_illegal_action_forfeits_the_round_where_the_clock_says_so() -> None:
    sitting = Sitting(short(2, rounds=2), clock=ClockRules(preset=CLOCK_PRESET_DEV))
    seat = sitting.turn
    sitting.wrong()
    player = sitting.players[seat]
    assert player.receipts[-1].verdict == VERDICT_ILLEGAL
    round_ = SEAT_CHANGE_FORFEITED_ROUND
    assert changes(player) == [(seat, round_, FAULT_KIND_ILLEGAL, FAULT_OWNER_PLAYER)]
    sitting.play_on()
    assert player.goodbye == GOODBYE_REASON_FINISHED


def test_the_third_illegal_action_forfeits_the_game_of_quick_bots() -> None:
    sitting = Sitting(short(3, rounds=2), clock=ClockRules(preset=CLOCK_PRESET_BOT_FAST))
    seat = sitting.turn
    player = sitting.players[seat]
    for strikes in (1, 2):
        decision = player.open
        sitting.wrong()
        assert player.receipts[-1].strikes == strikes
        assert player.goodbye is None
        player.open = decision
    sitting.wrong()
    assert player.goodbye == GOODBYE_REASON_FORFEITED
    sitting.play_on()
    assert sitting.players[seat - 1].goodbye == GOODBYE_REASON_FINISHED


def test_a_dropped_seats_clock_runs_unless_the_rules_pause_it() -> None:
    sitting = Sitting(short(2), clock=custom(FAULT_COST_GAME, grace_ms=60_000))
    seat = sitting.turn
    sitting.cut(seat)
    sitting.wait(12)
    other = sitting.players[1 - seat]
    game = SEAT_CHANGE_FORFEITED_GAME
    assert changes(other) == [(seat, game, FAULT_KIND_DISCONNECTED, FAULT_OWNER_PLAYER)]


def test_a_clock_is_paused_as_often_as_the_rules_say() -> None:
    sitting = Sitting(short(2), clock=custom(FAULT_COST_GAME, grace_ms=60_000, pauses=1))
    seat = sitting.turn
    player = sitting.players[seat]
    sitting.wait(2)
    sitting.cut(seat)
    sitting.wait(50)
    sitting.back(seat)
    assert player.asked[-1].clock.deadline_ms == 10_000
    sitting.wait(3)
    sitting.act()
    assert player.receipts[-1].bank_ms == 7_000
    sitting.cut(seat)
    sitting.wait(9)
    assert changes(sitting.players[1 - seat]) != []


def test_whoever_does_not_come_back_in_time_forfeits_the_game() -> None:
    sitting = Sitting(short(3), clock=custom(FAULT_COST_GAME, grace_ms=5_000))
    away = sitting.turn - 1
    sitting.cut(away)
    player = sitting.players[sitting.turn]
    seen = next(p for p in player.frames[::-1] if p.HasField("presence")).presence.players
    assert [p.grace_left_ms for p in seen if not p.connected] == [5_000]
    assert [p.bank_ms for p in seen if not p.connected] == [11_000]
    sitting.wait(5)
    (change,) = changes(player)
    assert change[1:3] == (SEAT_CHANGE_FORFEITED_GAME, FAULT_KIND_DISCONNECTED)


def test_a_person_takes_the_seat_back_from_the_stand_in_with_a_full_bank() -> None:
    lan = ClockRules(preset=CLOCK_PRESET_LAN)
    sitting = Sitting(short(3, rounds=3), kind=PLAYER_KIND_HUMAN, clock=lan, between_rounds_ms=0)
    seat = sitting.turn
    person = sitting.players[seat]
    sitting.cut(seat)
    sitting.wait(300)
    stand_in = enlisted(sitting)
    assert stand_in.open
    sitting.back(seat)
    hear(sitting, stand_in)
    assert stand_in.goodbye == GOODBYE_REASON_SUPERSEDED
    kinds = [change for _, change, *_ in changes(person)]
    assert kinds == [SEAT_CHANGE_BOT_TOOK_OVER, SEAT_CHANGE_RETURNED]
    assert person.open
    assert person.open.clock.bank_ms == 610_000
    sitting.play_on()
    assert person.goodbye == GOODBYE_REASON_FINISHED
    verify(sitting.record())
