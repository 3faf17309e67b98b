"""The bot in a Python file."""

import importlib.util
import sys
from pathlib import Path

from skyjo_client.bot import Bot
from skyjo_client.errors import ClientError


class BotFileError(ClientError):
    """A file that does not hold exactly one bot; ``found`` names those it holds."""

    def __init__(self, path: Path, found: list[str]) -> None:
        """Keep the path and the names."""
        what = f"several subclasses of Bot: {', '.join(found)}" if found else "no subclass of Bot"
        hint = (
            ""
            if path.suffix == ".py"
            else f". A command in any language: skyjo bot --stdio -- {path}"
        )
        super().__init__(f"{path} has {what}{hint}")
        self.path = path
        self.found = found


def load_bot(path: Path) -> type[Bot]:
    """The one Bot subclass that the file defines; those it imports do not count.

    The file's folder is put before the others that Python imports from, as if the file were run.
    Raises :class:`BotFileError`, OSError when it cannot be read, and whatever the file raises.
    """
    path = path.resolve(strict=True)
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise BotFileError(path, [])
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    bots = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == path.stem
    ]
    if len(bots) != 1:
        raise BotFileError(path, [bot.__name__ for bot in bots])
    return bots[0]
