"""What one Play stream is allowed: seats, frames a second, and to be there without a seat."""

from typing import Final

from skyjo.v1 import error_pb2
from skyjo_server.doorkeeper import Doorkeeper
from skyjo_server.limits import Bucket
from skyjo_wire.errors import RefusalError

_FRAME_BYTES: Final = 256
"""Bytes of a message that count as one frame."""
_INTRODUCTION: Final = 16
"""Frames as which an attach or enlist counts: it is answered at length, and the table is told."""


class Allowance:
    """Counts the stream among those of its address as long as it plays no seat."""

    def __init__(self, keeper: Doorkeeper, peer: str) -> None:
        """Let a stream of ``peer`` in. Raises RefusalError (TOO_MANY_STREAMS)."""
        self.guest = keeper.guest(peer)
        self._keeper = keeper
        self._seats = 0
        self._frames = Bucket(keeper.limits.frames, keeper.now)
        self._introduced = 0
        keeper.check_stream(self.guest.address)
        keeper.enter(self.guest.address)

    def introduced(self) -> None:
        """The stream uses one number more."""
        self._introduced += 1

    def seat_taken(self) -> None:
        """The stream plays one seat more. Raises RefusalError (TOO_MANY_SEATS)."""
        most = self._keeper.limits.seats
        if self._seats >= most:
            raise RefusalError(error_pb2.ERROR_REASON_TOO_MANY_SEATS, limits=(0, most))
        if not self._seats:
            self._keeper.leave(self.guest.address)
        self._seats += 1

    def seat_given_up(self) -> None:
        """The stream plays one seat less."""
        self._seats -= 1
        if not self._seats:
            self._keeper.enter(self.guest.address)

    def pause(self, frames: int, size: int) -> float:
        """Seconds to read nothing after a message, because too much came too fast.

        Nothing is lost: what is not read fills the stream's window, and then its client waits.
        """
        taken = max(frames, size / _FRAME_BYTES) + self._introduced * _INTRODUCTION
        self._introduced = 0
        if not self._seats:
            self._keeper.frames.take(self.guest.address, taken)
            return self._keeper.frames.wait(self.guest.address, 0)
        limits = self._keeper.limits
        rate = limits.frames + limits.frames_a_seat * self._seats
        self._frames.take(taken, rate)
        return self._frames.wait(0, rate)

    def close(self) -> None:
        """The stream is gone."""
        if not self._seats:
            self._keeper.leave(self.guest.address)
