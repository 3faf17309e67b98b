"""The check of an exported record, told in lines."""

from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _
from skyjo_client.present.verdict_lines import failure_line, verdict_lines
from skyjo_client.receipts import Receipts
from skyjo_engine.errors import EngineError
from skyjo_engine.receipt import Receipt
from skyjo_engine.record_text import loads
from skyjo_engine.verify import verify_text


def check_text(text: bytes, held: bytes | None = None) -> tuple[list[str], bool]:
    """Check the text of a record against receipts; return lines to tell and whether it is good.

    ``held`` is the text of a receipt; without it, those that this player has kept for the game
    are used, and without any the record is checked against itself only.
    """
    try:
        game = loads(text)
        receipts = Receipts().find(game.game_id) if held is None else [Receipt.loads(held)]
        checks: list[Receipt | None] = [*receipts] or [None]
        verdicts = [(receipt, verify_text(text, receipt)) for receipt in checks]
    except EngineError as error:
        return [failure_line(error)], False
    lines = [_("Record of game {game}.").format(game=escape(game.game_id))]
    for receipt, verdict in verdicts:
        lines += verdict_lines(verdict, None if receipt is None else receipt.seat)
    return lines, True
