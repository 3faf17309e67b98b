"""What a bot's program tells whoever runs it, on standard error."""

import sys
import traceback
from pathlib import Path
from typing import TextIO

from skyjo.v1.error_pb2 import ErrorReason, Refusal
from skyjo.v1.event_pb2 import SeatChanged
from skyjo.v1.table_pb2 import GOODBYE_REASON_SUPERSEDED, Goodbye
from skyjo_client.bot import Decision
from skyjo_client.errors import BadAnswerError
from skyjo_client.notices import LinkChanged, ReceiptNotKept
from skyjo_client.present.escape import LINE_LIMIT, escape, escape_lines, escape_name
from skyjo_client.present.refusals import reason_sentence, refusal_sentence
from skyjo_client.seat_lost import seat_lost


class Report:
    """Lines for people; what concerns all seats of a connection is said once.

    Seats count from 0, as in the contract. ``case`` is what is said of the case file of a fault,
    behind its sentence.
    """

    def __init__(self, out: TextIO | None = None) -> None:
        """Write to ``out``, by default standard error."""
        self._out = out or sys.stderr
        self._connected = True
        self._receipts_told = False

    def line(self, text: str) -> None:
        """Write one line."""
        print(f"skyjo: {text}", file=self._out, flush=True)

    def not_there(self, address: str) -> None:
        """No server answers yet."""
        self.line(f"no server answers at {escape(address)}, trying again")

    def waiting(self, name: str, server: str) -> None:
        """The bot has enlisted."""
        self.line(f"{escape_name(name)} waits for work at {escape(server)}")

    def link(self, change: LinkChanged) -> None:
        """The connection was lost or is back."""
        if change.connected is not self._connected:
            self._connected = change.connected
            self.line(change.line())

    def receipt_not_kept(self, notice: ReceiptNotKept) -> None:
        """Receipts cannot be written."""
        if not self._receipts_told:
            self._receipts_told = True
            folder, reason = escape(notice.folder), escape(notice.reason)
            self.line(f"receipts cannot be kept in {folder}: {reason}")

    def key_not_kept(self, folder: Path, error: OSError) -> None:
        """The key of the bot's name cannot be written."""
        reason = escape(error.strerror or str(error))
        self.line(
            f"the key of this bot cannot be kept in {escape(str(folder))}: {reason}. "
            "Started again, it may find its name taken."
        )

    def sent_away(self, name: str, goodbye: Goodbye) -> None:
        """The server wants no more of a bot that waited for work."""
        if goodbye.reason == GOODBYE_REASON_SUPERSEDED:
            self.line(f"another program with its key waits for work as {escape_name(name)} now")
        else:
            self.line(f"the server has no more work for {escape_name(name)}")

    def refused(self, seat: int, refusal: Refusal) -> None:
        """The server refused something of a seat."""
        self.line(f"seat {seat}: {refusal_sentence(refusal)}")

    def lost(self, game_id: str, change: SeatChanged, case: str = "") -> None:
        """The bot's seat forfeits, or a stand-in plays it; nothing for another change."""
        if sentence := seat_lost(change, f" in game {escape(game_id)}"):
            self.line(sentence + case)

    def rejected(self, seat: int, reason: ErrorReason, case: str) -> None:
        """The server did not let a move stand that the bot's own library allowed."""
        self.line(f"seat {seat}: {reason_sentence(reason)} The seat resigns.{case}")

    def bot_raised(self, bot: str, decision: Decision, error: Exception, case: str) -> None:
        """A bot failed at a decision: its traceback, and which decision that was."""
        self._traceback(error)
        self._failed_at(f"{bot}.choose raised {type(error).__name__}", decision, case)

    def hook_raised(self, name: str, seat: int, error: Exception, case: str) -> None:
        """A bot failed when it was told of something."""
        self._traceback(error)
        what = f"{name} raised {type(error).__name__} in seat {seat}"
        self.line(f"{what}. The seat resigns.{case}")

    def bad_answer(self, decision: Decision, error: BadAnswerError, case: str) -> None:
        """A bot's own program did not answer a decision as it should."""
        self._failed_at(escape(error.what, LINE_LIMIT), decision, case)

    def bots_over(self, reason: str) -> None:
        """No bot can play any more."""
        self.line(f"{escape(reason, LINE_LIMIT)}. The bot plays no more.")

    def not_legal(self, bot: str, decision: Decision, action: object, case: str) -> None:
        """A bot chose what it may not."""
        self._failed_at(f"{bot}.choose returned {action!r}, which is not allowed", decision, case)

    def _traceback(self, error: Exception) -> None:
        """Show where a bot failed; its message may repeat what the server said."""
        trace = "".join(traceback.format_exception(error))
        print(escape_lines(trace), end="", file=self._out, flush=True)

    def _failed_at(self, what: str, decision: Decision, case: str) -> None:
        game = escape(decision.game_id)
        self.line(
            f"{what}, at decision {decision.decision_id} of game {game} in seat "
            f"{decision.seat}. The seat resigns.{case}"
        )
