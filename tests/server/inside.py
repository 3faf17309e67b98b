"""A hall of tables without sockets, with a clock, secrets and a journal that the test rules."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from skyjo.v1 import lobby_pb2
from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.play_pb2 import ClientFrame, PlayRequest, PlayResponse, ServerFrame
from skyjo.v1.table_pb2 import PLAYER_KIND_BOT, PlayerKind
from skyjo_engine.rules import Rules
from skyjo_server.access import Seated
from skyjo_server.connection import Connection
from skyjo_server.database import open_database
from skyjo_server.hall import Hall
from skyjo_server.journal import Entry, Journal, MemoryJournal, Release
from skyjo_server.record_store import RecordStore
from skyjo_server.table import Table
from skyjo_server.terms import Terms
from skyjo_server.workforce import STAND_IN_LEVEL
from skyjo_wire import from_engine
from tests.server.desk import NAMES, joiner
from tests.server.simple_player import VERSION, SimplePlayer


@dataclass
class Timer:
    when: float
    callback: Callable[[], None]
    off: bool = False

    def cancel(self) -> None:
        self.off = True


@dataclass
class FakeScheduler:
    """A clock that stands still until the test lets time pass."""

    now: float = 0.0
    timers: list[Timer] = field(default_factory=list)

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        timer = Timer(when, callback)
        self.timers.append(timer)
        return timer

    def advance(self, seconds: float) -> None:
        """Let time pass; what falls due is called in order."""
        end = self.now + seconds
        self.timers = [timer for timer in self.timers if not timer.off]
        while due := [t for t in self.timers if not t.off and t.when <= end]:
            timer = min(due, key=lambda t: t.when)
            self.timers.remove(timer)
            self.now = max(self.now, timer.when)
            timer.callback()
        self.now = end


class PredictableSecrets:
    """Secrets that follow from how many were asked for before."""

    def __init__(self) -> None:
        self.count = 0

    def _next(self, what: str) -> bytes:
        self.count += 1
        return hashlib.sha256(f"{what} {self.count}".encode()).digest()

    def token(self) -> bytes:
        return self._next("token")[:16]

    def key(self) -> bytes:
        return self._next("key")

    def identifier(self) -> str:
        return self._next("identifier")[:4].hex()

    def code(self) -> str:
        self.count += 1
        return f"KIWI-{self.count % 100:02}"


class HeldJournal:
    """A journal that keeps nothing before the test says so, and then in order."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.pending: list[tuple[tuple[Entry, ...], Release]] = []

    def append(self, entries: tuple[Entry, ...], release: Release) -> None:
        self.pending.append((entries, release))

    def commit(self, count: int | None = None) -> None:
        """Keep the oldest ``count`` appended, or all."""
        kept, self.pending = self.pending[:count], self.pending[len(self.pending[:count]) :]
        for entries, release in kept:
            self._journal.append(entries, release)


class Wire:
    """One Play stream as the server's side of it sees it: frames in, bytes out."""

    def __init__(self, hall: Hall) -> None:
        self.connection = Connection(hall)
        self.sent: list[bytes] = []

    def receive(self, *frames: ClientFrame) -> None:
        self.connection.receive(PlayRequest(frames=frames))

    def read(self) -> list[ServerFrame]:
        """What has come since the last call."""
        messages = self.connection.outbox.take()
        self.sent += messages
        return [frame for m in messages for frame in PlayResponse.FromString(m).frames]


class Inside:
    """A hall."""

    def __init__(self, *, held: bool = False, operator_key: bytes = b"") -> None:
        self.clock = FakeScheduler()
        self.store = RecordStore(open_database(None))
        self.memory = MemoryJournal(self.store, pytest.fail)
        self.journal = HeldJournal(self.memory)
        self.secrets = PredictableSecrets()
        journal: Journal = self.journal if held else self.memory
        terms = Terms(operator_key=operator_key)
        self.hall = Hall(journal, self.secrets, self.clock, terms)

    def create(
        self, rules: Rules, kind: PlayerKind = PLAYER_KIND_BOT, **settings: object
    ) -> tuple[Table, list[Seated]]:
        """A table, of one game unless something else is asked for, with every seat taken."""
        settings = {"games": 1, "start_when_full": True} | settings
        request = lobby_pb2.CreateTableRequest(
            rules=from_engine.rules(rules),
            joiner=joiner(NAMES[0], kind),
            **settings,  # type: ignore[arg-type]
        )
        table, made, _ = self.hall.create(request)
        assert made
        others = [self.hall.join(table, joiner(n, kind), None) for n in NAMES[1 : rules.players]]
        return table, [made, *others]

    def enlistment(self) -> ClientFrame:
        """What the program that plays stand-ins says, under number 1."""
        enlist = Enlist(version=VERSION, key=self.hall.house_key, name=STAND_IN_LEVEL, seats=8)
        return ClientFrame(number=1, enlist=enlist)


def play(wire: Wire, *players: SimplePlayer) -> None:
    """Let players who have sat down play until nothing more comes."""
    by_number = {player.number: player for player in players}
    while frames := wire.read():
        for frame in frames:
            wire.receive(*by_number[frame.number].answer(frame))
