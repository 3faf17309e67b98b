"""The name that a person plays under when none is given."""

import getpass
import unicodedata
from pathlib import Path
from typing import Final

import click

from skyjo.v1 import error_pb2
from skyjo_client.console import interruptible, is_interactive
from skyjo_client.data_folder import state_folder
from skyjo_client.errors import RefusedError
from skyjo_client.present.escape import escape_name
from skyjo_client.present.messages import _, mark
from skyjo_client.present.names import NAME_COLUMNS, is_possible
from skyjo_client.present.reasons import reason
from skyjo_client.present.seats import HOUSE
from skyjo_client.printed import show
from skyjo_client.private_file import write_private
from skyjo_client.settings import settings

_AGAIN: Final[dict[int, str]] = {
    error_pb2.ERROR_REASON_NAME_INVALID: mark(
        "This name is not possible. Take 1 to 20 visible letters."
    ),
    error_pb2.ERROR_REASON_NAME_TAKEN: mark("Somebody has this name already. Take another."),
    error_pb2.ERROR_REASON_NAME_RESERVED: mark(
        "Names that begin like this are the server's own. Take another."
    ),
}
"""What is said before a name is asked for again."""


def player_name(given: str | None) -> str:
    """Return the name given, or that is set, or the one kept, or the login's if possible."""
    if given or (given := settings()["name"]):
        return given
    return _kept() or _login() or "Player"


def asked_name(given: str | None) -> str:
    """The same; who sits at a terminal is asked where none is given or kept.

    Raises :class:`RefusedError` for a name that no server takes.
    """
    if not (given or settings()["name"] or _kept()) and is_interactive():
        return _ask(_login() or "Player")
    name = player_name(given)
    if (wrong := name_error(name)) is not None:
        raise RefusedError(error_pb2.Refusal(reason=wrong))
    return name


def other_name(error: RefusedError) -> str:
    """Ask who sits at a terminal for another name, where a server refused the one before.

    Everybody else, and other reasons, get the error again.
    """
    if error.reason not in _AGAIN or not is_interactive():
        raise error
    show(_(_AGAIN[error.reason]), err=True)
    return _ask(None)


def _ask(default: str | None) -> str:
    while True:
        with interruptible():
            answer: str = click.prompt(_("Your name"), default=default, err=True)
        if (wrong := name_error(answer.strip())) is None:
            return answer.strip()
        show(_(_AGAIN[wrong]), err=True)


def name_error(name: str) -> error_pb2.ErrorReason | None:
    """Why no server takes a name from a person; None: it has 1 to 20 columns that can be shown."""
    if not is_possible(name):
        return error_pb2.ERROR_REASON_NAME_INVALID
    if unicodedata.normalize("NFKC", name).casefold().startswith(HOUSE):
        return error_pb2.ERROR_REASON_NAME_RESERVED
    return None


def keep_name(name: str) -> None:
    """Keep a name that a server has taken. Raises OSError."""
    write_private(_file(), name.encode())


def rename(name: str) -> str:
    """Keep another name for the tables to come; returns what to tell, also where that fails.

    A name that is set counts more than one that is kept.
    """
    if settings()["name"]:
        return _("Your name is one of your settings: skyjo settings tells where it is set.")
    if (wrong := name_error(name)) is not None:
        return _(_AGAIN[wrong])
    try:
        keep_name(name)
    except OSError as error:
        return _("Your name could not be kept: {reason}.").format(reason=reason(error))
    return _("At the next table your name is {name}.").format(name=escape_name(name))


def _file() -> Path:
    return state_folder() / "name"


def _kept() -> str:
    try:
        return _file().read_text("utf-8")[:NAME_COLUMNS]
    except (OSError, ValueError):
        return ""


def _login() -> str:
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):
        login = ""
    shown = "".join(char for char in login if char.isprintable())
    return shown[:NAME_COLUMNS] if shown.isascii() else ""
