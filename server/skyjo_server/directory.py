"""All tables of a server, found by identifier or join code; and all of them told that it stops."""

import itertools
from collections.abc import Callable, Iterator

from skyjo.v1 import error_pb2, table_pb2
from skyjo_server.frames import GOODBYE, frame
from skyjo_server.room import Room
from skyjo_server.scheduler import Scheduler
from skyjo_server.stopping import Stop
from skyjo_server.table import Table
from skyjo_server.tenancy import Tenancy
from skyjo_server.tokens import SecretSource, normal_code
from skyjo_wire.errors import RefusalError

Observer = Callable[[Room | None], None]
"""Is told of each table that has changed, and with None that the server is going to stop."""


class Directory:
    """The tables of a server. ``stop`` is set once it is going to stop."""

    def __init__(self, secrets: SecretSource, scheduler: Scheduler) -> None:
        """Begin with no tables."""
        self.tables: dict[str, Table] = {}
        self.stop: Stop | None = None
        self.observers: list[Observer] = []
        self._secrets = secrets
        self._scheduler = scheduler
        self._by_code: dict[str, Table] = {}
        self._ordinals = itertools.count(1)

    def now(self) -> float:
        """The second of the tables' clock."""
        return self._scheduler.time()

    # --- finding ---

    def table(self, code: str = "", table_id: str = "") -> Table:
        """The table of that join code or identifier. Raises RefusalError (TABLE_UNKNOWN)."""
        if not code and not table_id:
            raise RefusalError(error_pb2.ERROR_REASON_FIELD_MISSING, field="table")
        found = self._by_code.get(normal_code(code)) if code else self.tables.get(table_id)
        if found is None:
            raise RefusalError(
                error_pb2.ERROR_REASON_TABLE_UNKNOWN, field="code" if code else "table_id"
            )
        return found

    def listed(self, *, unlisted: bool = False) -> Iterator[Table]:
        """The open tables, oldest first; with those that are left out of lists, if asked."""
        for table in self.tables.values():
            open_ = table.stage != table_pb2.TABLE_STAGE_CLOSED
            if open_ and (unlisted or not table.plan.unlisted):
                yield table

    # --- stopping ---

    @property
    def draining(self) -> bool:
        """Whether the server is going to stop, and takes nothing new."""
        return self.stop is not None

    def drain(self, stop: Stop) -> None:
        """Take nothing new from now on, and tell everybody when the server is going to stop.

        Where that is at once the goodbye says all.
        """
        self.stop = stop
        if stop.when <= self.now():
            return
        for table in list(self.listed(unlisted=True)):
            table.stop = stop
            table.announce()
        for observer in list(self.observers):
            observer(None)

    def running(self) -> int:
        """How many games are played or opened: those may end before the server stops."""
        return sum(table.in_game for table in self.tables.values())

    def say_goodbye(self, goodbye: table_pb2.Goodbye) -> None:
        """End the stream of everybody at a table with ``goodbye``."""
        for table in self.tables.values():
            table.say_goodbye(goodbye)

    def cut_off(self, goodbye: table_pb2.Goodbye) -> None:
        """End these streams at once: what was decided last cannot be kept any more."""
        for table in self.tables.values():
            table.audience.cut_off(frame(GOODBYE, goodbye))

    def check_open(self) -> None:
        """Raise RefusalError (DRAINING) when the server is about to stop."""
        if self.draining:
            raise RefusalError(error_pb2.ERROR_REASON_DRAINING)

    # --- tables come and go ---

    def _put(self, table: Table) -> None:
        """Have the table found from now on."""
        table.ordinal = next(self._ordinals)
        self.tables[table.plan.table_id] = self._by_code[table.plan.code] = table

    def _free_code(self) -> str:
        while (code := self._secrets.code()) in self._by_code:
            pass
        return code

    def _remove(self, table: Tenancy) -> None:
        self.tables.pop(table.plan.table_id, None)
        self._by_code.pop(table.plan.code, None)
