"""``skyjo check-bot``: whether a bot, in whatever language, keeps to the contract."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict, Unpack

import click

from skyjo_client.bot_command import bot_command
from skyjo_client.console import EndedError, run, terminable
from skyjo_client.option_types import Seconds, Text
from skyjo_client.options import cases_option, json_option, trust_options
from skyjo_client.present.messages import _

if TYPE_CHECKING:
    from skyjo_client.conformance.check import Check
    from skyjo_client.conformance.real_server import RealServerCheck
    from skyjo_client.conformance.report import Finding, Shown
    from skyjo_client.conformance.rows import Row

_PATIENCE: Final = 10.0
_NAME: Final = "check-bot"


class _Wishes(TypedDict):
    """How patient to be, and where to try the bot if not here."""

    patience: float
    server: str | None
    key_file: Path | None
    name: str | None
    cases: Path | None


def _completed(ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """The rows that are offered to a shell."""
    rows = _all_rows(on_a_server=ctx.params.get("server") is not None)
    return [row.name for row in rows if row.name.startswith(begun)]


@click.command()
@click.argument("command", nargs=-1, type=Text(), metavar="-- COMMAND [ARGUMENT]...")
@click.option(
    "--only",
    type=Text(),
    multiple=True,
    metavar="ROW",
    help="Try this row alone.",
    shell_complete=_completed,
)
@click.option("--list", "listing", is_flag=True, help="List the rows and try nothing.")
@click.option(
    "--patience",
    type=Seconds(0.1, 600),
    default=_PATIENCE,
    show_default=True,
    help="Seconds that the bot may take for one thing.",
)
@click.option(
    "--server",
    type=Text(),
    metavar="HOST",
    help="Try it on this server instead, with one game against a house bot.",
)
@trust_options
@click.option(
    "--key-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with the bot's key there, in hexadecimal digits.",
)
@click.option("--name", type=Text(), help="The bot's name there.")
@cases_option
@json_option
@click.pass_context
def check_bot(
    ctx: click.Context,
    *,
    command: tuple[str, ...],
    only: tuple[str, ...],
    listing: bool,
    as_json: bool,
    **wishes: Unpack[_Wishes],
) -> None:
    """Tell whether a bot keeps to the contract.

    COMMAND starts the bot, in whatever language it is written. It is given seats on a server of its
    own, where all that happens rarely happens at once: lost connections, unknown frames, servers
    that stop. Each row of the table says what was tried and what was wrong. The exit status is 0
    when all rows passed, else 7.
    """
    from skyjo_client.exit_codes import NOT_CONFORMING

    rows = _rows(only, on_a_server=wishes["server"] is not None)
    if listing:
        _list(rows, as_json=as_json)
        return
    if not command:
        raise click.UsageError(_("Name the command that starts the bot, after two dashes."))
    try:
        work = _found(bot_command(command), rows, as_json=as_json, **wishes)
        finding = run(terminable(work))
    except EndedError as error:
        click.echo(_("skyjo: stopped"), err=True)
        ctx.exit(error.status)
    _show(finding, as_json=as_json)
    ctx.exit(0 if finding.right else NOT_CONFORMING)


def _all_rows(*, on_a_server: bool) -> "tuple[Row, ...]":
    from skyjo_client.conformance.rows import ROWS, SERVER_ROWS

    return SERVER_ROWS if on_a_server else ROWS


def _rows(only: Sequence[str], *, on_a_server: bool) -> "list[Row]":
    """The rows to try. Raises UsageError for one that there is not."""
    rows = _all_rows(on_a_server=on_a_server)
    names = [row.name for row in rows]
    for one in only:
        if one not in names:
            near = ", ".join(_near(one, names))
            text = _("No such row {name}. --list names all of them.")
            if near:
                text = _("No such row {name}. Did you mean {near}? --list names all of them.")
            raise click.UsageError(text.format(name=repr(one), near=near))
    return [row for row in rows if not only or row.name in only]


def _near(name: str, names: Sequence[str]) -> list[str]:
    """The names of which one may be meant: those that have it in them, else those like it."""
    import difflib

    within = [one for one in names if name and name in one]
    return within or difflib.get_close_matches(name, names)


def _list(rows: "Sequence[Row]", *, as_json: bool) -> None:
    from skyjo_client.conformance import report
    from skyjo_client.json_lines import compact

    for row in rows:
        click.echo(compact(report.described(row)) if as_json else report.listing(row))


def _key(path: Path) -> bytes:
    """The key in a file. Raises UsageError."""
    try:
        key = bytes.fromhex(path.read_text("ascii"))
    except (OSError, ValueError):
        key = b""
    if not key:
        text = _("{file} holds no key in hexadecimal digits.")
        raise click.UsageError(text.format(file=path))
    return key


async def _found(
    command: Sequence[str], rows: "Sequence[Row]", *, as_json: bool, **wishes: Unpack[_Wishes]
) -> "Finding":
    """Try it; what has been found is shown also where that is interrupted."""
    import asyncio

    from skyjo_client.conformance.report import Shown

    shown = Shown(len(rows))
    check = await _check(command, rows, shown, **wishes)
    try:
        return await check.run()
    except asyncio.CancelledError:
        shown.clear()
        _show(check.finding, as_json=as_json)
        raise
    finally:
        shown.clear()


async def _check(
    command: Sequence[str], rows: "Sequence[Row]", shown: "Shown", **wishes: Unpack[_Wishes]
) -> "Check | RealServerCheck":
    from skyjo_client.cases import chosen_cases
    from skyjo_client.conformance.check import Check
    from skyjo_client.conformance.real_server import RealServerCheck
    from skyjo_client.enlistment import Application
    from skyjo_client.meeting import meet

    patience = wishes["patience"]
    if wishes["server"] is None:
        return Check(command, rows, patience, shown, chosen_cases(wishes["cases"]))
    if wishes["key_file"] is None:
        raise click.UsageError(_("With --server a bot needs its key: add --key-file."))
    bot = Application(key=_key(wishes["key_file"]), name=wishes["name"] or _NAME)
    server = (await meet(wishes["server"])).address
    return RealServerCheck(command, server, bot, rows=rows, patience=patience, progress=shown)


def _show(finding: "Finding", *, as_json: bool) -> None:
    from skyjo_client.json_lines import compact

    if as_json:
        for one in finding.objects():
            click.echo(compact(one))
        return
    for line in finding.lines():
        click.echo(line)
