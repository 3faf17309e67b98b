"""The figures of a server for Prometheus. Imported only where they are asked for.

Whoever asks is answered by a thread of its own, which has the loop's thread read the figures:
tables belong to that one. Labels are stages and reasons; no name, code or token is among them.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import CancelledError
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from skyjo.v1 import table_pb2
from skyjo_server.data import Data
from skyjo_server.hall import Hall
from skyjo_server.house_pool import HousePool
from skyjo_server.meters import BOUNDS, Spread
from skyjo_server.settings import SettingsError
from skyjo_wire.errors import reason_name

LONGEST_WAIT_SECONDS: Final = 5.0
"""Time the loop has to come to a question; Prometheus itself waits ten seconds."""
_STAGES: Final = {
    stage: table_pb2.TableStage.Name(stage).removeprefix("TABLE_STAGE_").lower()
    for stage in table_pb2.TableStage.values()
    if stage != table_pb2.TABLE_STAGE_UNSPECIFIED
}
_LOG: Final = logging.getLogger(__name__)


class Figures(Collector):
    """Reads what the parts of a server count."""

    def __init__(self, hall: Hall, data: Data, house: HousePool) -> None:
        """Read those parts. To be made in the loop's thread."""
        self._hall = hall
        self._data = data
        self._house = house
        self._loop = asyncio.get_running_loop()

    def collect(self) -> Iterator[Metric]:
        """Every figure as it is now; none when the loop is too busy to say."""
        reading = asyncio.run_coroutine_threadsafe(self._read(), self._loop)
        try:
            yield from reading.result(LONGEST_WAIT_SECONDS)
        except (TimeoutError, CancelledError):
            reading.cancel()
            _LOG.warning("metrics were asked for and not read in %s s", LONGEST_WAIT_SECONDS)

    async def _read(self) -> list[Metric]:
        return [*self._tables(), *self._counted(), *self._journal()]

    def _tables(self) -> Iterator[Metric]:
        stages: Counter[int] = Counter()
        seats = spectators = 0
        for table in self._hall.tables.values():
            stages[table.stage] += 1
            spectators += len(table.audience.watchers)
            seats += sum(len(occupant.links()) for occupant in table.seats.taken())
        by_stage = GaugeMetricFamily("skyjo_tables", "Tables by stage.", labels=["stage"])
        for stage, name in _STAGES.items():
            by_stage.add_metric([name], stages[stage])
        yield by_stage
        yield GaugeMetricFamily("skyjo_seats_connected", "Streams that play a seat.", seats)
        yield GaugeMetricFamily("skyjo_spectators", "Streams that watch a table.", spectators)
        waiting = len(self._hall.workforce.enlisted())
        yield GaugeMetricFamily("skyjo_bots_enlisted", "Bots that wait for work.", waiting)

    def _counted(self) -> Iterator[Metric]:
        meters = self._hall.meters
        moves = sum(meters.moves.counts())
        yield CounterMetricFamily("skyjo_moves", "Acts applied.", moves)
        yield _histogram(
            "skyjo_move_seconds", "From an act to its receipt, kept by the journal.", meters.moves
        )
        yield CounterMetricFamily("skyjo_games", "Games that ended.", meters.games)
        refusals = CounterMetricFamily("skyjo_refusals", "Refusals by reason.", labels=["reason"])
        for reason, count in sorted(meters.refusals.items()):
            refusals.add_metric([reason_name(reason).lower()], count)
        yield refusals
        cuts = CounterMetricFamily("skyjo_cuts", "Streams cut by reason.", labels=["reason"])
        for cut, count in sorted(meters.cuts.items()):
            name = table_pb2.GoodbyeReason.Name(cut).removeprefix("GOODBYE_REASON_")
            cuts.add_metric([name.lower()], count)
        yield cuts
        faults = CounterMetricFamily("skyjo_faults", "Faults of seats.", labels=["kind", "owner"])
        for fault, count in meters.faults.items():
            faults.add_metric([fault.kind.value, fault.owner.value], count)
        yield faults
        restarts = self._house.restarts
        yield CounterMetricFamily(
            "skyjo_house_bot_restarts", "House bot programs that ended by themselves.", restarts
        )

    def _journal(self) -> Iterator[Metric]:
        durable = self._data.durable
        waiting = durable.outstanding if durable else 0
        yield GaugeMetricFamily("skyjo_journal_queue", "Appended and not released yet.", waiting)
        if durable:
            yield _histogram("skyjo_commit_seconds", "Commits of the journal.", durable.commits)


def _histogram(name: str, text: str, spread: Spread) -> Metric:
    bounds = [*map(str, BOUNDS), "+Inf"]
    buckets = list(zip(bounds, accumulate(spread.counts()), strict=True))
    return HistogramMetricFamily(name, text, buckets=buckets, sum_value=spread.total)


class Exporter:
    """Answers ``/metrics`` at an address until it is closed."""

    def __init__(self, host: str, port: int, figures: Figures) -> None:
        """Listen; port 0 takes a free one. Raises SettingsError when the port cannot be had."""
        registry = CollectorRegistry()
        registry.register(figures)
        ProcessCollector(registry=registry)
        try:
            self._server, self._thread = start_http_server(port, host, registry)
        except OSError as error:
            raise SettingsError(f"metrics cannot be served at {host}:{port}: {error}") from error
        shown = f"[{host}]" if ":" in host else host
        self.address = f"{shown}:{self._server.server_port}"

    async def close(self) -> None:
        """Answer nobody any more."""
        await asyncio.to_thread(self._server.shutdown)
        self._server.server_close()
