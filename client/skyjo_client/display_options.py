"""Options that say how a table is shown. Imports click only."""

import os
from collections.abc import Callable
from enum import Enum
from typing import Final

import click

from skyjo_client.console import has_screen, is_interactive
from skyjo_client.options import Decorator, only_one
from skyjo_client.settings_table import OFF, ON, SETTINGS


class Mode(Enum):
    """How a table is shown."""

    SCREEN = "screen"
    LINES = "lines"
    JSON = "json"


plain_option: Final[Decorator] = click.option(
    "--plain", is_flag=True, help="Line mode: one event one line, for any terminal or pipe."
)


def mode_of(*, plain: bool, as_json: bool) -> Mode | None:
    """Return how to show a table, None where nothing was said and nobody can type here.

    Raises SettingsError for settings that a screen cannot start with.
    """
    if plain and as_json:
        raise only_one("--plain", "--json")
    if as_json:
        return Mode.JSON
    if plain or os.environ.get("ACCESSIBLE"):
        return Mode.LINES
    if not is_interactive():
        return None
    if not has_screen():
        return Mode.LINES
    from skyjo_client.settings import settings

    settings().check()  # before anybody waits for a player whose screen does not start
    return Mode.SCREEN


def _set(name: str) -> Callable[[click.Context, click.Parameter, str | None], None]:
    """Let an option count more than the same setting in a variable or the file."""

    def set_it(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
        if value is not None:
            from skyjo_client.settings import flag

            flag(ctx, name, value)

    return set_it


def _setting(*names: str, setting: str, about: str) -> Decorator:
    return click.option(
        *names,
        type=click.Choice(SETTINGS[setting].allowed),
        expose_value=False,
        callback=_set(setting),
        help=about,
    )


def _switch(on: str, off: str, setting: str, about: str) -> Decorator:
    def switched(ctx: click.Context, param: click.Parameter, value: bool | None) -> None:  # noqa: FBT001
        _set(setting)(ctx, param, None if value is None else ON if value else OFF)

    return click.option(
        f"{on}/{off}", default=None, expose_value=False, callback=switched, help=about
    )


def look_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command that shows a screen what it takes to say how; see docs/settings.md."""
    for option in (
        _switch("--mouse", "--no-mouse", "mouse", "Play by mouse, too."),
        _setting("--bell", setting="bell", about="Ring when it is your turn."),
        _setting("--motion", setting="motion", about="How much is redrawn by itself."),
        _switch("--ascii", "--no-ascii", "ascii", "Plain signs instead of frames."),
        _setting("--colors", "--colours", setting="colours", about="Colours of the cards."),
        _setting("--theme", setting="theme", about="Colours of the screen."),
    ):
        command = option(command)
    return command
