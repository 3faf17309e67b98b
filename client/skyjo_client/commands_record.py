"""``skyjo record``: finished games, listed, exported and checked."""

import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from skyjo_client.console import run
from skyjo_client.options import Text, Whole, data_option, json_option, record_server_option

if TYPE_CHECKING:
    from skyjo_client.lobby import Lobby


@click.group()
def record() -> None:
    """Finished games: list, export and check them.

    Without --server these are the games of skyjo play, which are kept on this machine.
    """


@record.command(name="list")
@record_server_option
@data_option
@json_option
@click.option(
    "--limit", type=Whole(1, 500), default=20, show_default=True, help="Most games to list."
)
def list_(*, server: str | None, data: Path | None, as_json: bool, limit: int) -> None:
    """List finished games, latest first."""
    run(_list(_records(server, data), limit, as_json=as_json))


@record.command()
@click.argument("game", required=False, type=Text())
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file."
)
@record_server_option
@data_option
def export(*, game: str | None, output: Path | None, server: str | None, data: Path | None) -> None:
    """Write the record of GAME, the latest one unless named."""
    text = run(_export(_records(server, data), game))
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(text)
        return
    output.write_bytes(text)
    click.echo(f"{output}: {len(text)} bytes")


@record.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--receipt",
    type=click.File("rb"),
    help="Check against this receipt; default: those this player has kept.",
)
@click.pass_context
def verify(ctx: click.Context, *, file: BinaryIO, receipt: BinaryIO | None) -> None:
    """Check an exported record: its rules, its cards, and against your receipts.

    The exit status is 0 when all is right and it is shown who chose the cards; 1 when the record
    is refused; 6 when nothing is wrong, but it is not shown that nobody chose the cards.
    """
    from skyjo_client.record_check import check_text

    held = None if receipt is None else receipt.read()
    lines, code = check_text(file.read(), held)
    for line in lines:
        click.echo(line)
    ctx.exit(code)


def _records(server: str | None, data: Path | None) -> "AbstractAsyncContextManager[Lobby]":
    from skyjo_client.record_source import private_records, server_records

    if server is not None and data is not None:
        raise click.UsageError("Choose one of --server and --data.")
    return private_records(data) if server is None else server_records(server)


async def _list(
    records: "AbstractAsyncContextManager[Lobby]", limit: int, *, as_json: bool
) -> None:
    from skyjo.v1 import record_pb2
    from skyjo_client.json_lines import dump
    from skyjo_client.present.record_lines import game_line

    async with records as lobby:
        found = await lobby.list_games(record_pb2.ListGamesRequest(page_size=limit))
    for game in found.games:
        click.echo(dump(game) if as_json else game_line(game))
    if not found.games:
        click.echo("No finished games are kept here.", err=True)


async def _export(records: "AbstractAsyncContextManager[Lobby]", game: str | None) -> bytes:
    from skyjo_client.record_source import export_text

    async with records as lobby:
        return await export_text(lobby, game)
