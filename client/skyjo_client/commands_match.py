"""``skyjo match``: bots play each other on a server, without a seat for whoever asks."""

import sys
from typing import TYPE_CHECKING, Final, TypedDict, Unpack

import click

from skyjo_client.console import run
from skyjo_client.option_types import Text, Whole
from skyjo_client.options import json_option, operator_option, server_option, trust_options
from skyjo_client.present.messages import _
from skyjo_client.printed import show
from skyjo_client.table_options import bot_clock_option, rounds_option, target_option

if TYPE_CHECKING:
    from skyjo.v1.lobby_pb2 import BotChoice, CreateTableResponse
    from skyjo_client.table_choice import TableChoice

_FEWEST: Final = 2
_MOST: Final = 8


class Wishes(TypedDict):
    """How the bots are to play."""

    games: int
    target: int
    rounds: int
    seed: int | None
    clock: str


@click.command()
@click.argument("bots", nargs=-1, type=Text(), metavar="BOT BOT...")
@click.option(
    "--games", type=Whole(1, 1000), default=1, show_default=True, help="Games they play in a row."
)
@target_option
@rounds_option
@click.option("--seed", type=Whole(0, 2**64 - 1), help="Cards that can be dealt again.")
@bot_clock_option
@server_option
@trust_options
@operator_option
@json_option
def match(
    *,
    bots: tuple[str, ...],
    server: str | None,
    operator: bool,
    as_json: bool,
    **wishes: Unpack[Wishes],
) -> None:
    """Have bots play each other on a server.

    Each BOT, 2 to 8 of them, is the name of one that waits for work there, or a house bot: random,
    beginner, casual or skilled. A name that is given twice gets two seats. The table begins at once
    and closes when all games are over.

    The command ends before the games do: they go on without it, and skyjo record list shows them
    when they are over.
    """
    from skyjo.v1.error_pb2 import ERROR_REASON_BOT_UNKNOWN
    from skyjo_bots.levels import LEVELS
    from skyjo_client import environment
    from skyjo_client.errors import RefusedError
    from skyjo_client.present.escape import escape
    from skyjo_client.table_choice import TableChoice
    from skyjo_client.trouble import explain

    if not _FEWEST <= len(bots) <= _MOST:
        text = _("Name {least} to {most} bots.")
        raise click.UsageError(text.format(least=_FEWEST, most=_MOST))
    key = environment.operator_key() if operator else b""
    choice = TableChoice(seats=len(bots), levels=(), private=False, operator_key=key, **wishes)
    try:
        address, made = run(_make(server, choice, bots))
    except RefusedError as error:
        if error.reason != ERROR_REASON_BOT_UNKNOWN:
            raise
        sentence, code = explain(error)
        strangers = ", ".join(bot for bot in bots if bot.lower() not in LEVELS)
        show(f"skyjo: {escape(strangers)}: {sentence}", err=True)
        sys.exit(code)
    _tell(address, made, as_json=as_json)


def _tell(address: str, made: "CreateTableResponse", *, as_json: bool) -> None:
    """Say where the bots play; the right to close the table stays with nobody."""
    from skyjo_client.json_lines import compact
    from skyjo_client.present.escape import escape, escape_name

    if as_json:
        shown = {"server": address, "table_id": made.table_id, "code": made.code}
        click.echo(compact(shown))
        return
    text = _("The bots play at table {code}. Watch: skyjo watch {code} --server {address}")
    show(text.format(code=escape_name(made.code), address=escape(address)))
    text = _("The results, when the games are over: skyjo record list --server {address}")
    show(text.format(address=escape(address)))


async def _make(
    server: str | None, choice: "TableChoice", bots: tuple[str, ...]
) -> tuple[str, "CreateTableResponse"]:
    from skyjo_client.address import LOCAL
    from skyjo_client.lobby import Lobby
    from skyjo_client.meeting import meet
    from skyjo_client.settings import settings

    address = (await meet(server or settings()["server"] or LOCAL)).address
    request = choice.request()
    request.bots.extend(map(_chosen, bots))
    async with Lobby(address) as lobby:
        return address, await lobby.create_table(request)


def _chosen(name: str) -> "BotChoice":
    """A house bot, or whoever waits for work under a name."""
    from skyjo.v1.lobby_pb2 import BotChoice
    from skyjo_bots.levels import LEVELS

    if name.lower() in LEVELS:
        return BotChoice(house_level=name.lower())
    return BotChoice(enlisted_name=name)
