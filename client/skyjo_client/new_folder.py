"""A folder that a command fills: it is new or empty, as nothing is overwritten unasked."""

from pathlib import Path
from typing import Final

import click

from skyjo_client.present.messages import _


class _NewFolder(click.Path):
    """Refuses a folder in which something lies already."""

    def convert(  # type: ignore[override] # click.Path is not generic
        self,
        value: str,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path:
        folder = Path(str(super().convert(value, param, ctx)))
        if folder.is_dir() and any(folder.iterdir()):
            text = _("{folder} is not empty. Name a new folder.")
            self.fail(text.format(folder=repr(value)), param, ctx)
        return folder


new_folder_argument: Final = click.argument(
    "folder", metavar="DIR", type=_NewFolder(file_okay=False, writable=True)
)
"""The folder to fill, as ``folder``."""
