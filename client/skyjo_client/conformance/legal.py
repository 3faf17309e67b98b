"""Which acts a decision lists, and which of them bring about what is rare."""

from typing import Final

from skyjo.v1.game_pb2 import LegalActions
from skyjo.v1.play_pb2 import (
    DECISION_KIND_FLIP,
    DECISION_KIND_PLACE,
    DECISION_KIND_TURN,
    Act,
    Decision,
    DecisionKind,
)

ROW_OF: Final = {
    DECISION_KIND_FLIP: "flip",
    DECISION_KIND_TURN: "turn",
    DECISION_KIND_PLACE: "place",
}
"""The row that is about a kind of decision."""


def allows(legal: LegalActions, act: Act) -> bool:
    """Whether an act is one of those listed."""
    match act.WhichOneof("action"):
        case "flip":
            slots = set(act.flip.slots)
            right = len(slots) == len(act.flip.slots) == legal.flip_count > 0
            return right and slots <= set(legal.flip)
        case "take":
            return act.take.HasField("slot") and act.take.slot in legal.take
        case "draw":
            return legal.draw
        case "keep":
            return act.keep.HasField("slot") and act.keep.slot in legal.keep
        case "discard":
            return act.discard.HasField("slot") and act.discard.slot in legal.discard
        case _:
            return False


def asked_for(decision: Decision) -> str:
    """A decision in a few words: its number and kind."""
    kind = DecisionKind.Name(decision.kind).rpartition("_")[2]
    return f"decision {decision.decision_id} ({kind})"


def first(decision_id: int, legal: LegalActions) -> Act:
    """An act that is listed: the game ends soonest with such ones."""
    act = Act(decision_id=decision_id)
    if legal.flip_count:
        act.flip.slots.extend(legal.flip[: legal.flip_count])
    elif legal.draw:
        act.draw.SetInParent()
    elif legal.discard:
        act.discard.slot = legal.discard[0]
    elif legal.take:
        act.take.slot = legal.take[0]
    else:
        act.keep.slot = legal.keep[0]
    return act


def listed(legal: LegalActions) -> str:
    """The list in a few words.

    >>> listed(LegalActions(take=[1, 2], draw=True))
    'take [1, 2], draw'
    """
    parts = [f"flip {legal.flip_count} of {list(legal.flip)}"] if legal.flip_count else []
    for kind in ("take", "keep", "discard"):
        slots = list(getattr(legal, kind))
        parts += [f"{kind} {slots}"] if slots else []
    if legal.draw:
        parts.append("draw")
    return ", ".join(parts)


def draws(decision: Decision) -> Act:
    """What ends in a drawn card: to draw, or whatever comes first."""
    act = Act(decision_id=decision.decision_id)
    if not decision.legal.draw:
        return first(decision.decision_id, decision.legal)
    act.draw.SetInParent()
    return act


def keeps_in_the_open(decision: Decision) -> Act:
    """What touches no hidden card, as long as another is there: else whatever comes first."""
    hidden = set(decision.legal.discard)
    for slot in decision.legal.keep:
        if slot not in hidden:
            act = Act(decision_id=decision.decision_id)
            act.keep.slot = slot
            return act
    return draws(decision)


def shorten(legal: LegalActions) -> None:
    """Leave out the first half of every list of a turn, but something of each."""
    for slots in (legal.take, legal.keep, legal.discard):
        slots[:] = slots[len(slots) // 2 :]
