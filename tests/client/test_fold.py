"""Folding events gives exactly the views that the engine's observer builds."""

import random

import pytest

from skyjo.v1 import event_pb2, watch_pb2
from skyjo_client.present.board import Board, board_of_view, empty_board
from skyjo_client.present.fold import fold
from skyjo_engine.game import Game
from skyjo_engine.replay import walk
from skyjo_engine.view import observe, redact
from skyjo_wire import from_engine, from_events
from tests.client.tables import dealt, events, seated, welcome
from tests.recorded import any_rules, record_game


@pytest.mark.parametrize("seed", range(12))
def test_folded_events_equal_the_view_after_every_input(seed: int) -> None:
    rules = any_rules(random.Random(seed))
    record = record_game(rules, seed, faults=0.02)
    game = Game(rules)
    viewers = [None, *range(rules.players)]
    boards: dict[int | None, Board] = {v: empty_board(v, rules.players) for v in viewers}
    number = 0
    for step in walk(record, game):
        for event in step.events:
            number += 1
            for viewer, board in boards.items():
                shown = from_events.event(redact(event, viewer))
                fold(board, shown, number, rules.initial_flips)
        for viewer, board in boards.items():
            view = from_engine.view(observe(game, viewer), number)
            assert board == board_of_view(view), (step, viewer)


def test_an_unknown_event_still_counts() -> None:
    narrator = seated()
    narrator.take(events(1, dealt(), event_pb2.Event()))
    assert narrator.store.board.latest_number == 2
    assert sum("Round 1 begins" in line for line in narrator.log) == 1


def test_events_delivered_twice_are_told_once() -> None:
    narrator = seated()
    assert narrator.take(events(1, dealt()))
    assert narrator.take(events(1, dealt())) == []
    assert sum("Round 1 begins" in line for line in narrator.log) == 1


def test_after_a_resume_missed_events_are_told_but_not_folded_again() -> None:
    narrator = seated()
    narrator.take(events(1, dealt()))
    game = event_pb2.Event(cleared=event_pb2.Cleared(seat=1, slots=[0, 4, 8], value=5))
    view = from_engine.view(observe(Game(any_rules(random.Random(1))), 0), 2)
    view.discard_top, view.discard_pile = 5, 4
    narrator.take(welcome(view=view, next_number=2))
    lines = narrator.take(events(2, game))
    assert lines == ["Berta clears column 1: three cards of 5 are discarded."]
    assert narrator.store.board.discard_pile == 4


def test_a_snapshot_replaces_the_board_and_skips_what_it_contains() -> None:
    narrator = seated(seat=None)
    view = from_engine.view(observe(Game(any_rules(random.Random(1))), None), 9)
    narrator.take(watch_pb2.WatchFrame(snapshot=watch_pb2.Snapshot(view=view)))
    assert narrator.store.board.latest_number == 9
    assert narrator.take(events(9, dealt())) == []


def test_another_game_at_the_table_begins_without_the_scores_of_the_last() -> None:
    narrator = seated()
    score = event_pb2.SeatScore(raw=3, score=3, total=3)
    ended = event_pb2.RoundEnded(round=1, finisher=0, scores=[score] * 3)
    narrator.take(events(1, event_pb2.Event(round_ended=ended)))
    narrator.take(welcome())
    assert list(narrator.store.rounds) == [1]
    narrator.take(welcome(game_id="game-2"))
    assert narrator.store.rounds == {}
