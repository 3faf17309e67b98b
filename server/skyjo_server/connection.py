"""One Play stream: what its numbers stand for, what comes in under them and what goes out."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from statistics import median
from typing import Final

from google.protobuf.message import Message

from skyjo.v1 import error_pb2, play_pb2, table_pb2, talk_pb2
from skyjo_server.allowance import Allowance
from skyjo_server.frames import GOODBYE, HEARTBEAT, REFUSED, frame
from skyjo_server.hall import Hall
from skyjo_server.numbers import AtSeat, AtWork, PlayLink
from skyjo_server.outbox import Outbox
from skyjo_server.text import check_build
from skyjo_wire.errors import RefusalError
from skyjo_wire.version import check_version

MOST_FRAMES: Final = 1024
"""Frames in one request."""
MOST_ENLISTMENTS: Final = 16
"""Numbers of one stream under which bots may wait for work: each gives live seats anew."""
HIGHEST_NUMBER: Final = 2**31 - 1
"""Of a frame; the lowest is 1."""
MOST_WAITING: Final = 4 << 20
"""Bytes that may wait for a stream, and :data:`MOST_WAITING_EACH` more for each of its numbers.

A reader that takes nothing is noticed by its silence long before; this is for those who make the
server answer faster than they read.
"""
MOST_WAITING_EACH: Final = 1 << 18
ROUND_TRIPS: Final = 9
"""Answers to heartbeats of which the median tells what the network takes."""
_LOG: Final = logging.getLogger(__name__)


class Connection:
    """The numbers of one stream, what each one stands for, and what its frames do."""

    def __init__(self, hall: Hall, peer: str = "") -> None:
        """Serve a new stream of ``peer``. Raises RefusalError (TOO_MANY_STREAMS)."""
        self.outbox = Outbox()
        self._hall = hall
        self.allowance = Allowance(hall.doorkeeper, peer)
        self._bound: dict[int, AtSeat | AtWork] = {}
        self._used: set[int] = set()
        self._enlistments = 0
        self._cutting = False
        self._overfull = asyncio.Event()
        self.network_ms = 0
        self._beaten_at: float | None = None
        self._trips: deque[float] = deque(maxlen=ROUND_TRIPS)

    @property
    def numbers(self) -> int:
        """How many numbers stand for something."""
        return len(self._bound)

    def put(self, serialised: bytes) -> None:
        """Queue a frame. A stream for which too much waits is sent nothing more, and then cut."""
        if self._overfull.is_set():
            return
        self.outbox.put(serialised)
        if self.outbox.size > MOST_WAITING + MOST_WAITING_EACH * self.numbers:
            self.outbox.clear()
            self._overfull.set()

    def receive(self, request: play_pb2.PlayRequest) -> None:
        """Do what the frames say, in order; each one that is refused is answered by itself.

        Nothing is done for a stream that was cut.
        """
        if self.outbox.closed:
            return
        if len(request.frames) > MOST_FRAMES:
            count = len(request.frames)
            error = RefusalError(
                error_pb2.ERROR_REASON_TOO_MANY_FRAMES, value=count, limits=(0, MOST_FRAMES)
            )
            self._refuse(request.frames[0].number, "", error)
            return
        for received in request.frames:
            kind = received.WhichOneof("frame")
            try:
                self._do(received, kind)
            except RefusalError as error:
                self._refuse(received.number, kind or "", error)
            except Exception:  # noqa: BLE001  # a defect must not end the other seats' stream
                _LOG.exception("a %s frame failed", kind)
                internal = RefusalError(error_pb2.ERROR_REASON_INTERNAL)
                self._refuse(received.number, kind or "", internal)

    def garbled(self) -> None:
        """Answer a message that cannot be read, and so has no number of its own."""
        self._refuse(0, "", RefusalError(error_pb2.ERROR_REASON_FRAME_EMPTY))

    def _do(self, received: play_pb2.ClientFrame, kind: str | None) -> None:
        if not 0 < received.number <= HIGHEST_NUMBER:
            raise RefusalError(
                error_pb2.ERROR_REASON_FRAME_NUMBER_INVALID,
                field="number",
                value=received.number,
                limits=(1, HIGHEST_NUMBER),
            )
        if kind == "act":
            at = self._seat(received.number)
            at.place.table.act(at.place.occupant, at.place.holder, received.act)
        elif kind in ("attach", "enlist"):
            with self.allowance.guest.guessing():
                self._introduce(received, kind)
        elif kind in _ACTS:
            at = self._seat(received.number)
            _ACTS[kind](at, getattr(received, kind))
        elif kind == "detach":
            self._detach(received.number)
        elif kind == "pong":
            self._pong(self._known(received.number), received.pong)
        else:
            raise RefusalError(error_pb2.ERROR_REASON_FRAME_EMPTY)

    def _pong(self, bound: AtSeat | AtWork, pong: play_pb2.Pong) -> None:
        """Take an answer; the first to the latest heartbeats times a round trip."""
        bound.pulse.answered(pong)
        if self._beaten_at is not None and pong.nonce == bound.pulse.latest:
            self._trips.append(self._hall.now() - self._beaten_at)
            self._beaten_at = None
            self.network_ms = round(median(self._trips) * 1000)

    def _known(self, number: int) -> AtSeat | AtWork:
        found = self._bound.get(number)
        if found is None:
            raise RefusalError(error_pb2.ERROR_REASON_NOT_ATTACHED)
        return found

    def _seat(self, number: int) -> AtSeat:
        found = self._known(number)
        if not isinstance(found, AtSeat):
            raise RefusalError(error_pb2.ERROR_REASON_NOT_ATTACHED)
        return found

    # --- numbers come and go ---

    def _introduce(self, received: play_pb2.ClientFrame, kind: str) -> None:
        number = received.number
        known = self._bound.get(number)
        if kind == "enlist" and isinstance(known, AtWork):
            self._hall.workforce.enlist(received.enlist, known.link, known.bot)
            return
        if number in self._used:
            reason = error_pb2.ERROR_REASON_FRAME_NUMBER_USED
            raise RefusalError(reason, field="number", value=number)
        self._used.add(number)
        self.allowance.introduced()
        link = PlayLink(self, number)
        if kind == "enlist":
            if self._enlistments == MOST_ENLISTMENTS:
                raise RefusalError(
                    error_pb2.ERROR_REASON_RATE_LIMITED, limits=(0, MOST_ENLISTMENTS)
                )
            bot = self._hall.workforce.enlist(received.enlist, link)
            self._bound[number] = AtWork(link, bot)
            self._enlistments += 1
        else:
            self._attach(received.attach, link)

    def _attach(self, message: play_pb2.Attach, link: PlayLink) -> None:
        check_version(message.version, "attach.version")
        check_build(message.build_hash, "attach.build_hash")
        place = self._hall.access.place(message.seat_token)
        self.allowance.seat_taken()
        before, place.holder.omit_views = place.holder.omit_views, message.omit_views
        place.holder.build_hash = message.build_hash
        resume = message.resume if message.HasField("resume") else None
        self._bound[link.number] = AtSeat(link, place)
        try:
            place.table.attach(place.occupant, place.holder, link, resume)
        except RefusalError:
            self.ended(link)
            place.holder.omit_views = before
            raise

    def _detach(self, number: int) -> None:
        bound = self._known(number)
        self._release(bound)
        bound.tell(frame(GOODBYE, table_pb2.Goodbye(reason=table_pb2.GOODBYE_REASON_DETACHED)))

    def ended(self, link: PlayLink) -> None:
        """The last frame of ``link`` is queued: its number stands for nothing any more."""
        if isinstance(self._bound.pop(link.number, None), AtSeat):
            self.allowance.seat_given_up()
        if self._cutting and not self._bound:
            self.outbox.close()

    def close(self) -> None:
        """Nothing is read any more: every number is dropped, none has left."""
        for bound in list(self._bound.values()):
            self._release(bound)
            self.ended(bound.link)
        self.outbox.close()

    def _release(self, bound: AtSeat | AtWork) -> None:
        if isinstance(bound, AtSeat):
            bound.place.table.drop(bound.place.occupant, bound.place.holder, bound.link)
        else:
            self._hall.workforce.dropped(bound.bot, bound.link)

    # --- what the server says by itself ---

    async def heartbeats(self) -> None:
        """Beat until too much waits, and then cut the stream."""
        while not await _within(self._hall.heartbeat_ms / 1000, self._overfull):
            self.beat()
        self.cut_slow_reader()

    def beat(self) -> None:
        """Say under every number that still listens that the stream lives; cut the others."""
        self._beaten_at = self._hall.now()
        for bound in list(self._bound.values()):
            if reason := bound.pulse.verdict():
                self._cut(bound, reason)
            else:
                latest = bound.place.table.latest if isinstance(bound, AtSeat) else 0
                bound.tell(frame(HEARTBEAT, bound.pulse.beat(latest)))

    def cut_slow_reader(self) -> None:
        """Say goodbye under every number instead of all that waited, and end the stream."""
        self._overfull.clear()
        for bound in list(self._bound.values()):
            self._cut(bound, table_pb2.GOODBYE_REASON_SLOW_READER)
        self.outbox.close()

    def _cut(self, bound: AtSeat | AtWork, reason: table_pb2.GoodbyeReason) -> None:
        """Serve a number no longer. Its seat stays the player's, who may come back at once.

        The goodbye passes by what the journal holds back: it tells nothing of the game. Without
        any number left the stream ends, as soon as the transport takes what waits.
        """
        self._cutting = True
        if isinstance(bound, AtSeat):
            bound.place.holder.silent = reason == table_pb2.GOODBYE_REASON_SILENT
        self._hall.meters.cuts[reason] += 1
        bound.link.deliver(frame(GOODBYE, table_pb2.Goodbye(reason=reason, retry_after_ms=0)))
        self._release(bound)

    def _refuse(self, number: int, kind: str, error: RefusalError) -> None:
        self._hall.meters.refusals[error.reason] += 1
        error.refusal.frame = kind
        refused = frame(REFUSED, error.refusal)
        if bound := self._bound.get(number):
            bound.tell(refused)
        else:
            PlayLink(self, number).deliver(refused)


async def _within(seconds: float, event: asyncio.Event) -> bool:
    """Whether ``event`` happens within that time."""
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False


def _ready(at: AtSeat, message: play_pb2.Ready) -> None:
    at.place.table.ready(at.place.occupant, message)


def _resign(at: AtSeat, _: Message) -> None:
    at.place.table.leave(at.place.occupant, table_pb2.GOODBYE_REASON_RESIGNED)


def _note(at: AtSeat, message: play_pb2.Note) -> None:
    at.place.table.note(at.place.occupant, at.place.holder, message)


def _say(at: AtSeat, message: talk_pb2.Say) -> None:
    at.place.table.talk.say(at.place.occupant, at.place.holder, message)


def _vote(at: AtSeat, message: talk_pb2.Vote) -> None:
    at.place.table.vote(at.place.occupant, at.place.holder, message)


_ACTS: Final[dict[str, Callable[..., None]]] = {
    "ready": _ready,
    "resign": _resign,
    "note": _note,
    "say": _say,
    "vote": _vote,
}
