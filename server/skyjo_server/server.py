"""A whole server: its parts put together, started and stopped."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Final, Self, cast

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from skyjo.v1 import lobby_pb2_grpc, operator_pb2, operator_pb2_grpc, record_pb2_grpc, table_pb2
from skyjo_server.banner import links
from skyjo_server.data import Data
from skyjo_server.hall import Hall
from skyjo_server.house_pool import HousePool
from skyjo_server.identity import CertificateError, Identity
from skyjo_server.room import Room
from skyjo_server.services import play, watch
from skyjo_server.services.lobby import LobbyService
from skyjo_server.services.reading import Reading
from skyjo_server.services.records import OperatorService, RecordService
from skyjo_server.settings import Settings, SettingsError, is_loopback
from skyjo_server.stopping import Stop
from skyjo_server.tokens import SecretSource, SystemSecrets

if TYPE_CHECKING:
    from skyjo_server.announcement import Announcement
    from skyjo_server.metrics import Exporter

_LOG: Final = logging.getLogger(__name__)
SERVICES: Final = (
    play.NAME,
    watch.NAME,
    "skyjo.v1.LobbyService",
    "skyjo.v1.RecordService",
    "skyjo.v1.OperatorService",
)
GRACE_SECONDS: Final = 1.0
"""Time for the last messages to leave when the server stops."""
MOST_REQUEST_BYTES: Final = 256 * 1024
MOST_STREAMS: Final = 8_192
"""Streams at a time on one connection; a client's gRPC lets others wait."""
_PENDING: Final = 16_384
_OPTIONS: Final = (
    ("grpc.max_receive_message_length", MOST_REQUEST_BYTES),
    # a mass reconnect opens thousands of streams at once; none of them may be refused
    ("grpc.server.max_pending_requests", _PENDING),
    ("grpc.server.max_pending_requests_hard_limit", 2 * _PENDING),
    ("grpc.max_concurrent_streams", MOST_STREAMS),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),  # else it is 60 s before a ping counts as lost
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ("grpc.http2.max_pings_without_data", 0),
    # two servers on one port would share its connections by chance
    ("grpc.so_reuseport", 0),
)


class Server:
    """Serves the game until it is stopped. Use it as an asynchronous context manager."""

    def __init__(self, settings: Settings, secrets: SecretSource | None = None) -> None:
        """Put the parts together. Raises StoreError when finished games cannot be kept."""
        self._settings = settings
        self.identity = _identity(settings)
        self._data = Data(settings, self._storage_failed)
        loop = asyncio.get_running_loop()
        self.hall = Hall(
            self._data.journal,
            secrets or SystemSecrets(),
            loop,
            settings.terms(),
        )
        self._grpc = _grpc_server(Reading(self.hall.meters))
        self._health = health.aio.HealthServicer()
        self._goodbye = table_pb2.Goodbye(reason=table_pb2.GOODBYE_REASON_DRAINING)
        self._stopped = asyncio.Event()
        self._changed = asyncio.Event()
        self._draining: asyncio.Task[None] | None = None
        self.failure = ""
        self.address = ""
        self.metrics_address = ""

    async def __aenter__(self) -> Self:
        """Listen. Raises :class:`SettingsError` when no port can be had; then all is closed."""
        async with AsyncExitStack() as opened:
            opened.callback(self._data.close)
            self._add_services()
            self.address = self._listen()
            own = self._listen_to_own()
            self._house = HousePool(self.hall.workforce, own, self.hall.house_key)
            opened.push_async_callback(self._house.close)
            self.hall.observers.append(self._follow)
            for state, inputs in self._data.running():
                self._resume(state, inputs)
            if self._settings.metrics:
                exporter = self._export(*self._settings.metrics)
                opened.push_async_callback(exporter.close)
                self.metrics_address = exporter.address
            await self._grpc.start()
            if self._settings.announced:
                opened.push_async_callback(self._announcement().close)
            self._opened = opened.pop_all()
        for name in ("", *SERVICES):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        tables = len(self.hall.tables)
        fields = {
            "address": self.address,
            "tables": tables,
            "metrics": self.metrics_address,
            "links": links(self._settings, self.address, self.identity),
        }
        _LOG.info("serving; tables resumed: %d", tables, extra=fields)
        return self

    def _resume(self, state: str, inputs: Sequence[str]) -> None:
        """Put a table back; one that cannot be read must not keep the others from going on."""
        try:
            self.hall.resume(state, inputs)
        except Exception:  # noqa: BLE001  # whatever is wrong with it, it is one table
            _LOG.exception("a table cannot be resumed and is left out; what was kept of it stays")

    async def __aexit__(self, *_: object) -> None:
        """Say goodbye and stop; house bots end, finished games stay."""
        await self._health.enter_graceful_shutdown()
        if not self.hall.draining:
            self.hall.stop = Stop(self.hall.now(), self._goodbye)
        self._house.retire()
        if not self.failure:
            self.hall.say_goodbye(self._goodbye)
            await self.hall.kept()
        await asyncio.sleep(0)  # lets the writers take what was said
        await self._grpc.stop(grace=GRACE_SECONDS)
        await self._opened.aclose()

    async def run(self) -> None:
        """Serve until :meth:`stop`, or until the server is drained."""
        await self._stopped.wait()

    @property
    def stopping(self) -> bool:
        """Whether the server is saying goodbye."""
        return self._stopped.is_set()

    def _storage_failed(self, reason: str) -> None:
        """Stop every table: what happens from now on could not be kept."""
        _LOG.error("games cannot be kept any more (%s): the server stops", reason)
        self.failure = reason
        goodbye = table_pb2.Goodbye(reason=table_pb2.GOODBYE_REASON_STORAGE_FAILED)
        if self._data.durable:
            goodbye.retry_after_ms = round(self._settings.retry_after * 1000)
        self.hall.cut_off(goodbye)
        self.stop()

    def stop(self) -> None:
        """Let :meth:`run` end."""
        self._stopped.set()

    def end(self, cause: str) -> None:
        """Drain as the settings say; stop at once when the server is draining already.

        ``cause`` is for the log.
        """
        if self.hall.draining:
            self.stop()
            return
        self._goodbye.retry_after_ms = round(self._settings.retry_after * 1000)
        self._drain_within(self._settings.drain_wait, cause)

    def _drain(self, request: operator_pb2.DrainRequest) -> bool:
        """Drain as the operator says. Returns whether unfinished games are kept."""
        self._goodbye.Clear()
        self._goodbye.reason = table_pb2.GOODBYE_REASON_DRAINING
        self._goodbye.address = request.address
        if request.HasField("retry_after_ms"):
            self._goodbye.retry_after_ms = request.retry_after_ms
        self._drain_within(request.wait_ms / 1000, "the operator")
        return self._data.durable is not None

    def _drain_within(self, seconds: float, cause: str) -> None:
        """Take nothing new, let running games go on for a while, and stop.

        Nobody is told to come back where seats are not kept.
        """
        if not self._data.durable:
            self._goodbye.ClearField("retry_after_ms")
            self._goodbye.ClearField("address")
        fields = {"wait_s": seconds, "cause": cause}
        _LOG.info("draining; running games may go on for %g s (%s)", seconds, cause, extra=fields)
        self.hall.drain(Stop(self.hall.now() + seconds, self._goodbye))
        if self._draining:
            self._draining.cancel()
        self._draining = asyncio.create_task(self._stop_when_idle(seconds))

    async def _stop_when_idle(self, seconds: float) -> None:
        await self._health.enter_graceful_shutdown()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.hall.running():
                    await self._changed.wait()
                    self._changed.clear()
        self.stop()

    def _follow(self, _: Room | None) -> None:
        """A table has changed: it may want house bots, or be the last that was played."""
        self._house.fill()
        self._changed.set()

    def _announcement(self) -> "Announcement":
        from skyjo_server.announcement import Announcement  # noqa: PLC0415  # slow to load

        port = int(self.address.rpartition(":")[2])
        return Announcement(self._settings, port, self.identity, self.hall)

    def _export(self, host: str, port: int) -> "Exporter":
        """Serve metrics. Raises SettingsError when that cannot be."""
        try:
            from skyjo_server.metrics import Exporter, Figures  # noqa: PLC0415  # an extra
        except ModuleNotFoundError as error:
            raise SettingsError(
                "metrics need the package prometheus-client: pip install 'skyjo-terminal[metrics]'"
            ) from error
        return Exporter(host, port, Figures(self.hall, self._data, self._house))

    def _add_services(self) -> None:
        self._grpc.add_registered_method_handlers(play.NAME, play.PlayService(self.hall).methods())
        self._grpc.add_registered_method_handlers(
            watch.NAME, watch.WatchService(self.hall).methods()
        )
        lobby_pb2_grpc.add_LobbyServiceServicer_to_server(LobbyService(self.hall), self._grpc)
        records = RecordService(self.hall, self._data.store)
        record_pb2_grpc.add_RecordServiceServicer_to_server(records, self._grpc)
        operator = OperatorService(self.hall, self._data.store, self._drain)
        operator_pb2_grpc.add_OperatorServiceServicer_to_server(operator, self._grpc)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._grpc)
        if self._settings.reflection:
            names = (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, self._grpc)

    def _listen(self) -> str:
        host = self._settings.host
        shown = f"[{host}]" if ":" in host else host
        for port in self._settings.ports():
            try:
                bound = self._bind(f"{shown}:{port}")
            except RuntimeError:
                continue
            return f"{shown}:{bound}"
        tried = ", ".join(map(str, self._settings.ports()))
        raise SettingsError(f"no port of {host} is free or allowed (tried {tried}); say --port")

    def _bind(self, address: str) -> int:
        if self.identity is None:
            return self._grpc.add_insecure_port(address)
        pair = (self.identity.key, self.identity.chain)
        return self._grpc.add_secure_port(address, grpc.ssl_server_credentials([pair]))

    def _listen_to_own(self) -> str:
        """Where house bots connect: what they say does not leave this machine in the clear."""
        if self.identity is None and is_loopback(self._settings.host):
            return self.address
        return f"127.0.0.1:{self._grpc.add_insecure_port('127.0.0.1:0')}"


def _grpc_server(interceptor: grpc.aio.ServerInterceptor) -> grpc.aio.Server:
    """A server that no request can end, if grpcio is made as it was when that was written."""
    try:
        from skyjo_server.known_methods import KnownMethodsServer  # noqa: PLC0415  # may not be had
    except ImportError:
        _LOG.warning("this grpcio is unknown: a request for a garbled method may end the server")
        return grpc.aio.server(options=_OPTIONS, interceptors=[interceptor])
    return cast("grpc.aio.Server", KnownMethodsServer(_OPTIONS, [interceptor]))


def _identity(settings: Settings) -> Identity | None:
    """The certificate to show; None: nothing is encrypted. Raises SettingsError."""
    if not settings.encrypted:
        return None
    from skyjo_server.certificates import made_identity, own_identity  # noqa: PLC0415  # slow to load

    try:
        if settings.cert and settings.key:
            return own_identity(settings.cert, settings.key)
        return made_identity(settings.data, settings.host)
    except CertificateError as error:
        raise SettingsError(str(error)) from error
