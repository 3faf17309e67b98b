"""The small language that players type: words, unique beginnings of words, and slots."""

import re
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

_SYNONYMS: Final = {"keep": SLOTS, "put": SLOTS, "exit": "quit"}

_TOGETHER: Final = re.compile("^([tx])([a-c][1-4])$", re.IGNORECASE)
"""A move typed without a space, such as tb3."""

_LIKE_A_SLOT: Final = re.compile("[a-z][0-9]{1,3}", re.IGNORECASE)

PLAYING: Final = {
    "draw": mark("d: draw a card."),
    "take": mark("t SLOT: take the discard and put it on a slot, such as t b3."),
    SLOTS: mark("SLOT: put the card you hold there, such as b3; before the first turn a1 b2."),
    "throw": mark("x SLOT: throw the card you hold away and turn up a hidden slot."),
    "forget": mark("forget: take back the moves you typed before your turn."),
    "back": mark("back: take your seat back from a stand-in."),
    "resign": mark("resign: give up your seat for good."),
}

LOOKING: Final = {
    "board": mark("board: your cards."),
    "other": mark("other: the cards of all others; other N: those of seat N."),
    "grid": mark("grid: the cards of all seats, drawn; grid N: those of seat N."),
    "piles": mark("piles: draw pile, discard pile and the card you hold."),
    "scores": mark("scores: points of all rounds."),
    "players": mark("players: who sits where."),
    "last": mark("last: what happened last."),
    "log": mark("log N: the last N things that happened."),
    "replay": mark("replay: see the game again once it is over."),
    "rules": mark("rules: the rules of this table."),
    "invite": mark("invite: how others come to this table."),
    "clock": mark("clock: the clock of this table, and how much time everybody has."),
    "say": mark("say TEXT: say something to the table; say alone lists phrases."),
    "mute": mark("mute N: hear no more of what seat N says, or hear it again."),
    "vote": mark(
        "vote again yes: ask for another game; vote remove N yes: to go on without seat N; "
        "no instead of yes: against it; vote alone: how votes stand."
    ),
    "language": mark("language DE: read German from now on; language alone lists all."),
    "help": mark("help: this list."),
    "quit": mark("quit: stop playing here; the seat stays yours for a while."),
}

HOSTING: Final = {
    "start": mark("start: close the seats and begin."),
    "bot": mark("bot NAME: fill a free seat with a bot; bot alone lists them."),
    "kick": mark("kick N: remove whoever sits in seat N."),
    "host": mark("host N: make seat N the host."),
}

_WITH_SLOTS: Final = ("take", "throw", SLOTS)

WORDS: Final = tuple(word for word in (*PLAYING, *LOOKING, *HOSTING) if word != SLOTS)

VOTED_ON: Final = ("again", "remove")
"""What a vote may be on."""


class Mistake(Exception):  # noqa: N818 # no error of the program: a sentence for the player
    """Something typed that is not possible; its text says what is."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was understood: the command, its words, its slots, and its text as typed."""

    command: str
    words: tuple[str, ...] = ()
    slots: tuple[int, ...] = ()
    text: str = ""

    def count(self, default: int | None = None) -> int:
        """Return the one number given, or ``default``. Raises :class:`Mistake`."""
        if not self.words and default is not None:
            return default
        if len(self.words) != 1 or not re.fullmatch("0*[1-9][0-9]{0,5}", self.words[0]):
            text = _("Say {command} and a number from 1.")
            raise Mistake(text.format(command=self.command))
        return int(self.words[0])


def parse(line: str) -> Typed:
    """Understand a typed line. Raises :class:`Mistake`, which says what is possible."""
    spaced = _TOGETHER.sub(r"\1 \2", line.strip())
    words = spaced.replace(",", " ").split()
    if not words:
        return Typed(ENTER)
    if (slots := _slots(words)) is not None:
        return Typed(SLOTS, slots=slots)
    if _LIKE_A_SLOT.fullmatch(words[0]):
        _refuse_odd_slots(words)
    command = _command(words[0])
    if command in _WITH_SLOTS:
        _refuse_odd_slots(words[1:])
    text = spaced[len(words[0]) :].strip()
    return Typed(command, tuple(words[1:]), _slots(words[1:]) or (), text)


def understood() -> dict[str, str]:
    """Return the command of every word that is understood: the player's own, and ours."""
    own = {_(word, "command"): word for word in WORDS}
    return {**own, **{word: word for word in WORDS}}


def _refuse_odd_slots(words: list[str]) -> None:
    for word in words:
        if _LIKE_A_SLOT.fullmatch(word) and slot_number(word) is None:
            text = _(
                "{word} is no slot. There are the slots a1 to c4; help lists what you can say."
            )
            raise Mistake(text.format(word=escape(word, 20)))


def _slots(words: list[str]) -> tuple[int, ...] | None:
    numbers = [slot_number(word) for word in words]
    return None if None in numbers else tuple(n for n in numbers if n is not None)


def _command(word: str) -> str:
    lowered = word.lower()
    if lowered in ABBREVIATIONS:
        return ABBREVIATIONS[lowered]
    if lowered in _SYNONYMS:
        return _SYNONYMS[lowered]
    meanings = understood()
    if lowered in meanings:
        return meanings[lowered]
    fitting = [known for known in meanings if known.startswith(lowered)]
    if len({meanings[known] for known in fitting}) == 1:
        return meanings[fitting[0]]
    if fitting:
        text = _("{word} could mean {words}. Type more of it.")
        raise Mistake(text.format(word=escape(word, 20), words=listed(sorted(fitting))))
    raise Mistake(
        _("I do not know {word}. Type help for what you can say.").format(word=escape(word, 20))
    )
