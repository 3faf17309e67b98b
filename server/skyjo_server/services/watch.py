"""WatchService: spectators."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import grpc

from skyjo.v1 import table_pb2, watch_pb2
from skyjo_server.frames import CHAT, EVENTS, GOODBYE, HEARTBEAT, PRESENCE, WELCOME, Frame, frame
from skyjo_server.hall import Hall
from skyjo_server.outbox import Outbox
from skyjo_server.services.calls import Context
from skyjo_server.table import Table
from skyjo_wire.errors import RefusalError
from skyjo_wire.framing import delimited, tag
from skyjo_wire.rpc_errors import abort
from skyjo_wire.version import check_version

NAME = watch_pb2.DESCRIPTOR.services_by_name["WatchService"].full_name
MOST_WAITING: Final = 1 << 20
"""Bytes that may wait for a spectator."""
_FRAME: Final = tag(watch_pb2.WatchResponse.FRAMES_FIELD_NUMBER)
_KINDS: Final = {
    EVENTS: tag(watch_pb2.WatchFrame.EVENTS_FIELD_NUMBER),
    HEARTBEAT: tag(watch_pb2.WatchFrame.HEARTBEAT_FIELD_NUMBER),
    WELCOME: tag(watch_pb2.WatchFrame.WELCOME_FIELD_NUMBER),
    PRESENCE: tag(watch_pb2.WatchFrame.PRESENCE_FIELD_NUMBER),
    CHAT: tag(watch_pb2.WatchFrame.CHAT_FIELD_NUMBER),
    GOODBYE: tag(watch_pb2.WatchFrame.GOODBYE_FIELD_NUMBER),
}
"""Which field of WatchFrame a frame becomes; other kinds are not for spectators."""


class WatchLink:
    """Where a spectator's frames go; nobody times it.

    One for whom too much waits is told nothing until it has read what was sent, and then begins
    anew with a welcome: the table neither waits nor keeps anything for it.
    """

    network_ms = 0

    def __init__(self) -> None:
        """Start with nothing to say."""
        self.outbox = Outbox()
        self._left_out = False

    def deliver(self, frame: Frame) -> None:
        """Queue ``frame`` behind those that came before; nothing follows a goodbye."""
        self._left_out = self._left_out and frame.kind != WELCOME
        if self._left_out:
            return
        if kind := _KINDS.get(frame.kind):
            self.outbox.put(delimited(_FRAME, delimited(kind, frame.payload)))
        if self.outbox.size > MOST_WAITING:
            self.outbox.clear()
            self._left_out = True
        elif frame.kind == GOODBYE:
            self.outbox.close()

    async def write_to(
        self, write: Callable[[bytes], Awaitable[None]], begin_anew: Callable[[], None]
    ) -> None:
        """Write what is delivered, until the goodbye; ``begin_anew`` asks for a welcome."""
        while not self.outbox.closed or self.outbox.size:
            if self._left_out:
                begin_anew()
            await self.outbox.fill()
            for message in self.outbox.take():
                await write(message)


class WatchService:
    """Serves every spectator of a server."""

    def __init__(self, hall: Hall) -> None:
        """Serve the tables of ``hall``."""
        self._hall = hall

    def methods(self) -> "dict[str, grpc.RpcMethodHandler[watch_pb2.WatchRequest, bytes]]":
        """What to register. Responses are bytes already."""
        watch: grpc.RpcMethodHandler[watch_pb2.WatchRequest, bytes]
        watch = grpc.unary_stream_rpc_method_handler(
            self.watch, request_deserializer=watch_pb2.WatchRequest.FromString
        )
        return {"Watch": watch}

    async def watch(self, request: watch_pb2.WatchRequest, context: Context) -> None:
        """Show a table to a spectator until either has enough of it."""
        guest = self._hall.doorkeeper.guest(context.peer())
        try:
            with guest.stream():
                link = WatchLink()
                with guest.guessing(code=bool(request.code)):
                    table = self._watched(request, link)
                await self._show(table, link, context)
        except RefusalError as error:
            self._hall.meters.refusals[error.reason] += 1
            await abort(context, error.refusal)

    def _watched(self, request: watch_pb2.WatchRequest, link: WatchLink) -> Table:
        """The table that is asked for, which ``link`` follows from now on. RefusalError."""
        check_version(request.version)
        table = self._hall.table(request.code, request.table_id)
        table.watch(link, request.resume if request.HasField("resume") else None)
        return table

    async def _show(self, table: Table, link: WatchLink, context: Context) -> None:
        heart = asyncio.create_task(self._heartbeats(table, link))
        try:
            await link.write_to(context.write, partial(table.watch, link, None))
        finally:
            heart.cancel()
            table.unwatch(link)

    async def _heartbeats(self, table: Table, link: WatchLink) -> None:
        """Say for ever that the stream lives and how far the game is."""
        nonce = 0
        while True:
            await asyncio.sleep(self._hall.heartbeat_ms / 1000)
            nonce += 1
            heartbeat = table_pb2.Heartbeat(latest_number=table.latest, nonce=nonce)
            table.audience.tell(link, frame(HEARTBEAT, heartbeat))
            table.audience.commit()
