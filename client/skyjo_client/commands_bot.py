"""``skyjo bot``: play with a bot of one's own, or with one of the house."""

import sys
import traceback
from pathlib import Path
from typing import Unpack

import click

from skyjo_client.bot_options import BotWishes, bot_options
from skyjo_client.command_with import CommandWith
from skyjo_client.kits import languages, write_kit
from skyjo_client.new_folder import new_folder_argument
from skyjo_client.option_types import Level
from skyjo_client.options import only_one
from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _
from skyjo_client.printed import show
from skyjo_client.table_options import LEVELS_HELP


@click.group(cls=CommandWith, invoke_without_command=True)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[FILE | COMMAND...]")
@click.option(
    "--house", type=Level(), metavar="LEVEL", help=f"A house bot instead of a file: {LEVELS_HELP}."
)
@click.option(
    "--stdio", is_flag=True, help="A command that reads and writes JSON lines, behind --."
)
@bot_options
@click.pass_context
def bot(
    ctx: click.Context,
    *,
    words: tuple[str, ...],
    house: str | None,
    stdio: bool,
    **wishes: Unpack[BotWishes],
) -> None:
    """Play with a bot of your own.

    The bot in FILE waits for work on the server until it is ended: the host of a table adds it by
    its name. With --code it joins that table.

    With --stdio the bot is a COMMAND in any language; see docs/bots-over-stdio.md.

    A secret is never an argument: SKYJO_KEY holds the bot's key and SKYJO_TOKEN a seat's token, in
    hexadecimal digits. Without SKYJO_KEY a key is made up and kept for each name.
    """
    if stdio and house is not None:
        raise only_one("--stdio", "--house")
    if stdio:
        _play_command(words, wishes)
    elif len(words) + (house is not None) != 1:
        raise click.UsageError(_("Name either a FILE or a house bot with --house."))
    elif house is not None:
        _play_house(house, wishes)
    else:
        file = click.Path(exists=True, dir_okay=False, path_type=Path)
        _play_file(file.convert(words[0], _argument(ctx), ctx), wishes)


def _argument(ctx: click.Context) -> click.Parameter:
    """What an error about the words is about."""
    return next(one for one in ctx.command.params if one.name == "words")


def _play_command(words: tuple[str, ...], wishes: BotWishes) -> None:
    from skyjo_client.stdio_bot import play_command

    if not words:
        raise click.UsageError(_("Name the command behind --, as in -- ./mybot."))
    play_command(words, wishes)


class _Language(click.Choice[str]):
    """Says what to do in a language that there is no kit for."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        told = super().get_invalid_choice_message(value, ctx)
        way_out = _("In another language: skyjo bot --stdio, or skyjo protos export.")
        return f"{told} {way_out}"


@bot.command()
@click.option(
    "--language",
    type=_Language(languages(), case_sensitive=False),
    required=True,
    help="What to write it in.",
)
@new_folder_argument
def new(language: str, folder: Path) -> None:
    """Write a complete bot into DIR, for you to change."""
    write_kit(language, folder)
    text = _(
        "{folder} has a bot that plays. Its README.md says how to build it and what to change."
    )
    show(text.format(folder=escape(str(folder))))


def _play_house(level: str, wishes: BotWishes) -> None:
    from skyjo_client import environment
    from skyjo_client.house_bots import run_house

    named = [wishes["name"], wishes["code"]]
    named += [environment.text(name) for name in (environment.NAME, environment.CODE)]
    if not any(named) and not environment.secret(environment.KEY):
        text = _("The name {name} is the server's own: add --name, or join a table with --code.")
        raise click.UsageError(text.format(name=level))
    run_house(level, wishes)


def _play_file(path: Path, wishes: BotWishes) -> None:
    from skyjo_client.bot_file import load_bot
    from skyjo_client.errors import ClientError
    from skyjo_client.running import play_bot

    try:
        bot_class = load_bot(path)
    except ClientError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever a stranger's file may raise
        traceback.print_exception(error)
        text = _("{file} cannot be loaded: {error}")
        sys.exit(f"skyjo: {text.format(file=path, error=type(error).__name__)}")
    play_bot(bot_class, wishes)
