"""``skyjo rules``."""

import click


@click.command()
def rules() -> None:
    """Explain the game."""
    from skyjo_client.present.rules_text import rules_text

    click.echo(rules_text())
