"""What the server must not forget, and the rule that nobody sees a move before it is kept.

A table applies an input, appends it here and names what may be sent once it is committed. What a
table is apart from its game is kept whole whenever it changes; a game is kept as its inputs, one
entry each: everything else follows by replay.
"""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from skyjo_engine.record import Record
from skyjo_server.input_text import KeptInput
from skyjo_server.plan import Plan
from skyjo_server.record_store import RecordStore


@dataclass(frozen=True, slots=True)
class TableKept:
    """A table as it is now, apart from its game; ``state`` as ``saved_table`` writes it."""

    table_id: str
    state: str


@dataclass(frozen=True, slots=True)
class TableGone:
    """Nobody can reach the table any more."""

    table_id: str


@dataclass(frozen=True, slots=True)
class GameBegan:
    """A game begins at the table: the inputs of the game before are of no use any more."""

    table_id: str


@dataclass(frozen=True, slots=True)
class InputApplied:
    """One input of the game that runs at the table; ``number`` counts them from 0."""

    table_id: str
    number: int
    kept: KeptInput


@dataclass(frozen=True, slots=True)
class GameFinished:
    """A game has its result."""

    plan: Plan
    record: Record


Entry = TableKept | TableGone | GameBegan | InputApplied | GameFinished
Release = Callable[[], None]


class Journal(Protocol):
    """Keeps entries in the order in which they are appended."""

    def append(self, entries: tuple[Entry, ...], release: Release) -> None:
        """Keep ``entries``, then call ``release``, never before an earlier one is released.

        Without entries this waits only for what was appended before.
        """


class MemoryJournal:
    """Keeps finished games in ``store`` and forgets running ones with the process."""

    def __init__(self, store: RecordStore, failed: Callable[[str], None]) -> None:
        """Store finished games in ``store``; ``failed`` is called when that cannot be done."""
        self._store = store
        self._failed = failed

    def append(self, entries: tuple[Entry, ...], release: Release) -> None:
        """Keep ``entries`` and release at once."""
        try:
            for entry in entries:
                if isinstance(entry, GameFinished):
                    self._store.add(entry.plan, entry.record)
        except sqlite3.Error as error:
            self._failed(str(error))
        else:
            release()
