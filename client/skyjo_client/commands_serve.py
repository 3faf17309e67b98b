"""``skyjo serve``: the server, started as a program of its own."""

import os
import sys
from typing import NoReturn

import click


@click.command(
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def serve(arguments: tuple[str, ...]) -> NoReturn:
    """Serve tables to this machine or a network."""
    from skyjo_client.data_folder import data_folder

    command = [sys.executable, "-m", "skyjo_server", *arguments]
    # Not as --data, which would count more than the server's file of settings.
    default = str(data_folder() / "server")
    environment = {
        **os.environ,
        "SKYJO_SERVED_AS": "skyjo serve",
        "SKYJO_SERVED_DATA": default,
    }
    if os.name == "posix":
        os.execve(sys.executable, command, environment)  # noqa: S606 # the same program, continued
    import subprocess

    try:
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    except KeyboardInterrupt:  # the server had it too, and has ended
        sys.exit(0)
