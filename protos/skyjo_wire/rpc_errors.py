"""Both ends of carrying a refusal as an RPC error.

It carries ``google.rpc.Status`` with one ErrorInfo: domain :data:`DOMAIN`, the reason's name
without its prefix, and the other facts of the refusal as decimal strings. Only this loads gRPC.
"""

from typing import Any, Final, NoReturn, cast

import grpc
from google.protobuf import any_pb2
from google.rpc import (  # type: ignore[import-untyped]  # ships no types
    code_pb2,
    error_details_pb2,
    status_pb2,
)
from grpc_status import rpc_status

from skyjo.v1 import error_pb2
from skyjo.v1.error_pb2 import ErrorReason
from skyjo_wire.errors import PREFIX, STATUS, reason_name

DOMAIN: Final = "skyjo.v1"
"""The domain of every ErrorInfo of this contract."""

_NUMBERS: Final = ("value", "low", "high", "retry_after_ms")


def status(refusal: error_pb2.Refusal) -> status_pb2.Status:
    """The ``google.rpc.Status`` of a refusal. Its text is the reason's name, never a sentence."""
    info = error_details_pb2.ErrorInfo(reason=reason_name(refusal.reason), domain=DOMAIN)
    if refusal.field:
        info.metadata["field"] = refusal.field
    for name in _NUMBERS:
        if refusal.HasField(name):
            info.metadata[name] = str(getattr(refusal, name))
    detail = any_pb2.Any()
    detail.Pack(info)
    code = STATUS.get(refusal.reason, code_pb2.UNKNOWN)
    return status_pb2.Status(code=code, message=info.reason, details=[detail])


async def abort(
    context: grpc.aio.ServicerContext[Any, Any], refusal: error_pb2.Refusal
) -> NoReturn:
    """End a call of a grpc.aio server with a refusal; raises what gRPC raises."""
    rich = rpc_status.to_status(status(refusal))
    await context.abort(rich.code, rich.details, tuple(rich.trailing_metadata))
    raise AssertionError("abort returned")  # pragma: no cover


def refusal_of(error: grpc.RpcError) -> error_pb2.Refusal | None:
    """Read the refusal back on a client, of a blocking or an asyncio call.

    None: the error came from gRPC itself or from something else between (see its status code). A
    reason that this version does not know is UNSPECIFIED.
    """
    try:
        rich = rpc_status.from_call(cast("grpc.Call", error))
    except ValueError:  # a status and details that contradict each other are not ours
        return None
    for detail in rich.details if rich is not None else ():
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info) and info.domain == DOMAIN:
            return _refusal(info)
    return None


def _refusal(info: error_details_pb2.ErrorInfo) -> error_pb2.Refusal:
    refusal = error_pb2.Refusal(field=info.metadata.get("field", ""))
    if PREFIX + info.reason in ErrorReason.keys():  # noqa: SIM118  # no mapping
        refusal.reason = cast("ErrorReason", ErrorReason.Value(PREFIX + info.reason))
    for name in _NUMBERS:
        text = info.metadata.get(name, "")
        if text.removeprefix("-").isdecimal() and len(text) <= len(str(1 << 63)):
            setattr(refusal, name, int(text))
    return refusal
