"""Why the check of a record refused it, in words."""

from typing import Final

from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _, mark
from skyjo_engine.errors import EngineError
from skyjo_engine.record import RecordCode, RecordError
from skyjo_engine.replay import ReplayError
from skyjo_engine.verify import VerifyCode, VerifyError

_BEGINNING: Final = b'"type":"game"'


def failure_line(error: EngineError, text: bytes) -> str:
    """Tell why the record in ``text`` was refused."""
    return _("Refused: {why}").format(why=_why(error, text))


def receipt_failure_line() -> str:
    """Tell that what was named as a receipt is none."""
    return _("Refused: the file given with --receipt is not a receipt.")


def _why(error: EngineError, text: bytes) -> str:
    match error:
        case RecordError() if _BEGINNING not in text.partition(b"\n")[0]:
            return _("this is not the record of a SKYJO game.")
        case RecordError(code=code, line=line, what=what):
            return _(_UNREADABLE.get(code, _UNCLEAR)).format(line=line, what=escape(what or "-"))
        case ReplayError(line=line):
            return _("line {line} is not what the rules of the game allow there.").format(line=line)
        case VerifyError(code=code, round=round_, seat=seat):
            text_ = _(_BROKEN_PROMISES[code])
            return text_.format(round=round_, seat=None if seat is None else seat + 1)
    return _("{error}.").format(error=escape(str(error)))


_UNCLEAR: Final = mark("line {line} cannot be understood ({what}).")
_CHANGED: Final = mark("the record was changed after it was exported.")
_UNREADABLE: Final = {
    RecordCode.NO_END: mark("the record is cut off, or something stands behind its end."),
    RecordCode.BAD_END: _CHANGED,
    RecordCode.CHECKSUM: _CHANGED,
    RecordCode.UNKNOWN_FORMAT: mark("the record was written by a newer version of this program."),
}

_BROKEN_PROMISES: Final = {
    VerifyCode.COMMITMENT_MISMATCH: mark("the key is not the one that was committed to."),
    VerifyCode.RESTART_MISMATCH: mark(
        "the key of a preparation that was given up is not the one that was committed to."
    ),
    VerifyCode.DEAL_MISMATCH: mark("the cards of round {round} do not follow from the key."),
    VerifyCode.RESHUFFLE_MISMATCH: mark(
        "the reshuffled cards of round {round} do not follow from the key."
    ),
    VerifyCode.UNEXPECTED_ENTROPY: mark(
        "it has shares of players in a shuffle that had none, as its cards were chosen."
    ),
    VerifyCode.RECEIPT_GAME: mark("the receipt is for another game."),
    VerifyCode.RECEIPT_SETTINGS: mark("the settings are not those that the receipt is for."),
    VerifyCode.RECEIPT_COMMITMENT: mark(
        "the commitment is not the one that the receipt is for: the key was exchanged."
    ),
    VerifyCode.RECEIPT_SEAT: mark("the receipt does not fit the seats of this game."),
    VerifyCode.RECEIPT_ENTROPY: mark("your own share is not in the shuffle."),
    VerifyCode.RECEIPT_HASH: mark(
        "the share of seat {seat} is not the one that was shown before the deal."
    ),
    VerifyCode.RECEIPT_RESTART: mark(
        "a preparation that was given up, and of which you keep a receipt, is missing."
    ),
}
