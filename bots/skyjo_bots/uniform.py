"""The level ``random``: legal, and nothing more."""

import random

from skyjo_bots.opening import anywhere
from skyjo_engine.actions import Action, Discard, Draw, Keep, Legal, Take
from skyjo_engine.view import View


def uniform(view: View, legal: Legal, source: random.Random) -> Action:  # noqa: ARG001
    """Choose one kind of action, each as likely, and then a slot, each as likely."""
    if legal.flip_count:
        return anywhere(legal, source)
    if legal.draw:
        return Draw() if source.random() < 1 / 2 else Take(source.choice(legal.take))
    if legal.discard and source.random() < 1 / 2:
        return Discard(source.choice(legal.discard))
    return Keep(source.choice(legal.keep))
