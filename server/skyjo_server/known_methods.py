"""gRPC's server, to which the name of an unknown method is nothing but unknown.

gRPC for Python (grpcio 1.85) reads such a name as UTF-8 in the loop that all requests pass. One
that is not UTF-8, which anybody can send, ends the loop, and with it every stream and the server.
Requests for registered methods do not get there. What is asked for besides is refused here without
a look at its name. This leans on parts of grpcio that are not public.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from grpc._cython import cygrpc
from grpc.aio import ServerInterceptor
from grpc.aio._server import Server


class KnownMethodsServer(Server):
    """A ``grpc.aio.Server`` of registered methods; generic handlers are never asked."""

    def __init__(
        self, options: Sequence[tuple[str, Any]], interceptors: Sequence[ServerInterceptor]
    ) -> None:
        """Make a server as ``grpc.aio.server`` does."""
        self._loop = asyncio.get_running_loop()
        self._server = _Core(self._loop, None, (), tuple(interceptors), tuple(options), None)


class _Core(cygrpc.AioServer):  # type: ignore[misc]  # without types
    def _make_request_call_future(self, method: bytes | None) -> asyncio.Future[Any]:
        """The next request for a registered method, or (None) for any other: it never comes."""
        if method is None:
            return asyncio.ensure_future(self._refuse_unknown())
        future: asyncio.Future[Any] = super()._make_request_call_future(method)
        return future

    async def _refuse_unknown(self) -> None:
        loop, nothing = asyncio.get_running_loop(), cygrpc._MethodResolver([], {})  # noqa: SLF001
        refused = set()
        while True:
            call = await self._request_call()
            refusal = cygrpc._handle_rpc("", nothing, (), call, loop, False)  # noqa: SLF001
            task = loop.create_task(cygrpc._schedule_rpc_coro(refusal, call, loop, ""))  # noqa: SLF001
            refused.add(task)
            task.add_done_callback(refused.discard)
