"""What can go wrong on the way from the lobby to a table, by what a player can do there."""

from typing import Final

from skyjo_client.errors import (
    ChangedServerError,
    ClientError,
    NotEncryptedServerError,
    TableNotFoundError,
    UnknownServerError,
    UnreachableError,
)
from skyjo_client.present.escape import escape
from skyjo_client.present.keymap import Where
from skyjo_client.present.messages import _, mark
from skyjo_client.settings import settings
from skyjo_client.trouble import UNREACHED, explain

_UNHEARD_OF: Final = mark(
    "No table {code} is found. Check the code, or press {join} and paste the host's join link, or "
    "type the address of its server."
)
_SENTENCES: Final[dict[type[ClientError], str]] = {
    UnreachableError: UNREACHED,
    TableNotFoundError: mark(
        "It cannot be told which server has table {code}. Check the code, or press {join} and "
        "paste the host's join link, or type the address of its server."
    ),
    UnknownServerError: mark(
        "The server at {address} is not known here yet, and its words are {words}. If its host "
        "sees the same ones, go there again and say yes, or press {join} and paste the host's join "
        "link."
    ),
    ChangedServerError: mark(
        "The server at {address} shows another certificate than before. Nothing was said to it: "
        "somebody may stand between. Ask its host; if it was set up anew, press {join} and paste "
        "the host's new join link."
    ),
    NotEncryptedServerError: mark(
        "The server at {address} does not encrypt. On a network you trust, set SKYJO_INSECURE to 1 "
        "and start skyjo again."
    ),
}
"""What a player can do in the lobby about errors; the others read there as everywhere."""


def explain_in_lobby(error: ClientError) -> str:
    """Return what to tell a player about an error, where keys and not options are at hand."""
    text = _SENTENCES.get(type(error))
    if isinstance(error, TableNotFoundError) and not error.announced:
        text = _UNHEARD_OF
    if text is None:
        return explain(error)[0]
    facts = {name: escape(getattr(error, name, "")) for name in ("address", "code", "words")}
    return _(text).format(**settings().file.keymap.names(Where.LOBBY), **facts)
