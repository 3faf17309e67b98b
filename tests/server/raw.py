"""The server over a real socket, through the contract alone."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from typing import Any, Self

import grpc
import pytest

from skyjo.v1.error_pb2 import Refusal
from skyjo.v1.play_pb2 import ClientFrame, PlayRequest, PlayResponse, ServerFrame
from skyjo.v1.table_pb2 import Presence
from skyjo.v1.watch_pb2 import WatchFrame, WatchRequest, WatchResponse
from skyjo_wire.rpc_errors import refusal_of
from tests.server.simple_player import SimplePlayer

PATIENCE = 30.0
"""Seconds within which a server that works has answered."""


class StreamEndedError(Exception):
    """The server ended the stream; ``refusal`` has its details, if they are ours."""

    def __init__(self, code: grpc.StatusCode, details: str, refusal: Refusal | None) -> None:
        super().__init__(code, details)
        self.code = code
        self.refusal = refusal


def _as_bytes(message: PlayRequest | bytes) -> bytes:
    return message if isinstance(message, bytes) else message.SerializeToString()


class RawStream:
    """One Play stream. Frames are read when they are asked for; others wait by their number."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        play: Any = channel.stream_stream(
            "/skyjo.v1.PlayService/Play",
            request_serializer=_as_bytes,
            response_deserializer=bytes,
        )
        self._call = play()
        self._unread: defaultdict[int, list[ServerFrame]] = defaultdict(list)
        self.received: list[bytes] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cancel()

    async def send(self, *frames: ClientFrame) -> None:
        await self.send_bytes(PlayRequest(frames=frames).SerializeToString())

    async def send_bytes(self, message: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._call.write(message)

    async def half_close(self) -> None:
        await self._call.done_writing()

    def cancel(self) -> None:
        self._call.cancel()

    async def ended(self) -> StreamEndedError:
        """Read until the stream has ended; how it did."""
        try:
            while True:
                await self._message()
        except StreamEndedError as end:
            return end

    async def _message(self) -> PlayResponse:
        try:
            async with asyncio.timeout(PATIENCE):
                message = await self._call.read()
        except grpc.aio.AioRpcError as error:
            raise _ended(error) from None
        if message is grpc.aio.EOF:
            raise StreamEndedError(await self._call.code(), "", None)
        self.received.append(message)
        return PlayResponse.FromString(message)

    async def frame(self, number: int, *kinds: str) -> ServerFrame:
        """The next frame under ``number`` that is one of ``kinds`` (of any, if none are named).

        Frames of other kinds stay unread.
        """
        while True:
            for frame in self._unread[number]:
                if not kinds or frame.WhichOneof("frame") in kinds:
                    self._unread[number].remove(frame)
                    return frame
            for frame in (await self._message()).frames:
                self._unread[frame.number].append(frame)

    def unread(self) -> list[ServerFrame]:
        """All frames that were read while others were asked for."""
        frames = [frame for waiting in self._unread.values() for frame in waiting]
        self._unread.clear()
        return frames

    async def presence(self, number: int, fits: Callable[[Presence], bool]) -> Presence:
        """The next presence under ``number`` that fits."""
        while not fits(found := (await self.frame(number, "presence")).presence):
            pass
        return found

    async def play(
        self,
        *players: SimplePlayer,
        until: Callable[[], bool] | None = None,
        resume: bool = False,
    ) -> None:
        """Let players sit down and play: to their goodbyes, or until something is so."""
        await self.send(*(player.attach(resume=resume) for player in players))
        await self.go_on(*players, until=until)

    async def go_on(self, *players: SimplePlayer, until: Callable[[], bool] | None = None) -> None:
        """Let players who sit play on."""
        by_number = {player.number: player for player in players}
        frames = [frame for player in players for frame in self._unread.pop(player.number, ())]
        while True:
            answers = [
                answer for frame in frames for answer in by_number[frame.number].answer(frame)
            ]
            if any(player.halted for player in players):
                return
            if answers:
                await self.send(*answers)
            if (until and until()) or all(player.done for player in players):
                return
            frames = list((await self._message()).frames)


class RawWatch:
    """A spectator."""

    def __init__(self, channel: grpc.aio.Channel, request: WatchRequest) -> None:
        watch: Any = channel.unary_stream(
            "/skyjo.v1.WatchService/Watch",
            request_serializer=WatchRequest.SerializeToString,
            response_deserializer=bytes,
        )
        self._call = watch(request)
        self._unread: deque[WatchFrame] = deque()
        self.received: list[bytes] = []

    def cancel(self) -> None:
        self._call.cancel()

    async def frame(self, *kinds: str) -> WatchFrame:
        """The next frame that is one of ``kinds`` (of any, if none are named)."""
        while True:
            while self._unread:
                frame = self._unread.popleft()
                if not kinds or frame.WhichOneof("frame") in kinds:
                    return frame
            try:
                async with asyncio.timeout(PATIENCE):
                    message = await self._call.read()
            except grpc.aio.AioRpcError as error:
                raise _ended(error) from None
            if message is grpc.aio.EOF:
                raise StreamEndedError(await self._call.code(), "", None)
            self.received.append(message)
            self._unread.extend(WatchResponse.FromString(message).frames)


def _ended(error: grpc.aio.AioRpcError) -> StreamEndedError:
    return StreamEndedError(error.code(), error.details() or "", refusal_of(error))


async def refused(call: Awaitable[object]) -> Refusal:
    """The refusal that a call ends with."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    refusal = refusal_of(caught.value)
    assert refusal is not None, caught.value
    return refusal
