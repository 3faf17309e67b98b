"""What is introduced on a connection's stream under a number, and again on the next one."""

import asyncio
from abc import abstractmethod

from skyjo.v1.error_pb2 import Refusal
from skyjo.v1.play_pb2 import ClientFrame
from skyjo.v1.table_pb2 import GOODBYE_REASON_DRAINING, Goodbye
from skyjo_client.backoff import Backoff
from skyjo_client.errors import RefusedError
from skyjo_client.goodbyes import come_back_after
from skyjo_client.line import Line, Receiver


class Introduced(Receiver):
    """Has a number on the present stream, 0 while it is not introduced there."""

    def __init__(self, line: Line) -> None:
        """Wait to be introduced on ``line``."""
        self._line = line
        self._number = 0
        self._backoff = Backoff()
        self._timer: asyncio.TimerHandle | None = None

    @abstractmethod
    def _introduction(self) -> ClientFrame:
        """The frame that introduces it."""

    def introduce(self) -> None:
        """Be introduced on the present stream, under a new number."""
        self._cancel_timer()
        if self._line.outbox is not None:
            self._number = self._line.introduce(self, self._introduction(), self._number)

    def send(self, frame: ClientFrame) -> None:
        """Send a frame under its number; nothing happens without a stream."""
        if self._number:
            frame.number = self._number
            self._line.send(frame)

    def lost(self) -> None:
        """The stream is gone; there will be another."""
        self._cancel_timer()
        self._number = 0

    def _let_go(self) -> None:
        """Hear nothing any more."""
        self._cancel_timer()
        self._line.forget(self._number)
        self._number = 0

    def _again(self, seconds: float) -> None:
        """Be introduced anew after a while, and hear nothing until then."""
        self._let_go()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.introduce)

    def _come_back(self, goodbye: Goodbye) -> float | None:
        """Be introduced anew where and when a goodbye says; returns its seconds, None: never."""
        wait = come_back_after(goodbye)
        if wait is None:
            return None
        if goodbye.address:
            self._line.redirect(goodbye.address)
        if goodbye.reason == GOODBYE_REASON_DRAINING:
            self._line.rest(wait)
        self._again(wait + self._backoff.next())
        return wait

    def _turned_away(self, refusal: Refusal) -> None:
        """Be introduced anew when a refusal says, or fail."""
        if refusal.HasField("retry_after_ms"):
            self._again(refusal.retry_after_ms / 1000 + self._backoff.next())
        else:
            self.fail(RefusedError(refusal))

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
