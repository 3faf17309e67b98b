"""What joins the seats of a connection to the stream that stands at the moment."""

import asyncio
from typing import Protocol

from skyjo.v1.play_pb2 import ClientFrame, PlayResponse, ServerFrame
from skyjo_client.outbox import Outbox


class Receiver(Protocol):
    """Whoever is spoken to under a number of its own: a seat, or a bot that waits for work."""

    def introduce(self) -> None:
        """A stream stands: take a number and ask for what this is."""

    def receive(self, frame: ServerFrame) -> None:
        """A frame under the latest number taken."""

    def lost(self) -> None:
        """The stream is gone; there will be another."""

    def fail(self, error: Exception | None) -> None:
        """There will be no other stream; None: it was ended on purpose."""


class Line:
    """Numbers and frames of the present stream. Without one, frames go nowhere.

    A receiver says again after its next introduction whatever must not be lost. ``not_before`` is
    the time of the event loop at which the next stream may be opened.
    """

    def __init__(self) -> None:
        self.outbox: Outbox | None = None
        self.heartbeat_ms = 0
        self.next_address = ""
        self.not_before = 0.0
        self._receivers: dict[int, Receiver] = {}
        self._numbers = 0

    def open(self) -> Outbox:
        """Begin a new stream: numbers start anew."""
        self.outbox = Outbox()
        self._receivers = {}
        self._numbers = 0
        return self.outbox

    def close(self) -> None:
        """The stream is gone."""
        self.outbox = None
        self._receivers = {}

    def introduce(self, receiver: Receiver, frame: ClientFrame, before: int = 0) -> int:
        """Send ``frame`` under a new number, which is returned; ``before`` is given up for it."""
        self._receivers.pop(before, None)
        self._numbers += 1
        frame.number = self._numbers
        self._receivers[frame.number] = receiver
        self.send(frame)
        return frame.number

    def send(self, frame: ClientFrame) -> None:
        """Send a frame, if there is a stream."""
        if self.outbox is not None:
            self.outbox.put(frame)

    def beats_every(self, heartbeat_ms: int) -> None:
        """The server says how often it sends heartbeats."""
        self.heartbeat_ms = heartbeat_ms

    def redirect(self, address: str) -> None:
        """The next stream goes to another address."""
        self.next_address = address

    def rest(self, seconds: float) -> None:
        """The server ends, and is back after so many seconds: no stream before."""
        self.not_before = asyncio.get_running_loop().time() + seconds

    def forget(self, number: int) -> None:
        """Hear no more under ``number``."""
        self._receivers.pop(number, None)

    def dispatch(self, response: PlayResponse) -> None:
        """Hand each frame to its receiver; frames of numbers given up are dropped."""
        for frame in response.frames:
            receiver = self._receivers.get(frame.number)
            if receiver is not None:
                receiver.receive(frame)


def end_wait(joined: asyncio.Future[None], error: Exception | None) -> None:
    """Let nobody wait any more for a seat or enlistment that has failed, or is meant to end."""
    if joined.done():
        return
    if error is None:
        joined.cancel()
    else:
        joined.set_exception(error)
