"""Chooses the moves."""

from collections.abc import Callable, Iterable
from random import Random

from skyjo.v1.game_pb2 import Discard, Draw, Flip, Keep, Take, View
from skyjo.v1.play_pb2 import Act, Decision


def choose(decision: Decision, random: Random) -> Act:
    """Answer a decision with one of its legal actions.

    It looks one card ahead: how much better than nothing is the best place for the card at hand,
    and how much better is an unseen card likely to be?
    """
    legal, view, name = decision.legal, decision.view, decision.decision_id
    hand = Hand(view)
    if legal.flip_count:  # the first slots lie in different columns
        return Act(decision_id=name, flip=Flip(slots=legal.flip[: legal.flip_count]))
    if legal.draw or legal.take:
        slot, gain = hand.best(view.discard_top, legal.take)
        if not legal.draw or (legal.take and gain >= hand.hope(legal.take)):
            return Act(decision_id=name, take=Take(slot=slot))
        return Act(decision_id=name, draw=Draw())
    slot, gain = hand.best(view.drawn, legal.keep)
    if legal.discard and gain <= 0:
        return Act(decision_id=name, discard=Discard(slot=random.choice(legal.discard)))
    return Act(decision_id=name, keep=Keep(slot=slot))


def anything(decision: Decision) -> Act:
    """The first legal action: what is played when the one that was chosen is refused."""
    legal, name = decision.legal, decision.decision_id
    if legal.flip_count:
        return Act(decision_id=name, flip=Flip(slots=legal.flip[: legal.flip_count]))
    if legal.draw:
        return Act(decision_id=name, draw=Draw())
    if legal.take:
        return Act(decision_id=name, take=Take(slot=legal.take[0]))
    if legal.keep:
        return Act(decision_id=name, keep=Keep(slot=legal.keep[0]))
    return Act(decision_id=name, discard=Discard(slot=legal.discard[0]))


class Hand:
    """A seat's own cards and what it can count on."""

    def __init__(self, view: View) -> None:
        """Look at the cards of whoever has this view."""
        slots = view.seats[view.viewer].grid.slots
        self.cards = [slot.value if slot.HasField("value") else None for slot in slots]
        self.unseen = view.unseen  # how many cards of -2, -1, ... 12 the seat has not seen
        self.mean = self.average(float)

    def average(self, measure: Callable[[int], float]) -> float:
        """The mean of a measure over the unseen cards."""
        total = sum(count * measure(card) for card, count in enumerate(self.unseen, -2) if count)
        return total / max(sum(self.unseen), 1)

    def hope(self, slots: Iterable[int]) -> float:
        """The gain that a drawn card promises; a bad one is discarded and costs nothing."""
        return self.average(lambda card: max(self.best(card, slots)[1], 0))

    def best(self, card: int, slots: Iterable[int]) -> tuple[int, float]:
        """The slot where a card saves the most points, and how many."""
        gains = [(slot, self.gain(card, slot)) for slot in slots]
        return max(gains, key=lambda found: found[1], default=(0, -1000.0))

    def gain(self, card: int, slot: int) -> float:
        """The points that a card saves on a slot."""
        old = self.cards[slot]
        lost = self.mean if old is None else old - self.promise(old, slot)
        return lost - card + self.promise(card, slot)

    def promise(self, card: int, slot: int) -> float:
        """What a card is worth because of its equals in the column: three vanish, two may yet."""
        column = [self.cards[other] for other in range(slot % 4, 12, 4) if other != slot]
        return (0, 0.5, 3)[column.count(card)] * card
