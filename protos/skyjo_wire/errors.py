"""The error catalogue: reasons with their names, and what status each has as an RPC error."""

from typing import Final

from google.rpc import code_pb2  # type: ignore[import-untyped]  # ships no types

from skyjo.v1 import error_pb2
from skyjo.v1.error_pb2 import ErrorReason

PREFIX: Final = "ERROR_REASON_"
"""What every reason begins with in the contract."""

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
    ErrorReason.Value(PREFIX + name): status
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
        return ErrorReason.Name(reason).removeprefix(PREFIX)
    return f"REASON_{reason}"
