"""``skyjo play``: a new table, of one's own against house bots or on a server."""

import os
from itertools import cycle, islice
from pathlib import Path
from typing import Final, TypedDict, Unpack

import click

from skyjo_client.console import is_interactive, run
from skyjo_client.display_options import Mode, look_options, mode_of, plain_option
from skyjo_client.option_types import ClockName, Level, Whole
from skyjo_client.options import (
    data_option,
    json_option,
    name_option,
    new_table_server_option,
    operator_option,
    trust_options,
)
from skyjo_client.present.messages import _, mark
from skyjo_client.printed import show
from skyjo_client.table_options import (
    CLOCKS_HELP,
    LEVELS_HELP,
    games_of,
    games_option,
    rounds_option,
    target_option,
)

_LEVEL: Final = "casual"
_PAUSE: Final = 1.0
"""Seconds between the events of a demonstration on a terminal."""
_DEMO_LEVELS: Final = ("skilled", "casual", "beginner")

_NO_TERMINAL: Final = (
    mark(
        "There is no terminal here to play in, so this is a demonstration: "
        "four bots play a whole game."
    ),
    mark(
        "To play, type skyjo play in a terminal. Then d draws a card, t b3 takes the discard onto "
        "slot b3, b3 puts a drawn card there, x b3 throws it away and turns b3 up, and help lists "
        "the rest."
    ),
    mark("In a pipe, skyjo play --plain reads typed lines, and skyjo play --json is for programs."),
)

_PRIVATE_ALL_THE_SAME: Final = mark(
    "skyjo: This game is private, although SKYJO_SERVER is set. To play there, say --server HOST."
)


class Wishes(TypedDict):
    """What was asked of a new table."""

    seats: int
    level: str | None
    target: int
    rounds: int
    seed: int | None
    clock: str | None
    games: int | None
    pause: float | None
    name: str | None
    data: Path | None


@click.command()
@click.option(
    "--seats", type=Whole(2, 8), default=4, show_default=True, help="Players at the table, 2 to 8."
)
@click.option(
    "--level", type=Level(), metavar="LEVEL", help=f"House bots: {LEVELS_HELP}. Default: casual."
)
@target_option
@rounds_option
@click.option(
    "--seed",
    type=Whole(0, 2**64 - 1),
    help="Cards that can be dealt again: not for play against people you do not trust, as whoever "
    "tries out seeds can know every card.",
)
@click.option(
    "--clock",
    type=ClockName(),
    metavar="NAME",
    help=f"Time to think at a table on a server: {CLOCKS_HELP}. Default: the server's.",
)
@games_option
@click.option("--demo", is_flag=True, help="Watch house bots play instead.")
@click.option(
    "--pause",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help="Between the moves of a demonstration; default 1 on a terminal, else 0.",
)
@name_option
@plain_option
@json_option
@look_options
@new_table_server_option
@trust_options
@operator_option
@data_option
@click.pass_context
def play(  # one for each option
    ctx: click.Context,
    *,
    server: str | None,
    operator: bool,
    demo: bool,
    plain: bool,
    as_json: bool,
    **wishes: Unpack[Wishes],
) -> None:
    """Play a game against house bots, or make a table on a server.

    Without --server the game has a server of its own, which ends with it. With --server the table
    stands there, and others join it by its code; --level fills it with house bots instead.
    """
    mode = mode_of(plain=plain, as_json=as_json)
    if server is not None:
        if demo:
            raise click.UsageError(_("--demo has a server of its own; leave --server out."))
        if mode is None:
            raise click.UsageError(_("There is no terminal here: choose --plain or --json."))
        ctx.exit(run(_on_server(server, wishes, mode, operator=operator)))
    _needs_server("operator", given=operator)
    _needs_server("clock", given=wishes["clock"] is not None)
    if demo or mode is None:
        if not demo:
            click.echo("\n".join([*map(_, _NO_TERMINAL), ""]))
        ctx.exit(run(_demonstrate(wishes, mode or Mode.LINES)))
    if os.environ.get("SKYJO_SERVER"):
        show(_(_PRIVATE_ALL_THE_SAME), err=True)
    ctx.exit(run(_private(wishes, mode)))


def _needs_server(what: str, *, given: bool) -> None:
    if given:
        text = _("{option} needs --server: a game of your own has nothing of the kind.")
        raise click.UsageError(text.format(option=f"--{what}"))


async def _private(wishes: Wishes, mode: Mode) -> int:
    from skyjo_client.data_folder import data_folder
    from skyjo_client.player_name import player_name
    from skyjo_client.private_play import play_private
    from skyjo_client.table_choice import TableChoice

    choice = TableChoice(
        seats=wishes["seats"],
        levels=(wishes["level"] or _LEVEL,) * (wishes["seats"] - 1),
        name=player_name(wishes["name"]),
        target=wishes["target"],
        rounds=wishes["rounds"],
        seed=wishes["seed"],
        games=games_of(wishes["games"], mode),
    )
    return await play_private(choice, mode, data_folder(wishes["data"]))


async def _demonstrate(wishes: Wishes, mode: Mode) -> int:
    from skyjo_client.data_folder import data_folder
    from skyjo_client.private_play import demonstrate
    from skyjo_client.table_choice import TableChoice

    levels = (wishes["level"],) if wishes["level"] else _DEMO_LEVELS
    choice = TableChoice(
        seats=wishes["seats"],
        levels=tuple(islice(cycle(levels), wishes["seats"])),
        target=wishes["target"],
        rounds=wishes["rounds"],
        seed=wishes["seed"],
        start_when_full=False,
    )
    pause = wishes["pause"]
    if pause is None:
        pause = _PAUSE if mode is not Mode.JSON and is_interactive() else 0
    return await demonstrate(choice, mode, data_folder(wishes["data"]), pause)


async def _on_server(server: str, wishes: Wishes, mode: Mode, *, operator: bool) -> int:
    from skyjo_client import environment
    from skyjo_client.joining import make_table
    from skyjo_client.player_name import asked_name, player_name
    from skyjo_client.table_choice import TableChoice

    level = wishes["level"]
    choice = TableChoice(
        seats=wishes["seats"],
        levels=(level,) * (wishes["seats"] - 1) if level else (),
        name=(player_name if mode is Mode.JSON else asked_name)(wishes["name"]),
        target=wishes["target"],
        rounds=wishes["rounds"],
        seed=wishes["seed"],
        games=games_of(wishes["games"], mode),
        private=False,
        start_when_full=level is not None or mode is Mode.JSON,
        clock=wishes["clock"],
        operator_key=environment.operator_key() if operator else b"",
    )
    return await make_table(server, choice, mode)
