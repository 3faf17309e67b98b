"""``skyjo duel``: bots play each other here, and what comes of it is told."""

import json
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from skyjo_client.bot_options import bot_patience_option
from skyjo_client.console import EndedError, run, terminable
from skyjo_client.option_types import FolderName, Whole
from skyjo_client.table_options import bot_clock_option, rounds_option, target_option

if TYPE_CHECKING:
    from skyjo_client.duel.duel import Duel
    from skyjo_client.duel.folder import Folder
    from skyjo_client.duel.report import Report

_SEED_BITS = 53


class Wishes(TypedDict):
    """How the bots are to play."""

    games: int
    target: int
    rounds: int
    clock: str
    at_once: int
    patience: int


@click.command()
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="[-- COMMAND...]")
@click.option(
    "--bot",
    "--against",
    "bots",
    multiple=True,
    metavar="BOT",
    help="A house bot, a Python bot's file or a command line; several times.",
)
@click.option(
    "--games", type=Whole(1, 100_000), default=20, show_default=True, help="Games to play."
)
@target_option
@rounds_option
@click.option("--seed", type=Whole(0, 2**53), help="Cards that can be dealt again.")
@bot_clock_option
@click.option(
    "--at-once", type=Whole(1, 64), default=4, show_default=True, help="Games at the same time."
)
@bot_patience_option
@click.option(
    "--logs",
    metavar="FOLDER",
    type=FolderName(),
    help="Keep there what the bots write and decide, and the records of the games.",
)
@click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
@click.pass_context
def duel(
    ctx: click.Context,
    *,
    command: tuple[str, ...],
    bots: tuple[str, ...],
    seed: int | None,
    logs: Path | None,
    as_json: bool,
    **wishes: Unpack[Wishes],
) -> None:
    """Have bots play each other here, and compare them.

    2 to 8 bots, COMMAND behind -- among them, are started and play on a private server: equal cards
    in turn from every seat. See docs/duels.md.
    """
    from skyjo_client.duel.duel import Duel
    from skyjo_client.duel.entrants import entrants
    from skyjo_client.duel.folder import Folder
    from skyjo_client.duel.plan import Plan
    from skyjo_client.duel.progress import progress

    made_up = secrets.randbits(_SEED_BITS)
    plan = Plan(
        entrants=entrants(command, bots),
        seed=made_up if seed is None else seed,
        tried=0 if command else len(bots) - 1,
        **wishes,
    )
    folder = Folder(logs, plan) if logs else None
    ctx.exit(_played(Duel(plan, folder, progress(plan.games)), folder, as_json=as_json))


def _played(duel: "Duel", folder: "Folder | None", *, as_json: bool) -> int:
    """Play, tell what came of it, and return the exit code."""
    from signal import Signals

    from skyjo_client import exit_codes
    from skyjo_client.duel.plan import StoppedError
    from skyjo_client.errors import ClientError
    from skyjo_client.trouble import explain

    stopped, code = "", exit_codes.FINISHED
    try:
        run(terminable(duel.run()))
    except KeyboardInterrupt:
        stopped, code = "The duel was interrupted.", exit_codes.INTERRUPTED
    except EndedError as error:
        stopped, code = f"The duel was ended by {Signals(error.number).name}.", error.status
    except StoppedError as error:
        stopped, code = str(error), exit_codes.UNFINISHED
    except (ClientError, OSError) as error:
        stopped, code = explain(error)
    report = duel.report(stopped)
    unkept = ""
    if folder:
        try:
            folder.report(report.fields())
        except OSError as error:
            unkept, code = explain(error)
    _tell(report, folder, as_json=as_json)
    if unkept and unkept != stopped:
        click.echo(f"skyjo: {unkept}", err=True)
    unfinished = code == exit_codes.FINISHED and report.finished < report.plan.games
    return exit_codes.UNFINISHED if unfinished else code


def _tell(report: "Report", folder: "Folder | None", *, as_json: bool) -> None:
    from skyjo_client.duel.report import MORE

    if as_json:
        click.echo(json.dumps(report.fields()))
    elif report.games:
        click.echo(report.text())
    if folder and not as_json and (where := folder.told()):
        click.echo(where)
    elif report.fault and not folder:
        click.echo(MORE, err=True)
    if report.stopped:
        click.echo(f"skyjo: {report.stopped}", err=True)
