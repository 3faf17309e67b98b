"""Nothing that a viewer is sent depends on what it may not know.

Every input of whole games is a step at which two worlds are compared, byte by byte, for each
seat, a stand-in and a spectator: all that was sent so far, and the answers to all it may try. Those
are acts of all kinds with their receipts, resumes from any number, views that begin anew, talk,
votes, the lobby, the metrics and the records, also of deals that an organiser withholds.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

import pytest
from prometheus_client.core import GaugeMetricFamily, Metric

from skyjo.v1.operator_pb2 import OrganiserDeals
from skyjo.v1.play_pb2 import DECISION_KIND_PLACE, Act, ClientFrame, Decision
from skyjo.v1.table_pb2 import PLAYER_KIND_HUMAN
from skyjo_engine.actions import Keep
from skyjo_engine.events import (
    Cleared,
    Drew,
    Event,
    GameEnded,
    HandDropped,
    Reshuffled,
    Revealed,
    SeatChanged,
)
from skyjo_engine.rules import Dealing, OnLeave, Rules
from skyjo_engine.view import Observer, SeenEvent, View, observe, redact
from skyjo_server import attempt, frames
from skyjo_server.access import Access
from skyjo_server.attempt import Attempt
from skyjo_server.frames import EventLog
from skyjo_server.metrics import Figures
from skyjo_wire import from_engine
from tests.server import probes
from tests.server.chosen_cards import Card
from tests.server.conftest import OPERATOR_KEY
from tests.server.quitter import quitter
from tests.server.simple_player import SimplePlayer, first_choice
from tests.server.worlds import Recorder, Recording, Script, Stage, Viewer, World


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    stage = Stage()
    monkeypatch.setattr(Attempt, "chance", stage.chance())
    monkeypatch.setattr(EventLog, "append", stage.hear(EventLog.append))
    return stage


def opener(seat: int, token: bytes) -> SimplePlayer:
    """All but the first seat add entropy."""
    return SimplePlayer(token, entropy=bytes([seat]) * 32 if seat else None)


def keeper(_: int, token: bytes) -> SimplePlayer:
    return SimplePlayer(token, choose=keep_on_one)


def keep_on_one(decision: Decision) -> Act:
    """Exchange one open card for ever, so that the draw pile runs out."""
    if decision.kind == DECISION_KIND_PLACE:
        return from_engine.act(decision.decision_id, Keep(0))
    return first_choice(decision)


def collector(seat: int, token: bytes) -> SimplePlayer:
    return SimplePlayer(token, choose=collect if seat else first_choice)


def collect(decision: Decision) -> Act:
    """Lay each drawn card where most of its kind lie already."""
    if decision.kind != DECISION_KIND_PLACE:
        return first_choice(decision)
    view = decision.view
    slots = view.seats[view.viewer].grid.slots

    def equals(slot: int) -> int:
        column = (slots[other] for other in range(slot % 4, 12, 4) if other != slot)
        return sum(other.HasField("value") and other.value == view.drawn for other in column)

    return from_engine.act(decision.decision_id, Keep(max(decision.legal.keep, key=equals)))


def withheld(*keys: bytes) -> Script:
    """Deals that an organiser chose; nobody may watch, and the key stays secret."""
    deals = OrganiserDeals(event_id="cup", keys=keys)
    settings = {"organiser_deals": deals, "operator_key": OPERATOR_KEY}
    rules = Rules(players=2, rounds=1, initial_flips=9)
    return Script(rules, opener, games=len(keys), settings=settings)


SCRIPTS = {
    "two rounds": Script(
        Rules(players=2, rounds=2, initial_flips=5), collector, kind=PLAYER_KIND_HUMAN
    ),
    "people": Script(Rules(players=3, rounds=1, initial_flips=9), opener, kind=PLAYER_KIND_HUMAN),
    "two games": Script(Rules(players=2, rounds=1, initial_flips=9), opener, games=2),
    "streams": Script(
        Rules(players=3, rounds=1, initial_flips=9, rows=True, dealing=Dealing.STREAMS), opener
    ),
    "stand-in": Script(
        Rules(players=3, rounds=1, initial_flips=9, on_leave=OnLeave.BOT), quitter, stand_ins=True
    ),
    "skip": Script(Rules(players=3, rounds=1, initial_flips=9, on_leave=OnLeave.SKIP), quitter),
    "abort": Script(Rules(players=2, initial_flips=9, on_leave=OnLeave.ABORT), quitter),
    "withheld": withheld(bytes([1]) * 32),
}
RESHUFFLED = Script(Rules(players=6, rounds=1, turn_cap=20, columns=False), keeper)


def differ(stage: Stage, recording: Recording, step: int, viewer: Viewer) -> bool:
    """Whether a viewer can tell the worlds before an input from each other."""
    here = recording.world(stage, step, {})
    there = recording.world(stage, step, recording.other(viewer, step))
    return answers_differ(recording, step, viewer, here, there)


def answers_differ(
    recording: Recording, step: int, viewer: Viewer, here: World, there: World
) -> bool:
    """Whether a viewer was sent anything else, or is answered otherwise, in either world."""
    every_number, tried = step % 10 == 0, list[ClientFrame]()
    if viewer.token:
        tried += recording.latest_act(viewer, step)
        tried += probes.frames(here, viewer, every_number=every_number)
        tried += probes.again(here, viewer)
    one, other = [
        probes.answers(world, viewer, tried, every_number=every_number) for world in (here, there)
    ]
    return one != other


def told_apart(
    stage: Stage, recording: Recording, steps: Iterable[int] | None = None
) -> list[tuple[int, Viewer]]:
    """The steps and viewers at which a difference shows; all steps are tried unless some are."""
    steps = range(len(recording.inputs) + 1) if steps is None else steps
    places = product(steps, recording.viewers)
    return [(step, viewer) for step, viewer in places if differ(stage, recording, step, viewer)]


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_viewer_can_tell_two_worlds_apart(stage: Stage, name: str) -> None:
    assert told_apart(stage, Recorder(stage, SCRIPTS[name]).record()) == []


def test_the_order_of_a_reshuffled_pile_shows_nowhere(stage: Stage) -> None:
    recording = Recorder(stage, RESHUFFLED).record()
    reshuffled = next(
        step
        for step, events in enumerate(recording.happened)
        if any(isinstance(event, Reshuffled) for event in events)
    )
    steps = (reshuffled, reshuffled + 3)
    assert told_apart(stage, recording, steps) == []


def test_the_worlds_cover_every_phase_and_what_happens_seldom(stage: Stage) -> None:
    happened = [
        type(event)
        for name in SCRIPTS
        for events in Recorder(stage, SCRIPTS[name]).record().happened
        for event in events
    ]
    assert {HandDropped, SeatChanged, Cleared, Revealed, GameEnded} <= set(happened)


def test_a_card_in_another_hand_is_another_card_in_the_other_world(stage: Stage) -> None:
    recording = Recorder(stage, SCRIPTS["two rounds"]).record()
    for step, events in enumerate(recording.happened, 1):
        if events and isinstance(drew := events[-1], Drew):
            assert isinstance(drew.card, Card)
            for viewer in recording.viewers:
                other = recording.other(viewer, step).get(drew.card.spot, drew.card)
                assert (other == drew.card) == (viewer.seat == drew.seat)


# --- the key of the deals ---


@pytest.fixture
def same_commitment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two keys under one commitment, which nobody could find: only the key itself differs."""
    monkeypatch.setattr(attempt, "commitment", lambda *_: bytes(32))


def told_apart_by_key(stage: Stage, one: Script, other: Script) -> set[bool]:
    """At which steps two worlds with the same cards and other keys differ: in the end or before."""
    recording = Recorder(stage, one).record()
    end = len(recording.inputs)
    steps = [*range(0, end, 7), end]
    elsewhere = replace(recording, script=other)
    return {
        step == end
        for step, viewer in product(steps, recording.viewers)
        if answers_differ(
            recording,
            step,
            viewer,
            recording.world(stage, step, {}),
            elsewhere.world(stage, step, {}),
        )
    }


@pytest.mark.usefixtures("same_commitment")
def test_the_key_of_withheld_deals_shows_nowhere(stage: Stage) -> None:
    one, other = [withheld(bytes([number]) * 32, bytes(32)) for number in (1, 2)]
    assert told_apart_by_key(stage, one, other) == set()


@pytest.mark.usefixtures("same_commitment")
def test_the_key_of_other_deals_shows_in_the_end(stage: Stage) -> None:
    rules = Rules(players=2, rounds=1, initial_flips=9)
    one, other = [Script(rules, opener, settings={"seed": seed}) for seed in (1, 2)]
    assert told_apart_by_key(stage, one, other) == {True}


# --- a leak is noticed ---


def test_a_drawn_card_shown_to_others_would_be_noticed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaking(event: Event, _: int | None) -> SeenEvent:
        return redact(event, event.seat if isinstance(event, Drew) else None)

    monkeypatch.setattr(frames, "redact", leaking)
    recording = Recorder(stage, SCRIPTS["two games"]).record()
    found = told_apart(stage, recording, range(0, len(recording.inputs), 3))
    assert {viewer.seat for _, viewer in found} == {None, 0, 1}


def test_a_view_of_another_seats_hand_would_be_noticed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaking(observer: Observer, _: int | None) -> View:
        round_ = observer._game.round
        return observe(observer._game, round_.turn if round_ else None)

    recording = Recorder(stage, SCRIPTS["two games"]).record()
    monkeypatch.setattr(Observer, "view", leaking)
    assert told_apart(stage, recording, range(0, len(recording.inputs), 3))


def test_a_hidden_card_in_the_metrics_would_be_noticed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Figures._counted

    def leaking(figures: Figures) -> Iterator[Metric]:
        yield from counted(figures)
        for table in figures._hall.tables.values():
            hidden = sum(table.play._running.game.seats[0].grid.cards) if table.play else 0
            yield GaugeMetricFamily("skyjo_first_seat", "Points of the first seat.", hidden)

    monkeypatch.setattr(Figures, "_counted", leaking)
    recording = Recorder(stage, SCRIPTS["two games"]).record()
    assert told_apart(stage, recording, range(0, len(recording.inputs), 3))


def test_a_record_that_is_not_withheld_would_be_noticed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaking(access: Access, _: bytes) -> bool:
        return bool(access)

    recording = Recorder(stage, SCRIPTS["withheld"]).record()
    monkeypatch.setattr(Access, "is_operator", leaking)
    assert told_apart(stage, recording, [len(recording.inputs)])
