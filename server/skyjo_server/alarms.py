"""Tables that want to be woken: one timer each, and a lazy one."""

import logging
from functools import partial
from typing import Final, Protocol

from skyjo_server.plan import Plan
from skyjo_server.scheduler import Scheduler, Timer

_LOG: Final = logging.getLogger(__name__)
RETRY_SECONDS: Final = 1.0
"""Pause before a table that failed is woken again."""


class Sleeper(Protocol):
    """What can be woken."""

    plan: Plan

    def tick(self) -> None:
        """Do what is due."""


class Alarms:
    """The timers of all tables."""

    def __init__(self, scheduler: Scheduler) -> None:
        """Begin with none."""
        self._scheduler = scheduler
        self._timers: dict[str, tuple[float, Timer]] = {}

    def wake(self, table: Sleeper, when: float) -> None:
        """Have ``table`` tick at ``when``, unless it ticks earlier anyhow.

        Most deadlines move on before they are reached, a clock's with every move. So a timer that
        is early stays; the table then finds nothing due and asks for the next.
        """
        table_id = table.plan.table_id
        if table_id in self._timers:
            set_for, timer = self._timers[table_id]
            if set_for <= when:
                return
            timer.cancel()
        self._timers[table_id] = when, self._scheduler.call_at(when, partial(self._tick, table))

    def _tick(self, table: Sleeper) -> None:
        self._timers.pop(table.plan.table_id, None)
        try:
            table.tick()
        except Exception:  # noqa: BLE001  # a table that fails must not stand still unseen for ever
            _LOG.exception("table %s failed", table.plan.table_id)
            self.wake(table, self._scheduler.time() + RETRY_SECONDS)

    def forget(self, table: Sleeper) -> None:
        """Wake ``table`` no more."""
        if found := self._timers.pop(table.plan.table_id, None):
            found[1].cancel()
