"""One channel, one stream, any number of seats."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Final, Self

from grpc import aio

from skyjo.v1.enlist_pb2 import Assigned
from skyjo.v1.lobby_pb2 import Seating
from skyjo.v1.play_pb2 import PlayRequest, PlayResponse
from skyjo.v1.play_pb2_grpc import PlayServiceStub
from skyjo.v1.table_pb2 import Resume
from skyjo_client.address import with_port
from skyjo_client.backoff import Backoff
from skyjo_client.broken_stream import for_good
from skyjo_client.channel import MISSED_HEARTBEATS, connect, not_connected, open_channel
from skyjo_client.enlistment import Application, Enlistment
from skyjo_client.errors import ClientError, DistrustError, UnreachableError
from skyjo_client.line import Line, Receiver
from skyjo_client.lobby import Lobby
from skyjo_client.outbox import Outbox
from skyjo_client.receipts import DEFAULT_RECEIPTS, Receipts
from skyjo_client.seat_hold import SeatHold, Wishes
from skyjo_client.session import SeatSession

_Call = aio.StreamStreamCall[PlayRequest, PlayResponse]

_FAREWELL_SECONDS: Final = 1.0


class Connection:
    """A connection that comes back by itself; leaving it drops the seats but does not resign them.

    ``give_up_after``: after so many seconds without a server the sessions get an
    :class:`UnreachableError`; None: never. ``find_again`` looks so many seconds for where a server
    is that is lost; with it nobody ends the connection who answers in the server's place.
    """

    def __init__(
        self,
        address: str,
        *,
        receipts: Receipts | None = DEFAULT_RECEIPTS,
        give_up_after: float | None = None,
        build_hash: bytes = b"",
        find_again: Callable[[float], Awaitable[str | None]] | None = None,
    ) -> None:
        """Prepare; entering it connects.

        ``receipts`` None keeps none. ``build_hash`` is whatever identifies the build of a bot, at
        most 32 bytes.
        """
        self._address = address
        self._met = with_port(address)
        self._receipts = receipts
        self._build_hash = build_hash
        self._give_up_after = give_up_after
        self._find_again = find_again
        self._channel = open_channel(address)
        self._line = Line()
        self._holds: dict[SeatHold, None] = {}
        self._enlistments: dict[Enlistment, None] = {}
        self._failed: Exception | None = None
        self._task: asyncio.Task[None] | None = None
        self._heard = 0.0

    @property
    def lobby(self) -> Lobby:
        """The server's other services, over the same channel."""
        return Lobby(self._address, self._channel)

    async def __aenter__(self) -> Self:
        """Connect. Raises :class:`UnreachableError` when nobody answers."""
        try:
            await connect(self._channel, self._address)
        except BaseException:
            await self._channel.close()
            raise
        self._task = asyncio.create_task(self._keep_connected(), name="skyjo connection")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._end_all(None)
        await self._channel.close()

    async def attach(
        self,
        seating: Seating | Assigned,
        *,
        omit_views: bool = False,
        auto_ready: bool = False,
        resume: Resume | None = None,
    ) -> SeatSession:
        """Take up a seat that joining or an enlistment gave, and wait for its welcome.

        ``omit_views``: decisions come without the view. ``auto_ready``: say ready between rounds
        and before later games too. ``resume``: where an earlier program left off. Raises
        :class:`RefusedError`, or what ended the connection.
        """
        wishes = Wishes(
            omit_views=omit_views,
            auto_ready=auto_ready,
            resume=resume,
            build_hash=self._build_hash,
            receipts=self._receipts,
        )
        session = SeatSession(self._line, seating, wishes, self._forget_hold)
        self._holds[session.hold] = None
        await self._join(session.hold)
        return session

    async def enlist(self, key: bytes, name: str, seats: int = 1) -> Enlistment:
        """Wait for work for the bot ``name``, as many ``seats`` at once.

        ``key`` is secret, 16 to 64 bytes. Raises :class:`RefusedError`, or what ended the
        connection.
        """
        application = Application(key=key, name=name, seats=seats, build_hash=self._build_hash)
        enlistment = Enlistment(self._line, application, self._holds, self._forget_enlistment)
        self._enlistments[enlistment] = None
        await self._join(enlistment)
        return enlistment

    async def _join(self, receiver: SeatHold | Enlistment) -> None:
        if self._failed is not None:
            receiver.fail(self._failed)
        else:
            receiver.introduce()
        try:
            await receiver.joined
        except asyncio.CancelledError:
            if not receiver.joined.done() or receiver.joined.cancelled():
                receiver.fail(None)
            raise

    def _forget_hold(self, hold: SeatHold) -> None:
        self._holds.pop(hold, None)
        for enlistment in self._enlistments:
            enlistment.ended(hold)

    def _forget_enlistment(self, enlistment: Enlistment) -> None:
        self._enlistments.pop(enlistment, None)

    async def _keep_connected(self) -> None:
        """Serve until there is a reason not to; whatever that is, nobody waits in vain."""
        try:
            error: Exception = await self._stream_after_stream()
        except Exception as defect:  # noqa: BLE001  # handed to every session instead
            error = defect
        self._end_all(error)

    async def _stream_after_stream(self) -> ClientError:
        """Open one stream after the other; what is returned ends the connection."""
        backoff = Backoff()
        loop = asyncio.get_running_loop()
        self._heard = loop.time()
        while True:
            began = loop.time()
            error = await self._one_stream()
            silent = self._heard <= began
            if error is None and silent:
                error = await self._distrust()
            if error is None and self._given_up():
                error = UnreachableError(self._address)
            if error is not None:
                return error
            if not silent:
                backoff.reset()
            wait = max(backoff.next(), self._line.not_before - loop.time())
            await self._look(wait) if silent else await asyncio.sleep(wait)
            if self._line.next_address:
                await self._move(self._line.next_address)

    async def _look(self, seconds: float) -> None:
        """Wait, and look meanwhile where the server is now."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        address = await self._find_again(seconds) if self._find_again else None
        if address and address != self._address:
            self._line.redirect(address)
        else:
            await asyncio.sleep(max(0.0, until - loop.time()))

    async def _distrust(self) -> ClientError | None:
        """Why the server that answers now cannot be the one that was left, if that matters."""
        if self._find_again is not None:
            return None
        error = await not_connected(self._address, self._met)
        return error if isinstance(error, DistrustError) else None

    def _given_up(self) -> bool:
        silent = asyncio.get_running_loop().time() - self._heard
        return self._give_up_after is not None and silent >= self._give_up_after

    async def _move(self, address: str) -> None:
        await self._channel.close()
        self._line.next_address = ""
        self._address = address
        self._channel = open_channel(address, self._met)

    async def _one_stream(self) -> ClientError | None:
        """Serve one stream to its end; what is returned ends the connection."""
        call: _Call = PlayServiceStub(self._channel).Play()
        outbox = self._line.open()
        reader = asyncio.create_task(self._read(call), name="skyjo reader")
        writer = asyncio.create_task(outbox.write_all(call.write), name="skyjo writer")
        watch = asyncio.create_task(self._until_silent(), name="skyjo watch")
        try:
            self._introduce_all()
            await asyncio.wait({reader, writer, watch}, return_when=asyncio.FIRST_COMPLETED)
            if writer.done():  # the stream is over; the reader is about to learn why
                await asyncio.wait({reader}, timeout=_FAREWELL_SECONDS)
            error = reader.exception() if reader.done() else None
        except asyncio.CancelledError:
            await _farewell(call, outbox, reader)
            raise
        finally:
            self._line.close()
            if watch.done():  # the connection may be dead, and gRPC not know it yet
                self._line.redirect(self._line.next_address or self._address)
            await _stop(reader, writer, watch)
            call.cancel()
            for receiver in self._receivers():
                receiver.lost()
        return for_good(error, self._address)

    def _introduce_all(self) -> None:
        """Seats of an enlistment are not taken up here: it gives them new tokens first."""
        for enlistment in self._enlistments:
            enlistment.introduce()
        for hold in self._holds:
            if not any(enlistment.owns(hold) for enlistment in self._enlistments):
                hold.introduce()

    async def _read(self, call: _Call) -> None:
        loop = asyncio.get_running_loop()
        while isinstance(response := await call.read(), PlayResponse):
            self._heard = loop.time()
            self._line.dispatch(response)

    async def _until_silent(self) -> None:
        """Return when the server has not been heard for three heartbeats."""
        while True:
            heard = self._heard
            limit = self._line.heartbeat_ms * MISSED_HEARTBEATS / 1000
            await asyncio.sleep(limit or 1.0)
            if limit and heard == self._heard:
                # If it was this program that slept, it now reads what has come meanwhile.
                await asyncio.sleep(_FAREWELL_SECONDS)
                if heard == self._heard:
                    return

    def _receivers(self) -> list[Receiver]:
        return [*self._enlistments, *self._holds]

    def _end_all(self, error: Exception | None) -> None:
        self._failed = error
        for receiver in self._receivers():
            receiver.fail(error)


async def _stop(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _farewell(call: _Call, outbox: Outbox, reader: asyncio.Task[None]) -> None:
    """Let what was said arrive, and the server end the stream."""
    with contextlib.suppress(aio.AioRpcError, asyncio.InvalidStateError, TimeoutError):
        async with asyncio.timeout(_FAREWELL_SECONDS):
            await outbox.flushed()
            await call.done_writing()
            await asyncio.wait({reader})
