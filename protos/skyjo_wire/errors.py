"""The error catalogue: what status each reason has as an RPC error, and both ends of carrying it.

An RPC error carries ``google.rpc.Status`` with one ErrorInfo: domain :data:`DOMAIN`, the reason's
name without its prefix, and the other facts of the refusal as decimal strings.
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

DOMAIN: Final = "skyjo.v1"
"""The domain of every ErrorInfo of this contract."""

_PREFIX: Final = "ERROR_REASON_"
_NUMBERS: Final = ("value", "low", "high", "retry_after_ms")
_BY_STATUS: Final = {
    code_pb2.INVALID_ARGUMENT: (
        "FIELD_MISSING FIELD_OUT_OF_RANGE FIELDS_CONFLICT NAME_INVALID NAME_RESERVED TEXT_INVALID "
        "DEADLINE_TOO_LONG FRAME_EMPTY FRAME_NUMBER_INVALID ENTROPY_INVALID ENTROPY_MISMATCH "
        "ACTION_MISSING SLOT_MISSING SLOT_OUT_OF_RANGE SLOT_REPEATED"
    ),
    code_pb2.UNAUTHENTICATED: "TOKEN_UNKNOWN KEY_UNKNOWN",
    code_pb2.PERMISSION_DENIED: (
        "OPERATOR_ONLY HOST_ONLY BOT_SUSPENDED WITHHELD WATCHING_CLOSED CHAT_CLOSED REMOVED"
    ),
    code_pb2.NOT_FOUND: "TABLE_UNKNOWN GAME_UNKNOWN SEAT_UNKNOWN BOT_UNKNOWN EVENT_UNKNOWN",
    code_pb2.ALREADY_EXISTS: "NAME_TAKEN SEAT_TAKEN FRAME_NUMBER_USED DECISION_ANSWERED",
    code_pb2.FAILED_PRECONDITION: (
        "VERSION_UNSUPPORTED TABLE_FULL TABLE_CLOSED GAME_RUNNING GAME_UNFINISHED SEATS_EMPTY "
        "WRONG_STAGE VOTE_CLOSED NOT_ATTACHED RESUME_AHEAD FLIP_COUNT SLOT_OPEN SLOT_CLEARED "
        "WRONG_PHASE NOT_YOUR_TURN DECISION_UNKNOWN DECISION_OVER"
    ),
    code_pb2.RESOURCE_EXHAUSTED: (
        "RATE_LIMITED TOO_MANY_GUESSES TOO_MANY_FRAMES TOO_MANY_SEATS TOO_MANY_TABLES "
        "TOO_MANY_STREAMS"
    ),
    code_pb2.UNAVAILABLE: "DRAINING STORAGE_FAILED",
    code_pb2.INTERNAL: "INTERNAL",
}
STATUS: Final[dict[int, int]] = {
    ErrorReason.Value(_PREFIX + name): status
    for status, names in _BY_STATUS.items()
    for name in names.split()
}
"""The number of the gRPC status code of each reason."""


class RefusalError(Exception):
    """Something asked for is refused; ``refusal`` has the reason and the facts around it.

    ``field`` is a path such as ``rules.target``; ``value`` is the number given and ``limits`` the
    lowest and highest one allowed; ``retry_after_ms`` says when trying again may help.
    """

    def __init__(
        self,
        reason: ErrorReason,
        *,
        field: str = "",
        value: int | None = None,
        limits: tuple[int, int] | None = None,
        retry_after_ms: int | None = None,
    ) -> None:
        """Build the refusal."""
        low, high = limits or (None, None)
        super().__init__(f"{reason_name(reason)} {field} {value} {limits}")
        self.refusal = error_pb2.Refusal(
            reason=reason,
            field=field,
            value=value,
            low=low,
            high=high,
            retry_after_ms=retry_after_ms,
        )

    @property
    def reason(self) -> ErrorReason:
        """The reason."""
        return self.refusal.reason


def reason_name(reason: int) -> str:
    """The name of a reason as ErrorInfo carries it, such as ``TABLE_FULL``."""
    if reason in ErrorReason.values():
        return ErrorReason.Name(reason).removeprefix(_PREFIX)
    return f"REASON_{reason}"


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
    if _PREFIX + info.reason in ErrorReason.keys():  # noqa: SIM118  # no mapping
        refusal.reason = cast("ErrorReason", ErrorReason.Value(_PREFIX + info.reason))
    for name in _NUMBERS:
        text = info.metadata.get(name, "")
        if text.removeprefix("-").isdecimal() and len(text) <= len(str(1 << 63)):
            setattr(refusal, name, int(text))
    return refusal
