"""Bytes joined from parts are exactly those that protobuf writes for the whole message."""

from collections.abc import Iterator
from random import Random

import pytest
from google.protobuf.message import Message

from skyjo.v1 import event_pb2, play_pb2
from skyjo.v1.rules_pb2 import ClockRules
from skyjo_engine.errors import IllegalActionError
from skyjo_engine.events import Drew, Event
from skyjo_engine.inputs import Act, Forfeit, Input, Leave, Return, StandIn, StartRound
from skyjo_engine.phase import Phase
from skyjo_engine.record import DealSource, Player, PlayerKind
from skyjo_engine.view import observe, redact
from skyjo_server import answers
from skyjo_server.attempt import Attempt
from skyjo_server.clocks import NOTHING, Charge, Clocks
from skyjo_server.frames import EventLog, Frame
from skyjo_server.numbers import PlayLink
from skyjo_server.outbox import MOST_BYTES
from skyjo_server.running_game import RunningGame, Step
from skyjo_wire import from_engine, from_events
from tests.engine.moves import collecting_act, random_act
from tests.recorded import any_rules

KINDS = {
    Phase.FLIP: play_pb2.DECISION_KIND_FLIP,
    Phase.TURN: play_pb2.DECISION_KIND_TURN,
    Phase.HOLDING: play_pb2.DECISION_KIND_PLACE,
}
NUMBERS = (1, 127, 128, 70_000)


def written(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)


def a_game(seed: int) -> RunningGame:
    random = Random(seed)
    rules = any_rules(random)
    source = random.choice([DealSource.SEED, DealSource.ORGANISER])
    attempt = Attempt("game", rules, random.randbytes(32), source)
    players = tuple(Player(seat, f"p{seat}", PlayerKind.BOT) for seat in range(rules.players))
    return RunningGame(attempt, players, Clocks(ClockRules(), rules.players, lambda: 0.0))


def steps(running: RunningGame, seed: int) -> Iterator[Step]:
    """A whole game with faults, at random or with care so that columns go."""
    random = Random(seed)
    choose = random.choice([random_act, collecting_act])
    while not running.game.over:
        given: Input = StartRound()
        if running.game.phase is not Phase.BETWEEN:
            given = choose(running.game, random)
        if random.random() < 0.01:
            seat = random.randrange(running.game.rules.players)
            faults: list[Input] = [Leave(seat), StandIn(seat), Return(seat), Forfeit(seat)]
            given = random.choice(faults)
        try:
            yield running.apply(given)
        except IllegalActionError:
            assert not isinstance(given, Act)


def shown(
    running: RunningGame, events: tuple[Event, ...], viewer: int | None
) -> Iterator[event_pb2.Event]:
    key = None if running.attempt.withheld else running.attempt.key
    return (from_events.event(redact(event, viewer), key=key) for event in events)


def decision(running: RunningGame, seat: int, *, omit_view: bool) -> play_pb2.Decision:
    legal, latest = running.game.legal(seat), running.log.latest
    assert legal
    return play_pb2.Decision(
        decision_id=running.decisions[seat],
        kind=KINDS[running.game.phase],
        legal=from_engine.legal(legal),
        event_number=latest,
        view=None if omit_view else from_engine.view(observe(running.game, seat), latest),
    )


@pytest.mark.parametrize("seed", range(32))
def test_views_decisions_and_events_of_whole_games(seed: int) -> None:
    running = a_game(seed)
    viewers = [None, *range(running.game.rules.players)]
    past: tuple[Event, ...] = ()

    for step in steps(running, seed):
        past += step.events
        for viewer in viewers:
            view = from_engine.view(observe(running.game, viewer), len(past))
            assert running.view(viewer) == written(view)
            events = event_pb2.Events(
                first_number=step.after + 1, events=shown(running, step.events, viewer)
            )
            assert running.log.frame(step.after, viewer).payload == written(events)
        for seat in running.decisions:
            for omit_view in (False, True):
                whole = written(decision(running, seat, omit_view=omit_view))
                assert running.decision(seat, omit_view=omit_view).payload == whole

    for viewer in viewers:
        backlog = event_pb2.Events(first_number=1, events=shown(running, past, viewer))
        assert running.log.frame(0, viewer).payload == written(backlog)
        (frame,) = running.log.backlog(0, viewer)
        assert frame.payload == written(backlog)


def test_a_long_backlog_is_split_into_frames_that_fit_into_a_message() -> None:
    log, owner = EventLog(None), 1
    log.append([Drew(seat, 0, 40) for seat in (0, owner)] * 40_000)
    assert len(log.frame(0, owner).payload) > MOST_BYTES / 2
    frames = list(log.backlog(3, owner))
    assert len(frames) > 1
    assert max(len(frame.payload) for frame in frames) < MOST_BYTES
    told = [event_pb2.Events.FromString(frame.payload) for frame in frames]
    firsts = [events.first_number for events in told]
    assert firsts[0] == 4
    assert firsts[1:] == [one.first_number + len(one.events) for one in told[:-1]]
    events = [event.drew for one in told for event in one.events]
    assert len(events) == log.latest - 3
    assert {event.seat for event in events if event.HasField("card")} == {owner}


@pytest.mark.parametrize("players", range(2, 9))
def test_every_number_of_seats_is_among_those_games(players: int) -> None:
    assert any(a_game(seed).game.rules.players == players for seed in range(32))


class Desk:
    """Takes the place of a connection."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def put(self, serialised: bytes) -> None:
        self.sent.append(serialised)

    def ended(self, link: PlayLink) -> None:
        pass


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("omit_view", [False, True], ids=["short", "long"])
def test_frames_under_a_number(number: int, omit_view: bool) -> None:  # noqa: FBT001
    running = a_game(3)
    running.apply(StartRound())
    seat = min(running.decisions)
    desk = Desk()

    PlayLink(desk, number).deliver(running.decision(seat, omit_view=omit_view))  # type: ignore[arg-type]

    whole = play_pb2.ServerFrame(
        number=number, decision=decision(running, seat, omit_view=omit_view)
    )
    assert desk.sent == [written(play_pb2.PlayResponse(frames=[whole]))]


@pytest.mark.parametrize("strikes", [0, 1, 200])
@pytest.mark.parametrize("decision_id", NUMBERS)
@pytest.mark.parametrize(
    "charge", [NOTHING, Charge(0, 0, 0), Charge(1, 0, 300), Charge(700, 99, 1 << 20)]
)
def test_receipts(decision_id: int, strikes: int, charge: Charge) -> None:
    receipt = play_pb2.Receipt(
        decision_id=decision_id,
        verdict=play_pb2.VERDICT_ACCEPTED,
        charged_ms=charge.charged_ms,
        network_ms=charge.network_ms,
        bank_ms=charge.bank_ms,
        strikes=strikes,
    )
    expected = Frame(play_pb2.ServerFrame.RECEIPT_FIELD_NUMBER, written(receipt))

    accepted = answers.accepted(decision_id, strikes, charge)

    assert (accepted.kind, accepted.payload) == (expected.kind, expected.payload)
