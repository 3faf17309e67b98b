"""``skyjo bots``: which bots a server has, and what a bot needs to believe it."""

from pathlib import Path

import click

from skyjo_client.console import run
from skyjo_client.options import json_option, server_option, trust_options
from skyjo_client.present.messages import _
from skyjo_client.printed import show


@click.command()
@server_option
@trust_options
@click.option(
    "--ca",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write there what SKYJO_CA needs to believe the server.",
)
@json_option
def bots(*, server: str | None, ca: Path | None, as_json: bool) -> None:
    """List the bots of a server, and their free places."""
    run(_bots(server, ca, as_json=as_json))


async def _bots(server: str | None, ca: Path | None, *, as_json: bool) -> None:
    from skyjo_client.address import LOCAL
    from skyjo_client.json_lines import dump
    from skyjo_client.lobby import Lobby
    from skyjo_client.meeting import meet
    from skyjo_client.present.bot_lines import bots_there
    from skyjo_client.settings import settings

    address = (await meet(server or settings()["server"] or LOCAL)).address
    async with Lobby(address) as lobby:
        found = await lobby.list_bots()
    if ca is not None:
        _write_authority(address, ca)
    if as_json:
        click.echo(dump(found))
        return
    for line in bots_there(found):
        show(line)


def _write_authority(address: str, file: Path) -> None:
    """Write the certificates that vouch for a server that was met. Raises click.UsageError."""
    from skyjo_client.present.escape import escape
    from skyjo_client.trust import door

    way = door(address)
    if way.roots is None:
        text = _("No SKYJO_CA is needed for {address}.")
        raise click.UsageError(text.format(address=escape(address)))
    file.write_bytes(way.roots)
