"""Options that several commands share. Imports click only."""

import math
import os
from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import Path
from typing import Final

import click
from click.shell_completion import CompletionItem

from skyjo_client.console import has_screen, is_interactive, readable
from skyjo_client.present.messages import _
from skyjo_client.settings_table import OFF, ON, SETTINGS

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


class Mode(Enum):
    """How a table is shown."""

    SCREEN = "screen"
    LINES = "lines"
    JSON = "json"


class Level(click.ParamType[str]):
    """A house bot's level; the names are looked up when one is given."""

    name = "level"

    def convert(  # noqa: D102 # click says what it is
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        from skyjo_bots.levels import LEVELS

        level = value.lower()
        if level not in LEVELS:
            text = _("{value} is no level. There are {levels}.")
            self.fail(text.format(value=repr(value), levels=", ".join(LEVELS)), param, ctx)
        return level

    def shell_complete(  # noqa: D102 # click says what it is
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        from skyjo_bots.levels import LEVELS

        return _completed(LEVELS, incomplete)


class ClockName(click.ParamType[str]):
    """A clock by its name; the names are looked up when one is given."""

    name = "clock"

    def convert(  # noqa: D102 # click says what it is
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        from skyjo_wire.clocks import OFF, PRESETS, named

        clock = value.lower()
        try:
            named(clock)
        except ValueError:
            names = ", ".join((*PRESETS, OFF))
            text = _("{value} is no clock. There are {clocks}, and times such as 5m+10s.")
            self.fail(text.format(value=repr(value), clocks=names), param, ctx)
        return clock

    def shell_complete(  # noqa: D102 # click says what it is
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        from skyjo_wire.clocks import OFF, PRESETS

        return _completed((*PRESETS, OFF), incomplete)


def _completed(names: Iterable[str], begun: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(begun.lower())]


class Seconds(click.FloatRange):
    """A number of seconds within a range. What is no number is within none."""

    def convert(  # noqa: D102 # click says what it is
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            text = _("{value} is not a number of seconds.")
            self.fail(text.format(value=repr(value)), param, ctx)
        return seconds


class Whole(click.ParamType[int]):
    """A whole number within a range."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        """Allow ``least`` to ``most``, both included."""
        self._least = least
        self._most = most

    def convert(  # noqa: D102 # click says what it is
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        try:
            number = int(value)
        except ValueError:
            number = None
        if number is None or not self._least <= number <= self._most:
            text = _("{value} is not a whole number from {least} to {most}.")
            told = text.format(value=repr(value), least=self._least, most=self._most)
            self.fail(told, param, ctx)
        return number


class Text(click.ParamType[str]):
    """A text of one's own, which may have been given in another encoding than expected."""

    name = "text"

    def convert(  # noqa: D102 # click says what it is
        self,
        value: str,
        param: click.Parameter | None,  # noqa: ARG002
        ctx: click.Context | None,  # noqa: ARG002
    ) -> str:
        return readable(value)


def _server(text: str) -> Decorator:
    return click.option("--server", type=Text(), metavar="HOST[:PORT]|LINK", help=text)


LEVELS_HELP: Final = "random, beginner, casual or skilled"
CLOCKS_HELP: Final = "dev, lan, bot-fast, bot-think, off, or a time such as 5m+10s"

name_option: Final[Decorator] = click.option(
    "--name", type=Text(), help="Your name; default: settings, else your login."
)
server_option: Final[Decorator] = _server("The server; default: settings, else this machine.")
new_table_server_option: Final[Decorator] = _server("Make the table there, for others to join.")
record_server_option: Final[Decorator] = _server("The games of this server instead.")
cases_option: Final[Decorator] = click.option(
    "--cases",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep the bot's faults there; see docs/cases.md.",
)
plain_option: Final[Decorator] = click.option(
    "--plain", is_flag=True, help="Line mode: one event one line, for any terminal or pipe."
)
json_option: Final[Decorator] = click.option(
    "--json", "as_json", is_flag=True, help="Machine mode: JSON lines; see docs/json-mode.md."
)
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
data_option: Final[Decorator] = click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
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


def games_of(given: int | None, mode: Mode) -> int:
    """Return how many games are played: people go on as long as they like, a program plays one."""
    if given is not None:
        return given
    return 1 if mode is Mode.JSON else 0


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
