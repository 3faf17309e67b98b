"""Where a player's settings lie, and the language they ask for: what every start needs to know."""

import os
from pathlib import Path
from typing import Final

from skyjo_client.present.languages import known_language

VARIABLE: Final = "SKYJO_CONFIG"
"""Names another file than the platform's."""


def named_path() -> Path | None:
    """The file that the variable names, if it names one."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen) if chosen else None


def settings_path() -> Path | None:
    """Where the file lies, whether there is one or not; None where there is no home folder."""
    if chosen := named_path():
        return chosen
    from platformdirs import user_config_path

    try:
        return user_config_path("skyjo", appauthor=False) / "settings.toml"
    except RuntimeError:
        return None


def file_language() -> str:
    """Return the language that the file asks for; "" where it asks for none or is no TOML.

    A broken file is told of by whatever else asks the settings, in some language.
    """
    path = settings_path()
    try:
        text = "" if path is None else path.read_text("utf-8-sig")
        if not text:
            return ""
        import tomllib

        return known_language(str(tomllib.loads(text).get("language", ""))) or ""
    except (OSError, ValueError, RecursionError):
        return ""
