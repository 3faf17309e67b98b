"""What goes over the wire and back is what it was, in every phase of every kind of game."""

import pytest

from skyjo.v1 import error_pb2, event_pb2, game_pb2, play_pb2, rules_pb2
from skyjo_engine import actions, events
from skyjo_engine.errors import IllegalActionError, IllegalReason
from skyjo_engine.faults import Fault, FaultKind, FaultOwner
from skyjo_engine.phase import Phase
from skyjo_engine.rules import LaterStarter, OnLeave, Rules
from skyjo_engine.view import observe, redact
from skyjo_wire import clocks, enums, from_engine, from_events, to_engine, to_events
from skyjo_wire.errors import RefusalError
from tests.wire_games import RULES, play


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.players} seats")
def test_games_pass_through_the_wire_unchanged(rules: Rules) -> None:
    for number, (game, happened) in enumerate(play(rules, seed=11), start=1):
        for viewer in (None, *range(rules.players)):
            for event in happened:
                seen = redact(event, viewer)
                sent = from_events.event(seen).SerializeToString()
                assert to_events.event(event_pb2.Event.FromString(sent)) == seen
            view = observe(game, viewer)
            got = game_pb2.View.FromString(from_engine.view(view, number).SerializeToString())
            assert got.latest_number == number
            assert to_engine.view(got, rules) == view
        for seat in range(rules.players):
            legal = game.legal(seat)
            if legal is not None:
                assert to_engine.legal(from_engine.legal(legal)) == legal


def test_random_games_show_every_kind_of_event() -> None:
    seen = {
        from_events.event(redact(event, None)).WhichOneof("kind")
        for rules in RULES
        for seed in range(3)
        for _, happened in play(rules, seed)
        for event in happened
    }
    seen |= {"cleared", "hand_dropped"}  # rare; below by hand
    assert seen == {field.name for field in event_pb2.Event.DESCRIPTOR.oneofs[0].fields}


def test_rare_events_and_zeros_keep_their_zero() -> None:
    rare = (events.HandDropped(0, 0), events.Cleared(0, (0, 4, 8), 0))
    for event in (*rare, events.Took(0, 0, 0, 0), events.Discarded(0, 0, 0, 0)):
        assert to_events.event(from_events.event(event)) == event
    took = from_events.event(events.Took(0, 0, 0, 0)).took
    assert all(took.HasField(name) for name in ("seat", "slot", "card", "replaced"))


def test_public_and_private_bytes_join_to_the_whole_view() -> None:
    for number, (game, _) in enumerate(play(RULES[1], seed=3)):
        spectator = from_engine.view_public(observe(game, None), number).SerializeToString()
        for viewer in (None, 0, 1, 2):
            view = observe(game, viewer)
            public = from_engine.view_public(view, number).SerializeToString()
            private = from_engine.view_private(view).SerializeToString()
            assert public == spectator
            assert public + private == from_engine.view(view, number).SerializeToString()


def test_only_the_drawer_is_sent_the_drawn_card() -> None:
    for game, happened in play(Rules(players=3, rounds=1), seed=5):
        for event in happened:
            if isinstance(event, events.Drew):
                for viewer in (None, 0, 1, 2):
                    drew = from_events.event(redact(event, viewer)).drew
                    assert drew.HasField("card") == (viewer == event.seat)
                    view = from_engine.view(observe(game, viewer), 1)
                    assert view.HasField("drawn") == (viewer == event.seat)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.players} seats")
def test_rules_keep_every_setting(rules: Rules) -> None:
    message = from_engine.rules(rules)
    assert len(message.ListFields()) == len(rules.settings())
    assert to_engine.rules(message) == rules


def test_absent_settings_have_their_defaults() -> None:
    assert to_engine.rules(rules_pb2.Rules(players=4)) == Rules(players=4)


@pytest.mark.parametrize(
    ("message", "field", "limits"),
    [
        (rules_pb2.Rules(players=1), "rules.players", (2, 8)),
        (rules_pb2.Rules(players=9), "rules.players", (2, 8)),
        (rules_pb2.Rules(players=2, target=0), "rules.target", (1, 1000)),
        (rules_pb2.Rules(players=2, initial_flips=12), "rules.initial_flips", (0, 11)),
        (rules_pb2.Rules(players=2, turn_cap=4_000_000_000), "rules.turn_cap", (20, 1000)),
        (rules_pb2.Rules(players=2, dealing=99), "rules.dealing", (1, 2)),  # type: ignore[arg-type]
    ],
    ids=["one player", "nine players", "no target", "twelve flips", "huge cap", "unknown dealing"],
)
def test_settings_out_of_range_are_refused_with_their_limits(
    message: rules_pb2.Rules, field: str, limits: tuple[int, int]
) -> None:
    with pytest.raises(RefusalError) as caught:
        to_engine.rules(message)
    refusal = caught.value.refusal
    assert refusal.reason == error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE
    assert (refusal.field, (refusal.low, refusal.high)) == (field, limits)


def test_rules_without_players_miss_a_field() -> None:
    with pytest.raises(RefusalError) as caught:
        to_engine.rules(rules_pb2.Rules(), field="game.rules")
    assert caught.value.reason == error_pb2.ERROR_REASON_FIELD_MISSING
    assert caught.value.refusal.field == "game.rules.players"


@pytest.mark.parametrize(
    "action",
    [
        actions.Flip((0, 5)),
        actions.Flip(()),
        actions.Take(0),
        actions.Draw(),
        actions.Keep(11),
        actions.Discard(3),
    ],
    ids=str,
)
def test_actions_keep_their_slots(action: actions.Action) -> None:
    sent = from_engine.act(7, action, "why not").SerializeToString()
    got = play_pb2.Act.FromString(sent)
    assert (got.decision_id, got.note) == (7, "why not")
    assert to_engine.action(got) == action


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (play_pb2.Act(), error_pb2.ERROR_REASON_ACTION_MISSING),
        (play_pb2.Act(take=game_pb2.Take()), error_pb2.ERROR_REASON_SLOT_MISSING),
        (play_pb2.Act(keep=game_pb2.Keep(slot=12)), error_pb2.ERROR_REASON_SLOT_OUT_OF_RANGE),
        (play_pb2.Act(flip=game_pb2.Flip(slots=[1, 1])), error_pb2.ERROR_REASON_SLOT_REPEATED),
        (play_pb2.Act(flip=game_pb2.Flip(slots=[99])), error_pb2.ERROR_REASON_SLOT_OUT_OF_RANGE),
    ],
    ids=["nothing", "no slot", "slot 12", "twice the same", "flip slot 99"],
)
def test_what_is_no_action_is_refused(act: play_pb2.Act, reason: error_pb2.ErrorReason) -> None:
    with pytest.raises(RefusalError) as caught:
        to_engine.action(act)
    assert caught.value.reason == reason


def test_every_illegal_reason_has_its_place_in_the_catalogue() -> None:
    for reason in IllegalReason:
        assert from_engine.illegal(IllegalActionError(reason, None))


def test_unknown_kinds_and_values_are_survived() -> None:
    assert to_events.event(event_pb2.Event()) is None
    later = event_pb2.SeatChanged(seat=1, change=99)  # type: ignore[arg-type]
    assert to_events.event(event_pb2.Event(seat_changed=later)) is None
    turn = event_pb2.TurnStarted(seat=1, reason=99)  # type: ignore[arg-type]
    known = to_events.event(event_pb2.Event(turn=turn))
    assert known == events.TurnStarted(1, events.TurnReason.IN_ORDER)
    view = game_pb2.View(phase=99, seats=[game_pb2.SeatState(status=99)])  # type: ignore[arg-type]
    assert to_engine.view(view, Rules(players=2)).phase is Phase.BETWEEN


def test_table_words_are_read_as_the_nearest_engine_words() -> None:
    for change, engine in (
        (
            event_pb2.SEAT_CHANGE_KICKED,
            events.SeatChanged(1, events.SeatChange.LEFT, removed=True),
        ),
        (
            event_pb2.SEAT_CHANGE_FORFEITED_GAME,
            events.SeatChanged(1, events.SeatChange.FORFEITED, whole_game=True),
        ),
    ):
        message = event_pb2.Event(seat_changed=event_pb2.SeatChanged(seat=1, change=change))
        assert to_events.event(message) == engine


def test_the_key_stands_in_its_event_only() -> None:
    ended = events.GameEnded((1, 2), (1, None), events.EndReason.ABANDONED)
    assert from_events.event(ended, key=b"k").game_ended.key == b"k"
    assert not from_events.event(ended).game_ended.HasField("key")
    finished = events.Finished(0)
    assert from_events.event(finished, key=b"k") == from_events.event(finished)


def test_a_fault_is_carried_both_ways() -> None:
    fault = Fault(FaultKind.TIMED_OUT, FaultOwner.PLAYER)
    for change in (
        events.SeatChanged(0, events.SeatChange.BOT_TOOK_OVER, fault),
        events.SeatChanged(0, events.SeatChange.FORFEITED, fault, whole_game=True),
    ):
        assert to_events.event(from_events.event(change)) == change
    message = from_events.event(change)
    message.seat_changed.fault.kind = 99  # type: ignore[assignment]
    unknown = to_events.event(message)
    assert unknown == events.SeatChanged(0, events.SeatChange.FORFEITED, whole_game=True)


def test_a_removal_is_carried_both_ways_and_says_whether_the_seat_plays_on() -> None:
    for change, wire in (
        (events.SeatChange.LEFT, event_pb2.SEAT_CHANGE_KICKED),
        (events.SeatChange.BOT_TOOK_OVER, event_pb2.SEAT_CHANGE_BOT_TOOK_OVER),
    ):
        event = events.SeatChanged(1, change, removed=True)
        message = from_events.event(event)
        assert (message.seat_changed.change, message.seat_changed.removed) == (wire, True)
        assert to_events.event(message) == event


def test_enum_tables_are_complete_both_ways() -> None:
    for table in (
        enums.PHASE,
        enums.STATUS,
        enums.TURN_REASON,
        enums.SEAT_CHANGE,
        enums.FAULT_KIND,
        enums.FAULT_OWNER,
    ):
        assert set(table) == set(type(next(iter(table))))
        assert len(set(table.values())) == len(table)
    assert set(enums.LATER_STARTER) == set(LaterStarter)
    assert set(enums.ON_LEAVE) == set(OnLeave)


def test_clock_presets_are_what_is_asked_for() -> None:
    fast, lan = rules_pb2.CLOCK_PRESET_BOT_FAST, rules_pb2.CLOCK_PRESET_LAN
    asked = clocks.clock_rules(rules_pb2.ClockRules(preset=fast, bank_ms=1), default=lan)
    assert (asked.preset, asked.bank_ms, asked.increment_ms) == (fast, 5_000, 20)
    assert clocks.clock_rules(rules_pb2.ClockRules(), default=lan).preset == lan
    assert not clocks.preset(rules_pb2.CLOCK_PRESET_DEV).HasField("bank_ms")
    custom = rules_pb2.ClockRules(preset=rules_pb2.CLOCK_PRESET_CUSTOM, bank_ms=1)
    asked = clocks.clock_rules(custom, default=lan)
    assert asked.bank_ms == 1
    assert {asked.illegal_cost, asked.empty_bank_cost} == {rules_pb2.FAULT_COST_REJECTED}
    unknown = rules_pb2.ClockRules(preset=99)  # type: ignore[arg-type]
    with pytest.raises(RefusalError):
        clocks.clock_rules(unknown, default=lan)
