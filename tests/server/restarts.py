"""Servers that are started again."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from skyjo.v1 import lobby_pb2
from skyjo.v1.rules_pb2 import ClockRules
from skyjo.v1.table_pb2 import PLAYER_KIND_HUMAN
from skyjo_engine.rules import Rules
from skyjo_server.data import Data
from skyjo_server.hall import Hall
from skyjo_server.journal import MemoryJournal
from skyjo_server.table import Table
from skyjo_server.terms import Terms
from skyjo_wire import from_engine
from tests.server.desk import NAMES, NO_CLOCK, Desk, joiner
from tests.server.inside import FakeScheduler, PredictableSecrets
from tests.server.mortal import MortalServer
from tests.server.simple_player import SimplePlayer

SEED = 11


async def sit(server: MortalServer, rules: Rules) -> list[SimplePlayer]:
    """Players of a whole table there."""
    async with server.channel() as channel:
        seats = await Desk(channel).seats(rules, seed=SEED)
    return [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]


@dataclass
class Kept:
    """A hall whose journal is on disk, and halls that are read back from it."""

    folder: Path
    data: Data
    hall: Hall
    clock: FakeScheduler

    def again(self, clock: FakeScheduler | None = None) -> Hall:
        """A new hall, where the old one stood."""
        memory = MemoryJournal(self.data.store, pytest.fail)
        hall = Hall(memory, PredictableSecrets(), clock or FakeScheduler(), Terms())
        for state, inputs in self.data.running():
            hall.resume(state, inputs)
        return hall


def seated(
    hall: Hall, rules: Rules, *, clock: ClockRules = NO_CLOCK, sit: int | None = None
) -> tuple[Table, list[SimplePlayer]]:
    """A table of a hall and its players, fewer than it has seats where ``sit`` says so."""
    request = lobby_pb2.CreateTableRequest(
        rules=from_engine.rules(rules), start_when_full=True, between_rounds_ms=0, clock=clock
    )
    table, _, _ = hall.create(request)
    names = NAMES[: sit or rules.players]
    seats = [hall.join(table, joiner(name, PLAYER_KIND_HUMAN), None) for name in names]
    return table, [
        SimplePlayer(seat.token, number, entropy=bytes([number]) * 32)
        for number, seat in enumerate(seats, 1)
    ]
