"""The receipt of an act: what became of it, and why."""

from functools import lru_cache

from skyjo.v1 import error_pb2, play_pb2
from skyjo_server.frames import RECEIPT, Frame, frame


@lru_cache(maxsize=1 << 12)
def accepted(decision_id: int, strikes: int) -> Frame:
    """The act was applied. In all games the same few thousand receipts are given."""
    return _receipt(
        decision_id, play_pb2.VERDICT_ACCEPTED, error_pb2.ERROR_REASON_UNSPECIFIED, strikes
    )


def duplicate(decision_id: int, strikes: int) -> Frame:
    """The same act was applied before."""
    return _receipt(
        decision_id, play_pb2.VERDICT_DUPLICATE, error_pb2.ERROR_REASON_UNSPECIFIED, strikes
    )


def illegal(decision_id: int, reason: error_pb2.ErrorReason, strikes: int) -> Frame:
    """The rules do not allow it now."""
    return _receipt(decision_id, play_pb2.VERDICT_ILLEGAL, reason, strikes)


def malformed(decision_id: int, reason: error_pb2.ErrorReason, strikes: int) -> Frame:
    """It is no action at all."""
    return _receipt(decision_id, play_pb2.VERDICT_MALFORMED, reason, strikes)


def late(decision_id: int, reason: error_pb2.ErrorReason, strikes: int) -> Frame:
    """The decision is over or was answered otherwise."""
    return _receipt(decision_id, play_pb2.VERDICT_LATE, reason, strikes)


def unknown(decision_id: int, strikes: int) -> Frame:
    """The seat never had such a decision."""
    reason = error_pb2.ERROR_REASON_DECISION_UNKNOWN
    return _receipt(decision_id, play_pb2.VERDICT_UNKNOWN, reason, strikes)


def _receipt(
    decision_id: int, verdict: play_pb2.Verdict, reason: error_pb2.ErrorReason, strikes: int
) -> Frame:
    message = play_pb2.Receipt(
        decision_id=decision_id, verdict=verdict, reason=reason, strikes=strikes
    )
    return frame(RECEIPT, message)
