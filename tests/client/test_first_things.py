"""What a screen without room for all shows first: scores before remarks, links before rules."""

import pytest

from skyjo.v1 import rules_pb2, table_pb2
from skyjo_client.present.canvas import Size
from skyjo_client.present.escape import SafeText
from skyjo_client.present.place import Place
from tests.client.scenes import Scene, scored, watching
from tests.client.tables import presence, welcome

SMALL = Size(60, 20)


def test_all_rounds_stand_before_the_remarks_which_go_below() -> None:
    scene = scored(4)
    for number in range(3, 7):
        scene.score(number, finisher=0)
        scene.narrator.store.board.round = number
    shown = scene.shown()
    heading = next(line for line in shown.splitlines() if line.startswith(" rank"))
    assert heading.split()[2:9] == ["r1", "r2", "r3", "r4", "r5", "r6", "total"]
    assert "ended it: " in shown
    assert ".." not in shown


def test_a_long_name_of_ones_own_is_cut_before_the_word_that_it_is_ones_own() -> None:
    scene = scored(5)
    player = presence(5, stage=table_pb2.TABLE_STAGE_BETWEEN_ROUNDS)
    player.presence.players[0].name = "bot:casual, the one from next door"
    scene.take(player)
    assert scene.shown(SMALL).count(".. (you)")


def test_bars_are_drawn_for_all_or_for_nobody() -> None:
    for players in range(3, 9):
        for size in (SMALL, Size(80, 24)):
            bars = scored(players).shown(size).count("□ ")
            assert bars in (0, players), (players, size)


def test_a_guest_sees_first_what_is_unusual_and_where_the_rest_is() -> None:
    scene = Scene(8, seat=2)
    told = welcome(2, 8, stage=table_pb2.TABLE_STAGE_GATHERING)
    told.welcome.rules.CopyFrom(
        rules_pb2.Rules(
            players=8, target=100, initial_flips=2, penalty_factor=2, columns=True, rounds=1
        )
    )
    scene.take(told)
    scene.take(presence(3, stage=table_pb2.TABLE_STAGE_GATHERING))
    for size in (SMALL, Size(80, 24)):
        assert "It also ends after 1 round." in scene.shown(size), size
        assert "More rules: :rules" in scene.shown(size), size
    assert "More rules" not in scene.shown(Size(120, 40))


def test_the_link_is_seen_however_many_seats_are_free() -> None:
    link = SafeText("skyjo://192.0.2.2:17595/otter42#zmeGeGsWB4CGKhDcyJLs")
    scene = Scene(8, place=Place(link=link))
    scene.take(presence(1, stage=table_pb2.TABLE_STAGE_GATHERING))
    shown = scene.shown(SMALL)
    assert link in "".join(line.strip() for line in shown.splitlines())
    assert "skyjo join otter42" in shown
    assert "7 seats are free." in shown


@pytest.mark.parametrize(("seat", "most"), [(None, 6), (0, 4)], ids=["watched", "played"])
def test_the_smallest_screen_shows_everybodys_cards_where_they_fit(
    seat: int | None, most: int
) -> None:
    for players in range(2, 9):
        scene = Scene(players, seat=seat)
        scene.begin()
        hidden = scene.shown(SMALL).count("··")
        assert hidden == (10 * players if players <= most else 10 * (seat is not None)), players
        assert "discard" in scene.shown(SMALL)


def test_four_who_are_watched_have_their_cards_in_frames() -> None:
    assert watching().shown().count("┌────┬────┬────┬────┐") == 4
