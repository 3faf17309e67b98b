"""``skyjo case``: faults of bots, shown and tried again."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from skyjo_client.bot_command import bot_command
from skyjo_client.bot_options import bot_patience_option
from skyjo_client.options import json_option
from skyjo_client.present.messages import _
from skyjo_client.printed import show

if TYPE_CHECKING:
    from skyjo_client.case_file import Case
    from skyjo_client.case_server import Answer

_file = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


@click.group()
def case() -> None:
    """Show a bot's fault, or ask it again.

    A case is a file that a fault of a bot left; see docs/cases.md.
    """


@case.command(name="show")
@_file
def show_(file: Path) -> None:
    """Show what a bot was asked and what it answered."""
    from skyjo_client.present.case_lines import case_lines

    for line in case_lines(_loaded(file)):
        show(line)


@case.command()
@_file
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
@bot_patience_option
@json_option
@click.pass_context
def run(
    ctx: click.Context, file: Path, command: tuple[str, ...], *, patience: int, as_json: bool
) -> None:
    """Ask COMMAND, a bot, the one decision of a case.

    The exit code is 0 when the answer is legal, else 1.
    """
    from skyjo_client import exit_codes
    from skyjo_client.case_run import ask_again
    from skyjo_client.console import EndedError, terminable
    from skyjo_client.console import run as run_until_done

    loaded = _loaded(file)
    if loaded.decision is None:
        raise _Unusable(f"{file}: the bot was not asked anything in this case")
    if not command:
        raise click.UsageError(_("Name the command behind --, as in -- ./mybot."))
    words = bot_command(command)
    if not as_json:
        _show_question(loaded)
    try:
        answer = run_until_done(terminable(ask_again(loaded, words, patience)))
    except EndedError as error:
        ctx.exit(error.status)
    _show_answer(answer, as_json=as_json)
    ctx.exit(exit_codes.UNFINISHED if answer.wrong else exit_codes.FINISHED)


class _Unusable(click.ClickException):
    """A file that is no case that could be asked."""

    exit_code = 2


def _loaded(file: Path) -> "Case":
    from skyjo_client.case_file import LARGEST_BYTES, BadCaseError, load_case
    from skyjo_client.present.languages import SOURCE
    from skyjo_client.present.messages import speak

    speak(SOURCE)  # what is told of bots is English everywhere
    if not file.is_file():  # a pipe would be waited for
        raise _Unusable(f"{file}: this is no case file: it is no regular file")
    try:
        with file.open("rb") as opened:
            return load_case(opened.read(LARGEST_BYTES + 1))
    except BadCaseError as error:
        raise _Unusable(f"{file}: {error}") from None


def _show_question(loaded: "Case") -> None:
    from skyjo_client.present.case_lines import decision_lines

    assert loaded.decision is not None  # noqa: S101  # looked at before
    for line in decision_lines(loaded, loaded.decision):
        show(line)


def _show_answer(answer: "Answer", *, as_json: bool) -> None:
    from skyjo_client.json_lines import compact, fields_of
    from skyjo_client.present.case_lines import answer_words
    from skyjo_client.present.escape import escape_lines

    if as_json:
        act = None if answer.act is None else fields_of(answer.act)
        milliseconds = round(answer.seconds * 1000, 1)
        told = {"legal": not answer.wrong, "answer": act, "milliseconds": milliseconds}
        click.echo(compact({**told, "wrong": answer.wrong}))
    elif answer.act is None:
        show(f"No answer: {escape_lines(answer.wrong)}")
    else:
        judged = f"not legal: {answer.wrong}" if answer.wrong else "legal"
        words = answer_words(answer.act)
        show(f"Answer after {answer.seconds * 1000:.1f} ms: {words}. It is {judged}.")
