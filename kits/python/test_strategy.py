"""What the bot does in positions where one thing is sensible."""

import unittest
from random import Random

from skyjo.v1.game_pb2 import Grid, LegalActions, SeatState, Slot, View
from skyjo.v1.play_pb2 import Act, Decision
from strategy import choose

ALL = range(12)
TURN = LegalActions(take=ALL, draw=True)
PLACE = LegalActions(keep=ALL, discard=[4, 5])


def decide(
    legal: LegalActions,
    cards: dict[int, int],
    discard_top: int | None = None,
    drawn: int | None = None,
) -> Act:
    """What it does with these open cards, all others hidden, and a card to place."""
    grid = Grid(slots=[Slot(value=cards.get(slot)) for slot in ALL])
    unseen = [5, 10, 15] + 12 * [10]
    seats = [SeatState(grid=grid)]
    view = View(viewer=0, seats=seats, unseen=unseen, discard_top=discard_top, drawn=drawn)
    return choose(Decision(decision_id=9, legal=legal, view=view), Random(1))


class StrategyTest(unittest.TestCase):
    """The bot is no fool."""

    def test_takes_a_low_discard(self) -> None:
        """It goes where it saves most."""
        self.assertEqual(decide(TURN, {7: 12}, discard_top=-2).take.slot, 7)

    def test_draws_rather_than_take_a_high_discard(self) -> None:
        """An unseen card is likely to be better."""
        self.assertTrue(decide(TURN, {7: 12}, discard_top=11).HasField("draw"))

    def test_completes_a_column(self) -> None:
        """The third of a kind takes the others away."""
        self.assertEqual(decide(TURN, {1: 12, 9: 12}, discard_top=12).take.slot, 5)

    def test_keeps_a_low_card_and_throws_a_high_one_away(self) -> None:
        """What was drawn is placed only where it helps."""
        self.assertEqual(decide(PLACE, {3: 10}, drawn=-2).keep.slot, 3)
        self.assertIn(decide(PLACE, {3: 10}, drawn=11).discard.slot, PLACE.discard)

    def test_turns_up_as_many_cards_as_the_rules_ask_for(self) -> None:
        """They are different ones."""
        act = decide(LegalActions(flip_count=2, flip=ALL), {})
        self.assertEqual(len(set(act.flip.slots)), 2)
        self.assertEqual(act.decision_id, 9)
