"""The ``skyjo`` command."""

import click


@click.group()
@click.version_option(package_name="skyjo-terminal", prog_name="skyjo")
def main() -> None:
    """Play SKYJO in the terminal, against people or bots."""
