"""Frames of the server as bytes: serialised once, sent to any number of viewers."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Protocol

from google.protobuf.message import Message

from skyjo.v1 import event_pb2, play_pb2
from skyjo_engine.events import Event, GameEnded
from skyjo_engine.view import SeenEvent, owner_of_secret, redact
from skyjo_wire import from_events
from skyjo_wire.framing import delimited, tag, varint, varint_tag

_FRAME: Final = play_pb2.ServerFrame
EVENTS: Final = _FRAME.EVENTS_FIELD_NUMBER
DECISION: Final = _FRAME.DECISION_FIELD_NUMBER
RECEIPT: Final = _FRAME.RECEIPT_FIELD_NUMBER
HEARTBEAT: Final = _FRAME.HEARTBEAT_FIELD_NUMBER
WELCOME: Final = _FRAME.WELCOME_FIELD_NUMBER
OPENING: Final = _FRAME.OPENING_FIELD_NUMBER
ASSIGNED: Final = _FRAME.ASSIGNED_FIELD_NUMBER
GOODBYE: Final = _FRAME.GOODBYE_FIELD_NUMBER
REFUSED: Final = _FRAME.REFUSED_FIELD_NUMBER
PRESENCE: Final = _FRAME.PRESENCE_FIELD_NUMBER
CHAT: Final = _FRAME.CHAT_FIELD_NUMBER
BALLOT: Final = _FRAME.BALLOT_FIELD_NUMBER
ENLISTED: Final = _FRAME.ENLISTED_FIELD_NUMBER

MOST_EVENTS_BYTES: Final = 1 << 19
"""Size at which a backlog is split into several frames; each fits into a message of 1 MiB."""
_TAGS: Final = {field.number: tag(field.number) for field in _FRAME.DESCRIPTOR.fields}
_FIRST_NUMBER: Final = varint_tag(event_pb2.Events.FIRST_NUMBER_FIELD_NUMBER)
_EVENT: Final = tag(event_pb2.Events.EVENTS_FIELD_NUMBER)


class Frame:
    """A frame's content.

    ``kind`` is its field of ServerFrame, ``payload`` the serialised message, ``tagged`` both
    together as they stand in a ServerFrame.
    """

    __slots__ = ("kind", "payload", "tagged")

    def __init__(self, kind: int, payload: bytes) -> None:
        """Frame a serialised message."""
        self.kind = kind
        self.payload = payload
        self.tagged = delimited(_TAGS[kind], payload)


def frame(kind: int, message: Message) -> Frame:
    """Serialise ``message`` into a frame of that kind."""
    return Frame(kind, message.SerializeToString(deterministic=True))


class Link(Protocol):
    """Where a viewer's frames go. Never blocks; a goodbye is the last frame of a link.

    ``network_ms`` is what a round trip to the viewer takes, as far as is known.
    """

    @property
    def network_ms(self) -> int:
        """Milliseconds; 0 before anything is known."""

    def deliver(self, frame: Frame) -> None:
        """Queue ``frame`` behind those that came before."""


class EventLog:
    """All events of one game, numbered from 1, each serialised once per visibility class.

    All viewers get the same bytes, save those of an event that shows its own seat more.
    """

    def __init__(self, key: bytes | None) -> None:
        """Start before the first event; ``key`` is shown with the result, unless it is None."""
        self._key = key
        self._public: list[bytes] = []
        self._secret: dict[int, tuple[int, bytes]] = {}

    @property
    def latest(self) -> int:
        """Number of the latest event; 0 before the first."""
        return len(self._public)

    def append(self, events: Sequence[Event]) -> None:
        """Number and serialise ``events``."""
        for event in events:
            self._public.append(self._shown(event, None))
            if (owner := owner_of_secret(event)) is not None:
                self._secret[self.latest] = (owner, self._shown(event, owner))

    def owners(self, after: int) -> set[int]:
        """The seats that see more than the public in the events after number ``after``."""
        numbers = range(after + 1, len(self._public) + 1)
        return {self._secret[number][0] for number in numbers if number in self._secret}

    def frame(self, after: int, viewer: int | None) -> Frame:
        """The events after number ``after`` as a seat, or a spectator (None), may see them."""
        return _events(after + 1, self._seen(after, viewer))

    def backlog(self, after: int, viewer: int | None) -> Iterator[Frame]:
        """The same as frames of bounded size."""
        first, size = after + 1, 0
        shown: list[bytes] = []
        for event in self._seen(after, viewer):
            if size + len(event) > MOST_EVENTS_BYTES:
                yield _events(first, shown)
                first, size, shown = first + len(shown), 0, []
            shown.append(event)
            size += len(event)
        if shown:
            yield _events(first, shown)

    def _seen(self, after: int, viewer: int | None) -> list[bytes]:
        shown = self._public[after:]
        if viewer is not None:
            for place in range(len(shown)):
                owner, secret = self._secret.get(after + 1 + place, (None, b""))
                if owner == viewer:
                    shown[place] = secret
        return shown

    def _shown(self, event: Event, viewer: int | None) -> bytes:
        seen = redact(event, viewer)
        return _serialised(seen, self._key if isinstance(seen, GameEnded) else None)


def _events(first: int, shown: Sequence[bytes]) -> Frame:
    return Frame(EVENTS, b"".join([_FIRST_NUMBER, varint(first), *shown]))


@lru_cache(maxsize=1 << 14)
def _serialised(seen: SeenEvent, key: bytes | None) -> bytes:
    """An event as a field of Events. The same few thousand happen again and again."""
    message = from_events.event(seen, key=key)
    return delimited(_EVENT, message.SerializeToString(deterministic=True))
