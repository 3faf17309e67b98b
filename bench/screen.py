"""``python -m bench.screen``: how fast the full screen starts and answers.

``start`` is the time from starting ``skyjo`` to the first frame of the lobby on a terminal, ``key``
from a key to the frame that answers it, ``event`` from a server's frame to the one that shows it.
POSIX only.
"""

import asyncio
import os
import pty
import statistics
import subprocess
import sys
import termios
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from textual.pilot import Pilot

from skyjo.v1 import event_pb2, play_pb2, rules_pb2, table_pb2
from skyjo_client.present.narrator import Narrator
from skyjo_client.screen.table_app import TableApp
from skyjo_client.voice import Voice

_TIMES = 50
_STARTS = 7
_SEATS = 8


class _Table:
    """A table of eight at which nothing happens but what is measured."""

    def __init__(self, voice: Voice) -> None:
        self.narrator = Narrator()
        self._voice = voice

    async def play(self, typed: AsyncIterator[str]) -> int:
        rules = rules_pb2.Rules(players=_SEATS, target=100, initial_flips=2)
        people = [table_pb2.Player(seat=s, name=f"seat {s}") for s in range(_SEATS)]
        presence = table_pb2.Presence(players=people, stage=table_pb2.TABLE_STAGE_PLAYING)
        self.take(
            welcome=table_pb2.Welcome(game_id="g", next_number=1, rules=rules, presence=presence)
        )
        dealt = event_pb2.Dealt(round=1, seats=range(_SEATS), discard_top=7, draw_pile=53)
        self.happen(1, event_pb2.Event(dealt=dealt))
        async for _ in typed:
            pass
        return 0

    def happen(self, number: int, event: event_pb2.Event) -> None:
        self.take(events=event_pb2.Events(first_number=number, events=[event]))

    def take(self, **frame: object) -> None:
        self._voice.tell(self.narrator.take(play_pb2.ServerFrame(**frame)))  # type: ignore[arg-type]
        self._voice.settle()


def start() -> float:
    """Seconds from starting ``skyjo`` to its first frame."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "skyjo_client"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "TERM": "xterm-256color", "SKYJO_SERVER": "127.0.0.1:1"},
    )
    os.close(slave)
    seen = b""
    while b"SKYJO" not in seen:
        seen += os.read(master, 65536)
    took = time.perf_counter() - began
    process.kill()
    process.wait()
    os.close(master)
    return took


async def _answers() -> dict[str, float]:
    app = TableApp(_Table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        return {
            "key": await _median(pilot, _Pressing(app)),
            "event": await _median(pilot, _Happening(app)),
        }


class _Pressing:
    def __init__(self, app: TableApp) -> None:
        self._table = app.table

    async def __call__(self, number: int) -> None:
        """Open or close the scoreboard: every line changes."""
        del number
        self._table.press("s")


class _Happening:
    def __init__(self, app: TableApp) -> None:
        self._table: _Table = app.player  # type: ignore[assignment]

    async def __call__(self, number: int) -> None:
        """Let somebody move."""
        slot, card = number % 12, number % 13
        took = event_pb2.Took(seat=number % _SEATS, slot=slot, card=card, replaced=3)
        self._table.happen(2 + number, event_pb2.Event(took=took))


async def _median(pilot: Pilot[int], act: Callable[[int], Awaitable[None]]) -> float:
    """The median time that an act takes until all it causes is painted."""
    times = []
    for number in range(_TIMES):
        began = time.perf_counter()
        await act(number)
        await pilot.pause()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def main() -> None:
    """Measure and print."""
    starts = sorted(start() for _ in range(_STARTS))
    print(f"python -m bench.screen: best of {_STARTS} starts, medians of {_TIMES} answers")
    print(f"start  {starts[0] * 1000:6.0f} ms")
    for name, seconds in asyncio.run(_answers()).items():
        print(f"{name:<6} {seconds * 1000:6.0f} ms")


if __name__ == "__main__":
    main()
