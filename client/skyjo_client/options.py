"""Options that several commands share. Imports click only."""

import os
from collections.abc import Callable
from typing import Final

import click

from skyjo_client.option_types import FolderName, Text
from skyjo_client.present.messages import _

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def _server(text: str) -> Decorator:
    return click.option("--server", type=Text(), metavar="HOST[:PORT]|LINK", help=text)


name_option: Final[Decorator] = click.option(
    "--name", type=Text(), help="Your name; default: settings, else your login."
)
server_option: Final[Decorator] = _server("The server; default: settings, else this machine.")
new_table_server_option: Final[Decorator] = _server("Make the table there, for others to join.")
record_server_option: Final[Decorator] = _server("The games of this server instead.")
cases_option: Final[Decorator] = click.option(
    "--cases",
    metavar="DIR",
    type=FolderName(),
    help="Keep the bot's faults there; see docs/cases.md.",
)
json_option: Final[Decorator] = click.option(
    "--json", "as_json", is_flag=True, help="Machine mode: JSON lines; see docs/json-mode.md."
)
data_option: Final[Decorator] = click.option(
    "--data",
    metavar="FOLDER",
    type=FolderName(),
    help="Where private games are kept; default $SKYJO_DATA_DIR, else the user's data folder.",
)


def _said(variable: str) -> Callable[[click.Context, click.Parameter, object], None]:
    """Let an option do what a variable does, for everything that this program then does."""

    def say(_: click.Context, __: click.Parameter, value: object) -> None:
        if value:
            os.environ[variable] = "1" if value is True else str(value)

    return say


def trust_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command what it takes to decide which servers to believe."""
    insecure = click.option(
        "--insecure",
        is_flag=True,
        expose_value=False,
        callback=_said("SKYJO_INSECURE"),
        help="Talk to the server in the clear.",
    )
    trust = click.option(
        "--trust",
        type=Text(),
        metavar="WORDS",
        expose_value=False,
        callback=_said("SKYJO_TRUST"),
        help="The server's three words, as its host sees them.",
    )
    return trust(insecure(command))


operator_option: Final[Decorator] = click.option(
    "--operator",
    is_flag=True,
    help="Act as the server's operator: the key is in $SKYJO_OPERATOR_KEY, or in the file that "
    "$SKYJO_OPERATOR_KEY_FILE names.",
)


def only_one(one: str, other: str) -> click.UsageError:
    """Return the error for two things that exclude each other."""
    return click.UsageError(_("Choose one of {one} and {other}.").format(one=one, other=other))
