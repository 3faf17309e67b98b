"""What the server must not forget, and the rule that nobody sees a move before it is kept.

A table applies an input, appends it here and names what may be sent once it is committed. This
journal keeps running games in memory, so it commits at once; finished games go into SQLite. A
durable journal takes its place behind the same protocol.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from skyjo_engine.inputs import Input
from skyjo_engine.record import Record
from skyjo_server.plan import Plan
from skyjo_server.record_store import RecordStore


@dataclass(frozen=True, slots=True)
class GameBegan:
    """A game begins at a table, with everything its deals follow from."""

    table_id: str
    game_id: str
    key: bytes
    entropy: tuple[bytes | None, ...]


@dataclass(frozen=True, slots=True)
class InputApplied:
    """One input of a running game; the rest follows by replay."""

    game_id: str
    given: Input
    note: str = ""


@dataclass(frozen=True, slots=True)
class GameFinished:
    """A game has its result."""

    plan: Plan
    record: Record


Entry = GameBegan | InputApplied | GameFinished
Release = Callable[[], None]


class Journal(Protocol):
    """Keeps entries in the order in which they are appended."""

    def append(self, entries: tuple[Entry, ...], release: Release) -> None:
        """Keep ``entries``, then call ``release``, never before an earlier one is released.

        Without entries this waits only for what was appended before.
        """


class MemoryJournal:
    """Running games in memory, by game; finished games in ``store``."""

    def __init__(self, store: RecordStore) -> None:
        """Store finished games in ``store``."""
        self._store = store
        self.running: dict[str, list[Entry]] = {}

    def append(self, entries: tuple[Entry, ...], release: Release) -> None:
        """Keep ``entries`` and release at once."""
        for entry in entries:
            match entry:
                case GameBegan(game_id=game_id):
                    self.running[game_id] = [entry]
                case InputApplied(game_id=game_id):
                    self.running[game_id].append(entry)
                case GameFinished(plan, record):
                    self._store.add(plan, record)
                    del self.running[record.game_id]
        release()
