"""Yes or no, as a player types it."""

from skyjo_client.present.messages import _


def yes_or_no(word: str) -> bool | None:
    """Return what a word or its beginning answers, in English or in the player's language, if any.

    >>> yes_or_no("Y"), yes_or_no("no"), yes_or_no("yesterday"), yes_or_no("")
    (True, False, None, None)
    """
    begun = word.strip().casefold()
    for answer, words in ((True, ("yes", _("yes"))), (False, ("no", _("no")))):
        if begun and any(one.startswith(begun) for one in words):
            return answer
    return None
