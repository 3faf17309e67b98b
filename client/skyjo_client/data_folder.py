"""Where games are kept: private ones, and in a folder of its own those of a server."""

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
