"""What the check of a record found."""

from typing import Final

from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _, mark, plural
from skyjo_engine.errors import EngineError
from skyjo_engine.record import DealSource
from skyjo_engine.verify import Check, NotChecked, Verdict


def verdict_lines(verdict: Verdict, seat: int | None) -> list[str]:
    """Tell what was checked, against what, what was not, and what follows from it.

    ``seat`` is that of the receipt, None when there was none.
    """
    if seat is None:
        against = _("Checked against itself only: no receipt of this game is kept here.")
    else:
        against = _("Checked against the receipt of seat {seat}.").format(seat=seat + 1)
    good = [
        _("Right: {what}").format(what=_(_CHECKS[check]))
        for check in Check
        if check in verdict.checked
    ]
    open_ = [
        _("Not checked, because {why}: {what}").format(what=_(_CHECKS[check]), why=_(_WHY[why]))
        for check, why in verdict.not_checked.items()
    ]
    return [against, *good, *open_, _restarts(verdict.given_up), _sum(verdict)]


def _restarts(times: int) -> str:
    if not times:
        return _("The preparation of this game was never given up.")
    return plural(
        "The preparation of this game was given up once, because somebody's share was not shown.",
        "The preparation of this game was given up {count} times, because shares were not "
        "shown.",
        times,
    )


def _sum(verdict: Verdict) -> str:
    if verdict.nobody_chose:
        return _("Nobody chose the cards.")
    if verdict.source is DealSource.SEED:
        return _("The cards come from a seed that the maker of the table chose.")
    if verdict.source is DealSource.ORGANISER:
        return _("The cards were chosen by the organiser of an event.")
    return _("The record is sound. That nobody chose the cards is not shown by it alone.")


def failure_line(error: EngineError) -> str:
    """Tell why a record was refused."""
    return _("Refused: {error}.").format(error=escape(str(error)))


_CHECKS: Final = {
    Check.CHECKSUM: mark("no byte of the file was changed."),
    Check.REPLAY: mark("the game went by its rules."),
    Check.COMMITMENT: mark("the key is the one committed to."),
    Check.DEALS: mark("all cards follow from the key."),
    Check.RECEIPT: mark("game, settings and commitment are those of the receipt."),
    Check.ENTROPY: mark("your own share is in the shuffle."),
}

_WHY: Final = {
    NotChecked.NOT_TEXT: mark("it was not read from a file"),
    NotChecked.KEY_WITHHELD: mark("the key is not shown yet"),
    NotChecked.NO_RECEIPT: mark("there is no receipt"),
    NotChecked.NO_OWN_ENTROPY: mark("your client added none"),
}
