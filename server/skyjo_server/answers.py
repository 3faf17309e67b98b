"""The receipt of an act: what became of it, and why."""

from typing import Final

from skyjo.v1 import error_pb2, play_pb2
from skyjo_server.clocks import Charge
from skyjo_server.frames import RECEIPT, Frame, frame
from skyjo_wire.framing import varint, varint_tag

_DECISION_ID: Final = varint_tag(play_pb2.Receipt.DECISION_ID_FIELD_NUMBER)
_ACCEPTED: Final = varint_tag(play_pb2.Receipt.VERDICT_FIELD_NUMBER) + varint(
    play_pb2.VERDICT_ACCEPTED
)
_CHARGED: Final = varint_tag(play_pb2.Receipt.CHARGED_MS_FIELD_NUMBER)
_NETWORK: Final = varint_tag(play_pb2.Receipt.NETWORK_MS_FIELD_NUMBER)
_BANK: Final = varint_tag(play_pb2.Receipt.BANK_MS_FIELD_NUMBER)
_STRIKES: Final = varint_tag(play_pb2.Receipt.STRIKES_FIELD_NUMBER)


def accepted(decision_id: int, strikes: int, charge: Charge) -> Frame:
    """The act was applied, and cost what ``charge`` says."""
    parts = [_DECISION_ID, varint(decision_id), _ACCEPTED]
    if charge.charged_ms:
        parts += (_CHARGED, varint(charge.charged_ms))
    if charge.network_ms:
        parts += (_NETWORK, varint(charge.network_ms))
    if charge.bank_ms is not None:
        parts += (_BANK, varint(charge.bank_ms))
    if strikes:
        parts += (_STRIKES, varint(strikes))
    return Frame(RECEIPT, b"".join(parts))


def duplicate(decision_id: int, strikes: int) -> Frame:
    """The same act was applied before."""
    return _receipt(
        decision_id, play_pb2.VERDICT_DUPLICATE, error_pb2.ERROR_REASON_UNSPECIFIED, strikes
    )


def struck(
    decision_id: int,
    verdict: play_pb2.Verdict,
    reason: error_pb2.ErrorReason,
    strikes: int,
    bank_ms: int | None,
) -> Frame:
    """It is no action, or not one that the rules allow now; the bank would hold ``bank_ms``."""
    return _receipt(decision_id, verdict, reason, strikes, bank_ms)


def late(decision_id: int, reason: error_pb2.ErrorReason, strikes: int) -> Frame:
    """The decision is over or was answered otherwise."""
    return _receipt(decision_id, play_pb2.VERDICT_LATE, reason, strikes)


def unknown(decision_id: int, strikes: int) -> Frame:
    """The seat never had such a decision."""
    reason = error_pb2.ERROR_REASON_DECISION_UNKNOWN
    return _receipt(decision_id, play_pb2.VERDICT_UNKNOWN, reason, strikes)


def _receipt(
    decision_id: int,
    verdict: play_pb2.Verdict,
    reason: error_pb2.ErrorReason,
    strikes: int,
    bank_ms: int | None = None,
) -> Frame:
    message = play_pb2.Receipt(
        decision_id=decision_id, verdict=verdict, reason=reason, strikes=strikes, bank_ms=bank_ms
    )
    return frame(RECEIPT, message)
