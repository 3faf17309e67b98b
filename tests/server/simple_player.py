"""A player as docs/protocol.md describes one: it answers frame by frame and remembers little."""

import hashlib
from collections.abc import Callable, Iterator

from skyjo.v1.event_pb2 import Event, Events
from skyjo.v1.play_pb2 import (
    DECISION_KIND_FLIP,
    DECISION_KIND_TURN,
    Act,
    Attach,
    ClientFrame,
    Decision,
    Opening,
    Pong,
    Ready,
    Receipt,
    ServerFrame,
)
from skyjo.v1.table_pb2 import (
    TABLE_STAGE_BETWEEN_ROUNDS,
    TABLE_STAGE_GATHERING,
    Goodbye,
    GoodbyeReason,
    Heartbeat,
    ProtocolVersion,
    Resume,
    Welcome,
)

VERSION = ProtocolVersion(major=1)
Choice = Callable[[Decision], Act]


def first_choice(decision: Decision) -> Act:
    """Turn up and discard the first slots there are, and never take."""
    act, legal = Act(decision_id=decision.decision_id), decision.legal
    if decision.kind == DECISION_KIND_FLIP:
        act.flip.slots.extend(legal.flip[: legal.flip_count])
    elif decision.kind == DECISION_KIND_TURN:
        act.draw.SetInParent()
    elif legal.discard:
        act.discard.slot = legal.discard[0]
    else:
        act.keep.slot = legal.keep[0]
    return act


def no_choice(decision: Decision) -> Act:
    """For players whose acts the test sends itself."""
    raise AssertionError(decision)


class SimplePlayer:
    """One seat under one number of a stream. Everything it is sent stays readable.

    A ``patient`` one says nothing when a round has ended.
    ``events`` are those of the game of the latest welcome, by number from ``first_event``; with
    ``halt_at`` it stops listening directly behind the event of that number.
    """

    def __init__(
        self,
        token: bytes,
        number: int = 1,
        *,
        entropy: bytes | None = None,
        choose: Choice = first_choice,
        omit_views: bool = False,
        patient: bool = False,
    ) -> None:
        self.token = token
        self.number = number
        self.entropy = entropy
        self.choose = choose
        self.omit_views = omit_views
        self.patient = patient
        self.welcome = Welcome()
        self.frames: list[ServerFrame] = []
        self.events: list[Event] = []
        self.first_event = 1
        self.games: list[list[Event]] = []
        self.receipts: list[Receipt] = []
        self.goodbye: GoodbyeReason | None = None
        self.halt_at: int | None = None

    @property
    def latest(self) -> int:
        return self.first_event + len(self.events) - 1

    @property
    def halted(self) -> bool:
        return self.halt_at is not None and self.latest >= self.halt_at

    @property
    def last(self) -> str | None:
        """The kind of the latest event."""
        return self.events[-1].WhichOneof("kind") if self.events else None

    @property
    def done(self) -> bool:
        return self.goodbye is not None or self.halted

    def frame(self, **content: object) -> ClientFrame:
        return ClientFrame(number=self.number, **content)  # type: ignore[arg-type]

    def attach(self, *, resume: bool = False) -> ClientFrame:
        """Sit down; with ``resume`` as one who has seen everything up to ``latest``."""
        return self.frame(
            attach=Attach(
                version=VERSION,
                seat_token=self.token,
                omit_views=self.omit_views,
                resume=Resume(game_id=self.welcome.game_id, after=self.latest) if resume else None,
            )
        )

    def answer(self, frame: ServerFrame) -> Iterator[ClientFrame]:
        """What the player says to a frame under its number."""
        if self.done:
            return
        self.frames.append(frame)
        kind = frame.WhichOneof("frame")
        if kind in _ANSWERS:
            yield from getattr(self, _ANSWERS[kind])(getattr(frame, kind))

    def _greeted(self, welcome: Welcome) -> Iterator[ClientFrame]:
        if welcome.game_id != self.welcome.game_id:
            self.events, self.first_event = [], welcome.next_number
            self.games.append(self.events)
        self.welcome = welcome
        if welcome.next_number > self.latest + 1:
            raise AssertionError("events were left out")
        if welcome.presence.stage == TABLE_STAGE_GATHERING:
            yield self.frame(ready=self._promise())
        elif welcome.presence.stage == TABLE_STAGE_BETWEEN_ROUNDS:
            yield self.frame(ready=Ready())

    def _promise(self) -> Ready:
        if self.entropy is None:
            return Ready()
        return Ready(entropy_hash=hashlib.sha256(self.entropy).digest())

    def _told(self, events: Events) -> Iterator[ClientFrame]:
        for number, event in enumerate(events.events, events.first_number):
            if number <= self.latest:
                continue
            assert number == self.latest + 1, f"event {number} follows event {self.latest}"
            self.events.append(event)
            if self.halted:
                return
        kinds = [event.WhichOneof("kind") for event in events.events]
        if "round_ended" in kinds and "game_ended" not in kinds and not self.patient:
            yield self.frame(ready=Ready())

    def _opened(self, _: Opening) -> Iterator[ClientFrame]:
        if self.entropy is not None:
            yield self.frame(ready=Ready(entropy=self.entropy))

    def _asked(self, decision: Decision) -> Iterator[ClientFrame]:
        yield self.frame(act=self.choose(decision))

    def _answered(self, receipt: Receipt) -> Iterator[ClientFrame]:
        self.receipts.append(receipt)
        return iter(())

    def _beaten(self, beat: Heartbeat) -> Iterator[ClientFrame]:
        yield self.frame(pong=Pong(nonce=beat.nonce, latest_number=self.latest))

    def _ended(self, goodbye: Goodbye) -> Iterator[ClientFrame]:
        self.goodbye = goodbye.reason
        return iter(())


_ANSWERS = {
    "welcome": "_greeted",
    "opening": "_opened",
    "events": "_told",
    "decision": "_asked",
    "receipt": "_answered",
    "heartbeat": "_beaten",
    "goodbye": "_ended",
}
