"""``skyjo doctor``: what is wrong here, and what to do."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skyjo_client.console import is_interactive, run
from skyjo_client.options import data_option, json_option, server_option, trust_options
from skyjo_client.printed import show_behind

if TYPE_CHECKING:
    from skyjo_client.checkup import Check


@click.command()
@server_option
@trust_options
@data_option
@json_option
@click.pass_context
def doctor(ctx: click.Context, *, server: str | None, data: Path | None, as_json: bool) -> None:
    """Say what is wrong here and what to do about it.

    With --server or $SKYJO_SERVER the way to that server is looked at, too. The exit status is 1
    when something fails for which there is no way around.
    """
    ctx.exit(run(_doctor(server, data, as_json=as_json)))


async def _doctor(server: str | None, data: Path | None, *, as_json: bool) -> int:
    from skyjo_client.checkup import NAMES, Status
    from skyjo_client.json_lines import compact
    from skyjo_client.present.messages import _
    from skyjo_client.present.wrapped import columns_of, filled

    failed = False
    statuses = columns_of(_(status.value, "check") for status in Status) + 1
    names = columns_of(_(name, "check") for name in NAMES) + 1
    async for check in _checks(server, data):
        failed = failed or check.status is Status.FAIL
        if as_json:
            fields = {"check": check.name, "status": check.status.value}
            click.echo(compact({**fields, "says": check.says, "todo": check.todo}))
            continue
        status, name = _(check.status.value, "check"), _(check.name, "check")
        head = f"{filled(status, statuses)} {filled(name, names)} "
        show_behind(head, check.says)
        if check.todo:
            show_behind(" " * len(head), check.todo)
    return int(failed)


async def _checks(server: str | None, data: Path | None) -> AsyncIterator["Check"]:
    import sys

    from skyjo_client import checkup, checkup_network
    from skyjo_client.data_folder import data_folder, state_folder
    from skyjo_client.settings import Settings, settings
    from skyjo_client.settings_file import SettingsError, SettingsFile
    from skyjo_client.settings_path import settings_path

    yield checkup_network.versions()
    mine, problem = settings(), ""
    try:
        mine.check()
    except SettingsError as error:
        mine, problem = Settings({}, {}, lambda: SettingsFile(None)), str(error)
    yield checkup.player_settings(problem, settings_path(), missing=mine.file.missing)
    motion = mine["motion"]
    for check in checkup.this_terminal(os.environ, motion, interactive=is_interactive()):
        yield check
    yield checkup.folder("data folder", data_folder(data), "SKYJO_DATA_DIR")
    yield checkup.folder("state folder", state_folder(), "SKYJO_STATE_DIR")
    yield await checkup_network.port()
    yield checkup_network.firewall_here()
    if asked := checkup_network.local_network(sys.platform, checkup_network.sending_error()):
        yield asked
    yield await checkup_network.multicast()
    if server := server or mine["server"]:
        for check in await checkup_network.server(server):
            yield check
