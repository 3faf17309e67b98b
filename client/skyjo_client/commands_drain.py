"""``skyjo drain``: the operator has a server end."""

from typing import TYPE_CHECKING

import click

from skyjo_client.console import run
from skyjo_client.option_types import Seconds, Text
from skyjo_client.options import server_option, trust_options
from skyjo_client.present.messages import _
from skyjo_client.printed import show

if TYPE_CHECKING:
    from skyjo.v1.operator_pb2 import DrainResponse


@click.command()
@click.option(
    "--wait",
    type=Seconds(0, 86400),
    metavar="SECONDS",
    default=0,
    show_default=True,
    help="How long running games may go on; what is left is interrupted.",
)
@click.option(
    "--retry-after",
    type=Seconds(0, 86400),
    metavar="SECONDS",
    default=5,
    show_default=True,
    help="When players are told to come back.",
)
@click.option(
    "--for-good",
    is_flag=True,
    help="Players are told not to come back, as always where no unfinished game is kept.",
)
@click.option(
    "--address",
    type=Text(),
    metavar="HOST:PORT",
    default="",
    help="Where players are told to come back, if not at this server's address.",
)
@server_option
@trust_options
def drain(
    *, server: str | None, wait: float, retry_after: float, for_good: bool, address: str
) -> None:
    """Have a server end, as its operator.

    Nothing new begins there, and players are told when to come back.

    The operator's key is in $SKYJO_OPERATOR_KEY, or in the file that $SKYJO_OPERATOR_KEY_FILE
    names.
    """
    back = None if for_good else retry_after
    answer = run(_drain(server, wait, back, address))
    text = _("The server ends. Games that run: {games}; they may go on for {seconds} s.")
    show(text.format(games=answer.games, seconds=f"{wait:g}"))
    if answer.HasField("kept") and not answer.kept:
        show(_("It keeps no unfinished games: players are told not to come back."))
    elif back is None:
        show(_("Players are told not to come back."))
    else:
        text = _("Players are told to come back {seconds} s later.")
        show(text.format(seconds=f"{back:g}"))


async def _drain(
    server: str | None, wait: float, back: float | None, address: str
) -> "DrainResponse":
    from skyjo_client import environment
    from skyjo_client.lobby import Lobby
    from skyjo_client.meeting import meet

    key = environment.operator_key()
    found = (await meet(server or environment.server())).address
    async with Lobby(found, operator_key=key) as lobby:
        return await lobby.drain(wait, back, address)
