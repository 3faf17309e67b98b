"""The small language that players type: words, unique beginnings of words, and slots."""

from dataclasses import dataclass
from typing import Final

from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _, mark
from skyjo_client.present.words import listed, slot_number

SLOTS: Final = "slots"
"""The command of a line that only names slots."""

ENTER: Final = "enter"
"""The command of an empty line."""

ABBREVIATIONS: Final = {
    "d": "draw",
    "t": "take",
    "x": "throw",
    "b": "board",
    "o": "other",
    "p": "piles",
    "s": "scores",
    "l": "last",
    "h": "help",
    "?": "help",
    "q": "quit",
}

PLAYING: Final = {
    "draw": mark("d: draw a card."),
    "take": mark("t SLOT: take the discard and put it on a slot, such as t b3."),
    SLOTS: mark("SLOT: put the card you hold there, such as b3; before the first turn a1 b2."),
    "throw": mark("x SLOT: throw the card you hold away and turn up a hidden slot."),
    "resign": mark("resign: give up your seat for good."),
}

LOOKING: Final = {
    "board": mark("board: your cards."),
    "other": mark("other N: the cards of seat N."),
    "piles": mark("piles: draw pile, discard pile and the card you hold."),
    "scores": mark("scores: points of all rounds."),
    "players": mark("players: who sits where."),
    "last": mark("last: what happened last."),
    "log": mark("log N: the last N things that happened."),
    "rules": mark("rules: the rules of this table."),
    "say": mark("say TEXT: say something to the table."),
    "help": mark("help: this list."),
    "quit": mark("quit: stop playing here; the seat stays yours for a while."),
}

HOSTING: Final = {
    "start": mark("start: close the seats and begin."),
    "bot": mark("bot LEVEL: fill a free seat with a house bot."),
    "kick": mark("kick N: remove whoever sits in seat N."),
    "host": mark("host N: make seat N the host."),
}

WORDS: Final = tuple(word for word in (*PLAYING, *LOOKING, *HOSTING) if word != SLOTS)


class Mistake(Exception):  # noqa: N818 # no error of the program: a sentence for the player
    """Something typed that is not possible; its text says what is."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was understood: the command, its words, its slots, and its text as typed."""

    command: str
    words: tuple[str, ...] = ()
    slots: tuple[int, ...] = ()
    text: str = ""

    def seat(self) -> int:
        """Return the seat (from 0) that the one word names. Raises :class:`Mistake`."""
        count = self.count()
        if count < 1:
            raise Mistake(_("Seats are counted from 1."))
        return count - 1

    def count(self, default: int | None = None) -> int:
        """Return the one number given, or ``default``. Raises :class:`Mistake`."""
        if not self.words and default is not None:
            return default
        if len(self.words) != 1 or not self.words[0].isascii() or not self.words[0].isdigit():
            raise Mistake(_("Say {command} and a number.").format(command=self.command))
        return int(self.words[0][:6])


def parse(line: str) -> Typed:
    """Understand a typed line. Raises :class:`Mistake`, which says what is possible."""
    words = line.replace(",", " ").split()
    if not words:
        return Typed(ENTER)
    if (slots := _slots(words)) is not None:
        return Typed(SLOTS, slots=slots)
    command = _command(words[0])
    text = line.strip()[len(words[0]) :].strip()
    return Typed(command, tuple(words[1:]), _slots(words[1:]) or (), text)


def _slots(words: list[str]) -> tuple[int, ...] | None:
    numbers = [slot_number(word) for word in words]
    return None if None in numbers else tuple(n for n in numbers if n is not None)


def _command(word: str) -> str:
    lowered = word.lower()
    if lowered in ABBREVIATIONS:
        return ABBREVIATIONS[lowered]
    if lowered in WORDS:
        return lowered
    fitting = [known for known in WORDS if known.startswith(lowered)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        text = _("{word} could mean {words}. Type more of it.")
        raise Mistake(text.format(word=escape(word, 20), words=listed(fitting)))
    raise Mistake(
        _("I do not know {word}. Type help for what you can say.").format(word=escape(word, 20))
    )
