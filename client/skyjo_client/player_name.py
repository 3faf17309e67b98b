"""The name that a person plays under when none is given."""

import getpass
from pathlib import Path
from typing import Final

import click

from skyjo_client.console import interruptible, is_interactive
from skyjo_client.data_folder import state_folder
from skyjo_client.present.messages import _
from skyjo_client.private_file import write_private
from skyjo_client.settings import settings

_COLUMNS: Final = 20


def player_name(given: str | None) -> str:
    """Return the name given, or that is set, or the one kept, or the login's if possible."""
    if given or (given := settings()["name"]):
        return given
    return _kept() or _login() or "Player"


def asked_name(given: str | None) -> str:
    """The same; who sits at a terminal is asked where none is given or kept."""
    if given or settings()["name"] or _kept() or not is_interactive():
        return player_name(given)
    with interruptible():
        answer: str = click.prompt(_("Your name"), default=_login() or "Player", err=True)
    return answer.strip()


def keep_name(name: str) -> None:
    """Keep a name that a server has taken. Raises OSError."""
    write_private(_file(), name.encode())


def _file() -> Path:
    return state_folder() / "name"


def _kept() -> str:
    try:
        return _file().read_text("utf-8")[:_COLUMNS]
    except (OSError, ValueError):
        return ""


def _login() -> str:
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):
        login = ""
    shown = "".join(char for char in login if char.isprintable())
    return shown[:_COLUMNS] if shown.isascii() else ""
