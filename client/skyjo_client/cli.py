"""The ``skyjo`` command. What a command needs is imported when it runs: ``--help`` stays fast."""

import importlib
import os
import sys
from typing import Final

import click

from skyjo_client.console import make_output_safe

_COMMANDS: Final = {
    "play": "commands_play",
    "join": "commands_table",
    "watch": "commands_table",
    "tables": "commands_table",
    "serve": "commands_serve",
    "bot": "commands_bot",
    "record": "commands_record",
    "rules": "commands_rules",
}
"""The module of each command, in the order of the help."""

INTERRUPTED: Final = 130


class _Commands(click.Group):
    """Finds commands by name, and turns every error into one sentence and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 # click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"skyjo_client.{_COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            click.echo("skyjo: stopped", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            # Nobody reads any more: say nothing, also not when Python flushes at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(1)
        except Exception as error:  # noqa: BLE001 # no traceback for a player
            from skyjo_client.trouble import explain

            sentence, code = explain(error)
            click.echo(f"skyjo: {sentence}", err=True)
            ctx.exit(code)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="skyjo-terminal", prog_name="skyjo")
def main() -> None:
    """Play SKYJO in the terminal, against people or bots."""
    make_output_safe()
