"""The rules of the game in our own words, as plain text of at most 78 columns."""

from skyjo_client.present.messages import _
from skyjo_engine.cards import DECK_COUNTS, DECK_SIZE


def rules_text() -> str:
    """Return the rules, with the deck as this program really deals it."""
    return "\n".join((_BEFORE_DECK, _deck(), _AFTER_DECK.format(size=DECK_SIZE)))


def _deck() -> str:
    rows = [_("  card   how many")]
    rows += [
        _("  {card:>4}   {count:>3}").format(card=card, count=count)
        for card, count in DECK_COUNTS.items()
    ]
    return "\n".join(rows)


_BEFORE_DECK = """\
SKYJO, AS THIS PROGRAM PLAYS IT

This is an unofficial description, and this program is an unofficial one:
SKYJO is its publisher's trade mark. Where the printed rules say nothing,
this text says what we do.

WHAT IT IS ABOUT
You have twelve cards in three rows of four, face down at first. Low cards are
good. Over several rounds, whoever has the fewest points in the end wins.

THE CARDS
"""

_AFTER_DECK = """\
  all    {size}

YOUR GRID
Slots are named by row and column. Here b2 and c4 lie open, the rest hidden:

       1    2    3    4
    +----+----+----+----+
  a | ## | ## | ## | ## |
    +----+----+----+----+
  b | ## |  5 | ## | ## |
    +----+----+----+----+
  c | ## | ## | ## | -2 |
    +----+----+----+----+

A ROUND
1. Everybody gets twelve hidden cards; nobody may look at them. One card
   begins the discard pile, the others are the draw pile.
2. Everybody turns up two cards of their choice. In the first round the
   highest sum begins; then the highest single card, then the lowest seat
   decides. A later round is begun by whoever ended the one before.
3. On your turn do one of these:
   - take the top of the discard pile and put it on any of your slots, open or
     hidden; or
   - draw a card and look at it. Put it on any of your slots, or throw it away
     and turn up one of your hidden cards instead.
   Whatever lay on a slot that you fill goes onto the discard pile.
4. Three equal open cards in a column vanish at once onto the discard pile and
   count nothing any more. You cannot refuse, not even for minus cards.
5. When somebody has no hidden card left, everybody else has one more turn.
   Then all hidden cards are turned up, full columns vanish once more, and the
   points are counted.

If the draw pile is empty, the discard pile without its top card is shuffled
and becomes the new one.

POINTS
You get the sum of the cards that are left. If you ended the round and your
sum is above zero and not lower than everybody else's, it is doubled. The game
is over after a round in which somebody's total has reached 100. The lowest
total wins; equal totals share a place.

AN EXAMPLE
Anke ends the round with 10 points, Berta has 24 and Chris 10. Anke is not
alone at the lowest, so she gets 20. Berta gets 24 and Chris 10. With 9 points
Anke would have kept her 9.

Another one, in a column: you have 9, 9 and minus 1 below each other, and the
discard pile shows 9. You take it and put it on the minus 1. The minus 1 goes
to the discard pile, the three nines vanish on top of it, and the next player
may take a 9.

WHEN SOMEBODY LEAVES
A stand-in plays on for a player who is away. A round in which nobody finishes
is ended after 60 turns a seat and counted as it lies.
"""
