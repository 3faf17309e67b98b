"""The folder in which a duel leaves what an author wants to look at."""

import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Final

import click

from skyjo_client.case_file import BadCaseError, load_case
from skyjo_client.cases import free_path
from skyjo_client.duel.plan import Plan, StoppedError
from skyjo_client.duel.schedule import program_seed
from skyjo_client.present.escape import LINE_LIMIT, escape
from skyjo_client.present.messages import _
from skyjo_client.private_file import write_private

REPORT: Final = "duel.json"
_FILES: Final = "log_files"
"""In the report of a folder alone: what a duel wrote there, or was going to."""
_BOTS: Final = "log_bots"
"""In it until a duel has ended: the seed of each bot, by which cases of a killed one are known."""
_BINARY: Final = getattr(os, "O_BINARY", 0)
_OURS: Final = re.compile(r"[^/\\]+\.log|game-[^/\\]+\.jsonl|cases/case-[^/\\]+\.json")


class Folder:
    """One duel's files: a log for each bot, records and decisions for each game, the report.

    ``cases`` is where cases of faults are kept. Nothing is changed before :meth:`begin`. All of it
    is the owner's alone, and what tells cards lies there only once they are not dealt again.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        """Look at the folder. Raises OSError.

        Raises :class:`click.UsageError` where anything but a duel's own files would be lost.
        """
        self._path = path
        self.cases = path / "cases"
        self._planned = _planned(plan)
        self._seeds = _seeds(plan)
        self._begun = False
        self._held: dict[int, dict[str, bytes]] = {}
        there = {one.name: one for one in path.iterdir()} if path.exists() else {}
        earlier = _listed(path / REPORT)
        if earlier is None and there:
            text = _("{folder} is not empty. Name a new folder.")
            raise click.UsageError(text.format(folder=repr(str(path))))
        self._earlier = {name for name in earlier or () if (path / name).is_file()}
        self._earlier |= self._left_behind()
        for name in sorted((there.keys() & self._planned) - self._earlier):
            text = _("{file} is no file of the duel before. Name a new folder.")
            raise click.UsageError(text.format(file=repr(str(there[name]))))
        self._other_cases = self._all_cases() - self._earlier

    def begin(self) -> None:
        """Make the folder; what an earlier duel left there goes.

        Raises OSError, and :class:`StoppedError` where another duel is writing there.
        """
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock()
        if (before := self._path / REPORT).is_file():
            before.chmod(0o600)
        self._write({_FILES: sorted(self._planned | self._earlier), _BOTS: self._seeds})
        self._begun = True
        for name in self._earlier:
            (self._path / name).unlink()

    def log(self, bot: str) -> BinaryIO:
        """The log of a bot, to be written."""
        return _private(self._path / _log(bot))

    def record(self, deal: int, game: int, record: bytes) -> None:
        """Keep the record of a game, once its deal is over."""
        self._hold(deal, _game(game), record)

    def decisions(self, deal: int, game: int, bot: str, lines: str) -> None:
        """Keep what a bot was asked in a game and what it answered, once its deal is over."""
        self._hold(deal, _game(game, f".{bot}"), lines.encode())

    def deal_over(self, deal: int) -> None:
        """Write what is kept of the games of a deal. Raises OSError."""
        for name, content in self._held.pop(deal, {}).items():
            self._put(name, content)

    def take_cases(self, folder: Path) -> None:
        """Move what a bot has kept elsewhere to the other cases. Raises OSError."""
        for file in sorted(folder.glob("case-*.json")):
            if file.is_symlink() or not file.is_file():
                continue
            write_private(free_path(self.cases, file.stem), file.read_bytes())

    def report(self, report: Mapping[str, object]) -> None:
        """Keep what came of it all, if it began. Raises OSError."""
        if not self._begun:
            return
        try:
            for deal in list(self._held):
                self.deal_over(deal)
        finally:
            there = {one.name for one in self._path.iterdir()}
            self._write({**report, _FILES: sorted((self._planned & there) | self._own_cases())})

    def told(self) -> str:
        """Where all of it lies, and how many cases, as a sentence; empty if it did not begin."""
        count = len(self._own_cases())
        where = f"{escape(str(self.cases), LINE_LIMIT)}, for skyjo case show FILE"
        cases = f" Cases of faults: {count}, in {where}." if count else ""
        return f"Logs: {escape(str(self._path))}.{cases}" if self._begun else ""

    def _write(self, report: Mapping[str, object]) -> None:
        self._put(REPORT, (json.dumps(report, indent=2) + "\n").encode())

    def _hold(self, deal: int, name: str, content: bytes) -> None:
        self._held.setdefault(deal, {})[name] = content

    def _put(self, name: str, content: bytes) -> None:
        """Write a file. Raises OSError with its name."""
        path = self._path / name
        try:
            with _private(path) as file:
                file.write(content)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None

    def _lock(self) -> None:
        """Keep other duels out until this program ends; on Windows nothing does."""
        if sys.platform == "win32":
            return
        import fcntl

        self._locked = os.open(self._path, os.O_RDONLY)
        try:
            fcntl.flock(self._locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            text = f"Another duel writes to {escape(str(self._path))}. Name another folder."
            raise StoppedError(text) from None

    def _left_behind(self) -> set[str]:
        """The cases of a duel that was killed here."""
        seeds = _told(self._path / REPORT).get(_BOTS)
        if not isinstance(seeds, dict):
            return set()
        return {name for name in self._all_cases() if _is_of(self._path / name, seeds)}

    def _own_cases(self) -> set[str]:
        return self._all_cases() - self._other_cases

    def _all_cases(self) -> set[str]:
        return {f"cases/{file.name}" for file in self.cases.glob("case-*.json")}


def _private(path: Path) -> BinaryIO:
    """A file to be written that, if it is new, is the owner's alone. Raises OSError."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600), "wb")


def _log(bot: str) -> str:
    return f"{bot}.log"


def _game(game: int, of: str = "") -> str:
    return f"game-{game:04}{of}.jsonl"


def _planned(plan: Plan) -> set[str]:
    """The names of all files that a duel may write, but for cases."""
    bots = [entrant.name for entrant in plan.entrants if entrant.command]
    parts = ("", *(f".{bot}" for bot in bots))
    games = {_game(game + 1, part) for game in range(plan.games) for part in parts}
    return games | {_log(bot) for bot in bots}


def _seeds(plan: Plan) -> dict[str, int]:
    """The seed of each bot that is a program, by name."""
    bots = enumerate(plan.entrants)
    return {bot.name: program_seed(plan.seed, index) for index, bot in bots if bot.command}


def _listed(report: Path) -> set[str] | None:
    """What the report of a folder lists; None where it is not of a duel's folder."""
    names = _told(report).get(_FILES)
    if not isinstance(names, list):
        return None
    return {name for name in names if isinstance(name, str) and _OURS.fullmatch(name)}


def _told(report: Path) -> dict[str, object]:
    """What a report says; nothing where it is none."""
    try:
        told = json.loads(report.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _is_of(case: Path, seeds: Mapping[str, object]) -> bool:
    """Whether a case is of a bot with one of these seeds."""
    try:
        author = load_case(case.read_bytes()).bot
    except (OSError, BadCaseError):
        return False
    return author.seed is not None and author.seed == seeds.get(author.name)
