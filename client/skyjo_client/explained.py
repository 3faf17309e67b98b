"""A command whose errors are one sentence and an exit code. Imports click only."""

import os
import sys
from typing import Any, Final

import click

from skyjo_client.present.escape import escape_lines
from skyjo_client.present.messages import _
from skyjo_client.printed import fitted, show

INTERRUPTED: Final = 130
_ERROR: Final = 12
"""Columns for what click writes before a message: "Error: " in the player's language."""


class Explained(click.Command):
    """Turns every error into one sentence and an exit code."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 # click's signature
    ) -> click.Context:
        """Read the words of a command line. Raises what click deals with by itself."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.NoSuchOption as error:
            _keep_near(error)
            raise

    def invoke(self, ctx: click.Context) -> object:
        """Do what the command does. Raises what click deals with by itself."""
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            if isinstance(error, click.NoSuchOption):
                _keep_near(error)
            error.message = fitted(escape_lines(error.message), sys.stderr, _ERROR)  # type: ignore[misc]  # its kind stays
            raise
        except (click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            click.echo(_("skyjo: stopped"), err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            # Nobody reads any more: say nothing, also not when Python flushes at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(1)
        except Exception as error:  # noqa: BLE001 # no traceback for a player
            from skyjo_client.trouble import explain

            sentence, code = explain(error)
            show(f"skyjo: {sentence}", err=True)
            ctx.exit(code)


def _keep_near(error: click.NoSuchOption) -> None:
    """Suggest only what is near without the dashes that all options have."""
    import difflib

    name, found = error.option_name.lstrip("-"), error.possibilities or []
    near = [one for one in found if difflib.get_close_matches(name, [one.lstrip("-")])]
    error.possibilities = near  # type: ignore[misc]  # its kind stays
