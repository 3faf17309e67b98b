"""What is typed in the lobby, and the wish that it is: a table to make, a game, the way to one."""

from dataclasses import dataclass, replace
from typing import Final

from skyjo_client.address import BadCodeError, looks_like_address, may_be_code, target
from skyjo_client.errors import ClientError
from skyjo_client.present.escape import escape, escape_name
from skyjo_client.present.messages import _
from skyjo_client.present.words import listed

_SEATS: Final = range(2, 9)
_OPTIONS: Final = ("bots 2", "level skilled", "to 50", "rounds 3", "clock 5m+10s")
"""Examples of all that may be said of a new table after the number of its seats."""
_NUMBERS: Final = {"bots": range(8), "to": range(1, 1001), "rounds": range(1, 51)}


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player wants: a ``kind``, and what belongs to it.

    "join", "watch" or "make" a table, "play" privately, "back", "home", "quit".
    ``address`` and ``code`` say where; the code alone may be a link or an address, too, and a table
    is made without an address on a server of one's own. "back" is to a seat still held, at the
    server that is recognised by ``address`` and was perhaps ``seen_at`` an address; "home" is to
    the lobby one came from. A table has ``bots`` of a ``level``, and ends ``to`` a number of points
    or after ``rounds``, 0: however many; ``clock`` is "" for the server's.
    """

    kind: str
    address: str = ""
    code: str = ""
    seats: int = 0
    level: str = ""
    bots: int = 0
    to: int = 100
    rounds: int = 0
    clock: str = ""
    seen_at: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """What was typed was done at once; ``sentence`` tells it."""

    sentence: str


def question_of_bots() -> str:
    """Ask for a game of one's own."""
    text = _("How many seats, 2 to 8, and which bots ({levels})?")
    return text.format(levels=listed(_levels()))


def options_of_tables() -> tuple[str, ...]:
    """Tell what may be said of a new table beside its seats."""
    return (_("After the seats you may say more, in any order:"), "", *_OPTIONS)


def playing(answer: str) -> Wish | str:
    """Return the game that is wanted, or what is wrong."""
    seats, _space, level = answer.partition(" ")
    level = level.strip().lower() or "casual"
    number = _number(seats, _SEATS)
    if number is None or level not in _levels():
        text = _("Type seats and bots ({levels}), such as 4 casual.")
        return text.format(levels=listed(_levels()))
    return Wish("play", seats=number, level=level)


def making(answer: str, address: str) -> Wish | str:
    """Return the table that is wanted at a server, or what is wrong."""
    seats, *words = answer.lower().split() or [""]
    number = _number(seats, _SEATS)
    if number is None:
        return _("Type how many seats the table has, from 2 to 8.")
    wish = Wish("make", address, seats=number, level="casual")
    for name, value in zip(words[::2], [*words[1::2], ""], strict=False):
        more = _with(wish, name, value)
        if more is None:
            return _not_understood(name, value)
        wish = more
    if wish.bots >= wish.seats:
        text = _("One seat is yours: {seats} seats have room for at most {bots} bots.")
        return text.format(seats=wish.seats, bots=wish.seats - 1)
    return wish


def _not_understood(name: str, value: str) -> str:
    """Name what makes no sense of a new table, and what would."""
    if name == "level":
        text = _("{value} is no level. There are {levels}.")
        return text.format(value=escape(value), levels=listed(_levels()))
    text = _("I do not understand {word}. Type the seats, and then such as {examples}.")
    said = f"{name} {value}".strip()
    return text.format(word=escape(said), examples=listed(_OPTIONS))


def _with(wish: Wish, name: str, value: str) -> Wish | None:
    """Return a wish with one thing more; None for what makes no sense."""
    match name, _number(value, _NUMBERS.get(name, range(0))):
        case "bots", int(number):
            return replace(wish, bots=number)
        case "to", int(number):
            return replace(wish, to=number)
        case "rounds", int(number):
            return replace(wish, rounds=number)
        case "level", _ if value in _levels():
            return replace(wish, level=value)
        case "clock", _ if _is_clock(value):
            return replace(wish, clock=value)
    return None


def _levels() -> tuple[str, ...]:
    from skyjo_bots.levels import LEVELS

    return LEVELS


def _is_clock(text: str) -> bool:
    from skyjo_wire.clocks import named

    try:
        named(text)
    except ValueError:
        return False
    return True


def joining(answer: str) -> Wish | str:
    """Return the way to a table that somebody gave the player, or what is wrong."""
    if not answer:
        return _("Type a code, a link or an address, or press Esc.")
    try:
        if looks_like_address(answer):
            target(answer)
        elif not may_be_code(answer):
            raise BadCodeError(answer)
    except ClientError as error:
        return _("{error}.").format(error=escape(str(error)))
    return Wish("join", code=answer)


def naming(answer: str) -> Told | str:
    """Take another name, or return what to type; the word "name" may stand before it."""
    from skyjo_client.player_name import rename

    name = answer.removeprefix("name ").strip()
    return Told(rename(name)) if name else _("Type a name, or press Esc.")


def question_of_name() -> str:
    """Ask for another name."""
    from skyjo_client.player_name import player_name

    text = _("Your name is {name}. Which one do you want to have?")
    return text.format(name=escape_name(player_name(None)))


def _number(text: str, allowed: range) -> int | None:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else -1  # noqa: PLR2004
    return number if number in allowed else None
