"""Whether the program behind a number still listens, judged by its answers to heartbeats.

Time is counted in heartbeats, so a server that stood still for a while takes nobody for silent: the
answers that came meanwhile are read before the next heartbeat is due.
"""

from typing import Final

from skyjo.v1 import play_pb2, table_pb2

MOST_UNANSWERED: Final = 3
"""Heartbeats that may wait for their answer; the next is not sent any more."""
MOST_BEHIND: Final = 256
"""Events that may be unprocessed when a heartbeat counts as answered.

A player who thinks holds up its own table, so no more than a few turns ever wait for it.
"""


class Pulse:
    """The heartbeats of one number that are not answered yet.

    A pong answers its heartbeat and those before it, if the events that they named are processed,
    but for the latest :data:`MOST_BEHIND`.
    """

    __slots__ = ("_beats", "_behind", "_open")

    def __init__(self) -> None:
        """Start before the first heartbeat."""
        self._beats = 0
        self._behind = False
        self._open: dict[int, int] = {}

    def beat(self, latest_number: int) -> table_pb2.Heartbeat:
        """The next heartbeat; ``latest_number`` is that of the latest event sent, or 0."""
        self._beats += 1
        self._open[self._beats] = latest_number
        return table_pb2.Heartbeat(latest_number=latest_number, nonce=self._beats)

    @property
    def latest(self) -> int:
        """The nonce of the latest heartbeat; 0 before the first."""
        return self._beats

    def answered(self, pong: play_pb2.Pong) -> None:
        """Take an answer; one to no heartbeat that waits for it is as good as none."""
        if pong.nonce not in self._open:
            return
        self._open = {
            nonce: named
            for nonce, named in self._open.items()
            if nonce > pong.nonce or named - pong.latest_number > MOST_BEHIND
        }
        self._behind = pong.nonce in self._open

    def verdict(self) -> table_pb2.GoodbyeReason | None:
        """Why the number is not to be served any longer; None as long as it is."""
        if len(self._open) < MOST_UNANSWERED:
            return None
        if self._behind:
            return table_pb2.GOODBYE_REASON_SLOW_READER
        return table_pb2.GOODBYE_REASON_SILENT
