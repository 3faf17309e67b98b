"""The name that a person plays under when none is given."""

import getpass
import os
from typing import Final

from skyjo_client.console import readable

_COLUMNS: Final = 20


def player_name(given: str | None) -> str:
    """Return the name given, or that of SKYJO_NAME, or the login's where that is possible."""
    if given or (given := os.environ.get("SKYJO_NAME")):
        return readable(given)
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):
        login = ""
    shown = "".join(char for char in login if char.isprintable())
    return shown[:_COLUMNS] if shown.isascii() and shown else "Player"
