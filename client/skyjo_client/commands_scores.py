"""``skyjo scores``: who leads."""

from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skyjo_client.console import run
from skyjo_client.options import data_option, json_option, record_server_option, trust_options
from skyjo_client.present.messages import _
from skyjo_client.printed import show

if TYPE_CHECKING:
    from skyjo.v1.record_pb2 import GameSummary


@click.command()
@record_server_option
@trust_options
@data_option
@json_option
def scores(*, server: str | None, data: Path | None, as_json: bool) -> None:
    """Show who leads, over the latest evening and for all time.

    Without --server these are all games that are kept on this machine: those of skyjo play and of
    your own server. Games count that a person played to the end, unless their cards came from a
    seed.
    """
    if server is not None and data is not None:
        raise click.UsageError(
            _("Choose one of {one} and {other}.").format(one="--server", other="--data")
        )
    run(_scores(server, data, as_json=as_json))


async def _scores(server: str | None, data: Path | None, *, as_json: bool) -> None:
    from skyjo_client.json_lines import compact
    from skyjo_client.present import leaders

    found = {game.game_id: game async for game in _games(server, data)}
    every = leaders.counted(found.values())
    if not every:
        show(_("skyjo: No finished game that counts is kept here."), err=True)
        return
    latest = leaders.evening(every)
    for period, games, title in (
        ("evening", latest, leaders.evening_line(latest)),
        ("all time", every, leaders.all_time_line(every)),
    ):
        if not as_json:
            show(title)
        for leader in leaders.leaders(games):
            fields = {"period": period, **asdict(leader)}
            if as_json:
                click.echo(compact(fields))
            else:
                show(leaders.leader_line(leader))


async def _games(server: str | None, data: Path | None) -> AsyncIterator["GameSummary"]:
    """All finished games of a server, or of this machine."""
    from skyjo_client.record_choice import all_games
    from skyjo_client.record_source import kept_records, server_records

    async with kept_records(data) if server is None else server_records(server) as games:
        async for game in all_games(games):
            yield game
