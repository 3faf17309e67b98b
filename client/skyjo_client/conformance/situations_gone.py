"""A server that dies, is away, falls silent, or says less than it should."""

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from skyjo.v1.play_pb2 import DECISION_KIND_TURN, ServerFrame
from skyjo.v1.table_pb2 import Heartbeat
from skyjo_client.child_process import how
from skyjo_client.conformance.ledger import Failed
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import Situation, short
from skyjo_client.conformance.situations_drop import Drop
from skyjo_client.conformance.watched import Watched

if TYPE_CHECKING:
    from skyjo_client.conformance.bench import Bench

_AWAY_SECONDS: Final = 8.0
"""So long that pauses which double from 0.1 s on leave one or two attempts for its second half."""
_FEW_ATTEMPTS: Final = 6
"""Whoever tries more rarely than this pauses long enough."""
_MOST_LATER: Final = 0.75
"""How many attempts may come in the second half for each one in the first."""
_BEAT_SECONDS: Final = 0.4
_MOST_ATTEMPTS: Final = 30
"""How often a bot may try to come back within a second."""


class ServerKilled(Drop):
    """It dies in the bot's first turn, and begins anew with all its games."""

    rows = ("server-killed",)
    cause = "the server had died and begun anew"

    def down(
        self, passage: Watched, seat: Seat | None, frame: ServerFrame
    ) -> Iterable[ServerFrame]:
        """Note the first turn."""
        if frame.decision.kind == DECISION_KIND_TURN and not self.cut_off:
            self.cut_off = True
            self._before = {seat: seat.attached for seat in self.seats() if not seat.over}
        return super().down(passage, seat, frame)

    async def run(self) -> None:
        """Come back, and play on."""
        await self.full_table(2, short(2, initial_flips=4))
        await self.bench.until(self.row, lambda: self.lacking()[1], lambda: self.cut_off)
        await self._die()
        await self.returned()
        await self.played()

    async def _die(self) -> None:
        """Count how often the bot tries to come back meanwhile: the shortest pause is 0.1 s."""
        relay, began = self.bench.relay, time.monotonic()
        before = relay.calls + relay.front.visitors
        await self.bench.server.kill_and_start_again()
        often = relay.calls + relay.front.visitors - before
        seconds = time.monotonic() - began
        if often > _MOST_ATTEMPTS * max(1, seconds):
            text = f"it tried to come back {often} times within {seconds:.1f} s"
            self.bench.ledger.fail(self.row, f"{text}: it is to pause before each attempt")


class Away(Situation):
    """Every connection is broken off at once, for some seconds."""

    rows = ("pauses",)

    async def run(self) -> None:
        """Try again, later and later."""
        bench, front = self.bench, self.bench.relay.front
        before = front.visitors
        front.turned_away = True
        front.abort()
        try:
            lacking = "it did not try to connect again while the server was away"
            await bench.until(self.row, lacking, lambda: front.visitors > before)
            await asyncio.sleep(_AWAY_SECONDS)
        finally:
            front.turned_away = False
        program = bench.program
        if program is not None and program.status is not None:
            raise Failed(self.row, f"it {how(program.status)} while the server was away")
        await bench.end_bot()  # its next pause may be long
        self._judge(front.visits[before:])

    def _judge(self, visits: Sequence[float]) -> None:
        """Compare how often it tried in either half: libraries connect at moments of their own."""
        half = _AWAY_SECONDS / 2
        early = sum(visit - visits[0] < half for visit in visits)
        late = len(visits) - early
        if len(visits) >= _FEW_ATTEMPTS and late > _MOST_LATER * early:
            text = f"it tried to connect {early} times within {half:g} s and {late} times in the"
            raise Failed(self.row, f"{text} next {half:g} s: its pauses are to grow")


class HeartbeatAhead(Situation):
    """What is told a seat from its second frame of events on is lost, but for heartbeats."""

    rows = ("heartbeat-ahead",)
    pongs = "heartbeat-ahead"

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._attached = 0
        self._number = 0
        self._latest = 0
        self._passage: Watched | None = None

    def down(
        self, passage: Watched, seat: Seat | None, frame: ServerFrame
    ) -> Iterable[ServerFrame]:
        """Lose it."""
        if seat is None:
            return (frame,)
        if frame.events.first_number > 1 and not self._attached:
            self._attached, self._number, self._passage = seat.attached, frame.number, passage
        if not self._attached or seat.attached > self._attached:
            return (frame,)
        if frame.HasField("events"):
            self._latest = frame.events.first_number + len(frame.events.events) - 1
        return ()

    async def run(self) -> None:
        """Attach again, and play on."""
        await self.full_table(1, short(2, initial_flips=4))
        (seat,) = self.seats()
        await self.bench.until(self.row, lambda: self.lacking()[1], lambda: self._attached > 0)
        beating = asyncio.create_task(self._beat())
        try:
            await self.bench.until(
                self.row,
                lambda: (
                    f"{seat.name} did not attach again, though heartbeats named event "
                    f"{self._latest} and none came after event {seat.latest},"
                ),
                lambda: seat.attached > self._attached,
            )
        finally:
            beating.cancel()
        await self.played()

    async def _beat(self) -> None:
        """Name the latest event in one heartbeat after another."""
        assert self._passage is not None  # noqa: S101  # something was lost there
        while True:
            beat = Heartbeat(nonce=self.bench.next_nonce(), latest_number=self._latest)
            self._passage.tell(ServerFrame(number=self._number, heartbeat=beat))
            await asyncio.sleep(_BEAT_SECONDS)


class Silence(Drop):
    """A bot that was promised many heartbeats, and from its first turn on hears not a word."""

    rows = ("silence",)
    cause = "the server had fallen silent"
    enlisted = False
    heartbeat_ms: Final = 400

    def down(
        self, passage: Watched, seat: Seat | None, frame: ServerFrame
    ) -> Iterable[ServerFrame]:
        """Promise them, and fall silent."""
        if frame.decision.kind == DECISION_KIND_TURN and not self.cut_off:
            self.cut_off = True
            self._passage = passage
            self._before = {seat: seat.attached for seat in self.seats() if not seat.over}
        if self.cut_off and passage is self._passage:
            return ()
        if frame.HasField("welcome"):
            frame.welcome.heartbeat_ms = self.heartbeat_ms
        elif frame.HasField("enlisted"):
            frame.enlisted.heartbeat_ms = self.heartbeat_ms
        return super().down(passage, seat, frame)

    async def run(self) -> None:
        """Give the stream up, come back, and play on."""
        beating = asyncio.create_task(self._beat())
        try:
            await self.bench.enlist_bot()
            await self.bench.until_enlisted()
            await self.full_table(1, short(2))
            await self.returned()
            await self.played()
        finally:
            beating.cancel()
            await self.bench.end_bot()

    async def _beat(self) -> None:
        """Keep the promise while it can be heard."""
        while True:
            for passage in self.bench.passages():
                if not (self.cut_off and passage is self._passage):
                    passage.tell(*map(passage.heartbeat, passage.open_numbers()))
            await asyncio.sleep(self.heartbeat_ms / 1000)
