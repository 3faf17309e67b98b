"""Speaks with the server: ready, answers, heartbeats, reconnect and resume."""

import asyncio
import logging
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import grpc
from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from dial import GiveUpError, dial
from seat import Seat
from skyjo.v1.enlist_pb2 import Assigned, Enlist
from skyjo.v1.error_pb2 import ErrorReason, Refusal
from skyjo.v1.event_pb2 import Events
from skyjo.v1.play_pb2 import (
    VERDICT_ILLEGAL,
    VERDICT_MALFORMED,
    Attach,
    ClientFrame,
    Opening,
    PlayRequest,
    PlayResponse,
    Pong,
    Ready,
    Receipt,
    Resign,
    ServerFrame,
    Verdict,
)
from skyjo.v1.play_pb2_grpc import PlayServiceStub
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_SILENT,
    GOODBYE_REASON_SLOW_READER,
    GOODBYE_REASON_STORAGE_FAILED,
    GOODBYE_REASON_SUPERSEDED,
    TABLE_STAGE_BETWEEN_ROUNDS,
    TABLE_STAGE_GATHERING,
    Goodbye,
    GoodbyeReason,
    ProtocolVersion,
    Resume,
    Welcome,
)
from strategy import anything, choose

PROGRAM = "skyjo-python/1"
VERSION = ProtocolVersion(major=1)
FRAMES_AT_MOST = 1024
PASSING = {GOODBYE_REASON_SLOW_READER, GOODBYE_REASON_SILENT, GOODBYE_REASON_STORAGE_FAILED}
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 10.0

log = logging.getLogger("skyjobot")
Call = grpc.aio.StreamStreamCall[PlayRequest, PlayResponse]


class LostError(Exception):
    """The stream is of no use any more: come back on another."""


@dataclass
class Bot:
    """Plays all its seats over one stream."""

    address: str
    name: str
    count: int = 1
    seed: int = 0
    key: bytes = b""  # set when the server assigns the seats
    seats: dict[str, Seat] = field(default_factory=dict)  # outlives a stream

    # Of the current stream. A number names a seat (or the enlistment) on it.
    numbers: dict[int, Seat] = field(default_factory=dict)
    used: int = 0
    out: list[ClientFrame] = field(default_factory=list)
    silence: float = 30.0  # after so many seconds without a word the server is gone
    welcomed: bool = False
    come_after: float = 0.0

    async def play(self) -> None:
        """Serve one stream after another until nothing is left to play."""
        pause = SHORTEST_PAUSE
        while True:
            try:
                return await self.stream()
            except LostError as error:
                pause = SHORTEST_PAUSE if self.welcomed else pause
                # Random: many bots must not come back at one instant.
                wait = max(random.uniform(0.5, 1.5) * pause, self.come_after)
                log.info("%s; trying again in %.1f s", error, wait)
            await asyncio.sleep(wait)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def stream(self) -> None:
        """Answer each response with at most one request. Raises LostError, GiveUpError."""
        async with dial(self.address) as channel:
            call = PlayServiceStub(channel).Play()
            self.begin()
            while self.numbers:
                response = await self.exchange(call)
                for frame in response.frames:
                    self.hear(frame)
            await call.done_writing()

    async def exchange(self, call: Call) -> PlayResponse:
        """Say what is to be said and hear what comes. Raises LostError."""
        try:
            async with asyncio.timeout(self.silence):
                for request in self.requests():
                    await call.write(request)
                response = await call.read()
        except TimeoutError:
            raise LostError("stream lost: the server is silent") from None
        except grpc.aio.AioRpcError as error:
            raise LostError(f"stream lost: {error.code().name}, {error.details()}") from None
        except asyncio.InvalidStateError:
            raise LostError("stream lost while speaking") from None
        if not isinstance(response, PlayResponse):
            raise LostError("stream lost: the server has ended it")
        return response

    def requests(self) -> Iterator[PlayRequest]:
        """What is to be said, in messages that are small enough."""
        frames, self.out = self.out, []
        for start in range(0, len(frames), FRAMES_AT_MOST):
            yield PlayRequest(frames=frames[start : start + FRAMES_AT_MOST])

    def begin(self) -> None:
        """Enlist, or attach the seats: an enlisted bot is given those it has again."""
        self.numbers, self.used, self.out = {}, 0, []
        self.silence, self.welcomed, self.come_after = 30.0, False, 0.0
        if self.key:
            enlist = Enlist(
                version=VERSION,
                key=self.key,
                name=self.name,
                client_name=PROGRAM,
                seats=self.count,
            )
            self.say(ClientFrame(number=self.number(Seat()), enlist=enlist))
        else:
            for seat in self.seats.values():
                self.attach(seat)

    def attach(self, seat: Seat) -> None:
        """Take up a seat on this stream."""
        resume = Resume(game_id=seat.game, after=seat.latest) if seat.game else None
        attach = Attach(version=VERSION, seat_token=seat.token, client_name=PROGRAM, resume=resume)
        self.say(ClientFrame(number=self.number(seat), attach=attach))

    def number(self, seat: Seat) -> int:
        """A number that was not used on this stream, for a seat."""
        self.used += 1
        self.numbers[self.used] = seat
        return self.used

    def say(self, frame: ClientFrame) -> None:
        """Say something with the next request."""
        self.out.append(frame)

    def ready(self, number: int, ready: Ready) -> None:
        """Say that a seat is ready."""
        self.say(ClientFrame(number=number, ready=ready))

    def hear(self, frame: ServerFrame) -> None:
        """Take one frame. Raises LostError. Kinds that it does not know are skipped."""
        number, seat = frame.number, self.numbers.get(frame.number)
        kind = frame.WhichOneof("frame")
        if seat is None or kind is None:
            return
        match kind:
            case "enlisted":
                log.info("waiting for work as %s", self.name)
                self.alive(frame.enlisted.heartbeat_ms)
            case "assigned":
                self.take(frame.assigned)
            case "refused":
                self.refused(number, frame.refused)
            case "goodbye":
                self.goodbye(number, frame.goodbye)
            case _:
                self.hear_game(number, seat, frame)

    def hear_game(self, number: int, seat: Seat, frame: ServerFrame) -> None:
        """Take a frame of a seat's game. Raises LostError."""
        match frame.WhichOneof("frame"):
            case "welcome":
                self.enter(number, seat, frame.welcome)
            case "opening" if seat.entropy:
                self.open(number, seat, frame.opening)
            case "events":
                self.follow(number, seat, frame.events)
            case "decision" if not seat.promised:
                seat.asked = frame.decision
                act = choose(frame.decision, seat.dice(frame.decision))
                self.say(ClientFrame(number=number, act=act))
            case "receipt" if frame.receipt.reason:
                self.reject(number, seat, frame.receipt)
            case "heartbeat":
                pong = Pong(nonce=frame.heartbeat.nonce, latest_number=seat.latest)
                self.say(ClientFrame(number=number, pong=pong))
        if seat.is_bypassed(frame):
            seat.promised = False
            self.leave(number, "cards are dealt although nobody asked for the entropy")

    def enter(self, number: int, seat: Seat, welcome: Welcome) -> None:
        """Begin a game, or go on with it."""
        self.alive(welcome.heartbeat_ms)
        seat.enter(welcome)
        if welcome.presence.stage == TABLE_STAGE_GATHERING:
            self.ready(number, seat.promise())
        elif welcome.presence.stage == TABLE_STAGE_BETWEEN_ROUNDS:
            self.ready(number, Ready())

    def open(self, number: int, seat: Seat, opening: Opening) -> None:
        """Show the entropy that was promised, or leave a table where the cards are chosen."""
        if seat.agrees(opening):
            self.ready(number, Ready(entropy=seat.entropy, commitment=seat.commitment))
        else:
            self.leave(number, "this opening is not what was promised")

    def leave(self, number: int, why: str) -> None:
        """Give a seat up."""
        log.info("leaving: %s", why)
        self.say(ClientFrame(number=number, resign=Resign()))

    def follow(self, number: int, seat: Seat, events: Events) -> None:
        """Count events, and leave a round that has ended."""
        if events.first_number > seat.latest + 1:
            missing = f"{seat.latest + 1} to {events.first_number - 1}"
            raise LostError(f"events {missing} are missing")
        if ended := seat.round_to_leave(events):
            self.ready(number, Ready(round=ended))
        seat.latest = max(seat.latest, events.first_number + len(events.events) - 1)

    def reject(self, number: int, seat: Seat, receipt: Receipt) -> None:
        """Act again where an act was not legal; give the seat up where that was not either."""
        verdict, reason = named(Verdict, receipt.verdict), named(ErrorReason, receipt.reason)
        log.info("decision %d: %s, %s", receipt.decision_id, verdict, reason)
        if receipt.verdict in {VERDICT_ILLEGAL, VERDICT_MALFORMED}:
            again, seat.asked = seat.asked, None
            if again and again.decision_id == receipt.decision_id:
                self.say(ClientFrame(number=number, act=anything(again)))
            else:
                self.say(ClientFrame(number=number, resign=Resign()))

    def alive(self, heartbeat_ms: int) -> None:
        """The server lives, and how often it says so."""
        self.welcomed, self.silence = True, 3 * heartbeat_ms / 1000

    def take(self, assigned: Assigned) -> None:
        """Attach an assigned seat. One that the bot had before has a new token, and its state."""
        place = f"{assigned.table_id} {assigned.seat}"
        seat = self.seats.setdefault(place, Seat(seed=self.seed ^ assigned.bot_seed))
        seat.token = assigned.seat_token
        self.attach(seat)

    def refused(self, number: int, refusal: Refusal) -> None:
        """Drop a seat that is refused. Raises LostError or, when none is left, GiveUpError."""
        reason = named(ErrorReason, refusal.reason)
        log.info("%s refused: %s", refusal.frame, reason)
        if refusal.frame not in {"attach", "enlist"}:
            return
        if refusal.HasField("retry_after_ms"):
            self.come_after = refusal.retry_after_ms / 1000
            raise LostError("asked to come back")
        self.drop(number)
        if not self.numbers:
            raise GiveUpError("the server refuses this bot")

    def goodbye(self, number: int, goodbye: Goodbye) -> None:
        """Drop a seat for good or, when it is to come back, raise LostError.

        The other seats of the stream lose only a moment by it.
        """
        reason = named(GoodbyeReason, goodbye.reason)
        # A server that stops and says no time has kept nothing.
        back = goodbye.HasField("retry_after_ms") or goodbye.reason in PASSING
        if goodbye.reason <= GOODBYE_REASON_SUPERSEDED or not back:
            log.info("goodbye: %s", reason)
            self.drop(number)
            return
        self.address = goodbye.address or self.address
        self.come_after = goodbye.retry_after_ms / 1000
        raise LostError(f"asked to come back: {reason}")

    def drop(self, number: int) -> None:
        """Forget a number and its seat."""
        gone = self.numbers.pop(number)
        self.seats = {name: seat for name, seat in self.seats.items() if seat is not gone}


def named(kind: EnumTypeWrapper, value: int) -> str:
    """The name of an enum's value; its number where this contract is older than the server's."""
    return kind.Name(value) if value in kind.values() else str(value)
