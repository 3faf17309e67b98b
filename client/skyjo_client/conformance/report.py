"""What a check has found, for people and for programs. It is in English, like the contract."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from skyjo_client.conformance.ledger import Ledger, Outcome
from skyjo_client.conformance.rows import Row
from skyjo_client.present.escape import LINE_LIMIT, escape

Progress = Callable[[str], None]
"""Called with the name of each row as it is tried."""
_INDENT: Final = 12
_NAME: Final = 20
_CLEAR: Final = "\r\x1b[K"


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a check. ``said`` is the end of what the bot had written when it failed."""

    ledger: Ledger
    said: str = ""

    @property
    def right(self) -> bool:
        """Whether every row passed that this machine can try."""
        return self.ledger.right

    def lines(self) -> Iterator[str]:
        """The table, and what to make of it."""
        for row in self.ledger.rows:
            outcome, reason = self.ledger[row.name]
            word = outcome.value.upper() if outcome is Outcome.FAILED else outcome.value
            yield f"{word:{_INDENT}} {row.name:{_NAME}} {row.tried}"
            if reason:
                yield f"{'':{_INDENT}} {escape(reason, LINE_LIMIT)}"
            if self.ledger.is_about(row.name):
                yield f"{'':{_INDENT}} A bot is to {row.asks}. See {row.section}."
        yield ", ".join(f"{self.ledger.count(one)} {one.value}" for one in Outcome)
        if self.said:
            yield "What the bot had written last when it first failed:"
            yield from (f"  | {escape(line.expandtabs())}" for line in self.said.splitlines())

    def objects(self) -> Iterator[dict[str, Any]]:
        """One object for each row, and one for the whole."""
        for row in self.ledger.rows:
            outcome, reason = self.ledger[row.name]
            yield {**described(row), "outcome": outcome.value.replace(" ", "_"), "reason": reason}
        counts = {one.value.replace(" ", "_"): self.ledger.count(one) for one in Outcome}
        yield {"right": self.right, **counts, "output": self.said}


def described(row: Row) -> dict[str, str]:
    """What a row is about."""
    return {"row": row.name, "tried": row.tried, "asks": row.asks, "section": row.section}


def listing(row: Row) -> str:
    """What a row is about, as a line."""
    return f"{row.name:{_NAME}} {row.tried}"


class Shown:
    """Shows on a terminal what is being tried, and nothing where the errors go elsewhere."""

    def __init__(self, total: int) -> None:
        """``total`` is how many rows there are."""
        self._total = total
        self._on = bool(sys.stderr and sys.stderr.isatty())

    def __call__(self, row: str) -> None:
        """Now this row is tried."""
        if self._on:
            sys.stderr.write(f"{_CLEAR}trying {row} ({self._total} rows in all)")
            sys.stderr.flush()

    def clear(self) -> None:
        """Leave nothing of it."""
        if self._on:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
