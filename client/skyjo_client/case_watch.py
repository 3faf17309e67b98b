"""Keeps cases of a bot in any language, from the frames that pass between it and a server."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from skyjo.v1.enlist_pb2 import Assigned
from skyjo.v1.event_pb2 import SeatChanged
from skyjo.v1.play_pb2 import (
    VERDICT_ILLEGAL,
    VERDICT_MALFORMED,
    Act,
    ClientFrame,
    Decision,
    Receipt,
    ServerFrame,
)
from skyjo.v1.table_pb2 import Welcome
from skyjo_client.case_file import Author, Case
from skyjo_client.cases import Cases, with_case
from skyjo_client.json_lines import fields_of
from skyjo_client.relay.passage import Passage
from skyjo_client.seat_lost import seat_lost
from skyjo_wire.bot_seeds import told_seed
from skyjo_wire.errors import reason_name

_REFUSED: Final = (VERDICT_ILLEGAL, VERDICT_MALFORMED)


@dataclass(slots=True)
class _Seat:
    """What is known of one number of a stream."""

    omits_views: bool = False
    bot_seed: int | None = None
    welcome: Welcome = field(default_factory=Welcome)
    decision: Decision | None = None
    act: Act | None = None

    @property
    def is_asked(self) -> bool:
        """Whether an answer is due."""
        return self.decision is not None and self.act is None


class CaseWatch:
    """Watches one stream of a bot: every frame goes through :meth:`up` or :meth:`down`.

    Views are asked for also where the bot does without: they are kept and not passed on.
    """

    def __init__(
        self,
        cases: Cases,
        *,
        name: str = "",
        seed: int | None = None,
        last_words: Callable[[], str] = str,
        told: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Keep faults in ``cases``.

        ``name`` and ``seed`` are what the bot was told, ``last_words`` gives the end of what it
        said on standard error. ``told`` gets a sentence about each case, which says where it lies.
        """
        self._cases = cases
        self._bot = Author(name=name, seed=seed)
        self._last_words = last_words
        self._told = told
        self._seats: dict[int, _Seat] = {}
        self._secrets: set[bytes] = set()
        self._bot_seeds: dict[bytes, int | None] = {}

    def up(self, frame: ClientFrame) -> ClientFrame:
        """Note what the bot says; the result is for the server."""
        match frame.WhichOneof("frame"):
            case "enlist":
                self._knows(frame.enlist.key)
                self._named(frame.enlist.name, frame.enlist.build_hash)
            case "attach":
                return self._attached(frame)
            case "act" if seat := self._seats.get(frame.number):
                seat.act = frame.act
        return frame

    def _attached(self, frame: ClientFrame) -> ClientFrame:
        self._knows(frame.attach.seat_token)
        self._named("", frame.attach.build_hash)
        self._seats[frame.number] = _Seat(
            omits_views=frame.attach.omit_views,
            bot_seed=self._bot_seeds.get(frame.attach.seat_token),
        )
        if not frame.attach.omit_views:
            return frame
        asking = ClientFrame()
        asking.CopyFrom(frame)
        asking.attach.omit_views = False
        return asking

    def _knows(self, secret: bytes) -> None:
        self._secrets.add(secret)

    def _named(self, name: str, build: bytes) -> None:
        """What the bot says of itself; it may do so in one frame and not in another."""
        one = self._bot
        self._bot = replace(one, name=one.name or name, build=build.hex() or one.build)

    def down(self, frame: ServerFrame) -> ServerFrame:
        """Note what the bot is told; the result is for the bot."""
        if frame.HasField("assigned"):
            self._given(frame.assigned)
        seat = self._seats.get(frame.number)
        if seat is None:
            return frame
        if frame.HasField("decision"):
            return _asked(seat, frame)
        self._heard(seat, frame)
        return frame

    def _given(self, assigned: Assigned) -> None:
        self._knows(assigned.seat_token)
        self._bot_seeds[assigned.seat_token] = told_seed(assigned)

    def _heard(self, seat: _Seat, frame: ServerFrame) -> None:
        match frame.WhichOneof("frame"):
            case "welcome":
                seat.welcome = frame.welcome
            case "receipt":
                self._judged(seat, frame.receipt)
            case "events":
                for event in frame.events.events:
                    if event.HasField("seat_changed"):
                        self._changed(seat, event.seat_changed)
            case "goodbye":
                seat.decision = None

    def _judged(self, seat: _Seat, receipt: Receipt) -> None:
        if receipt.verdict in _REFUSED:
            says = f"the server refused the answer: {reason_name(receipt.reason)}"
            self._keep(seat, "refused", says, receipt=receipt)
            seat.act = None
        elif seat.act is not None and receipt.decision_id == seat.act.decision_id:
            seat.decision = None

    def _changed(self, seat: _Seat, change: SeatChanged) -> None:
        if change.seat == seat.welcome.seat and change.HasField("fault"):
            self._keep(seat, "lost", seat_lost(change), seat_changed=change)
            seat.decision = None

    def ended(self) -> None:
        """The stream is over: a bot that was asked and has not answered has probably crashed."""
        self.unanswered("ended", "the bot's stream ended before it had answered")

    def unanswered(self, fault: str, says: str) -> None:
        """Keep what the bot was asked and has not answered; nothing of it is kept again."""
        for seat in self._seats.values():
            if seat.is_asked:
                self._keep(seat, fault, says)
        self._seats.clear()

    def _keep(
        self,
        seat: _Seat,
        fault: str,
        says: str,
        *,
        receipt: Receipt | None = None,
        seat_changed: SeatChanged | None = None,
    ) -> None:
        case = Case(
            fault=fault,
            says=says,
            seat=seat.welcome.seat,
            welcome=seat.welcome,
            bot=replace(self._bot, bot_seed=seat.bot_seed),
            decision=seat.decision,
            answer=fields_of(seat.act) if seat.act else None,
            receipt=receipt,
            seat_changed=seat_changed,
            stderr=self._last_words(),
        )
        told = self._cases.told(case, frozenset(self._secrets))
        self._told(with_case(says, told))


def _asked(seat: _Seat, frame: ServerFrame) -> ServerFrame:
    """Note a decision; the result has no view where the bot wants none."""
    seat.decision, seat.act = frame.decision, None
    if not seat.omits_views:
        return frame
    bare = ServerFrame()
    bare.CopyFrom(frame)
    bare.decision.ClearField("view")
    return bare


class WatchedPassage(Passage):
    """A stream through a relay that leaves cases; for a relay of a bot as it is."""

    def __init__(self, watch: CaseWatch) -> None:
        """Let ``watch`` see every frame; it is for this stream alone."""
        super().__init__()
        self._watch = watch

    def down(self, frame: ServerFrame) -> Iterable[ServerFrame]:
        """Pass it on."""
        return (self._watch.down(frame),)

    def up(self, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Pass it on."""
        return (self._watch.up(frame),)

    def ended(self) -> None:
        """Keep cases of what was not answered."""
        self._watch.ended()
