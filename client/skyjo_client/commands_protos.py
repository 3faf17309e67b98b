"""``skyjo protos``: the contract, for bots in any language."""

from pathlib import Path
from typing import Final

import click

from skyjo_client.new_folder import new_folder_argument
from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _
from skyjo_client.printed import show

_SET: Final = "skyjo.binpb"


@click.group()
def protos() -> None:
    """The contract between servers and bots."""


@protos.command()
@new_folder_argument
def export(folder: Path) -> None:
    """Write the .proto files into DIR, and a descriptor set for programs such as grpcurl."""
    from skyjo_client.contract import descriptor_set
    from skyjo_client.kits import write_protos

    write_protos(folder)
    (folder / _SET).write_bytes(descriptor_set())
    text = _("{folder} has the contract: skyjo/v1/*.proto, and all of it in {set}.")
    show(text.format(folder=escape(str(folder)), set=_SET))
