"""``skyjo match``: bots play each other on a server, without a seat for whoever asks."""

from typing import TYPE_CHECKING, Final, TypedDict, Unpack

import click

from skyjo_client.console import run
from skyjo_client.option_types import Text, Whole
from skyjo_client.options import json_option, operator_option, server_option, trust_options
from skyjo_client.present.messages import _, mark
from skyjo_client.printed import show
from skyjo_client.table_options import bot_clock_option, rounds_option, target_option

if TYPE_CHECKING:
    from skyjo.v1.lobby_pb2 import CreateTableResponse
    from skyjo.v1.record_pb2 import GameSummary
    from skyjo_client.match_results import Results
    from skyjo_client.match_run import Match
    from skyjo_client.table_choice import TableChoice

_FEWEST: Final = 2
_MOST: Final = 8
_LATER: Final = mark("The results, when the games are over: skyjo record list --server {address}")


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
@click.pass_context
def match(
    ctx: click.Context,
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

    Each game is told as it ends, and then what they come to. The exit status is 0 when all were
    played and no bot had a fault, else 1. When the command is interrupted the games go on.
    """
    from skyjo_client import environment
    from skyjo_client.table_choice import TableChoice

    if not _FEWEST <= len(bots) <= _MOST:
        text = _("Name {least} to {most} bots.")
        raise click.UsageError(text.format(least=_FEWEST, most=_MOST))
    key = environment.operator_key() if operator else b""
    choice = TableChoice(seats=len(bots), levels=(), private=False, operator_key=key, **wishes)
    ctx.exit(_played(server, bots, choice, as_json=as_json))


def _played(
    server: str | None, bots: tuple[str, ...], choice: "TableChoice", *, as_json: bool
) -> int:
    """Have the bots play, tell what comes of it, and return the exit code."""
    from skyjo_client import exit_codes
    from skyjo_client.errors import ClientError
    from skyjo_client.match_run import BotsMissingError, Match, MatchStoppedError
    from skyjo_client.trouble import explain

    told = _Told(as_json=as_json)
    match = Match(bots, choice, told.game)
    stopped, code = "", exit_codes.FINISHED
    try:
        run(_play(server, match, told))
    except KeyboardInterrupt:
        if not told.address:
            raise
        stopped, code = _(_LATER).format(address=told.address), exit_codes.INTERRUPTED
    except BotsMissingError as error:
        stopped, code = str(error), exit_codes.REFUSED
    except MatchStoppedError as error:
        stopped, code = str(error), exit_codes.UNFINISHED
    except ClientError as error:
        stopped, code = explain(error)
    if told.address:
        told.results(match.results)
    if stopped:
        show(f"skyjo: {stopped}", err=True)
    return exit_codes.UNFINISHED if not code and not match.results.sound else code


async def _play(server: str | None, match: "Match", told: "_Told") -> None:
    from skyjo_client.address import LOCAL
    from skyjo_client.lobby import Lobby
    from skyjo_client.meeting import meet
    from skyjo_client.settings import settings

    address = (await meet(server or settings()["server"] or LOCAL)).address
    async with Lobby(address) as lobby:
        made = await match.make(lobby)
        told.table(address, made)
        await match.follow(lobby, made)


class _Told:
    """Tells a match as it goes on; ``address`` is where it is played, "" before."""

    def __init__(self, *, as_json: bool) -> None:
        """Tell it in sentences or as JSON."""
        self.address = ""
        self._as_json = as_json

    def table(self, address: str, made: "CreateTableResponse") -> None:
        """Say where the bots play."""
        from skyjo_client.json_lines import compact
        from skyjo_client.present.escape import escape, escape_name

        self.address = escape(address)
        if self._as_json:
            shown = {"server": address, "table_id": made.table_id, "code": made.code}
            click.echo(compact(shown))
            return
        text = _("The bots play at table {code}. Watch: skyjo watch {code} --server {address}")
        show(text.format(code=escape_name(made.code), address=self.address))

    def game(self, game: "GameSummary") -> None:
        """Tell a game that is over."""
        from skyjo_client.json_lines import dump
        from skyjo_client.present.record_lines import game_line

        if self._as_json:
            click.echo(dump(game))
        else:
            show(game_line(game))

    def results(self, results: "Results") -> None:
        """Tell what the games come to."""
        from skyjo_client.json_lines import compact

        click.echo(compact(results.fields()) if self._as_json else results.text())
