"""Acts in a few words of the contract, with slots counted from 0, whether they are legal or not."""

from skyjo.v1.error_pb2 import (
    ERROR_REASON_SLOT_MISSING,
    ERROR_REASON_SLOT_OUT_OF_RANGE,
    ERROR_REASON_SLOT_REPEATED,
    ErrorReason,
)
from skyjo.v1.play_pb2 import Act
from skyjo_engine.cards import SLOTS


def act_words(act: Act) -> str:
    """An act in a few words.

    >>> act_words(Act(decision_id=3))
    'no action'
    """
    kind = act.WhichOneof("action")
    if kind is None:
        return "no action"
    if kind == "flip":
        return f"flip {list(act.flip.slots)}"
    if kind == "draw":
        return "draw"
    one = getattr(act, kind)
    return f"{kind} {one.slot}" if one.HasField("slot") else f"{kind} without a slot"


def never_an_action(act: Act, reason: ErrorReason) -> str:
    """Why an act is no action in any state, for one of the reasons of ``to_engine.action``."""
    known = {
        ERROR_REASON_SLOT_MISSING: "",
        ERROR_REASON_SLOT_OUT_OF_RANGE: f", where slots are 0 to {SLOTS - 1}",
        ERROR_REASON_SLOT_REPEATED: ", with a slot twice",
    }
    if reason not in known:
        return "has no action: flip, take, draw, keep or discard"
    return f"chooses {act_words(act)}{known[reason]}"
