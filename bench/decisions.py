"""Decisions of a game: which act answered which, and answers that follow from the number alone."""

from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Legal, Take
from skyjo_engine.events import Dealt, Drew, TurnStarted
from skyjo_engine.inputs import Act
from skyjo_engine.record import Record
from skyjo_engine.replay import replay

Asked = tuple[int, int]
"""A seat and the identifier of its decision."""


def answered(record: Record) -> dict[Asked, Action]:
    """Every decision of a recorded game, and what answered it."""
    acts: dict[Asked, Action] = {}
    asked: dict[int, int] = {}
    number = 0
    for step in replay(record).steps:
        if isinstance(step.given, Act):
            acts[step.given.seat, asked[step.given.seat]] = step.given.action
        for number, event in enumerate(step.events, number + 1):  # noqa: B020
            if isinstance(event, Dealt):
                asked = dict.fromkeys(event.seats, number)
            elif isinstance(event, TurnStarted | Drew):
                asked[event.seat] = number
    return acts


def choose(decision_id: int, legal: Legal) -> Action:
    """One of the legal actions: the same whenever, and by whichever program, it is asked."""
    if legal.flip_count:
        return Flip(legal.flip[: legal.flip_count])
    if legal.draw:
        take = decision_id % 4 == 0
        return Take(_one_of(legal.take, decision_id)) if take else Draw()
    if legal.discard and decision_id % 3:
        return Discard(_one_of(legal.discard, decision_id))
    return Keep(_one_of(legal.keep, decision_id))


def _one_of(slots: tuple[int, ...], number: int) -> int:
    return slots[number % len(slots)]
