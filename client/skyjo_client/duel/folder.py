"""The folder in which a duel leaves what an author wants to look at."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Final

import click

from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _

REPORT: Final = "duel.json"
_OURS: Final = ("*.log", "game-*.jsonl", "cases/case-*.json")


class Folder:
    """One duel's files: a log for each bot, records and decisions for each game, the report.

    ``cases`` is where cases of faults are kept.
    """

    def __init__(self, path: Path) -> None:
        """Make the folder; what an earlier duel left there goes. Raises OSError.

        Raises :class:`click.UsageError` where there is anything else.
        """
        self._path = path
        self.cases = path / "cases"
        path.mkdir(parents=True, exist_ok=True)
        report = path / REPORT
        if not report.is_file() and any(path.iterdir()):
            text = _("{folder} is not empty. Name a new folder.")
            raise click.UsageError(text.format(folder=repr(str(path))))
        for pattern in _OURS:
            for old in path.glob(pattern):
                old.unlink()
        report.write_text("{}\n", encoding="utf-8")

    def log(self, bot: str) -> BinaryIO:
        """The log of a bot, to be written."""
        return (self._path / f"{bot}.log").open("wb")

    def record(self, game: int, record: bytes) -> None:
        """Keep the record of a game."""
        (self._path / f"game-{game:04}.jsonl").write_bytes(record)

    def decisions(self, game: int, bot: str, lines: str) -> None:
        """Keep what a bot was asked in a game, and what it answered."""
        path = self._path / f"game-{game:04}.{bot}.jsonl"
        path.write_text(lines, encoding="utf-8")

    def report(self, report: Mapping[str, object]) -> None:
        """Keep what came of it all."""
        text = json.dumps(report, indent=2) + "\n"
        (self._path / REPORT).write_text(text, encoding="utf-8")

    def told(self) -> str:
        """Where all of it lies, and how many cases, as a sentence."""
        count = len(list(self.cases.glob("case-*.json")))
        cases = f" Cases of faults, for skyjo case show: {count}." if count else ""
        return f"Logs: {escape(str(self._path))}.{cases}"
