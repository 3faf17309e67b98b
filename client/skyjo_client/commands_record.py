"""``skyjo record``: finished games, listed, exported and checked."""

import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from skyjo_client.console import run
from skyjo_client.option_types import Text, Whole
from skyjo_client.options import (
    data_option,
    json_option,
    only_one,
    operator_option,
    record_server_option,
    trust_options,
)
from skyjo_client.present.messages import _
from skyjo_client.printed import show

if TYPE_CHECKING:
    from skyjo_client.record_choice import Games


@click.group()
def record() -> None:
    """List, export and check finished games.

    Without --server these are all games that are kept on this machine: those of skyjo play and of
    your own server.
    """


@record.command(name="list")
@record_server_option
@trust_options
@data_option
@json_option
@click.option(
    "--limit", type=Whole(1, 500), default=20, show_default=True, help="Most games to list."
)
def list_(*, server: str | None, data: Path | None, as_json: bool, limit: int) -> None:
    """List finished games, latest first."""
    from skyjo_client.exporting import chosen_records

    run(_list(chosen_records(server, data), limit, as_json=as_json))


@record.command()
@click.argument("game", required=False, type=Text())
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write to this file; default: to standard output, on a terminal to GAME.jsonl.",
)
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@click.option("--demo", is_flag=True, help="The latest game of bots only.")
@record_server_option
@trust_options
@operator_option
@data_option
def export(  # noqa: PLR0913  # one for each option
    *,
    game: str | None,
    output: Path | None,
    force: bool,
    demo: bool,
    server: str | None,
    operator: bool,
    data: Path | None,
) -> None:
    """Write the record of GAME, or of the latest game that you played.

    The beginning of GAME is enough where no other game begins like it.
    """
    from skyjo_client.exporting import chosen_kind, chosen_records, exported, write

    if game is not None and demo:
        raise only_one("GAME", "--demo")
    records = chosen_records(server, data, operator=operator)
    name, text = run(exported(records, game, chosen_kind(server, demo=demo)))
    if output is None and sys.stdout.isatty():
        output = Path(f"{name}.jsonl")
    write(output, text, force=force)


@record.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--receipt",
    type=click.File("rb"),
    help="Check against this receipt; default: those this player has kept.",
)
@click.pass_context
def verify(ctx: click.Context, *, file: BinaryIO, receipt: BinaryIO | None) -> None:
    """Check an exported record, by itself and against your receipts.

    The exit status is 0 when all is right and it is shown who chose the cards; 1 when the record
    is refused; 6 when nothing is wrong, but it is not shown that nobody chose the cards.
    """
    from skyjo_client.record_check import check_text

    held = None if receipt is None else receipt.read()
    lines, code = check_text(file.read(), held)
    for line in lines:
        show(line)
    ctx.exit(code)


async def _list(
    records: "AbstractAsyncContextManager[Games]", limit: int, *, as_json: bool
) -> None:
    from skyjo.v1 import record_pb2
    from skyjo_client.json_lines import dump
    from skyjo_client.present.record_lines import game_line

    async with records as games:
        found = await games.list_games(record_pb2.ListGamesRequest(page_size=limit))
    for game in found.games[:limit]:
        click.echo(dump(game) if as_json else game_line(game))
    if not found.games:
        show(_("No finished games are kept here."), err=True)
