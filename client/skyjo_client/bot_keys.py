"""Keys of bots that wait for work: whoever has a bot's key is that bot."""

import secrets
from pathlib import Path
from typing import Final

from skyjo_client.data_folder import state_folder
from skyjo_client.private_file import file_stem, write_private

_BYTES: Final = 32


class BotKeys:
    """A folder with one key a name, so that a program that is started again is the same bot."""

    def __init__(self, folder: Path | None = None) -> None:
        """Keep keys in ``folder``, by default ``bots`` in the state folder."""
        self.folder = folder if folder is not None else state_folder() / "bots"

    def key(self, name: str) -> bytes:
        """The key of the bot of that name, made up at the first time. Raises OSError."""
        path = self.folder / f"{file_stem(name)}.key"
        try:
            kept = path.read_bytes()
        except FileNotFoundError:
            kept = b""
        if len(kept) != _BYTES:
            kept = secrets.token_bytes(_BYTES)
            write_private(path, kept)
        return kept
