"""A server that dies, or falls silent."""

import asyncio
import time
from collections.abc import Iterable
from typing import Final

from skyjo.v1.play_pb2 import DECISION_KIND_TURN, ServerFrame
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import short
from skyjo_client.conformance.situations_drop import Drop
from skyjo_client.conformance.watched import Watched

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
