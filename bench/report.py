"""The table that a run prints."""

import os
import platform
from collections.abc import Iterable
from importlib.metadata import version
from statistics import median
from typing import Final

from bench.figures import Measure, Result
from bench.rounds import Plan, Sample

_COLUMNS: Final = "{:<3} {:<37} {:<10} {:>6} {:>16} {:>9} {:<7} {:>8} {:>8} {:>9}"
_NOTES: Final = """\
value: median of the rounds, with the lowest and highest behind it. Where not said otherwise it is
the ratio to a bare grpc.aio stub with a stream per seat, measured in the same rounds: P1 to P4
compare moves for each second of the server process's CPU (us: CPU microseconds of a move), P5 the
median time from an answer to its receipt (us: that time). A move is one accepted act; there are
four seats at every game. moves/s shares the machine with the load. "without": decisions that leave
out the view. "journal": every move is kept in a file before anybody is told of it. "with TLS" is
set against the stub without: the last line of P2 says what TLS costs the stub."""


def table(results: Iterable[Result], plan: Plan, command: str) -> str:
    """Everything a reader needs to judge the figures, and to make them again."""
    head = _COLUMNS.format(
        "", "", "decisions", "value", "rounds", "target", "", "us", "stub us", "moves/s"
    )
    rounds = f"{plan.rounds} interleaved rounds of {plan.window} s after {plan.warm_up} s"
    return "\n".join(
        [f"{command}: {rounds}", machine(), "", head, *map(_line, results), "", _NOTES]
    )


def machine() -> str:
    """What the figures were measured on."""
    return (
        f"{platform.python_implementation()} {platform.python_version()}, "
        f"grpcio {version('grpcio')}, protobuf {version('protobuf')}, "
        f"{platform.system()}, {os.cpu_count()} processors"
    )


def _line(result: Result) -> str:
    figure = result.figure
    values = result.values
    digits = 0 if figure.measure is Measure.RATE else 2
    return _COLUMNS.format(
        figure.name,
        figure.what,
        figure.decisions,
        f"{median(values):,.{digits}f}",
        f"{min(values):,.{digits}f} to {max(values):,.{digits}f}",
        f"{'<=' if figure.measure is Measure.DELAY else '>='} {figure.target:,.{digits}f}",
        "reached" if result.reached else "missed",
        f"{_micros(result, result.own):.1f}",
        f"{_micros(result, result.stub):.1f}",
        f"{median(sample.moves_per_second for sample in result.own):,.0f}",
    )


def _micros(result: Result, samples: list[Sample]) -> float:
    """Microseconds of a move: of latency, or of server CPU."""
    if result.figure.measure is Measure.DELAY:
        return 1e6 * median(sample.delay for sample in samples)
    return 1e6 / median(sample.moves_per_cpu_second for sample in samples)
