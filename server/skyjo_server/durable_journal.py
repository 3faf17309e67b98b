"""The journal of a server that loses nothing: a writer thread, one commit for all that waits.

A commit in the write-ahead log is in the kernel's hands: killing the process loses nothing that
was released. With ``full`` it is also on the disk, and a power cut loses nothing either. The log
is copied into the database by a connection of its own, so that play does not wait for it.
"""

import logging
import queue
import sqlite3
import threading
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from skyjo_server import input_text
from skyjo_server.database import connect
from skyjo_server.journal import (
    Entry,
    GameBegan,
    GameFinished,
    InputApplied,
    Release,
    TableGone,
    TableKept,
)
from skyjo_server.meters import Spread
from skyjo_server.record_store import insert

CHECKPOINT_SECONDS: Final = 2.0
"""Pause between two copies of the write-ahead log into the database."""
_INSERTS: Final = {
    rows: "INSERT INTO inputs VALUES (?, ?, ?)" + ", (?, ?, ?)" * (rows - 1) for rows in (64, 8, 1)
}
"""Statements that keep so many inputs. Behind each one the writer waits for the loop's thread."""
_LOG: Final = logging.getLogger(__name__)
_Append = tuple[tuple[Entry, ...], Release]


class DurableJournal:
    """Keeps entries in the database at ``path``; releases in the thread of ``loop``.

    ``outstanding`` counts what was appended and is not released yet, ``commits`` how long each
    group of entries took.
    """

    def __init__(
        self, path: Path, loop: AbstractEventLoop, failed: Callable[[str], None], *, full: bool
    ) -> None:
        """Begin to write. ``failed`` is called in the loop with a reason, once, when it cannot.

        From then on nothing is kept and nothing released.
        """
        self._loop = loop
        self._failed = failed
        self._broken = False
        self.outstanding = 0
        self.commits = Spread()
        self._gathered: list[_Append] = []
        self._waiting: queue.SimpleQueue[list[_Append] | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._database = connect(str(path))
        self._database.execute(f"PRAGMA synchronous={'FULL' if full else 'NORMAL'}")
        self._database.execute("PRAGMA wal_autocheckpoint=0")
        self._threads = [
            threading.Thread(target=self._write, name="journal"),
            threading.Thread(target=self._copy, args=(path,), name="checkpoint"),
        ]
        for thread in self._threads:
            thread.start()

    def append(self, entries: tuple[Entry, ...], release: Release) -> None:
        """Keep ``entries``, then release, in order."""
        if self._broken:
            return
        if not entries and not self.outstanding:
            release()
            return
        self.outstanding += 1
        self._gathered.append((entries, release))
        if len(self._gathered) == 1:
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        """Give the writer all that was appended in one turn of the loop, to be kept at once."""
        gathered, self._gathered = self._gathered, []
        self._waiting.put(gathered)

    def close(self) -> None:
        """Write what waits, copy the log and stop. Nothing is released any more."""
        self._hand_over()
        self._waiting.put(None)
        self._stopping.set()
        for thread in self._threads:
            thread.join()
        self._database.close()

    # --- the writer's thread ---

    def _write(self) -> None:
        """Commit all that waits, again and again, until told to stop or until it fails."""
        last = False
        while not last:
            group = [self._waiting.get()]
            while not self._waiting.empty():
                group.append(self._waiting.get())
            last = None in group
            appended = [append for gathered in group if gathered for append in gathered]
            try:
                self._commit([entry for entries, _ in appended for entry in entries])
            except Exception as error:  # noqa: BLE001  # whatever it is: nothing may be released
                self._in_loop(self._fail, str(error))
                return
            self._in_loop(self._release, [release for _, release in appended])

    def _commit(self, entries: Sequence[Entry]) -> None:
        if not entries:
            return
        began = time.perf_counter()
        self._database.execute("BEGIN IMMEDIATE")
        try:
            self._keep_all(entries)
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise
        self.commits.note(time.perf_counter() - began)

    def _keep_all(self, entries: Sequence[Entry]) -> None:
        """Keep entries in order, inputs that follow each other with as few statements as may be."""
        inputs: list[tuple[str, int, str]] = []
        for entry in entries:
            if isinstance(entry, InputApplied):
                line = input_text.dumps(entry.kept)
                inputs.append((entry.table_id, entry.number, line))
            else:
                self._keep_inputs(inputs)
                inputs.clear()
                self._keep(entry)
        self._keep_inputs(inputs)

    def _keep_inputs(self, rows: Sequence[tuple[str, int, str]]) -> None:
        begin = 0
        for size, insert_so_many in _INSERTS.items():
            while len(rows) - begin >= size:
                values = chain.from_iterable(rows[begin : begin + size])
                self._database.execute(insert_so_many, tuple(values))
                begin += size

    def _keep(self, entry: TableKept | GameBegan | TableGone | GameFinished) -> None:
        execute = self._database.execute
        match entry:
            case TableKept(table_id, state):
                execute(
                    "INSERT INTO tables (table_id, state) VALUES (?, ?)"
                    " ON CONFLICT (table_id) DO UPDATE SET state = excluded.state",
                    (table_id, state),
                )
            case GameBegan(table_id):
                execute("DELETE FROM inputs WHERE table_id = ?", (table_id,))
            case TableGone(table_id):
                execute("DELETE FROM inputs WHERE table_id = ?", (table_id,))
                execute("DELETE FROM tables WHERE table_id = ?", (table_id,))
            case GameFinished(plan, record):
                insert(self._database, plan, record)

    def _in_loop(self, call: Callable[..., None], argument: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, argument)

    # --- the loop's thread ---

    def _release(self, releases: list[Release]) -> None:
        for release in releases:
            self.outstanding -= 1
            release()

    def _fail(self, reason: str) -> None:
        self._broken = True
        self._failed(reason)

    # --- the checkpoint's thread ---

    def _copy(self, path: Path) -> None:
        """Copy the log into the database now and then; writers go on meanwhile."""
        database = connect(str(path))
        while not self._stopping.wait(CHECKPOINT_SECONDS):
            try:
                database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            except sqlite3.Error as error:
                _LOG.warning("the log could not be copied into the database: %s", error)
        database.close()
