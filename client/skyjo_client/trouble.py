"""Every error that ends a command, as one sentence that says what to do, with an exit code."""

import errno
import os
import sys
import traceback
from typing import Final

from skyjo.v1 import error_pb2
from skyjo_client import exit_codes
from skyjo_client.address import BadAddressError, BadCodeError
from skyjo_client.errors import (
    ChangedServerError,
    ClientError,
    DistrustError,
    EncryptedServerError,
    KeptServerError,
    OtherServerError,
    OwnServerEndedError,
    RefusedError,
    ServerFailedError,
    ServerStoppedError,
    TableNotFoundError,
    UnfairDealError,
    UnknownHostError,
    UnknownServerError,
    UnreachableError,
)
from skyjo_client.present.escape import escape, escape_lines, escape_name
from skyjo_client.present.found_lines import not_found
from skyjo_client.present.messages import _, mark
from skyjo_client.present.reasons import reason
from skyjo_client.present.refusals import refusal_sentence
from skyjo_client.present.sentences import goodbye_sentence
from skyjo_client.settings_file import SettingsError

TRACEBACK: Final = "SKYJO_TRACEBACK"
"""Environment variable that shows where an unexpected error came from."""

UNREACHED: Final = mark(
    "No server answers at {address}. It may have ended, or stand in another network: ask its host."
)
"""For an address on another machine."""
_HERE: Final = ("127.", "[::1]", "localhost")
_BROKEN_SOMEHOW: Final = mark(
    "The server did not keep to the fair deal of game {game}, so this client left it."
)
_BROKEN: Final = {
    "own_hash": mark(
        "The server showed another share in the shuffle of game {game} than this client had "
        "promised, so it left. Do not trust this server."
    ),
    "commitment": mark(
        "The server changed what it had committed to in game {game}, so this client left. "
        "Do not trust this server."
    ),
    "opening": mark(
        "The server showed the shares in the shuffle of game {game} twice, and not the same ones, "
        "so this client left. Do not trust this server."
    ),
    "unopened": mark(
        "The server dealt the cards of game {game} without the share in the shuffle that this "
        "client had promised, so it left. Do not trust this server."
    ),
}


def explain(error: Exception) -> tuple[str, int]:
    """Return what to tell a player about an error, and the exit code."""
    match error:
        case UnreachableError() | TableNotFoundError() | ServerFailedError() | ServerStoppedError():
            return _unreached(error), exit_codes.UNREACHABLE
        case RefusedError(refusal=refusal):
            version = refusal.reason == error_pb2.ERROR_REASON_VERSION_UNSUPPORTED
            code = exit_codes.VERSION if version else exit_codes.REFUSED
            return refusal_sentence(refusal), code
        case UnfairDealError() | DistrustError():
            return _disbelief(error), exit_codes.REFUSED
        case SettingsError():
            return str(error), exit_codes.USAGE
        case BadAddressError() | BadCodeError():
            return _("{error}.").format(error=escape(str(error))), exit_codes.USAGE
        case OSError():
            return _of_system(error), exit_codes.UNFINISHED
        case ClientError():
            return _("{error}.").format(error=escape(str(error))), exit_codes.UNFINISHED
    return _unexpected(error), exit_codes.UNFINISHED


def _of_system(error: OSError) -> str:
    """What the system refused."""
    match error:
        case OSError(filename=str(name), strerror=str()):
            return _("{file}: {reason}.").format(file=escape(name), reason=reason(error))
        case OSError(errno=errno.ENOSPC | errno.EIO | errno.EFBIG):
            return _("The output could not be written: {reason}.").format(reason=reason(error))
    return _("{error}.").format(error=escape(str(error)))


def _unreached(
    error: UnreachableError | TableNotFoundError | ServerFailedError | ServerStoppedError,
) -> str:
    """Why there is no server to talk to."""
    match error:
        case ServerStoppedError(goodbye=goodbye):
            return goodbye_sentence(goodbye)
        case OwnServerEndedError(code=code):
            text = _(
                "Table {code} is on your own server, which has ended. Type the same in a terminal, "
                "without --json, to start it again, or go to the lobby with skyjo."
            )
            return text.format(code=escape_name(code))
        case UnknownHostError(address=address):
            host = address.rpartition(":")[0]
            text = _("No machine called {host} is known here. Check how the name is written.")
            return text.format(host=escape(host))
        case UnreachableError(address=address) if not address.startswith(_HERE):
            text = _(UNREACHED)
            return text.format(address=escape(address))
        case UnreachableError(address=address):
            text = _(
                "No server answers at {address}. Start one there with skyjo serve, "
                "or name another with --server."
            )
            return text.format(address=escape(address))
        case TableNotFoundError(code=code, servers=servers, announced=announced):
            return not_found(code, servers, announced=announced)
        case ServerFailedError(output=output):
            text = _("The server did not start. It said: {output}")
            return text.format(output=escape(output or "-"))


def _disbelief(error: UnfairDealError | DistrustError) -> str:
    """Why this client itself does not go on with a server."""
    if isinstance(error, UnfairDealError):
        text = _(_BROKEN.get(error.what, _BROKEN_SOMEHOW))
        return text.format(game=escape(error.game_id))
    match error:
        case UnknownServerError(words=words):
            text = _(
                "The server at {address} is not known here yet. If its host sees the same words, "
                "{words}, say so with --trust {words}, or use the host's join link."
            )
        case EncryptedServerError():
            words = ""
            text = _(
                "The server at {address} is encrypted: leave out --insecure or SKYJO_INSECURE."
            )
        case ChangedServerError(words=words):
            text = _(
                "The server at {address} shows another certificate than before. Nothing was said "
                "to it: somebody may stand between. Ask its host; if it was set up anew and its "
                "words are {words}, say so with --trust {words}."
            )
        case OtherServerError(source=words):
            text = _(
                "The server at {address} shows another certificate than {words} says. Nothing was "
                "said to it. Check the address, and ask its host."
            )
        case KeptServerError(path=words):
            text = _(
                "What is known of the server at {address} cannot be used: {words}. Mend or delete "
                "that file, and meet the server anew."
            )
        case _:
            words = ""
            text = _(
                "The server at {address} does not encrypt. On a network you trust, say --insecure."
            )
    return text.format(address=escape(error.address), words=escape(words))


def _unexpected(error: Exception) -> str:
    if os.environ.get(TRACEBACK):
        trace = "".join(traceback.format_exception(error))
        sys.stderr.write(escape_lines(trace))
    text = _(
        "This program made a mistake ({error}). Please report it; "
        "with {variable}=1 in the environment it shows where it happened."
    )
    return text.format(error=escape(f"{type(error).__name__}: {error}"), variable=TRACEBACK)
