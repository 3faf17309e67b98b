"""``skyjo rules``."""

import os

import click

from skyjo_client.console import is_interactive


@click.command()
def rules() -> None:
    """Explain the game."""
    from skyjo_client.present.rules_text import rules_text

    if is_interactive() and not os.environ.get("ACCESSIBLE"):
        click.echo_via_pager(rules_text())
    else:
        click.echo(rules_text())
