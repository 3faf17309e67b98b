"""What comes twice, and what does not exist yet."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from google.protobuf.message import Message

from skyjo.v1.event_pb2 import Event, Events
from skyjo.v1.play_pb2 import DECISION_KIND_TURN, ClientFrame, ServerFrame
from skyjo.v1.table_pb2 import TABLE_STAGE_PLAYING
from skyjo_client.conformance.ledger import Failed
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import Situation, short
from skyjo_client.conformance.watched import Watched

if TYPE_CHECKING:
    from skyjo_client.conformance.bench import Bench

_LATER = bytes((0xC2, 0x3E, 0x05)) + b"later"
"""A field with number 1000 and a text, in protobuf's encoding."""
_LATER_VALUE = 99


class Game(Situation):
    """A short game of two seats, played to its end whatever is done to its frames."""

    async def run(self) -> None:
        """Play."""
        await self.full_table(2, short(2))
        await self.played()


class RepeatedWelcome(Game):
    """At once, and again before a decision, as it would be after an attach."""

    rows = ("repeated-welcome",)

    def down(
        self,
        passage: Watched,  # noqa: ARG002
        seat: Seat | None,
        frame: ServerFrame,
    ) -> Iterable[ServerFrame]:
        """Repeat it."""
        if frame.HasField("welcome"):
            yield frame
        elif seat is not None and frame.decision.kind == DECISION_KIND_TURN:
            yield from self._again(seat, frame)
        yield frame

    def _again(self, seat: Seat, frame: ServerFrame) -> Iterable[ServerFrame]:
        view = frame.decision.view
        if frame.decision.HasField("view") and view.latest_number == seat.latest:
            again = ServerFrame(number=frame.number, welcome=seat.welcome)
            again.welcome.next_number = seat.latest + 1
            again.welcome.view.CopyFrom(view)
            again.welcome.presence.stage = TABLE_STAGE_PLAYING
            yield again


def _asked_for_latest(
    passage: Watched, seat: Seat | None, frame: ClientFrame
) -> Iterable[ClientFrame]:
    """Ask a bot that acts which event was the latest: it knows those before the decision."""
    if seat is not None and frame.HasField("act"):
        passage.tell(passage.heartbeat(frame.number))
    return (frame,)


class RepeatedEvents(Game):
    """Each frame of events, and those before it with it."""

    rows = ("repeated-events",)
    pongs = "repeated-events"

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._before: dict[Seat, Events] = {}

    def down(
        self,
        passage: Watched,  # noqa: ARG002
        seat: Seat | None,
        frame: ServerFrame,
    ) -> Iterable[ServerFrame]:
        """Repeat it, once alone and once behind the frame before, and that one after it."""
        yield frame
        if seat is not None and frame.HasField("events"):
            yield frame
            before = ServerFrame(number=frame.number)
            before.events.CopyFrom(self._before.get(seat, Events(first_number=1)))
            longer = ServerFrame(number=frame.number, events=before.events)
            longer.events.events.extend(frame.events.events)
            self._before[seat] = frame.events
            yield longer
            yield before

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Ask after each act which event was the latest."""
        return _asked_for_latest(passage, seat, frame)


class RepeatedDecision(Game):
    """Each decision."""

    rows = ("repeated-decision",)

    def down(
        self,
        passage: Watched,  # noqa: ARG002
        seat: Seat | None,  # noqa: ARG002
        frame: ServerFrame,
    ) -> Iterable[ServerFrame]:
        """Repeat it."""
        return (frame, frame) if frame.HasField("decision") else (frame,)


class MissingEvents(Situation):
    """One frame of events is lost, early in the game."""

    rows = ("missing-events",)

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._attached = 0
        self._before_gap = 0

    def down(
        self,
        passage: Watched,  # noqa: ARG002
        seat: Seat | None,
        frame: ServerFrame,
    ) -> Iterable[ServerFrame]:
        """Lose it."""
        if seat is None or self._attached or frame.events.first_number <= 1:
            return (frame,)
        self._attached, self._before_gap = seat.attached, seat.latest
        return ()

    def up(
        self,
        passage: Watched,  # noqa: ARG002
        seat: Seat | None,
        frame: ClientFrame,
    ) -> Iterable[ClientFrame]:
        """A decision behind the gap may be answered before the gap is seen."""
        if seat is not None and seat.attached == self._attached:
            seat.processed = min(seat.processed, self._before_gap)
        return (frame,)

    async def run(self) -> None:
        """Attach again, and play on."""
        await self.full_table(1, short(2, initial_flips=4))
        (seat,) = self.seats()
        await self.bench.until(
            self.row,
            lambda: self.lacking()[1],
            lambda: seat.over or 0 < self._attached < seat.attached,
        )
        if seat.attached <= self._attached:
            gap = f"the events after {self._before_gap} were missing"
            raise Failed(self.row, f"{seat.name} played on, though {gap}")
        await self.played()


class UnknownEvent(Game):
    """One more event, second in the game, so that all later ones have numbers one higher."""

    rows = ("unknown-event",)
    pongs = "unknown-event"

    def down(
        self,
        passage: Watched,
        seat: Seat | None,  # noqa: ARG002
        frame: ServerFrame,
    ) -> Iterable[ServerFrame]:
        """Count it in."""
        match frame.WhichOneof("frame"):
            case "events":
                self._count_in(frame.events)
                yield frame
                yield passage.heartbeat(frame.number)
                return
            case "welcome":
                frame.welcome.next_number += frame.welcome.next_number > 1
                _count_up(frame.welcome.view, "latest_number")
            case "decision":
                _count_up(frame.decision, "event_number")
                _count_up(frame.decision.view, "latest_number")
            case "heartbeat":
                _count_up(frame.heartbeat, "latest_number")
            case _:
                pass
        yield frame

    def _count_in(self, events: Events) -> None:
        if events.first_number > 1:
            events.first_number += 1
            return
        unknown = Event()
        unknown.MergeFromString(_LATER)
        rest = list(events.events[1:])
        del events.events[1:]
        events.events.extend([unknown, *rest])

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Translate what the bot has counted."""
        if frame.HasField("pong"):
            frame.pong.latest_number -= frame.pong.latest_number > 1
        elif frame.attach.HasField("resume"):
            frame.attach.resume.after -= frame.attach.resume.after > 1
        return _asked_for_latest(passage, seat, frame)


def _count_up(message: Message, field: str) -> None:
    """Raise the number of an event, if it is the number of one."""
    number = getattr(message, field)
    if number:
        setattr(message, field, number + 1)


class UnknownFrame(Game):
    """Before each frame of a seat one of an unknown kind, and an empty one."""

    rows = ("unknown-frame",)

    def down(
        self,
        passage: Watched,  # noqa: ARG002
        seat: Seat | None,
        frame: ServerFrame,
    ) -> Iterable[ServerFrame]:
        """Add them."""
        if seat is not None:
            later = ServerFrame(number=frame.number)
            later.MergeFromString(_LATER)
            yield later
            yield ServerFrame(number=frame.number)
        yield frame


class UnknownEnum(Game):
    """Reasons, kinds and states that only a later version has."""

    rows = ("unknown-enum",)

    def down(
        self,
        passage: Watched,  # noqa: ARG002
        seat: Seat | None,  # noqa: ARG002
        frame: ServerFrame,
    ) -> Iterable[ServerFrame]:
        """Exchange values that a bot can do without."""
        later: int = _LATER_VALUE
        for event in frame.events.events:
            if event.HasField("turn"):
                event.turn.reason = later  # type: ignore[assignment]
            elif event.HasField("game_ended"):
                event.game_ended.reason = later  # type: ignore[assignment]
        for players in (frame.welcome.presence.players, frame.presence.players):
            for player in players:
                player.kind = later  # type: ignore[assignment]
        if frame.HasField("welcome"):
            frame.welcome.clock.preset = later  # type: ignore[assignment]
        if frame.HasField("receipt"):
            frame.receipt.reason = later  # type: ignore[assignment]
        return (frame,)


class UnknownField(Game):
    """One more field in every message of every frame."""

    rows = ("unknown-field",)

    def down(
        self,
        passage: Watched,  # noqa: ARG002
        seat: Seat | None,  # noqa: ARG002
        frame: ServerFrame,
    ) -> Iterable[ServerFrame]:
        """Add it, from the inside out."""
        _extend(frame)
        return (frame,)


def _extend(message: Message) -> None:
    for described, value in message.ListFields():
        if described.message_type is None:
            continue
        for one in [value] if isinstance(value, Message) else value:
            _extend(one)
    message.MergeFromString(_LATER)
