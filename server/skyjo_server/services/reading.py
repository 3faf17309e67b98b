"""Requests that cannot be read: a refusal like any other, and nothing in the log."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from skyjo.v1 import error_pb2
from skyjo_server.meters import Meters
from skyjo_server.services.calls import Context
from skyjo_wire.rpc_errors import abort

Read = Callable[[bytes, Context], Awaitable[object]]
Handler = Any
"""An RpcMethodHandler: gRPC makes them as named tuples of which it publishes no type."""


class Reading(grpc.aio.ServerInterceptor):
    """Reads the request of every call but Play, which answers message by message."""

    def __init__(self, meters: Meters) -> None:
        """Count what cannot be read in ``meters``."""
        self._meters = meters

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler:
        """Let a method be called with the request that its bytes are."""
        handler = await continuation(handler_call_details)
        if handler is None or handler.request_streaming:
            return handler
        kind = "unary_stream" if handler.response_streaming else "unary_unary"
        method, read = getattr(handler, kind), partial(self._read, handler.request_deserializer)
        wrap = _yielding if inspect.isasyncgenfunction(method) else _returning
        return handler._replace(request_deserializer=None, **{kind: wrap(method, read)})

    async def _read(
        self, read: Callable[[bytes], object], message: bytes, context: Context
    ) -> object:
        try:
            return read(message)
        except DecodeError:
            self._meters.refusals[error_pb2.ERROR_REASON_FRAME_EMPTY] += 1
            await abort(context, error_pb2.Refusal(reason=error_pb2.ERROR_REASON_FRAME_EMPTY))


def _returning(
    method: Callable[[object, Context], Awaitable[object]], read: Read
) -> Callable[[bytes, Context], Awaitable[object]]:
    async def call(message: bytes, context: Context) -> object:
        return await method(await read(message, context), context)

    return call


def _yielding(
    method: Callable[[object, Context], AsyncIterator[object]], read: Read
) -> Callable[[bytes, Context], AsyncIterator[object]]:
    async def call(message: bytes, context: Context) -> AsyncIterator[object]:
        async for response in method(await read(message, context), context):
            yield response

    return call
