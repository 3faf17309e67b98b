"""Recorded games of every kind, to be replayed."""

import random
from collections.abc import Iterator
from dataclasses import replace

from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_engine.chance import ScriptedChance
from skyjo_engine.game import Game
from skyjo_engine.inputs import Abandon
from skyjo_engine.record import Record, entries_of
from skyjo_engine.replay import walk
from skyjo_engine.rules import Rules
from tests.client.tables import NAMES
from tests.recorded import any_rules, record_game


def any_record(seed: int) -> Record:
    """A game by rules of any kind, with players who leave, come back and forfeit."""
    return record_game(any_rules(random.Random(seed)), seed, faults=0.02)


def plain_record(players: int = 3, rounds: int = 2) -> Record:
    """A game by the usual rules, of people with plain names."""
    rules = Rules(players=players, rounds=rounds, target=100)
    record = record_game(rules, players, careful=True, game_id="7f3a0123456789ab")
    named = [replace(one, name=NAMES[one.seat]) for one in record.players]
    return replace(record, players=tuple(named))


def record_given_up() -> Record:
    """A game that was given up before its first deal."""
    record = plain_record()
    events = Game(record.rules).apply(Abandon(), ScriptedChance([]))
    return replace(record, entries=tuple(entries_of(events)))


def walked(record: Record) -> Iterator[tuple[Game, range]]:
    """The game after each input, with the numbers of the events that the input caused."""
    game = Game(record.rules)
    first = 1
    for step in walk(record, game):
        numbers = range(first, first + len(step.events))
        yield game, numbers
        first = numbers.stop


def dealt_cards(game: Game, recording: Recording, place: int) -> dict[int, tuple[int, ...]]:
    """What ``recording`` says of the cards that ``game`` has hidden now."""
    dealt = recording.dealt(place)
    return {
        index: tuple(dealt[index][slot] for slot in seat.grid.hidden_slots())
        for index, seat in enumerate(game.seats)
        if seat.dealt_in
    }


def seats_of(recording: Recording) -> list[Viewpoint]:
    """The viewpoints of the seats."""
    return [one for one in recording.viewpoints if one.seat is not None]
