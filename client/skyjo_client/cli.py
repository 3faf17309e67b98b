"""The ``skyjo`` command."""

import click

from skyjo_client.commands_bot import bot


@click.group()
@click.version_option(package_name="skyjo-terminal", prog_name="skyjo")
def main() -> None:
    """Play SKYJO in the terminal, against people or bots."""


main.add_command(bot)
