"""Where a server keeps its games: in a folder, or in memory."""

from asyncio import get_running_loop
from collections.abc import Callable, Iterator

from skyjo_server.database import Ownership, open_database
from skyjo_server.durable_journal import DurableJournal
from skyjo_server.journal import Journal, MemoryJournal
from skyjo_server.record_store import RecordStore
from skyjo_server.settings import Settings


class Data:
    """The store of finished games and the journal of running ones.

    A private server keeps finished games only: nobody comes back to its tables. ``durable`` is
    the journal when it outlasts the server.
    """

    def __init__(self, settings: Settings, failed: Callable[[str], None]) -> None:
        """Open what ``settings`` say. Raises StoreError; ``failed`` is called when it breaks."""
        folder = settings.data
        path = folder / "games.sqlite3" if folder else None
        durable = folder is not None and not settings.private
        self._ownership = Ownership(folder) if folder and durable else None
        self._database = open_database(path)
        self.store = RecordStore(self._database)
        self.durable: DurableJournal | None = None
        if path and durable:
            full = settings.durability == "full"
            self.durable = DurableJournal(path, get_running_loop(), failed, full=full)
        self.journal: Journal = self.durable or MemoryJournal(self.store, failed)

    def running(self) -> Iterator[tuple[str, list[str]]]:
        """Every table that was not gone when the server last stopped, and its game's inputs.

        Both as text, as they were kept.
        """
        if self.durable is None:
            return
        execute = self._database.execute
        kept = execute("SELECT table_id, state FROM tables ORDER BY place").fetchall()
        for table_id, state in kept:
            rows = execute(
                "SELECT input FROM inputs WHERE table_id = ? ORDER BY number", (table_id,)
            )
            yield state, [line for (line,) in rows]

    def close(self) -> None:
        """Close everything, once nothing is appended any more."""
        if self.durable:
            self.durable.close()
        self._database.close()
        if self._ownership:
            self._ownership.release()
