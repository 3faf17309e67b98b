"""What came of each row."""

from collections.abc import Iterable
from enum import Enum
from typing import Final

from skyjo_client.conformance.rows import Row


class Outcome(Enum):
    """``NOT_REACHED``: what the row is about did not come about, for the reason given."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_REACHED = "not reached"


_NOT_YET: Final = (Outcome.NOT_REACHED, "it was not tried")


class Failed(Exception):  # noqa: N818  # it is a finding, and no error of this program
    """The bot did something wrong in ``row`` that ends the situation; ``reason`` says what.

    ``about_row``: what the contract asks in that row says how to mend it.
    """

    def __init__(self, row: str, reason: str, *, about_row: bool = True) -> None:
        """Keep all."""
        super().__init__(reason)
        self.row = row
        self.reason = reason
        self.about_row = about_row


class Ledger:
    """The outcome of each row in question, with its reason. The first failure of a row counts.

    ``excused`` are the rows that this machine cannot try with any bot.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        """``rows`` are those in question; what is said of others is not kept."""
        self.rows = tuple(rows)
        self._outcomes = {row.name: _NOT_YET for row in self.rows}
        self.asked = frozenset(self._outcomes)
        self._by_the_way: set[str] = set()
        self.excused: set[str] = set()

    def __getitem__(self, row: str) -> tuple[Outcome, str]:
        return self._outcomes.get(row, _NOT_YET)

    def fail(self, row: str, reason: str, *, about_row: bool = True) -> None:
        """The bot did something wrong; ``about_row`` as in :class:`Failed`."""
        if row in self._outcomes and self[row][0] is not Outcome.FAILED:
            self._outcomes[row] = (Outcome.FAILED, reason)
            if not about_row:
                self._by_the_way.add(row)

    def is_about(self, row: str) -> bool:
        """Whether what the row asks says how to mend what is wrong with it."""
        return self.failed(row) and row not in self._by_the_way

    def passes(self, *rows: str) -> None:
        """What the rows are about came about, and nothing was wrong with it so far."""
        for row in rows:
            if row in self._outcomes and self[row][0] is Outcome.NOT_REACHED:
                self._outcomes[row] = (Outcome.PASSED, "")

    def remark(self, row: str, text: str) -> None:
        """Say more of a row that has passed."""
        if row in self._outcomes:
            self._outcomes[row] = (self[row][0], text)

    def not_reached(self, reason: str, *rows: str) -> None:
        """It could not be tried."""
        for row in rows:
            if self[row] is _NOT_YET and row in self._outcomes:
                self._outcomes[row] = (Outcome.NOT_REACHED, reason)

    def excuse(self, reason: str, row: str) -> None:
        """It could not be tried on this machine with any bot."""
        if not self.failed(row):
            self.not_reached(reason, row)
            self.excused.add(row)

    @property
    def right(self) -> bool:
        """Whether every row has passed that could be tried."""
        found = self._outcomes.items()
        tried = [one for row, (one, _) in found if row not in self.excused]
        return all(outcome is Outcome.PASSED for outcome in tried)

    def failed(self, row: str) -> bool:
        """Whether the bot did something wrong in the row."""
        return self[row][0] is Outcome.FAILED

    def count(self, outcome: Outcome) -> int:
        """How many rows came out so."""
        return sum(one is outcome for one, _ in self._outcomes.values())
