"""``python -m bench.screen``: how fast the full screen starts and answers.

``help`` is the processor time of ``skyjo --help`` beyond Python's own start. ``start`` is the time
from starting ``skyjo`` to the first frame of the lobby on a terminal, ``key`` from a key to the
frame that answers it, ``event`` from a server's frame to the one that shows it, ``back`` one event
back from the end of a long replay. ``idle`` counts the lines that are written while nothing
happens. POSIX only.
"""

import asyncio
import os
import pty
import resource
import statistics
import subprocess
import sys
import termios
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from textual.pilot import Pilot
from textual.strip import Strip

from skyjo.v1 import event_pb2, play_pb2, rules_pb2, table_pb2
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.screen.replay_app import ReplayApp
from skyjo_client.screen.table_app import TableApp
from skyjo_client.voice import Voice
from skyjo_engine.rules import Rules
from tests.recorded import record_game

_TIMES = 50
_STARTS = 7
_SEATS = 8
_TICKS = 5


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


def help_cpu() -> float:
    """Seconds of processor time that ``skyjo --help`` takes beyond Python's own start."""
    return _cpu("-m", "skyjo_client", "--help") - _cpu("-c", "pass")


def _cpu(*arguments: str) -> float:
    """The least processor time of several runs of Python."""
    return min(_cpu_once(arguments) for _ in range(_STARTS))


def _cpu_once(arguments: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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


async def _answers() -> tuple[dict[str, float], int]:
    """The median times of answers, and how many lines are written while nothing happens."""
    app = TableApp(_Table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        times = {
            "key": await _median(pilot, _Pressing(app)),
            "event": await _median(pilot, _Happening(app)),
        }
        return times, await _written_idly(app)


async def _step_back() -> float:
    """The median time of one step back from the end of a game of eight to 300 points."""
    record = record_game(Rules(players=_SEATS, target=300), 5, careful=True)
    app = ReplayApp(Recording(record), Viewpoint(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end")

        async def back(number: int) -> None:
            del number
            app.replay.press("left")

        return await _median(pilot, back)


async def _written_idly(app: TableApp) -> int:
    """How many lines are written while the clock of the screen ticks and nothing happens."""
    written: list[int] = []
    render = app.canvas.render_line

    def counted(y: int) -> Strip:
        written.append(y)
        return render(y)

    app.canvas.render_line = counted  # type: ignore[method-assign]
    await asyncio.sleep(_TICKS)
    return len(written)


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
    times, idle = asyncio.run(_answers())
    times["back"] = asyncio.run(_step_back())
    print(f"python -m bench.screen: best of {_STARTS} starts, medians of {_TIMES} answers")
    for name, seconds in {"help": help_cpu(), "start": starts[0], **times}.items():
        print(f"{name:<6} {seconds * 1000:6.0f} ms")
    print(f"idle   {idle:6} lines in {_TICKS} s")


if __name__ == "__main__":
    main()
