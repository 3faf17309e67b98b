"""Who plays: house levels, files with a bot, and command lines."""

import os
import re
import shlex
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Final

import click

from skyjo_bots.levels import LEVELS
from skyjo_client.bot_command import bot_command
from skyjo_client.present.messages import _

FEWEST: Final = 2
MOST: Final = 8
_COLUMNS: Final = 16
"""Of a name; four more are for what tells bots of the same name apart."""
_ODD: Final = re.compile(r"[^A-Za-z0-9_.-]+")
_GIVEN: Final = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9_.-]*)=(?P<bot>.+)", re.DOTALL)
"""A name that a bot is given. No command begins so: nothing sets variables here."""
_ALIKE: Final = ("main", "index", "app", "__main__")
_BUILT: Final = ("dist", "build", "out", "target", "src", "bin")


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot. ``name``, good for files too, is its alone.

    It is the house bot of a ``level``, or a program: ``command``, and ``typed`` as it was named.
    """

    name: str
    level: str = ""
    command: tuple[str, ...] = ()
    typed: str = ""

    @property
    def meaning(self) -> str:
        """What its name stands for."""
        return self.level or self.typed

    @property
    def is_plain(self) -> bool:
        """Whether its name says all of that."""
        return self.name in (self.level, Path(self.typed).stem)


def entrants(command: Sequence[str], bots: Iterable[str]) -> tuple[Entrant, ...]:
    """The bots that were named, the command first. Raises :class:`click.UsageError`."""
    found = [_program(command)] if command else []
    found += [_named(bot) for bot in bots]
    if not FEWEST <= len(found) <= MOST:
        text = _(
            "Name {least} to {most} bots, each with --against, as in --against skilled; house bots "
            "need it, too."
        )
        raise click.UsageError(text.format(least=FEWEST, most=MOST))
    return tuple(_unique(found))


def _unique(found: Sequence[Entrant]) -> Iterator[Entrant]:
    """The same, each with a name of its own, also where files do not tell capitals apart."""
    wanted, given = {entrant.name.lower() for entrant in found}, set[str]()
    for entrant in found:
        name = entrant.name
        if name.lower() in given:
            numbered = (f"{name}-{number}" for number in count(2))
            name = next(one for one in numbered if one.lower() not in wanted | given)
        given.add(name.lower())
        yield replace(entrant, name=name)


def _named(bot: str) -> Entrant:
    given = _GIVEN.fullmatch(bot)
    if given is None:
        return _unnamed(bot)
    return replace(_unnamed(given["bot"]), name=_safe(given["name"]))


def _unnamed(bot: str) -> Entrant:
    level = bot.lower()
    if level in LEVELS:
        return Entrant(level, level)
    try:
        words = shlex.split(bot, posix=os.name == "posix")
    except ValueError:
        words = []
    if not words:
        text = _("{bot} is no command line: is a quote missing?")
        raise click.UsageError(text.format(bot=repr(bot)))
    if len(words) == 1 and words[0].isalpha() and not shutil.which(words[0]):
        text = _("{value} is no level. There are {levels}.")
        raise click.UsageError(text.format(value=repr(bot), levels=", ".join(LEVELS)))
    return _program(words)


def _program(words: Sequence[str]) -> Entrant:
    return Entrant(_safe(_name(words)), command=bot_command(words), typed=shlex.join(words))


def _name(words: Sequence[str]) -> str:
    """That of the first file that the command names, one that lies here before others.

    Files that are called alike in every bot are named after their folder.
    """
    files = [Path(word) for word in words if Path(word).is_file()]
    here = (file for file in files if not file.is_absolute())
    there = (file for file in files if file != Path(words[0]))
    file = next(here, None) or next(there, Path(words[0]))
    if file.stem.lower() not in _ALIKE:
        return file.stem
    folders = (one.name for one in file.resolve().parents if one.name.lower() not in _BUILT)
    return next(folders, "") or file.stem


def _safe(name: str) -> str:
    """A name for files, that no level of the house has."""
    stem = _ODD.sub("-", name).strip("-.")[:_COLUMNS] or "bot"
    return f"{stem[: _COLUMNS - 4]}-bot" if stem.lower() in LEVELS else stem
