"""The check of an exported record, told in lines."""

from dataclasses import replace

from skyjo_client import exit_codes
from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _
from skyjo_client.present.verdict_lines import failure_line, verdict_lines
from skyjo_client.receipts import Receipts
from skyjo_engine.errors import EngineError
from skyjo_engine.receipt import Receipt
from skyjo_engine.record import DealSource, Record
from skyjo_engine.record_text import loads
from skyjo_engine.verify import Verdict, verify_text

REFUSED = exit_codes.UNFINISHED
"""The exit code of a record that is not sound, or does not fit the receipt."""


def check_text(text: bytes, held: bytes | None = None) -> tuple[list[str], int]:
    """Check the text of a record against receipts; return lines to tell and the exit code.

    ``held`` is the text of a receipt; without it, those that this player has kept for the game
    are used, and without any the record is checked against itself only.
    """
    try:
        game = loads(text)
        receipts = _kept(game) if held is None else [Receipt.loads(held)]
        checks: list[Receipt | None] = [*receipts] or [None]
        verdicts = [(receipt, verify_text(text, receipt)) for receipt in checks]
    except EngineError as error:
        return [failure_line(error)], REFUSED
    lines = [_("Record of game {game}.").format(game=escape(game.game_id))]
    for receipt, verdict in verdicts:
        lines += verdict_lines(verdict, None if receipt is None else receipt.seat)
    proven = any(_is_as_promised(verdict) for _receipt, verdict in verdicts)
    return lines, exit_codes.FINISHED if proven else exit_codes.NOT_PROVEN


def _kept(game: Record) -> list[Receipt]:
    """The receipts of the deals played; others for the game are of preparations given up."""
    receipts = Receipts().find(game.game_id)
    played = [one for one in receipts if one.commitment == game.deal.commitment]
    given_up = {one.commitment for one in receipts if one not in played}
    return [replace(one, given_up=(*one.given_up, *given_up)) for one in played] or receipts


def _is_as_promised(verdict: Verdict) -> bool:
    """Whether it is shown who chose the cards: nobody, or whoever the record says."""
    return verdict.source is not DealSource.PLAYERS or verdict.nobody_chose
