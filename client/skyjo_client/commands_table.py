"""``skyjo join``, ``skyjo watch`` and ``skyjo tables``: what stands on a server."""

import click

from skyjo_client.console import run
from skyjo_client.options import (
    Mode,
    Text,
    json_option,
    mode_of,
    name_option,
    plain_option,
    server_option,
)


@click.command()
@click.argument("table", type=Text(), metavar="CODE|HOST[:PORT]")
@server_option
@name_option
@plain_option
@json_option
@click.pass_context
def join(  # one for each option
    ctx: click.Context,
    *,
    table: str,
    server: str | None,
    name: str | None,
    plain: bool,
    as_json: bool,
) -> None:
    """Join a table by its code or its server's address.

    By the address of a server one joins the only open table there.

    Whoever left a table without resigning comes back to the seat in the same way.
    """
    from skyjo_client import environment
    from skyjo_client.joining import join_code, join_server, looks_like_address
    from skyjo_client.player_name import player_name

    mode = mode_of(plain=plain, as_json=as_json)
    if mode is None:
        raise click.UsageError("There is no terminal here: choose --plain or --json.")
    if looks_like_address(table):
        if server is not None:
            raise click.UsageError("Name the server once: as HOST[:PORT] or with --server.")
        ctx.exit(run(join_server(table, player_name(name), mode)))
    where = server or environment.server()
    ctx.exit(run(join_code(where, table, player_name(name), mode)))


@click.command()
@click.argument("code", type=Text())
@server_option
@plain_option
@json_option
@click.pass_context
def watch(ctx: click.Context, *, code: str, server: str | None, plain: bool, as_json: bool) -> None:
    """Watch a table, game after game, without a seat."""
    mode = mode_of(plain=plain, as_json=as_json) or Mode.LINES
    ctx.exit(run(_watch(code, server, mode)))


async def _watch(code: str, server: str | None, mode: Mode) -> int:
    from skyjo_client import environment
    from skyjo_client.address import with_port
    from skyjo_client.front_end import show
    from skyjo_client.lobby import Lobby
    from skyjo_client.watching import frames

    async with Lobby(with_port(server or environment.server())) as lobby:
        return await show(frames(lobby, code), mode)


@click.command()
@server_option
@json_option
def tables(*, server: str | None, as_json: bool) -> None:
    """List the open tables of a server."""
    run(_tables(server, as_json=as_json))


async def _tables(server: str | None, *, as_json: bool) -> None:
    from skyjo_client import environment
    from skyjo_client.address import with_port
    from skyjo_client.json_lines import dump
    from skyjo_client.lobby import Lobby
    from skyjo_client.present.table_lines import table_line

    address = with_port(server or environment.server())
    async with Lobby(address) as lobby:
        found = await lobby.list_tables()
    for table in found:
        click.echo(dump(table) if as_json else table_line(table))
    if not found:
        click.echo(f"No open tables at {address}.", err=True)
