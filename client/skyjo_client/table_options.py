"""Options that say how a table is played. Imports click only."""

from typing import Final

import click

from skyjo_client.display_options import Mode
from skyjo_client.option_types import ClockName, Whole
from skyjo_client.options import Decorator

LEVELS_HELP: Final = "random, beginner, casual or skilled"
CLOCKS_HELP: Final = "dev, lan, bot-fast, bot-think, off, or a time such as 5m+10s"
target_option: Final[Decorator] = click.option(
    "--target",
    type=Whole(1, 1000),
    default=100,
    show_default=True,
    help="Points with which the game ends.",
)
rounds_option: Final[Decorator] = click.option(
    "--rounds", type=Whole(0, 50), default=0, help="Rounds after which it ends, too."
)
games_option: Final[Decorator] = click.option(
    "--games",
    type=Whole(0, 1000),
    help="Games at this table, 0: until nobody wants another. Default: 1 with --json, else 0.",
)
bot_clock_option: Final[Decorator] = click.option(
    "--clock",
    type=ClockName(),
    metavar="NAME",
    default="bot-fast",
    show_default=True,
    help=f"Time to think: {CLOCKS_HELP}.",
)
"""For tables of bots only."""


def games_of(given: int | None, mode: Mode) -> int:
    """Return how many games are played: people go on as long as they like, a program plays one."""
    if given is not None:
        return given
    return 1 if mode is Mode.JSON else 0
