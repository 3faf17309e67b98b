"""The time of the others, as a screen lets it run: by events, between which nobody tells it."""

from skyjo.v1 import event_pb2, table_pb2
from skyjo_client.present.clock_lines import bank_shown
from skyjo_client.settings_table import OFF, REDUCED
from tests.client.scenes import TURN, Scene
from tests.client.tables import presence

E = event_pb2.Event


def clocked(players: int = 3) -> Scene:
    """A table whose clocks hold 100 s, with 10 s more for each decision."""
    scene = Scene(players)
    scene.narrator.store.clock.increment_ms = 10_000
    scene.begin()
    told = presence(players)
    for player in told.presence.players:
        player.bank_ms = 100_000
    scene.take(told)
    return scene


def bank(scene: Scene, seat: int) -> str:
    return bank_shown(scene.narrator.store, seat)


def counts(scene: Scene) -> bool:
    return scene.view.counts


def test_the_clock_of_whoever_is_to_play_runs_and_the_next_one_begins() -> None:
    scene = clocked()
    assert not counts(scene)
    scene.happen(E(turn=event_pb2.TurnStarted(seat=1)))
    assert (bank(scene, 1), bank(scene, 2)) == ("1:50", "1:40")
    scene.now += 20
    assert counts(scene)
    assert " 1:30 " in scene.shown()
    scene.happen(E(drew=event_pb2.Drew(seat=1, draw_pile=90)))
    assert bank(scene, 1) == "1:40"
    scene.now += 7
    scene.happen(E(kept=event_pb2.Kept(seat=1, slot=0, card=3, replaced=5)))
    scene.now += 7
    assert bank(scene, 1) == "1:33"
    scene.happen(E(turn=event_pb2.TurnStarted(seat=2)))
    assert (bank(scene, 1), bank(scene, 2)) == ("1:33", "1:50")


def test_what_the_server_tells_puts_a_clock_right_that_runs() -> None:
    scene = clocked()
    scene.happen(E(turn=event_pb2.TurnStarted(seat=1)))
    scene.now += 20
    told = presence(3)
    told.presence.players[1].bank_ms = 60_000
    scene.take(told)
    assert bank(scene, 1) == "0:40"
    scene.now += 60
    assert bank(scene, 1) == "0:00"
    assert not counts(scene), "nothing is to be drawn any more"


def test_the_time_to_come_back_counts_down_and_the_clock_of_who_is_away_stands_still() -> None:
    scene = clocked()
    scene.happen(E(turn=event_pb2.TurnStarted(seat=1)))
    away = presence(3)
    for player in away.presence.players:
        player.bank_ms = 100_000
    away.presence.players[1].connected = False
    away.presence.players[1].grace_left_ms = 300_000
    scene.take(away)
    assert "5 min left to come back." in " ".join(scene.shown().split())
    scene.now += 61
    assert counts(scene)
    assert "3 min 59 s left to come back." in " ".join(scene.shown().split())
    assert bank(scene, 1) == "1:40"
    away.presence.players[1].connected = True
    scene.take(away)
    scene.now += 5
    assert bank(scene, 1) == "1:35"


def test_without_motion_others_time_is_drawn_more_seldom_and_without_a_clock_never() -> None:
    scene = clocked()
    scene.happen(E(turn=event_pb2.TurnStarted(seat=1)))
    for motion in (REDUCED, OFF):
        scene.view.motion = motion
        drawn = []
        for _ in range(20):
            scene.now += 1
            drawn.append(counts(scene))
        assert drawn.count(True) == 2
    still = Scene(3)
    still.begin()
    still.happen(E(turn=event_pb2.TurnStarted(seat=1)))
    assert not still.view.counts


def test_ones_own_clock_is_what_the_server_tells_with_each_decision() -> None:
    scene = clocked()
    scene.happen(E(turn=event_pb2.TurnStarted(seat=0)))
    scene.take(TURN)
    scene.now += 30
    assert bank(scene, 0) == "1:40"
    scene.take(presence(3, stage=table_pb2.TABLE_STAGE_PLAYING))
    assert bank(scene, 0) == ""
