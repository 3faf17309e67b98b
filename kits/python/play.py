"""Speaks with the server: ready, answers, heartbeats, reconnect and resume."""

import asyncio
import logging
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import grpc

from dial import GiveUpError, dial
from seat import LostError, Seat, named
from skyjo.v1.enlist_pb2 import Assigned, Enlist
from skyjo.v1.error_pb2 import ErrorReason, Refusal
from skyjo.v1.play_pb2 import Attach, ClientFrame, PlayRequest, PlayResponse, ServerFrame
from skyjo.v1.play_pb2_grpc import PlayServiceStub
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_SILENT,
    GOODBYE_REASON_SLOW_READER,
    GOODBYE_REASON_STORAGE_FAILED,
    GOODBYE_REASON_SUPERSEDED,
    Goodbye,
    GoodbyeReason,
    ProtocolVersion,
    Resume,
)

PROGRAM = "skyjo-python/1"
VERSION = ProtocolVersion(major=1)
FRAMES_AT_MOST = 1024
ENLISTMENT = 1  # its number on every stream, as it is introduced first
PASSING = {GOODBYE_REASON_SLOW_READER, GOODBYE_REASON_SILENT, GOODBYE_REASON_STORAGE_FAILED}
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 10.0

log = logging.getLogger("skyjobot")
Call = grpc.aio.StreamStreamCall[PlayRequest, PlayResponse]


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
                log.info("stream lost: %s; trying again in %d ms", error, 1000 * wait)
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
            raise LostError("the server is silent") from None
        except grpc.aio.AioRpcError as error:
            raise LostError(f"{error.code().name}, {error.details()}") from None
        except asyncio.InvalidStateError:
            raise LostError("it ended while speaking") from None
        if not isinstance(response, PlayResponse):
            raise LostError("the server ended it")
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
            self.say(self.number(Seat()), ClientFrame(enlist=enlist))
        else:
            for seat in self.seats.values():
                self.attach(seat)

    def attach(self, seat: Seat) -> None:
        """Take up a seat on this stream."""
        resume = Resume(game_id=seat.game, after=seat.latest) if seat.game else None
        attach = Attach(version=VERSION, seat_token=seat.token, client_name=PROGRAM, resume=resume)
        self.say(self.number(seat), ClientFrame(attach=attach))

    def number(self, seat: Seat) -> int:
        """A number that was not used on this stream, for a seat."""
        self.used += 1
        self.numbers[self.used] = seat
        return self.used

    def say(self, number: int, frame: ClientFrame) -> None:
        """Say something with the next request."""
        frame.number = number
        self.out.append(frame)

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
                if kind == "welcome":
                    self.alive(frame.welcome.heartbeat_ms)
                if answer := seat.hear(frame):
                    self.say(number, answer)

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
            raise LostError(f"asked to come back: {reason}")
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
        """Forget a number and its seat, or the enlistment: its seats are attached from then on."""
        gone = self.numbers.pop(number)
        if self.key and number == ENLISTMENT:
            self.key = b""
        self.seats = {name: seat for name, seat in self.seats.items() if seat is not gone}
