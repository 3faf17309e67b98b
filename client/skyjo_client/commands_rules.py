"""``skyjo rules``."""

import os
import sys

import click

from skyjo_client.console import is_interactive


@click.command()
def rules() -> None:
    """Explain the game."""
    from skyjo_client.present.boxes import HIDDEN_CARD
    from skyjo_client.present.rules_text import rules_text

    text = rules_text()
    if not sys.stdout.encoding.lower().startswith("utf"):
        text = text.replace(HIDDEN_CARD, "##")
    if is_interactive() and not os.environ.get("ACCESSIBLE"):
        click.echo_via_pager(text)
    else:
        click.echo(text)
