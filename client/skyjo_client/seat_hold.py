"""The hold on one seat, through any number of streams."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from skyjo.v1.enlist_pb2 import Assigned
from skyjo.v1.error_pb2 import ERROR_REASON_RESUME_AHEAD
from skyjo.v1.lobby_pb2 import Seating
from skyjo.v1.play_pb2 import Act, Attach, ClientFrame, Detach, Pong, ServerFrame
from skyjo.v1.table_pb2 import GOODBYE_REASON_DRAINING, Resume, Welcome
from skyjo_client.course import Course, GapError
from skyjo_client.errors import RefusedError, UnfairDealError
from skyjo_client.introduced import Introduced
from skyjo_client.line import Line, end_wait
from skyjo_client.notices import End, Item, LinkChanged, ReceiptNotKept
from skyjo_client.readiness import Readiness
from skyjo_client.receipts import Receipts
from skyjo_client.versions import client_name
from skyjo_engine.receipt import Receipt
from skyjo_engine.rules import Rules
from skyjo_wire import to_engine
from skyjo_wire.errors import RefusalError
from skyjo_wire.version import protocol_version


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How a seat is to be held.

    ``omit_views``: decisions come without the view. ``auto_ready``: say ready between rounds and
    before later games too. ``resume``: where an earlier program left off. ``build_hash``: whatever
    identifies the build of a bot, at most 32 bytes. ``receipts``: where to keep them, if anywhere.
    """

    omit_views: bool = False
    auto_ready: bool = False
    resume: Resume | None = None
    build_hash: bytes = b""
    receipts: Receipts | None = None


class SeatHold(Introduced):
    """Attaches, resumes, answers for the seat what needs no player, and hands on the rest.

    ``place`` is the table and the seat at it, as last heard. ``joined`` is done with the first
    welcome, or has the reason why there is none. ``consumed`` is the number of the latest event
    that the player's program took.
    """

    def __init__(
        self,
        line: Line,
        seating: Seating | Assigned,
        wishes: Wishes,
        show: Callable[[Item | End], None],
        ended: Callable[["SeatHold"], None],
    ) -> None:
        """Hand on through ``show`` what the program is to see, an End last; then call ``ended``."""
        super().__init__(line)
        self.place = (seating.table_id, seating.seat)
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.readiness = Readiness(auto=wishes.auto_ready, receipts=wishes.receipts)
        self.welcome = Welcome()
        self.rules: Rules | None = None
        self.consumed = 0
        self.token = seating.seat_token
        self._wishes = wishes
        self._receipts = wishes.receipts
        self._show = show
        self._ended = ended
        self._course = Course(wishes.resume)
        self._link_shown = True
        self._act: Act | None = None
        self._asked = 0
        self._missed = False
        self._leaving: ClientFrame | None = None

    def answer(self, act: Act) -> None:
        """Answer a decision, until a receipt says that it arrived."""
        self._act = act
        self.send(ClientFrame(act=act))

    def leave(self, frame: ClientFrame) -> None:
        """Resign or detach, until there is a goodbye."""
        self._leaving = frame
        self.send(frame)

    def _introduction(self) -> ClientFrame:
        attach = Attach(
            version=protocol_version(),
            seat_token=self.token,
            resume=self._course.resume(),
            omit_views=self._wishes.omit_views,
            client_name=client_name(),
            build_hash=self._wishes.build_hash,
        )
        return ClientFrame(attach=attach)

    def take_back(self) -> None:
        """Take the seat up anew, from its stand-in; a new stream does so by itself."""
        if self._number:
            self.introduce()

    def renew(self, token: bytes) -> None:
        """The seat was assigned again: take it up with its new token."""
        self.token = token
        self.introduce()

    def lost(self) -> None:
        """The stream is gone; there will be another."""
        super().lost()
        self._show_lost()

    def _show_lost(self, back_after: float | None = None) -> None:
        if self.joined.done() and self._link_shown:
            self._link_shown = False
            self._show(LinkChanged(connected=False, back_after=back_after))

    def fail(self, error: Exception | None) -> None:
        """Let go, with an error unless it is meant to end."""
        self._let_go()
        end_wait(self.joined, error)
        self._show(End(error))
        self._ended(self)

    def receive(self, frame: ServerFrame) -> None:
        """Deal with one frame; those of an unknown kind are passed over."""
        kind = frame.WhichOneof("frame")
        handler = self._HANDLERS.get(kind or "")
        if handler is not None:
            try:
                handler(self, frame)
            except UnfairDealError as error:
                self.send(ClientFrame(detach=Detach()))
                self.fail(error)
        elif kind is not None:
            self._show(frame)

    def _on_welcome(self, frame: ServerFrame) -> None:
        welcome = frame.welcome
        if welcome.game_id != self.welcome.game_id:
            self._act = None
        self.welcome, self._asked, self._missed = welcome, 0, False
        self.place = (welcome.table_id, welcome.seat)
        self._line.beats_every(welcome.heartbeat_ms)
        self._course.begin(welcome)
        try:
            self.rules = to_engine.rules(welcome.rules)
        except RefusalError as error:  # rules of a kind that this version does not know
            self.fail(RefusedError(error.refusal))
            return
        ready = self.readiness.welcomed(welcome, self.rules)
        if not self._link_shown:
            self._link_shown = True
            self._show(LinkChanged(connected=True))
        self._show(frame)
        if not self.joined.done():
            self.joined.set_result(None)
        if ready is not None:
            self.send(ClientFrame(ready=ready))
        if self._leaving is not None:
            self.send(self._leaving)

    def _on_opening(self, frame: ServerFrame) -> None:
        ready, receipt = self.readiness.opened(frame.opening)
        self._show(frame)
        if receipt is not None:
            self._keep(receipt)
        if ready is not None:
            self.send(ClientFrame(ready=ready))

    def _keep(self, receipt: Receipt) -> None:
        if self._receipts is None:
            return
        try:
            self._receipts.keep(receipt)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            self._show(ReceiptNotKept(receipt.game_id, str(self._receipts.folder), reason))
            self._receipts = None

    def _on_events(self, frame: ServerFrame) -> None:
        try:
            fresh = self._course.fresh(frame.events)
        except GapError:
            self._again(self._backoff.next())
            return
        if fresh is None:
            return
        self._missed = False
        self._backoff.reset()
        ready = self.readiness.happened(fresh)
        self._show(frame if fresh is frame.events else ServerFrame(events=fresh))
        if ready is not None:
            self.send(ClientFrame(ready=ready))

    def _on_decision(self, frame: ServerFrame) -> None:
        if self._act is not None and self._act.decision_id == frame.decision.decision_id:
            self.send(ClientFrame(act=self._act))
        elif self._asked != frame.decision.decision_id:  # else the player knows it already
            self._asked = frame.decision.decision_id
            self._show(frame)

    def _on_receipt(self, frame: ServerFrame) -> None:
        if self._act is not None and self._act.decision_id == frame.receipt.decision_id:
            self._act = None
        self._show(frame)

    def _on_heartbeat(self, frame: ServerFrame) -> None:
        pong = Pong(nonce=frame.heartbeat.nonce, latest_number=self.consumed)
        self.send(ClientFrame(pong=pong))
        ahead = frame.heartbeat.latest_number > self._course.latest
        if ahead and self._missed:
            self._again(self._backoff.next())
        self._missed = ahead  # what the first names may follow yet

    def _on_goodbye(self, frame: ServerFrame) -> None:
        wait = self._come_back(frame.goodbye)
        if wait is None:
            self._show(frame)
            self.fail(None)
            return
        planned = frame.goodbye.reason == GOODBYE_REASON_DRAINING
        self._show_lost(wait if planned else None)

    def _on_refused(self, frame: ServerFrame) -> None:
        refusal = frame.refused
        if refusal.frame != "attach":
            self._show(frame)
        elif refusal.reason == ERROR_REASON_RESUME_AHEAD and self._course.game_id:
            self._course = Course()
            self.introduce()
        else:
            self._turned_away(refusal)

    _HANDLERS: Final[dict[str, Callable[["SeatHold", ServerFrame], None]]] = {
        "welcome": _on_welcome,
        "opening": _on_opening,
        "events": _on_events,
        "decision": _on_decision,
        "receipt": _on_receipt,
        "heartbeat": _on_heartbeat,
        "goodbye": _on_goodbye,
        "refused": _on_refused,
    }
