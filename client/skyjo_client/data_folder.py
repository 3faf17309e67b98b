"""Where games are kept, private ones and those of a server, and where a user's state lies."""

import os
from pathlib import Path


def data_folder(given: Path | None = None) -> Path:
    """Return the folder given, or that of SKYJO_DATA_DIR, or the platform's place for it."""
    if given is not None:
        return given
    chosen = os.environ.get("SKYJO_DATA_DIR")
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("skyjo", appauthor=False)


def state_folder() -> Path:
    """Return where this user's state lies: SKYJO_STATE_DIR, else the platform's place for it."""
    chosen = os.environ.get("SKYJO_STATE_DIR")
    if chosen:
        return Path(chosen)
    from platformdirs import user_state_path

    return user_state_path("skyjo", appauthor=False)
