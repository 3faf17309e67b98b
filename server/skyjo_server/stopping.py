"""A server that is going to stop: when, and what everybody will be told then."""

from dataclasses import dataclass

from skyjo.v1 import table_pb2


@dataclass(frozen=True, slots=True)
class Stop:
    """``when`` is the second of the tables' clock at which the server stops at the latest."""

    when: float
    goodbye: table_pb2.Goodbye

    def notice(self, now: float) -> table_pb2.Stopping:
        """What is told of it at second ``now``."""
        within_ms = max(0, round((self.when - now) * 1000))
        return table_pb2.Stopping(within_ms=within_ms, goodbye=self.goodbye)
