"""What can go wrong on the way from the lobby to a table, by what a player can do there."""

from skyjo_client.errors import (
    ChangedServerError,
    ClientError,
    NotEncryptedServerError,
    TableNotFoundError,
    UnknownServerError,
    UnreachableError,
)
from skyjo_client.present.escape import escape, escape_name
from skyjo_client.present.keymap import Where
from skyjo_client.present.messages import _
from skyjo_client.settings import settings
from skyjo_client.trouble import explain


def explain_in_lobby(error: ClientError) -> str:
    """Return what to tell a player about an error, where keys and not options are at hand."""
    text, facts = _sentence(error)
    if not text:
        return explain(error)[0]
    return text.format(**settings().file.keymap.names(Where.LOBBY), **facts)


def _sentence(error: ClientError) -> tuple[str, dict[str, str]]:
    """A sentence and what it tells of the error; "" where there is nothing else to do here."""
    match error:
        case UnreachableError(address=address):
            text = _(
                "No server answers at {address}. It may have ended, or stand in another network: "
                "ask its host."
            )
            return text, {"address": escape(address)}
        case TableNotFoundError(code=code, announced=False):
            text = _(
                "No table {code} is found. Check the code, or press {join} and paste the host's "
                "join link, or type the address of its server."
            )
            return text, {"code": escape_name(code)}
        case TableNotFoundError(code=code):
            text = _(
                "It cannot be told which server has table {code}. Check the code, or press {join} "
                "and paste the host's join link, or type the address of its server."
            )
            return text, {"code": escape_name(code)}
        case UnknownServerError(address=address, words=words):
            text = _(
                "The server at {address} is not known here yet, and its words are {words}. If its "
                "host sees the same ones, press {join}, type the address and say yes, or paste the "
                "host's join link there."
            )
            return text, {"address": escape(address), "words": escape(words)}
        case ChangedServerError(address=address):
            text = _(
                "The server at {address} shows another certificate than before. Nothing was said "
                "to it: somebody may stand between. Ask its host; if it was set up anew, press "
                "{join} and paste the host's new join link."
            )
            return text, {"address": escape(address)}
        case NotEncryptedServerError(address=address):
            text = _(
                "The server at {address} does not encrypt. On a network you trust, set "
                "SKYJO_INSECURE to 1 and start skyjo again."
            )
            return text, {"address": escape(address)}
    return "", {}
