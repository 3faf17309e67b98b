"""The command that starts a bot: as it was typed, or for a file of Python with a bot in it."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from skyjo_client.present.messages import _


def bot_command(words: Sequence[str]) -> tuple[str, ...]:
    """The command of ``words``, where a file of Python alone is played by ``skyjo bot``.

    Raises :class:`click.UsageError` where there is no such file.
    """
    if len(words) != 1 or not words[0].endswith(".py"):
        return tuple(words)
    if not Path(words[0]).is_file():
        raise click.UsageError(_("{file} is no file.").format(file=repr(words[0])))
    return (sys.executable, "-m", "skyjo_client", "bot", words[0])
