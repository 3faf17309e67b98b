"""The rules of the game in our own words, as plain text of at most 76 columns."""

from collections.abc import Iterator
from typing import Final

from skyjo_client.present.boxes import HIDDEN_CARD
from skyjo_client.present.messages import _
from skyjo_client.present.words import ROW_LETTERS
from skyjo_client.present.wrapped import width, wrapped
from skyjo_engine.cards import COLUMNS, DECK_COUNTS, DECK_SIZE, ROW_SLOTS
from skyjo_engine.rules import Rules

_COLUMNS: Final = 76
_NAMED: Final = {5: "5", 11: "-2"}
_BEFORE: Final = {1: "9", 5: "9", 9: "-1", 2: "0", 7: "4"}
_ANKE: Final = (0, 2, 1, -1, 0, -2, 1, 3, 5, 3, 0, -2)
_RULES: Final = Rules(players=2)


def rules_text() -> str:
    """Return the rules, with the deck as this program really deals it."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield from _headed(_("SKYJO, as this program plays it"))
    yield from _paragraph(
        _(
            "This is an unofficial description, and this program is an unofficial one: SKYJO is "
            "its publisher's trade mark. Where the printed rules say nothing, this text says what "
            "we do."
        )
    )
    yield from _beginning()
    yield from _round()
    yield from _scoring()
    yield from _examples()
    yield from _exceptions()


def _beginning() -> Iterator[str]:
    yield from _headed(_("What it is about"))
    yield from _paragraph(
        _(
            "You have twelve cards in three rows of four, face down at first. Low cards are good. "
            "Over several rounds, whoever has the fewest points in the end wins."
        )
    )
    yield from _headed(_("The cards"))
    yield from _deck()
    yield from _headed(_("Your grid"))
    yield from _paragraph(
        _("Slots are named by row and column. Here b2 and c4 lie open, the rest is hidden:")
    )
    yield from _grid({slot: _NAMED.get(slot, HIDDEN_CARD) for slots in ROW_SLOTS for slot in slots})


def _round() -> Iterator[str]:
    yield from _headed(_("A round"))
    steps = (
        _(
            "Everybody gets twelve hidden cards; nobody may look at them. One card begins the "
            "discard pile, the others are the draw pile."
        ),
        _(
            "Everybody turns up two cards of their choice. In the first round the highest sum "
            "begins; where sums are equal the highest single card, then the lowest seat decides. "
            "A later round is begun by whoever ended the one before."
        ),
        _(
            "On your turn, either take the top of the discard pile and put it on any of your "
            "slots, open or hidden. Or draw a card and look at it: put it on any of your slots, or "
            "throw it away and turn up one of your hidden cards instead. Whatever lay on a slot "
            "that you fill goes onto the discard pile."
        ),
        _(
            "Three equal open cards in a column vanish at once onto the discard pile and count "
            "nothing any more. You cannot refuse, not even for minus cards."
        ),
        _(
            "When somebody has no hidden card left, everybody else has one more turn. Then all "
            "hidden cards are turned up, full columns vanish once more, and the points are counted."
        ),
    )
    for number, step in enumerate(steps, 1):
        yield from _paragraph(step, f"{number}. ")
    yield from _paragraph(
        _(
            "If the draw pile is empty, the discard pile without its top card is shuffled and "
            "becomes the new one."
        )
    )


def _scoring() -> Iterator[str]:
    yield from _headed(_("Points"))
    yield from _paragraph(
        _(
            "You get the sum of the cards that are left. If you ended the round and your sum is "
            "above zero and not lower than everybody else's, it is doubled."
        )
    )
    text = _(
        "The game is over after a round in which somebody's total has reached {target}. The lowest "
        "total wins; equal totals share a place."
    )
    yield from _paragraph(text.format(target=_RULES.target))


def _examples() -> Iterator[str]:
    yield from _headed(_("An example"))
    text = _("Anke has turned up her last card and ends the round with {sum} points:")
    yield from _paragraph(text.format(sum=sum(_ANKE)))
    yield from _grid(dict(enumerate(map(str, _ANKE))))
    yield from _paragraph(
        _(
            "Berta has 24 and Chris 10. Anke is not alone at the lowest, so she gets 20. Berta "
            "gets 24 and Chris 10. With 9 points Anke would have kept her 9."
        )
    )
    yield from _headed(_("A column"))
    yield from _paragraph(
        _("In your second column lie 9, 9 and minus 1, and the discard pile shows 9:")
    )
    cards = {slot: _BEFORE.get(slot, HIDDEN_CARD) for slots in ROW_SLOTS for slot in slots}
    yield from _grid(cards)
    yield from _paragraph(
        _(
            "You take the 9 and put it on the minus 1. The minus 1 goes to the discard pile, the "
            "three nines vanish on top of it, and the next player may take a 9:"
        )
    )
    yield from _grid({**cards, 1: "", 5: "", 9: ""})


def _exceptions() -> Iterator[str]:
    yield from _headed(_("When somebody leaves"))
    text = _(
        "A stand-in plays on for a player who is away. A round in which nobody finishes is ended "
        "after {turns} turns a seat and counted as it lies."
    )
    yield from _paragraph(text.format(turns=_RULES.turn_cap))


def _headed(heading: str) -> Iterator[str]:
    yield heading.upper()
    yield ""


def _paragraph(text: str, mark: str = "") -> Iterator[str]:
    """Break a paragraph between words; what follows ``mark`` is indented."""
    indent = " " * len(mark)
    for line, row in enumerate(wrapped(text, _COLUMNS - len(mark))):
        yield f"{indent if line else mark}{row}"
    yield ""


def _deck() -> Iterator[str]:
    card, count, every = _("card"), _("how many"), _("all")
    columns = max(width(card), width(every)) + 2
    yield f"{card:>{columns}}   {count}"
    for value, number in DECK_COUNTS.items():
        yield f"{value:>{columns}}   {number:>{len(count)}}"
    yield f"{every:>{columns}}   {DECK_SIZE:>{len(count)}}"
    yield ""


def _grid(cards: dict[int, str]) -> Iterator[str]:
    """Draw twelve slots with signs that every terminal has."""
    line = "    " + "+----" * COLUMNS + "+"
    yield "     " + "".join(f"{column:^5}" for column in range(1, COLUMNS + 1)).rstrip()
    for letter, slots in zip(ROW_LETTERS, ROW_SLOTS, strict=True):
        yield line
        yield f"  {letter} |" + "|".join(f" {cards[slot]:>2} " for slot in slots) + "|"
    yield line
    yield ""
