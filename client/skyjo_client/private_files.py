"""Files that are their owner's alone, written whole or not at all."""

import os
import tempfile
from pathlib import Path


def write_private(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path``, and make its folder where there is none. Raises OSError."""
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
