"""The relay: to a bot that waits for work it is the server, to the server a client."""

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Sequence
from types import TracebackType
from typing import Any, Final, Self

import grpc
from grpc import aio

from skyjo_client.channel import open_channel
from skyjo_client.relay.front import Front
from skyjo_client.relay.passage import Call, Context, Passage

_PLAY: Final = "/skyjo.v1.PlayService/Play"
_PASSED: Final = frozenset({_PLAY, "/skyjo.v1.LobbyService/GetServer"})
_NOT_HERE: Final = "This call is not for bots here."
_OF_THE_CONNECTION: Final = ("user-agent", "grpc-", ":")


class Relay:
    """While it is entered, ``address`` is that of a server which passes on to ``server``.

    Each Play stream goes through a passage of its own, made by ``passage``; GetServer and the calls
    in ``passed`` pass as they are, and others are refused: records and tables are no business of a
    bot's that plays. ``passages`` are those whose stream is open, oldest first. With
    ``credentials`` it speaks TLS. ``answered`` is called with the method and each answer of calls.
    """

    def __init__(
        self,
        server: str,
        passage: Callable[[], Passage] = Passage,
        *,
        visited: Callable[[], None] = lambda: None,
        passed: Sequence[str] = (),
        answered: Callable[[str, bytes], None] = lambda _method, _answer: None,
        credentials: grpc.ServerCredentials | None = None,
    ) -> None:
        """Prepare. ``visited`` is called whenever somebody tries to connect."""
        self.address = ""
        self.passages: list[Passage] = []
        self.calls = 0
        self._target = server
        self._make = passage
        self._visited = visited
        self._passed = _PASSED.union(passed)
        self._answered = answered
        self._others: list[Front] = []
        self._credentials = credentials

    async def __aenter__(self) -> Self:
        self._channel = open_channel(self._target)
        self._server = aio.server(options=(("grpc.so_reuseport", 0),))
        self._server.add_generic_rpc_handlers((_Any(self),))
        inside = "127.0.0.1:0"
        if self._credentials is None:
            self._inner_port = self._server.add_insecure_port(inside)
        else:
            self._inner_port = self._server.add_secure_port(inside, self._credentials)
        await self._server.start()
        self.front = Front(self._inner_port, self._visited)
        self.address = f"127.0.0.1:{await self.front.open()}"
        return self

    async def open_also(self, host: str, port: int = 0) -> int:
        """Be reached at another address of loopback, too; return its port. Raises OSError."""
        front = Front(self._inner_port, self._visited)
        opened = await front.open(host, port)
        self._others.append(front)
        return opened

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._server.stop(None)
        for front in (self.front, *self._others):
            await front.close()
        await self._channel.close()

    async def serve(self, method: str, requests: AsyncIterator[bytes], context: Context) -> None:
        """Pass on one call; used by the gRPC server."""
        self.calls += 1
        if method not in self._passed:
            await context.abort(grpc.StatusCode.PERMISSION_DENIED, _NOT_HERE)
        call: Call = self._channel.stream_stream(method)(
            timeout=context.time_remaining(), metadata=_metadata(context)
        )
        try:
            if method == _PLAY:
                await self._play(requests, context, call)
            else:
                await self._pass(method, requests, context, call)
        except aio.AioRpcError as error:
            details, trailing = error.details() or "", tuple(error.trailing_metadata())
            await context.abort(error.code(), details, trailing)
        finally:
            call.cancel()

    async def _play(
        self,
        requests: AsyncIterator[bytes],
        context: Context,
        call: Call,
    ) -> None:
        passage = self._make()
        self.passages.append(passage)
        try:
            await passage.carry(requests, context, call)
        finally:
            self.passages.remove(passage)

    async def _pass(
        self, method: str, requests: AsyncIterator[bytes], context: Context, call: Call
    ) -> None:
        """Pass on messages both ways until the server ends the call. Raises AioRpcError."""
        asking = asyncio.create_task(_ask(requests, call))
        try:
            async for message in call:
                self._answered(method, message)
                await context.write(message)
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)


class _Any(grpc.GenericRpcHandler):
    """Takes calls of every method; on the wire one request is a stream of one."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay

    def service(
        self, handler_call_details: grpc.HandlerCallDetails
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        serve: Any = functools.partial(self._relay.serve, handler_call_details.method)
        return grpc.stream_stream_rpc_method_handler(serve)


async def _ask(requests: AsyncIterator[bytes], call: Call) -> None:
    async for message in requests:
        await call.write(message)
    await call.done_writing()


def _metadata(context: Context) -> tuple[Any, ...]:
    """What the client says beside its messages, without what its own connection is about."""
    given = context.invocation_metadata() or ()
    return tuple((key, value) for key, value in given if not key.startswith(_OF_THE_CONNECTION))
