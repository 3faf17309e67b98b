"""Files that only their owner may read, written whole or not at all."""

import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import Final

_PLAIN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}\Z")


def write_private(path: Path, content: bytes) -> None:
    """Write a file and its folder, where that is missing. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Files made this way are the owner's alone.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def file_stem(text: str) -> str:
    """Return a name for files; what comes from others must not name other places."""
    if _PLAIN.match(text):
        return text
    return f"x{hashlib.sha256(text.encode()).hexdigest()}"
