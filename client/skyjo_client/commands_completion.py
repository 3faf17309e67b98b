"""``skyjo completion``: what a shell needs to complete command lines."""

from typing import Final

import click

SHELLS: Final = ("bash", "zsh", "fish")
VARIABLE: Final = "_SKYJO_COMPLETE"
"""The variable by which the shell asks for completions, as click names it."""


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, *, shell: str) -> None:
    """Print what lets a shell complete skyjo.

    For bash put eval "$(skyjo completion bash)" into ~/.bashrc, for zsh the same with zsh into
    ~/.zshrc below compinit; for fish: skyjo completion fish > ~/.config/fish/completions/skyjo.fish
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    if found is not None:
        click.echo(found(ctx.find_root().command, {}, "skyjo", VARIABLE).source())
