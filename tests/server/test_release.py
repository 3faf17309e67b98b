"""Nobody is told anything before the journal has kept it, and then all is in order."""

from collections import defaultdict

import pytest

from skyjo.v1.play_pb2 import Act, ClientFrame, Detach
from skyjo.v1.talk_pb2 import Say
from skyjo_engine.rules import OnLeave, Rules
from tests.server import worlds
from tests.server.inside import Inside, Wire
from tests.server.quitter import quitter
from tests.server.simple_player import SimplePlayer
from tests.server.worlds import Recorder, Recording, Script, Stage, Viewer, World

SCRIPT = Script(
    Rules(players=3, rounds=2, initial_flips=9, on_leave=OnLeave.BOT), quitter, stand_ins=True
)


@pytest.fixture
def recording(monkeypatch: pytest.MonkeyPatch) -> Recording:
    """No time passes: of decisions that the journal holds back none would be charged."""
    monkeypatch.setattr(worlds, "MOMENT", 0.0)
    return Recorder(Stage(), SCRIPT).record()


def wires(world: World) -> list[Viewer]:
    return [Viewer(), *(Viewer(wire=wire) for wire in range(len(world.wires)))]


def held_world(recording: Recording) -> World:
    """The recorded table, with all that was said before the first input let out."""
    world = World(Stage(), recording.script, inside=Inside(held=True))
    world.inside.journal.commit()
    return world


def test_nothing_is_said_while_the_journal_holds_back(recording: Recording) -> None:
    world = held_world(recording)
    world.give(recording.inputs[0])  # a program enlists, which no journal keeps
    before = [world.sent(viewer) for viewer in wires(world)]
    for given in recording.inputs[1:]:
        world.give(given)
        assert [world.sent(viewer) for viewer in wires(world)] == before


def test_after_the_commit_everybody_is_told_everything_in_order(recording: Recording) -> None:
    world = held_world(recording)
    for given in recording.inputs:
        world.give(given)
    world.inside.journal.commit()
    undisturbed = recording.world(Stage(), len(recording.inputs), {})
    for viewer in wires(world):
        assert world.sent(viewer) == undisturbed.sent(viewer)


def test_each_commit_lets_out_no_more_than_it_kept(recording: Recording) -> None:
    world = held_world(recording)
    undisturbed = recording.world(Stage(), 0, {})
    for given in recording.inputs:
        world.give(given)
        undisturbed.give(given)
        while world.inside.journal.pending:
            world.inside.journal.commit(1)
            for viewer in wires(world):
                assert undisturbed.sent(viewer).startswith(world.sent(viewer))
        assert [world.sent(v) for v in wires(world)] == [undisturbed.sent(v) for v in wires(world)]


def test_what_is_no_move_also_waits_behind_moves() -> None:
    """Else a heartbeat would name events, or a goodbye come, before what it follows."""
    inside = Inside(held=True)
    _, seats = inside.create(Rules(players=2))
    wire = Wire(inside.hall)
    for number, seated in enumerate(seats, 1):
        wire.receive(SimplePlayer(seated.token, number).attach())
    wire.connection.beat()
    wire.receive(ClientFrame(number=1, act=Act()), ClientFrame(number=1, say=Say()))
    wire.receive(ClientFrame(number=2, detach=Detach()))
    assert wire.read() == []
    inside.journal.commit()
    said = defaultdict(list)
    for frame in wire.read():
        if not frame.HasField("presence"):
            said[frame.number].append(frame.WhichOneof("frame"))
    assert said == {
        1: ["welcome", "heartbeat", "receipt", "refused"],
        2: ["welcome", "heartbeat", "goodbye"],
    }


def test_nothing_follows_a_goodbye() -> None:
    inside = Inside(held=True)
    _, seats = inside.create(Rules(players=2))
    wire = Wire(inside.hall)
    for number in (1, 2):
        wire.receive(SimplePlayer(seats[0].token, number).attach())
    wire.connection.beat()  # number 1 does not know yet that it is superseded
    inside.journal.commit()
    assert [f.WhichOneof("frame") for f in wire.read() if f.number == 1][-1] == "goodbye"
