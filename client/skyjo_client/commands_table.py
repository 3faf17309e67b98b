"""``skyjo join``, ``skyjo watch`` and ``skyjo tables``: what stands on a server."""

from typing import TYPE_CHECKING, Final

import click

from skyjo_client.console import run
from skyjo_client.display_options import Mode, look_options, mode_of, plain_option
from skyjo_client.option_types import Text
from skyjo_client.options import (
    json_option,
    name_option,
    operator_option,
    server_option,
    trust_options,
)
from skyjo_client.present.messages import _, mark
from skyjo_client.printed import show

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from skyjo_client.address import Target
    from skyjo_client.lobby import Lobby

_NAMED_TWICE: Final = mark("Name the server once: as HOST[:PORT] or with --server.")


@click.command()
@click.argument("table", type=Text(), metavar="CODE|HOST[:PORT]|LINK")
@server_option
@trust_options
@name_option
@plain_option
@json_option
@look_options
@click.pass_context
def join(
    ctx: click.Context,
    *,
    table: str,
    server: str | None,
    name: str | None,
    plain: bool,
    as_json: bool,
) -> None:
    """Join a table by its code, its link or its server's address.

    By the address of a server one joins the only open table there.

    Whoever left a table without resigning comes back to the seat in the same way, at whatever
    address the server is, and by the code alone.
    """
    from skyjo_client.address import looks_like_address
    from skyjo_client.hosting import join_or_return_home
    from skyjo_client.joining import join_server

    mode = mode_of(plain=plain, as_json=as_json)
    if mode is None:
        raise click.UsageError(_("There is no terminal here: choose --plain or --json."))
    if looks_like_address(table):
        if server is not None:
            raise click.UsageError(_(_NAMED_TWICE))
        ctx.exit(run(join_server(table, name, mode)))
    ctx.exit(run(join_or_return_home(server, table, name, mode)))


@click.command()
@click.argument("table", type=Text(), metavar="CODE|HOST[:PORT]|LINK")
@server_option
@trust_options
@plain_option
@json_option
@look_options
@click.pass_context
def watch(
    ctx: click.Context, *, table: str, server: str | None, plain: bool, as_json: bool
) -> None:
    """Watch a table, game after game, without a seat.

    By the address of a server one watches the only table there.
    """
    from skyjo_client.address import looks_like_address
    from skyjo_client.finding import meet_named
    from skyjo_client.meeting import meet

    mode = mode_of(plain=plain, as_json=as_json) or Mode.LINES
    if looks_like_address(table):
        if server is not None:
            raise click.UsageError(_(_NAMED_TWICE))
        ctx.exit(run(_watch(meet(table), None, mode)))
    ctx.exit(run(_watch(meet_named(server, table), table, mode)))


async def _watch(meeting: "Awaitable[Target]", code: str | None, mode: Mode) -> int:
    from skyjo_client.front_end import show
    from skyjo_client.lobby import Lobby
    from skyjo_client.watching import frames

    met = await meeting
    async with Lobby(met.address) as lobby:
        code = code or met.code or await _only_table(lobby, met.address)
        return await show(lobby, frames(lobby, code), mode)


async def _only_table(lobby: "Lobby", address: str) -> str:
    from skyjo_client.present.table_lines import table_line

    found = [table for table in await lobby.list_tables() if table.watchable]
    if not found:
        raise click.UsageError(_("No table can be watched at {address}.").format(address=address))
    if len(found) > 1:
        choice = _("Choose one with: skyjo watch CODE --server {address}").format(address=address)
        lines = map(table_line, found)
        raise click.UsageError("\n".join([_("Several tables can be watched."), *lines, choice]))
    return found[0].code


@click.command()
@server_option
@trust_options
@operator_option
@json_option
@click.pass_context
def tables(ctx: click.Context, *, server: str | None, operator: bool, as_json: bool) -> None:
    """List the open tables of a server or a network.

    Without a server that is named they are those of all servers that are found. Servers that you
    have not met yet are listed with the tables that they announce.
    """
    from skyjo_client import environment
    from skyjo_client.settings import settings

    named = server or settings()["server"]
    if named or operator or not environment.discovers():
        run(_tables(named, operator=operator, as_json=as_json))
    else:
        ctx.exit(run(list_around(as_json=as_json)))


async def list_around(*, as_json: bool = False) -> int:
    """List the servers that are found, and their tables; returns an exit code."""
    from skyjo_client import exit_codes
    from skyjo_client.finding import around
    from skyjo_client.json_lines import server_line
    from skyjo_client.present.found_lines import nothing_found, server_lines

    found = await around()
    for seen in found:
        if as_json:
            click.echo(server_line(seen.address, seen.name, seen.tables, seen.codes))
            continue
        for line in server_lines(seen.address, seen.name, seen.tables, seen.codes):
            show(line)
    if not found:
        show(f"skyjo: {nothing_found()}", err=True)
        return exit_codes.UNREACHABLE
    return exit_codes.FINISHED


async def _tables(server: str | None, *, operator: bool, as_json: bool) -> None:
    from skyjo_client import environment
    from skyjo_client.address import LOCAL
    from skyjo_client.json_lines import dump
    from skyjo_client.lobby import Lobby
    from skyjo_client.meeting import meet
    from skyjo_client.present.table_lines import table_line

    key = environment.operator_key() if operator else b""
    address = (await meet(server or LOCAL)).address
    async with Lobby(address, operator_key=key) as lobby:
        found = await lobby.list_tables()
    for table in found:
        if as_json:
            click.echo(dump(table))
        else:
            show(table_line(table))
    if not found:
        show(_("No open tables at {address}.").format(address=address), err=True)
