"""One Play stream on its way through a relay, frame by frame."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError
from grpc import aio

from skyjo.v1.play_pb2 import ClientFrame, PlayRequest, PlayResponse, ServerFrame

_MOST_FRAMES: Final = 1_024
"""What one message to a server may hold."""

Context = aio.ServicerContext[Any, Any]
Call = aio.StreamStreamCall[Any, Any]
_Messages = asyncio.Queue[bytes | None]


class Passage:
    """What becomes of the frames of one stream of a bot; as it is, all of them pass.

    Override :meth:`down` and :meth:`up` to observe (return the frame), change, drop (return
    nothing), repeat or add. They are called frame by frame, in order, on the event loop. Frames may
    also be added at any other time with :meth:`say_down` and :meth:`say_up`.
    """

    def __init__(self) -> None:
        """Made by a relay when a bot opens a stream."""
        self._to_bot: _Messages = asyncio.Queue()
        self._to_server: _Messages = asyncio.Queue()
        self._broken: grpc.StatusCode | None = None

    def down(self, frame: ServerFrame) -> Iterable[ServerFrame]:
        """The frames that the bot gets for one of the server."""
        return (frame,)

    def up(self, frame: ClientFrame) -> Iterable[ClientFrame]:
        """The frames that the server gets for one of the bot."""
        return (frame,)

    def ended(self) -> None:
        """The stream is over, whoever ended it."""

    def say_down(self, *frames: ServerFrame) -> None:
        """Tell the bot something, after all that it has been told so far."""
        self._to_bot.put_nowait(PlayResponse(frames=frames).SerializeToString())

    def say_up(self, *frames: ClientFrame) -> None:
        """Tell the server something, after all that it has been told so far."""
        for first in range(0, len(frames), _MOST_FRAMES):
            some = frames[first : first + _MOST_FRAMES]
            self._to_server.put_nowait(PlayRequest(frames=some).SerializeToString())

    def break_off(self, code: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE) -> None:
        """End the stream with this status, once the bot has been told what was said so far."""
        self._broken = code
        self._to_bot.put_nowait(None)

    async def carry(self, requests: AsyncIterator[bytes], context: Context, call: Call) -> None:
        """Pass on what comes until one side ends the stream; used by the relay.

        Raises :class:`grpc.aio.AioRpcError` with the status with which the server ended it.
        """
        side = [
            asyncio.create_task(self._read_bot(requests)),
            asyncio.create_task(self._tell_server(call)),
        ]
        reading = asyncio.create_task(self._read_server(call))
        try:
            await _write(self._to_bot, context.write)
            if self._broken is None:
                await reading
            elif self._broken is not grpc.StatusCode.OK:
                await context.abort(self._broken, "broken off")
        finally:
            call.cancel()
            for task in (*side, reading):
                task.cancel()
            await asyncio.gather(*side, reading, return_exceptions=True)
            self.ended()

    async def _read_bot(self, requests: AsyncIterator[bytes]) -> None:
        async for message in requests:
            frames = _frames(message)
            if not frames:  # the server says what it thinks of it
                self._to_server.put_nowait(message)
            self.say_up(*(one for frame in frames for one in self.up(frame)))
        self._to_server.put_nowait(None)

    async def _tell_server(self, call: Call) -> None:
        await _write(self._to_server, call.write)
        with contextlib.suppress(asyncio.InvalidStateError):
            await call.done_writing()

    async def _read_server(self, call: Call) -> None:
        try:
            async for message in call:
                frames = PlayResponse.FromString(message).frames
                passed = [one for frame in frames for one in self.down(frame)]
                if passed and self._broken is None:
                    self.say_down(*passed)
        finally:
            self._to_bot.put_nowait(None)


def _frames(message: bytes) -> Sequence[ClientFrame]:
    """The frames of a message; none where it is no request at all."""
    try:
        return PlayRequest.FromString(message).frames
    except DecodeError:
        return ()


async def _write(messages: _Messages, write: Callable[[bytes], Awaitable[None]]) -> None:
    """Write what comes, up to None. What a side that is gone does not get is lost."""
    with contextlib.suppress(aio.AioRpcError, asyncio.InvalidStateError):
        while (message := await messages.get()) is not None:
            await write(message)
