"""Whether a stream that broke ends its connection."""

from typing import Final

import grpc
from grpc import aio

from skyjo.v1.error_pb2 import (
    ERROR_REASON_DRAINING,
    ERROR_REASON_INTERNAL,
    ERROR_REASON_STORAGE_FAILED,
)
from skyjo_client.errors import ClientError, RefusedError, UnreachableError
from skyjo_wire.rpc_errors import refusal_of

_PASSING: Final = {ERROR_REASON_DRAINING, ERROR_REASON_INTERNAL, ERROR_REASON_STORAGE_FAILED}


def for_good(error: BaseException | None, address: str) -> ClientError | None:
    """What ends the connection to ``address`` for good, None where a new stream may do.

    Raises ``error`` where it is none of gRPC's.
    """
    if error is None:
        return None
    if not isinstance(error, aio.AioRpcError):
        raise error
    refusal = refusal_of(error)
    if refusal is None:
        foreign = error.code() is grpc.StatusCode.UNIMPLEMENTED
        return UnreachableError(address) if foreign else None
    if refusal.HasField("retry_after_ms") or refusal.reason in _PASSING:
        return None
    return RefusedError(refusal)
