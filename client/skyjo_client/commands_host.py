"""``skyjo host``: a table for this network, on a server of one's own."""

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from skyjo_client.console import is_interactive, one_line, run
from skyjo_client.display_options import Mode, look_options, mode_of, plain_option
from skyjo_client.option_types import ClockName, Level, Whole
from skyjo_client.options import data_option, json_option, name_option
from skyjo_client.present.messages import _, plural
from skyjo_client.printed import show
from skyjo_client.table_options import (
    CLOCKS_HELP,
    LEVELS_HELP,
    games_of,
    games_option,
    rounds_option,
    target_option,
)

if TYPE_CHECKING:
    from skyjo_client.hosted_server import HostedServer


class Wishes(TypedDict):
    """What was asked of the table."""

    seats: int
    bots: int
    level: str
    target: int
    rounds: int
    clock: str | None
    games: int | None
    name: str | None
    data: Path | None


@click.command()
@click.option(
    "--seats",
    "--players",
    type=Whole(2, 8),
    default=4,
    show_default=True,
    help="Players at the table, 2 to 8.",
)
@click.option("--bots", type=Whole(0, 7), default=0, help="Seats that house bots take at once.")
@click.option(
    "--level",
    type=Level(),
    metavar="LEVEL",
    default="casual",
    help=f"Their strength: {LEVELS_HELP}. Default: casual.",
)
@target_option
@rounds_option
@click.option(
    "--clock",
    type=ClockName(),
    metavar="NAME",
    help=f"Time to think: {CLOCKS_HELP}. Default: lan.",
)
@games_option
@click.option("--stop", is_flag=True, help="End your server that was left running.")
@name_option
@plain_option
@json_option
@look_options
@data_option
@click.pass_context
def host(
    ctx: click.Context, *, stop: bool, plain: bool, as_json: bool, **wishes: Unpack[Wishes]
) -> None:
    """Open a table for this network, and sit down at it.

    It stands on a server of its own on this machine, encrypted, which others find by the table's
    code. When you leave you are asked whether the server goes on; it does while others sit there.
    """
    if stop:
        ctx.exit(run(_stop()))
    if wishes["bots"] >= wishes["seats"]:
        raise click.UsageError(_("--bots must leave a seat for you."))
    mode = mode_of(plain=plain, as_json=as_json)
    if mode is None:
        raise click.UsageError(_("There is no terminal here: choose --plain or --json."))
    ctx.exit(run(_host(wishes, mode)))


async def _host(wishes: Wishes, mode: Mode) -> int:
    from skyjo_client.data_folder import data_folder
    from skyjo_client.hosting import host_or_return
    from skyjo_client.player_name import asked_name
    from skyjo_client.table_choice import TableChoice

    choice = TableChoice(
        seats=wishes["seats"],
        levels=(wishes["level"],) * wishes["bots"],
        name=asked_name(wishes["name"]),
        target=wishes["target"],
        rounds=wishes["rounds"],
        games=games_of(wishes["games"], mode),
        private=False,
        start_when_full=mode is Mode.JSON or wishes["bots"] == wishes["seats"] - 1,
        clock=wishes["clock"],
    )
    return await host_or_return(choice, mode, data_folder(wishes["data"]) / "server")


async def _stop() -> int:
    from skyjo_client import exit_codes
    from skyjo_client.hosted_server import running_server

    server = await running_server()
    if server is None:
        show(_("skyjo: No server of yours was left running."), err=True)
        return exit_codes.UNREACHABLE
    if is_interactive() and not await _may_end(server):
        return exit_codes.FINISHED
    await server.end()
    show(_("Your server has ended. skyjo host starts it again, with what was played there."))
    return exit_codes.FINISHED


async def _may_end(server: "HostedServer") -> bool:
    """Ask whether to end a server at which people are in the middle of a game."""
    from skyjo_client.hosting import answered

    people = await server.playing()
    if not people:
        return True
    text = plural(
        "{count} person is in the middle of a game at your server. Shall it end? Yes or no; "
        "Enter is no.",
        "{count} people are in the middle of a game at your server. Shall it end? Yes or no; "
        "Enter is no.",
        people,
    )
    return await answered(text, one_line, default=False)
