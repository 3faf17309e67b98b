"""What the numbers of a Play stream stand for, and the way back to each of them."""

from dataclasses import dataclass, field
from typing import Final, Protocol

from skyjo.v1 import play_pb2
from skyjo_server.access import Place
from skyjo_server.frames import GOODBYE, Frame
from skyjo_server.pulse import Pulse
from skyjo_server.workforce import Bot
from skyjo_wire.framing import tag, varint, varint_tag

_FRAME: Final = tag(play_pb2.PlayResponse.FRAMES_FIELD_NUMBER)
_NUMBER: Final = varint_tag(play_pb2.ServerFrame.NUMBER_FIELD_NUMBER)


class Stream(Protocol):
    """What a number needs of its stream."""

    network_ms: int
    """What a round trip to the client takes."""

    def put(self, serialised: bytes) -> None:
        """Queue a frame."""

    def ended(self, link: "PlayLink") -> None:
        """The last frame of ``link`` is queued."""


class PlayLink:
    """Where the frames of one number of a stream go."""

    __slots__ = ("_connection", "_head", "_over", "number")

    def __init__(self, connection: Stream, number: int) -> None:
        """Deliver under ``number``."""
        self.number = number
        self._connection = connection
        self._head = _NUMBER + varint(number)
        self._over = False

    @property
    def network_ms(self) -> int:
        """What a round trip to the client takes."""
        return self._connection.network_ms

    def deliver(self, frame: Frame) -> None:
        """Queue ``frame`` behind those that came before; nothing follows a goodbye."""
        if self._over:
            return
        head, tagged = self._head, frame.tagged
        length = varint(len(head) + len(tagged))
        self._connection.put(b"".join((_FRAME, length, head, tagged)))
        if frame.kind == GOODBYE:
            self._over = True
            self._connection.ended(self)


@dataclass(frozen=True, slots=True)
class AtSeat:
    """A number that plays a seat."""

    link: PlayLink
    place: Place
    pulse: Pulse = field(default_factory=Pulse)

    def tell(self, frame: Frame) -> None:
        """Say ``frame`` behind all that the table has said, when it may be heard."""
        self.place.table.audience.tell(self.link, frame)
        self.place.table.audience.commit()


@dataclass(frozen=True, slots=True)
class AtWork:
    """A number under which a bot waits for work."""

    link: PlayLink
    bot: Bot
    pulse: Pulse = field(default_factory=Pulse)

    def tell(self, frame: Frame) -> None:
        """Say ``frame``."""
        self.link.deliver(frame)
