"""Options of every program that plays with a bot. Imports click only."""

from pathlib import Path
from typing import Any, Final, TypedDict

import click

from skyjo_client.option_types import Text, Whole
from skyjo_client.options import Decorator, cases_option, server_option, trust_options

MOST_SEATS: Final = 1024
"""So many seats may one connection play."""

bot_patience_option: Final[Decorator] = click.option(
    "--patience",
    type=Whole(1, 3600),
    default=60,
    show_default=True,
    help="Seconds to wait for a bot that does nothing.",
)
"""How long a bot that was started may do nothing."""


class BotWishes(TypedDict):
    """Where a bot is to play and its faults are kept, None where nothing was said.

    See ``running.Engagement``.
    """

    server: str | None
    code: str | None
    name: str | None
    seats: int | None
    cases: Path | None


_OPTIONS: Final[tuple[Decorator, ...]] = (
    click.option("--code", type=Text(), help="Join this table instead of waiting for work."),
    click.option("--name", type=Text(), help="The bot's name; by default that of its class."),
    click.option("--seats", type=Whole(1, MOST_SEATS), metavar="N", help="Seats to play at once."),
    cases_option,
    server_option,
    trust_options,
)


def bot_options(command: Any) -> Any:  # noqa: ANN401 # whatever click decorates
    """Give a command the options, as :class:`BotWishes`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
