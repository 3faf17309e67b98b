"""``skyjo bot``: play with a bot of one's own, or with one of the house."""

import sys
import traceback
from pathlib import Path

import click

from skyjo_client.options import trust_options


@click.command()
@click.argument(
    "file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--house", metavar="NAME", help="Play with the house bot NAME instead of a file.")
@click.option("--code", help="Join the table with this code instead of waiting for work.")
@click.option("--name", help="The bot's name; by default that of its class.")
@click.option("--seats", type=click.IntRange(1, 1024), help="Seats to play at once.")
@click.option("--server", metavar="HOST[:PORT]|LINK", help="The server; by default $SKYJO_SERVER.")
@trust_options
def bot(
    file: Path | None,
    house: str | None,
    code: str | None,
    name: str | None,
    seats: int | None,
    server: str | None,
) -> None:
    """Play with the bot in FILE: on the server, until it is ended, or at one table.

    A secret is never an argument: SKYJO_KEY holds the bot's key and SKYJO_TOKEN a seat's token, in
    hexadecimal digits.
    """
    if (file is None) == (house is None):
        raise click.UsageError("Name either a FILE or a house bot with --house.")
    if house is not None:
        _play_house(house, server, seats)
    elif file is not None:
        _play_file(file, server=server, code=code, name=name, seats=seats or 1)


def _play_house(level: str, server: str | None, seats: int | None) -> None:
    from skyjo_bots.levels import UnknownLevelError
    from skyjo_client.errors import ClientError
    from skyjo_client.house_bots import SEATS, run_house

    try:
        run_house(level, server=server, seats=seats or SEATS)
    except (UnknownLevelError, ClientError) as error:
        sys.exit(f"skyjo: {error}")


def _play_file(
    path: Path, *, server: str | None, code: str | None, name: str | None, seats: int
) -> None:
    from skyjo_client.bot_file import BotFileError, load_bot
    from skyjo_client.running import run

    try:
        bot_class = load_bot(path)
    except BotFileError as error:
        sys.exit(f"skyjo: {error}")
    except Exception as error:  # noqa: BLE001  # whatever a stranger's file may raise
        traceback.print_exception(error)
        sys.exit(f"skyjo: {path} cannot be loaded: {type(error).__name__}")
    run(bot_class, server=server, code=code, name=name, seats=seats)
